"""How slow a Hex engine's playouts get in a game: python benchmarks/hex_worst_speed.py

Plays games of an engine against itself from random first moves and measures every position: playouts per CPU
second, worst first, and how late a search with a time limit answers. Uses one thread.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from hexapoda.engine import Limit
from hexapoda.hex import Position
from hexapoda.registry import parse_engine

HARD = "l2 k4 j4 j5 i5 i6 h6 h7 g7 g8 f8 f9 e9 e10 d10 d11"
"""A position on 13x13: a long diagonal of stones, with very many virtual connections."""


def positions(variant: str, games: int, nodes: int) -> list[Position]:
    """Return the positions of games with few playouts per move, from fixed seeds."""
    found = [Position.from_text(f"{variant} {HARD}")] if variant == "13x13" else []
    for seed in range(games):
        rng, position = Random(seed), Position(variant)
        player = parse_engine(f"rave:book=false,seed={seed}", "hex").create()
        for _ in range(2):
            position.push(rng.choice(list(position.legal_moves)))
        while position.outcome() is None:
            found.append(position.copy())
            position.push(player.search(position, Limit(nodes=nodes)).move)
    return found


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--variant", default="13x13")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--step", type=int, default=3, help="measure every STEPth position")
    parser.add_argument("--nodes", type=int, default=5000, help="playouts per measurement")
    parser.add_argument("--time", type=float, default=0.2, help="seconds of the searches with a time limit")
    parser.add_argument("--engine", default="rave:book=false,seed=1,without=solver")
    arguments = parser.parse_args()
    spec = parse_engine(arguments.engine, "hex")
    speeds, lates = list[float](), list[float]()
    for position in positions(arguments.variant, arguments.games, 500)[:: arguments.step]:
        engine = spec.create()
        engine.search(position, Limit(nodes=1))  # allocates the tree
        engine.new_game()
        began = time.process_time()
        info = engine.search(position, Limit(nodes=arguments.nodes)).info
        if info.nodes == arguments.nodes:  # no proof ended the search early
            speeds.append(arguments.nodes / (time.process_time() - began))
        engine.new_game()
        began = time.thread_time()
        engine.search(position, Limit(time=arguments.time))
        lates.append(time.thread_time() - began - arguments.time)
    speeds.sort()
    print(f"{arguments.variant}: {len(speeds)} positions that {arguments.nodes} playouts do not decide")
    for name, at in (("worst", 0.0), ("5%", 0.05), ("25%", 0.25), ("median", 0.5)):
        print(f"{name:6}  {speeds[int(at * len(speeds))]:9,.0f} playouts/s")
    print(f"latest answer: {1000 * max(lates):+.0f} ms of CPU time after the limit of {arguments.time:g} s")


if __name__ == "__main__":
    main()
