"""An order of Hive moves that does not depend on the order in which they were generated."""

from __future__ import annotations

from hexapoda.hive import Move

__all__ = ["move_key"]


def move_key(move: Move) -> tuple[int, int, int]:
    """Return a sort key for the moves of one position. A pass comes first.

    The order of `legal_moves` is not guaranteed, and a seeded choice must not depend on it.
    """
    if move.piece is None or move.to is None:
        return (-1, 0, 0)
    return (move.piece.index, *move.to)
