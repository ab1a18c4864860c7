"""Ladders: stones on the second row from an edge that threaten to reach it one after the other.

Owns the pattern, which says nothing of how the ladder ends.
"""

from __future__ import annotations

from hexapoda.hex.cell import Cell
from hexapoda.hex.position import Position

__all__ = ["edge_ladder"]

_DOWN: tuple[tuple[tuple[Cell, Cell], tuple[Cell, Cell]], tuple[tuple[Cell, Cell], tuple[Cell, Cell]]] = (
    (((0, -1), (1, -1)), ((-1, 1), (0, 1))),
    (((-1, 0), (-1, 1)), ((1, -1), (1, 0))),
)
"""For each color and each of its edges, the two steps toward the edge. Their difference leads along it."""


def edge_ladder(position: Position, cell: Cell, edge: int) -> tuple[Cell, ...]:
    """Return the cells of the ladder that the stone on a cell of the second row plays along an edge of its
    color, 0 or 1: the cell at the edge where the opponent must answer, the next stone beside the first one,
    the answer to that, and so on. Empty if there is no ladder, or none of two stones.
    """
    color = position.color_at(cell)
    if color is None:
        return ()
    lengths = position.columns, position.rows
    across = 1 - color  # the coordinate that leads to the edge
    if cell[across] != (1 if edge == 0 else lengths[across] - 2):
        return ()
    for blocked, down in (_DOWN[color][edge], _DOWN[color][edge][::-1]):
        along = _plus(down, blocked, -1)
        if position.color_at(_plus(cell, blocked)) != 1 - color:
            continue
        found = list[Cell]()
        stone = cell
        while _is_free(position, _plus(stone, down)):
            found.append(_plus(stone, down))
            stone = _plus(stone, along)
            if not _is_free(position, stone):
                break
            found.append(stone)
        found = found[: len(found) - 1 + len(found) % 2]  # the last stone has a cell at the edge
        if len(found) > 1:
            return tuple(found)
    return ()


def _plus(cell: Cell, step: Cell, times: int = 1) -> Cell:
    return cell[0] + times * step[0], cell[1] + times * step[1]


def _is_free(position: Position, cell: Cell) -> bool:
    column, row = cell
    inside = 0 <= column < position.columns and 0 <= row < position.rows
    return inside and position.color_at(cell) is None
