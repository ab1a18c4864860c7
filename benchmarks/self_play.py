"""Pace of self-play and learning of a training run, and where the time goes:

    python benchmarks/self_play.py CONFIG.toml [--network NAME] [--device cuda] [--threads 2] [--games N]

Plays the games of one iteration with this network of the package, by default with a new one, then makes the
steps of one iteration with their positions. Prints one line: games per hour, positions to learn from per
second, the seconds of self-play and of learning, and the shares of self-play that are evaluations of the
network, the search trees with their encodings, and everything else. On the CPU the shares come from a second
run with one thread, because a network of the core evaluates inside the search. `warm` and `self_play.parts`
are ignored.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import nn
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.nets.network_file import read_network
from hexapoda.nets.shipped import find_network
from hexapoda.train.any_settings import read_any_settings
from hexapoda.train.board_network import BoardNetwork
from hexapoda.train.device import named_device
from hexapoda.train.device_network import DeviceNetwork
from hexapoda.train.learner import Learner
from hexapoda.train.pytorch import torch
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.search import BatchSearch
from hexapoda.train.self_play import SelfPlayed, play_games

plain_run = BatchSearch.run
searching: list[float] = []
"""Seconds of each search."""


class Clock:
    """Times evaluations."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.seconds += time.perf_counter() - self._began


class TimedDevice(DeviceNetwork):
    """A network on a GPU, timed."""

    clock = Clock()

    def evaluate(
        self, observations: NDArray[Any], logits: NDArray[np.float32], values: NDArray[np.float32]
    ) -> None:
        """Evaluate the rows of `observations`."""
        with self.clock:
            super().evaluate(observations, logits, values)


class TimedCore:
    """A network of the core that evaluates only the rows that wait, timed."""

    def __init__(self, network: nn.BoardNetwork) -> None:
        self.network, self.clock = network, Clock()

    def __call__(self, observations: NDArray[Any], masks: NDArray[Any]) -> tuple[Any, Any]:
        """Return logits and values."""
        logits, values = np.empty(masks.shape, np.float32), np.empty(len(masks), np.float32)
        with self.clock:
            self.network.evaluate(observations.reshape(len(masks), -1), logits, values)
        return logits, values


def timed_run(self: BatchSearch, *given: Any) -> None:
    """`BatchSearch.run`, timed."""
    began = time.perf_counter()
    plain_run(self, *given)
    searching.append(time.perf_counter() - began)


def network_of(settings: RunSettings, name: str | None) -> BoardNetwork:
    """Return the network of a run, on its device, with the weights of a network of the package."""
    found = settings.episodes()
    torch.manual_seed(settings.seed)
    network: BoardNetwork = BoardNetwork(
        found.encoder.shape, found.layout.size, settings.network, found.layout.piece_planes
    )
    if name is not None:
        file = read_network(find_network(name))
        if file.header.sizes != network.sizes:
            raise UsageError(f"{name} has the sizes {file.header.sizes}: expected {network.sizes}")
        network.load_weights(file.values.astype(np.float32))
    network.to(named_device(settings.device)).eval()
    return network


def play(settings: RunSettings, network: Any) -> tuple[SelfPlayed, float]:
    """Play the games of an iteration. Return them with the seconds."""
    began = time.perf_counter()
    played = play_games(settings, network, settings.seed)
    return played, time.perf_counter() - began


def shares(settings: RunSettings, network: Any) -> tuple[SelfPlayed, float, dict[str, float]]:
    """Play with a timed network, and return where the time went, too."""
    network.clock.seconds = 0.0
    searching.clear()
    with patch.object(BatchSearch, "run", timed_run):
        played, seconds = play(settings, network)
    evaluating, searched = network.clock.seconds, sum(searching)
    return (
        played,
        seconds,
        {
            "evaluation_share": round(evaluating / seconds, 3),
            "tree_share": round((searched - evaluating) / seconds, 3),
            "rest_share": round((seconds - searched) / seconds, 3),
        },
    )


def measure(settings: RunSettings, name: str | None) -> dict[str, Any]:
    """Return the figures of one iteration."""
    torch.set_num_threads(settings.threads)
    network = network_of(settings, name)
    short = dataclasses.replace(settings.self_play, max_plies=settings.self_play.random_plies + 2)
    first = dataclasses.replace(settings, self_play=short)
    if settings.device == "cpu":
        core = nn.BoardNetwork(weights=network.weights(), **network.sizes)
        play(first, core)
        played, seconds = play(settings, core)
        *_, found = shares(dataclasses.replace(settings, threads=1), TimedCore(core))
    else:
        timed = TimedDevice(network)
        play(first, timed)  # a GPU loads and records on its first calls
        played, seconds, found = shares(settings, timed)
    Learner(network, dataclasses.replace(settings.learner, updates=2)).fit(
        played.samples, np.random.default_rng(1)
    )
    began = time.perf_counter()
    Learner(network, settings.learner).fit(played.samples, np.random.default_rng(1))
    return {
        "games_per_hour": round(3600 * played.games / seconds),
        "positions_per_second": round(len(played.samples) / seconds),
        "decisive": played.decisive,
        "plies": round(played.plies / played.games, 1),
        **found,
        "self_play_seconds": round(seconds, 2),
        "learning_seconds": round(time.perf_counter() - began, 2),
    }


def main() -> None:
    """Measure one configuration."""
    parser = argparse.ArgumentParser(description="pace of self-play and learning")
    parser.add_argument("config", type=Path, help="settings of a run of self-play")
    parser.add_argument("--network", help="a network of the package that fits")
    parser.add_argument("--device", choices=("cpu", "cuda"), help="instead of that of the settings")
    parser.add_argument("--threads", type=int, help="instead of those of the settings")
    parser.add_argument("--games", type=int, help="instead of those of the settings")
    arguments = parser.parse_args()
    for option, most in (("threads", 256), ("games", 1 << 20)):
        given = getattr(arguments, option)
        if given is not None and not 1 <= given <= most:
            parser.error(f"--{option} {given}: expected a number from 1 to {most}")
    try:
        settings = read_any_settings(arguments.config)
        if not isinstance(settings, RunSettings):
            raise UsageError(f"{arguments.config}: expected settings of self-play, not of [expert]")
        games = arguments.games or settings.self_play.games
        settings = dataclasses.replace(
            settings,
            device=arguments.device or settings.device,
            threads=arguments.threads or settings.threads,
            self_play=dataclasses.replace(settings.self_play, games=games),
        )
        figures = measure(settings, arguments.network)
    except HexapodaError as error:
        parser.error(str(error))
    except (MemoryError, RuntimeError) as error:  # PyTorch raises the latter
        parser.error(f"there is not enough memory, or the device failed: {error}")
    except KeyboardInterrupt:
        parser.exit(130, "interrupted\n")
    shown = {"config": arguments.config.stem, "device": settings.device, "threads": settings.threads}
    print(json.dumps({**shown, "games": games, **figures}), flush=True)


if __name__ == "__main__":
    main()
