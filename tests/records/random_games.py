"""Random games for the tests of notations and records; all chance comes from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hexapoda.hive import Bug, Move, MoveKind, Position

CLIMBERS = (Bug.BEETLE, Bug.MOSQUITO, Bug.PILLBUG)


def random_game(
    seed: int, variant: str = "Base+MLP", plies: int = 60, *, opening: str = "tournament"
) -> Position:
    """A game of at most `plies` random moves that likes climbs, throws and board moves."""
    *_, last = walk(seed, variant, plies, opening=opening)
    return last


def walk(
    seed: int, variant: str = "Base+MLP", plies: int = 60, *, opening: str = "tournament"
) -> Iterator[Position]:
    """The positions of such a game; the same object is played on between two of them."""
    rng = Random(seed)
    position = Position(variant, opening="free" if opening == "free" else "tournament", repetition=False)
    yield position
    for _ in range(plies):
        moves = list(position.legal_moves)
        if not moves:
            return
        position.push(choose(rng, position, moves))
        yield position


def choose(rng: Random, position: Position, moves: list[Move]) -> Move:
    """A random move: now and then one onto another piece or a throw, where there is one."""
    if rng.random() < 0.5:
        special = [m for m in moves if m.kind is MoveKind.THROW or is_climb(position, m)]
        if special:
            return rng.choice(special)
    if rng.random() < 0.5:
        placements = [m for m in moves if m.kind is MoveKind.PLACE]
        if placements:
            return rng.choice(placements)
    return rng.choice(moves)


def is_climb(position: Position, move: Move) -> bool:
    """Whether the move ends on another piece."""
    return move.to is not None and position.height(move.to) > 0
