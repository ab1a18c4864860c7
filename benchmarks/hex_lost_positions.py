"""How well a Hex engine defends lost positions: python benchmarks/hex_lost_positions.py

The positions are random, from a fixed seed, and the solver has proven that the side to move loses. The engine
plays that side against a weaker engine. Prints one row per board: the games that the engine still wins.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

from rich.progress import Progress

from hexapoda.arena.statistics.elo import wilson
from hexapoda.engine import Engine, Limit
from hexapoda.hex import Position
from hexapoda.hex.solve import HexSolver
from hexapoda.registry import parse_engine


def lost_positions(solver: HexSolver, seed: int) -> Iterator[Position]:
    """Yield lost positions in which a twelfth to a third of the cells are occupied."""
    rng = Random(f"{solver.variant}/{seed}")
    while True:
        position = Position(solver.variant)
        cells = position.columns * position.rows
        for _ in range(rng.randint(cells // 12, cells // 3)):
            if position.outcome() is None:
                position.push(rng.choice(list(position.legal_moves)))
        if position.outcome() is None and solver.winner(position) == 1 - position.turn:
            yield position


def defends(position: Position, players: list[tuple[Engine, Limit]]) -> bool:
    """Return whether the first player, who is to move, still wins."""
    mover, side = position.turn, 0
    for engine, _ in players:
        engine.new_game()
    while position.outcome() is None:
        engine, limit = players[side]
        position.push(engine.search(position, limit).move)
        side = 1 - side
    outcome = position.outcome()
    assert outcome is not None
    return outcome.winner == mover


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[6, 7], help="sides of the boards")
    parser.add_argument("--positions", type=int, default=200, help="positions per board")
    parser.add_argument("--engine", default="rave:seed=1", help="the engine that defends")
    parser.add_argument("--nodes", type=int, default=2000, help="playouts per move of this engine")
    parser.add_argument("--opponent", default="mcts:seed=1", help="the engine with the winning side")
    parser.add_argument("--opponent-nodes", type=int, default=300, help="playouts per move of the opponent")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print("board  still won    share  95% bounds")
    with Progress() as progress:
        for size in arguments.sizes:
            solver = HexSolver(f"{size}x{size}")
            players = [
                (parse_engine(arguments.engine, "hex").create(), Limit(nodes=arguments.nodes)),
                (parse_engine(arguments.opponent, "hex").create(), Limit(nodes=arguments.opponent_nodes)),
            ]
            task = progress.add_task(f"{size}x{size}", total=arguments.positions)
            won = 0
            for _, position in zip(
                range(arguments.positions), lost_positions(solver, arguments.seed), strict=False
            ):
                won += defends(position.copy(), players)
                progress.advance(task)
            low, high = wilson(won / arguments.positions, 1.96**2 / arguments.positions)
            share = won / arguments.positions
            found = f"{won:4} of {arguments.positions:4}"
            print(f"{solver.variant:5}  {found}  {share:4.0%}  [{low:.0%}, {high:.0%}]")


if __name__ == "__main__":
    main()
