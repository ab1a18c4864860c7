"""How often the Hex engine finds a winning move in a won position: python benchmarks/hex_winning_moves.py

The positions are random, from a fixed seed, and the solver has proven that the side to move wins. It also
decides whether the engine's move keeps the win. Prints one row per board and time.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

from rich.progress import Progress

from hexapoda.arena.statistics.elo import wilson
from hexapoda.engine import Limit
from hexapoda.hex import Position
from hexapoda.hex.solve import HexSolver
from hexapoda.registry import parse_engine

LONGEST = 20.0
"""Seconds for the solver per position; a position that takes longer is skipped."""


def won_positions(solver: HexSolver, seed: int) -> Iterator[Position]:
    """Yield won positions in which a twelfth to a sixth of the cells are occupied."""
    rng = Random(f"{solver.variant}/{seed}")
    while True:
        position = Position(solver.variant)
        cells = position.columns * position.rows
        stones = rng.randint(cells // 12, cells // 6)
        for _ in range(stones):
            position.push(rng.choice(list(position.legal_moves)))
        if solver.winner(position, time=LONGEST) == position.color_to_move:
            yield position


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[6, 7, 8, 9], help="sides of the boards")
    parser.add_argument(
        "--times", type=float, nargs="+", default=[0.05, 0.1, 0.25, 0.5, 1.0], help="seconds per move"
    )
    parser.add_argument("--positions", type=int, default=60, help="positions per board")
    parser.add_argument(
        "--engine", default="rave:seed=1", help="the engine to test, such as rave:without=solver"
    )
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    spec = parse_engine(arguments.engine, "hex")
    print("board  seconds  winning moves  share  95% bounds")
    with Progress() as progress:
        for size in arguments.sizes:
            solver = HexSolver(f"{size}x{size}", memory=2048)
            task = progress.add_task(f"{size}x{size}", total=arguments.positions)
            right = dict.fromkeys(arguments.times, 0)
            for _, position in zip(
                range(arguments.positions), won_positions(solver, arguments.seed), strict=False
            ):
                for time in arguments.times:
                    engine = spec.create()
                    engine.new_game()
                    after = position.copy()
                    after.push(engine.search(position, Limit(time=time)).move)
                    right[time] += solver.winner(after) == position.color_to_move
                progress.advance(task)
            for time, count in right.items():
                low, high = wilson(count / arguments.positions, 1.96**2 / arguments.positions)
                share = count / arguments.positions
                bounds = f"[{low:.0%}, {high:.0%}]"
                found = f"{count:5} of {arguments.positions:3}"
                print(f"{solver.variant:5}  {time:7g}  {found}   {share:4.0%}  {bounds}")


if __name__ == "__main__":
    main()
