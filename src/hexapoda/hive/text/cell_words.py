"""Cells in plain words: a cell is named after the piece on it or beside it, without coordinates."""

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
"""The words for a cell, by the step from the piece beside it."""
_COORDINATES = re.compile(r"\((-?\d+), (-?\d+)\)")


def cell_words(position: Position, cell: Cell) -> str:
    """Return `the cell of wS1` or `the cell left of bQ`, `that cell` if no piece touches it, and on an empty
    board `the middle`.
    """
    top = position.top(cell)
    if top is not None:
        return f"the cell of {top}"
    beside = [
        (piece, side)
        for step, side in _SIDES.items()
        if (piece := position.top((cell[0] - step[0], cell[1] - step[1]))) is not None
    ]
    for piece, side in sorted(beside, key=lambda found: found[0].color != position.turn):
        return f"the cell {side} {piece}"  # preferably a piece of the side to move
    return "that cell" if position.pieces() else "the middle"


def without_coordinates(position: Position, text: str) -> str:
    """Return a message with all cells in plain words."""
    return _COORDINATES.sub(lambda found: cell_words(position, (int(found[1]), int(found[2]))), text)
