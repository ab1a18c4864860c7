"""Cells in plain words: a cell is named by the piece on it or beside it, as nobody sees coordinates."""

from __future__ import annotations

import re

from hexapoda.hive.cell import Cell
from hexapoda.hive.position import Position

__all__ = ["cell_words", "without_coordinates"]

_SIDES: dict[Cell, str] = {
    (-1, 0): "left of",
    (1, 0): "right of",
    (0, -1): "upper left of",
    (1, -1): "upper right of",
    (-1, 1): "lower left of",
    (0, 1): "lower right of",
}
"""Step from a piece to the cell -> which side of the piece that is."""
_COORDINATES = re.compile(r"\((-?\d+), (-?\d+)\)")


def cell_words(position: Position, cell: Cell) -> str:
    """`the cell of wS1`, `the cell left of bQ`; `the middle` of an empty board."""
    top = position.top(cell)
    if top is not None:
        return f"the cell of {top}"
    beside = [
        (piece, side)
        for step, side in _SIDES.items()
        if (piece := position.top((cell[0] - step[0], cell[1] - step[1]))) is not None
    ]
    for piece, side in sorted(beside, key=lambda found: found[0].color != position.turn):
        return f"the cell {side} {piece}"  # an own piece, if there is one
    return "that cell" if position.pieces() else "the middle"


def without_coordinates(position: Position, text: str) -> str:
    """A message with every cell in it in plain words."""
    return _COORDINATES.sub(lambda found: cell_words(position, (int(found[1]), int(found[2]))), text)
