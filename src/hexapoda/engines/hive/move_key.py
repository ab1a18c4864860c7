"""An order of moves of Hive that depends only on the moves."""

from __future__ import annotations

from hexapoda.hive import Move

__all__ = ["move_key"]


def move_key(move: Move) -> tuple[int, int, int]:
    """Return a sort key for moves of one position. A pass has no piece and comes first.

    The order of `legal_moves` is not guaranteed, and a seeded choice must not depend on it.
    """
    if move.piece is None or move.to is None:
        return (-1, 0, 0)
    return (move.piece.index, *move.to)
