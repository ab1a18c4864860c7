"""The looks of a Hive position: its pieces and their cells under each of the twelve symmetries of the plane.

Defines which positions count as alike, so that duplicate puzzles can be found.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexapoda.games.forced_wins import Look
from hexapoda.hive.cell import Cell
from hexapoda.hive.move import Move
from hexapoda.hive.piece import Bug
from hexapoda.hive.position import Position

__all__ = ["looks"]


def looks(position: Position, first: Move) -> Iterator[Look]:
    """Yield the looks of a position in which the side to move plays `first`. The origin is the other side's
    queen, a color counts only as the side to move or the other side, and pieces of the same bug are alike.
    """
    turn, pieces = position.turn, position.pieces()
    queen = next(
        (cell for piece, (cell, _) in pieces.items() if piece.bug is Bug.QUEEN and piece.color != turn),
        (0, 0),
    )
    for turns in range(6):
        for mirror in (False, True):
            things = frozenset(
                (piece.color == turn, piece.bug.value, *_image(cell, queen, turns, mirror), height)
                for piece, (cell, height) in pieces.items()
            )
            moved = None
            if first.piece is not None and first.to is not None:
                moved = first.piece.bug.value, *_image(first.to, queen, turns, mirror)
            yield things, moved


def _image(cell: Cell, origin: Cell, turns: int, mirror: bool) -> Cell:
    q, r = cell[0] - origin[0], cell[1] - origin[1]
    for _ in range(turns):
        q, r = -r, q + r
    return (r, q) if mirror else (q, r)
