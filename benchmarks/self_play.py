"""Pace of self-play and learning of a training run, and where the time goes:

    python benchmarks/self_play.py CONFIG.toml [--network NAME] [--device cuda] [--threads 2] [--games N]

Plays the games of one iteration with the network of the package that has this name, by default with a new
one, and makes the steps of one iteration with its positions. Prints one line: games per hour; evaluations of
the network per second; the shares of self-play that are evaluations, the search tree with its encodings, and
everything else; and the seconds of self-play and of learning. On the CPU the shares come from a second run
of the same games, because a network of the core evaluates inside the search.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import nn
from hexapoda.nets.network_file import read_network
from hexapoda.nets.shipped import find_network
from hexapoda.train.board_network import BoardNetwork
from hexapoda.train.device import named_device
from hexapoda.train.device_network import DeviceNetwork
from hexapoda.train.episode import EpisodeSettings
from hexapoda.train.learner import Learner
from hexapoda.train.pytorch import torch
from hexapoda.train.run_settings import RunSettings, read_settings
from hexapoda.train.search import BatchSearch
from hexapoda.train.self_play import SelfPlayed, play_games


class Timed:
    """Counts and times the evaluations of a network."""

    def __init__(self, network: DeviceNetwork | nn.BoardNetwork, threads: int) -> None:
        self.network, self.threads = network, threads
        self.seconds, self.calls = 0.0, 0

    def zeros(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
        """Return arrays of the network, or plain ones."""
        if isinstance(self.network, DeviceNetwork):
            return self.network.zeros(shape, dtype)
        return np.zeros(shape, dtype)

    def evaluate(
        self, observations: NDArray[Any], logits: NDArray[np.float32], values: NDArray[np.float32]
    ) -> None:
        """Evaluate the rows of `observations`."""
        began = time.perf_counter()
        if isinstance(self.network, DeviceNetwork):
            self.network.evaluate(observations, logits, values)
        else:
            rows = observations.reshape(len(observations), -1)
            self.network.evaluate(rows, logits, values, threads=self.threads)
        self.seconds += time.perf_counter() - began
        self.calls += 1


def timed_search(self: BatchSearch, evaluate: Any) -> None:
    """`BatchSearch.run`, timed."""
    began = time.perf_counter()
    plain_run(self, evaluate)
    searching.append(time.perf_counter() - began)


plain_run = BatchSearch.run
searching: list[float] = []
"""Seconds of each search."""


def network_of(settings: RunSettings, name: str | None) -> BoardNetwork:
    """Return the network of a run, on its device, with the weights of a network of the package."""
    found = EpisodeSettings.of(
        settings.game,
        variant=settings.variant,
        rules=settings.rules,
        observation=settings.observation,
        actions=settings.actions,
    )
    torch.manual_seed(settings.seed)
    network: BoardNetwork = BoardNetwork(
        found.encoder.shape, found.layout.size, settings.network, found.layout.piece_planes
    )
    if name is not None:
        network.load_weights(read_network(find_network(name)).values.astype(np.float32))
    network.to(named_device(settings.device)).eval()
    return network


def play(settings: RunSettings, network: Any) -> tuple[SelfPlayed, float]:
    """Play the games of an iteration. Return them with the seconds."""
    began = time.perf_counter()
    if isinstance(network, nn.BoardNetwork):
        played = play_games(settings, network, settings.seed)
    else:
        played = play_games(settings, network, settings.seed, zeros=network.zeros)
    return played, time.perf_counter() - began


def measure(settings: RunSettings, name: str | None) -> dict[str, Any]:
    """Return the figures of one iteration."""
    network = network_of(settings, name)
    torch.set_num_threads(settings.threads)
    here = settings.device == "cpu"
    players = nn.BoardNetwork(weights=network.weights(), **network.sizes) if here else DeviceNetwork(network)
    timed = Timed(players, settings.threads)
    small = dataclasses.replace(
        settings, self_play=dataclasses.replace(settings.self_play, games=8, max_plies=4)
    )
    play(small, timed)  # a GPU compiles and loads on its first calls
    timed.seconds, timed.calls = 0.0, 0
    searching.clear()
    played, seconds = play(settings, timed)
    profiled, searched = seconds, sum(searching)
    if here:
        played, seconds = play(settings, players)
    learner = Learner(network, settings.learner)
    Learner(network, dataclasses.replace(settings.learner, updates=2)).fit(
        played.samples, np.random.default_rng(1)
    )
    began = time.perf_counter()
    learner.fit(played.samples, np.random.default_rng(1))
    learning = time.perf_counter() - began
    return {
        "games_per_hour": round(3600 * played.games / seconds),
        "searches_per_second": round(len(played.samples) / seconds),
        "decisive": played.decisive,
        "plies": round(played.plies / played.games, 1),
        "evaluation_calls": timed.calls,
        "evaluation_share": round(timed.seconds / profiled, 3),
        "tree_share": round((searched - timed.seconds) / profiled, 3),
        "rest_share": round((profiled - searched) / profiled, 3),
        "self_play_seconds": round(seconds, 2),
        "learning_seconds": round(learning, 2),
    }


def main() -> None:
    """Measure one configuration."""
    parser = argparse.ArgumentParser(description="pace of self-play and learning")
    parser.add_argument("config", type=Path, help="settings of a run of self-play")
    parser.add_argument("--network", help="a network of the package that fits")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--threads", type=int, help="instead of those of the settings")
    parser.add_argument("--games", type=int, help="instead of those of the settings")
    arguments = parser.parse_args()
    settings = read_settings(arguments.config)
    settings = dataclasses.replace(
        settings,
        device=arguments.device,
        threads=arguments.threads or settings.threads,
        self_play=dataclasses.replace(settings.self_play, games=arguments.games or settings.self_play.games),
    )
    BatchSearch.run = timed_search  # type: ignore[method-assign]
    shown = {"config": arguments.config.stem, "device": settings.device, "threads": settings.threads}
    figures = {**shown, "games": settings.self_play.games, **measure(settings, arguments.network)}
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
