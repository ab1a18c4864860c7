"""Speed of networks, in one thread: python benchmarks/networks.py [NETWORK ...] [--seconds 3] [--torch]

Measures the networks of the package, or those of the given names and files, on positions from random games,
in CPU time. For a network that plays: evaluations per second in the core, simulations per second of PUCT in
one position and in 64 at once, and with --torch the evaluations of PyTorch in batches of 64 (architecture
`board` only). For an evaluation of `alphabeta`: nodes per second with it, and with the weights of the
features. A median of five runs.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from hexapoda._core import nn
from hexapoda._core.hex import PlanesNetwork
from hexapoda.engine import Limit
from hexapoda.games import find_game
from hexapoda.hex import Position
from hexapoda.hex.network import ARCHITECTURE as HEX
from hexapoda.nets.network_file import NetworkFile, read_network
from hexapoda.nets.shipped import find_network, shipped_networks
from hexapoda.registry import parse_engine
from hexapoda.train.batch import BatchEnv
from hexapoda.train.search import BatchSearch, CoreNetwork

BOARD = "11x11"
"""The board for networks that play on any board."""
RUNS, GAMES, PLIES, SIMULATIONS = 5, 64, 12, 64


def pace(work: Callable[[], int], seconds: float) -> int:
    """Call `work`, which returns how much it did, for some seconds, RUNS times. Return the median of what was
    done per second of CPU time.
    """
    work()
    found = []
    for _ in range(RUNS):
        done, began = 0, time.process_time()
        while time.process_time() - began < seconds / RUNS:
            done += work()
        found.append(done / (time.process_time() - began))
    return round(median(found))


def batch_of(file: NetworkFile, count: int) -> BatchEnv:
    """Return games after some random plies."""
    header = file.header
    batch = BatchEnv(
        header.game,
        count,
        variant=header.variant or BOARD,
        rules=header.rules,
        observation=header.observation,
        actions=header.actions,
        seed=1,
    )
    for _ in range(PLIES):
        batch.step(batch.sample())
    return batch


def playing(file: NetworkFile, seconds: float, torch: bool) -> dict[str, Any]:
    """Measure a network that says which moves are good."""
    network: CoreNetwork
    if file.header.architecture == HEX:
        network = PlanesNetwork(Position(BOARD), file.values.tobytes(), False)
    else:
        network = nn.BoardNetwork(weights=file.values, **file.header.sizes)
    batch = batch_of(file, GAMES)
    assert batch.observations is not None
    seen = np.ascontiguousarray(batch.observations.reshape(GAMES, -1), np.float32)
    logits = np.zeros((GAMES, batch.settings.layout.size), np.float32)
    values = np.zeros(GAMES, np.float32)

    def evaluate() -> int:
        network.evaluate(seen, logits, values)
        return GAMES

    found = {"evaluations": pace(evaluate, seconds)}
    for count in (1, GAMES):
        games = batch_of(file, count)

        def search(games: BatchEnv = games, count: int = count) -> int:
            # A new search has an empty tree.
            BatchSearch(games, gumbel=False, simulations=SIMULATIONS).run(network)
            return SIMULATIONS * count

        found[f"simulations_{count}"] = pace(search, seconds)
    if torch:
        found["torch_evaluations"] = pace(torch_work(file, batch), seconds)
    return found


def torch_work(file: NetworkFile, batch: BatchEnv) -> Callable[[], int]:
    """Return the work of PyTorch: its speed does not depend on the weights."""
    from hexapoda.train.board_network import BoardNetwork
    from hexapoda.train.pytorch import torch
    from hexapoda.train.run_settings import NetworkSettings

    torch.set_num_threads(1)
    encoder, layout = batch.settings.encoder, batch.settings.layout
    size = NetworkSettings(file.header.sizes["channels"], file.header.sizes["blocks"])
    network = BoardNetwork(encoder.shape, layout.size, size, layout.piece_planes).eval()

    def work() -> int:
        network.evaluate(batch.observations, np.empty(0))
        return GAMES

    return work


def evaluating(name: str, game: str, seconds: float) -> dict[str, Any]:
    """Measure a network that evaluates positions for `alphabeta`."""
    start = find_game(game).initial(None)
    line = [start.copy()]
    rng = np.random.default_rng(1)
    for _ in range(3 * PLIES):
        moves = line[-1].legal_moves
        line.append(line[-1].copy())
        line[-1].push(moves[int(rng.integers(len(moves)))])
        if line[-1].outcome() is not None:
            break
    positions = [position for position in line[PLIES:] if position.outcome() is None]
    found = {}
    for key, engine in (("nodes", f"net:{name}"), ("nodes_by_features", "alphabeta:evaluation=features")):
        player = parse_engine(engine).create()

        def search(player: Any = player) -> int:
            limit = Limit(nodes=5000)
            return sum(player.search(position, limit).info.nodes or 0 for position in positions)

        found[key] = pace(search, seconds)
    return found


def main() -> None:
    """Measure every network."""
    parser = argparse.ArgumentParser(description="speed of networks")
    parser.add_argument("networks", nargs="*", default=list(shipped_networks()))
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    parser.add_argument("--torch", action="store_true", help="also measure PyTorch")
    arguments = parser.parse_args()
    for name in arguments.networks:
        file = read_network(find_network(name))
        if file.header.architecture in ("board", HEX):
            torch = arguments.torch and file.header.architecture == "board"
            figures = playing(file, arguments.seconds, torch)
        else:
            figures = evaluating(name, file.header.game, arguments.seconds)
        print(json.dumps({"network": Path(name).stem, **figures}), flush=True)


if __name__ == "__main__":
    main()
