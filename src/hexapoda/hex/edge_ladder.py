"""Ladders: stones along a row near an edge, each of which threatens to reach the edge.

This module finds ladders on the second to the fourth row, the cells that they need, and their escapes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexapoda.hex.bit_board import BitBoard, bit_board
from hexapoda.hex.cell import Cell
from hexapoda.hex.edge_templates import height, templates_of
from hexapoda.hex.position import Position

__all__ = ["ROWS", "EdgeLadder", "edge_ladders"]

ROWS = range(2, 5)
"""The rows of ladders, counted from the edge."""
_DOWN: tuple[tuple[tuple[Cell, Cell], tuple[Cell, Cell]], tuple[tuple[Cell, Cell], tuple[Cell, Cell]]] = (
    (((0, -1), (1, -1)), ((-1, 1), (0, 1))),
    (((-1, 0), (-1, 1)), ((1, -1), (1, 0))),
)
"""For each color and each of its edges, the two steps toward the edge. They differ by one step along it."""


@dataclass(frozen=True, slots=True)
class EdgeLadder:
    """A ladder that starts with a given stone.

    Attributes:
        edge: the edge of the color, 0 or 1.
        row: the row of the stones, counted from 1 at the edge.
        cells: the cells of the answers, on the next row toward the edge, alternating with the cells of the
            next stones; an answer comes first. Each stone that has an answer, the given stone included,
            threatens to reach the edge from the cell of that answer. The ladder ends with a stone if that
            stone joins another group of the color, otherwise with an answer.
        end: the stone of the other group that the last stone joins; None if the ladder ends with an answer.
    """

    edge: int
    row: int
    cells: tuple[Cell, ...]
    end: Cell | None

    @property
    def threats(self) -> int:
        """The number of times that the color threatens to reach the edge."""
        return (len(self.cells) + 1) // 2


def edge_ladders(position: Position, cell: Cell) -> Iterable[EdgeLadder]:
    """Yield the ladders that the stone on a cell starts along the edges of its color, in both directions. The
    opponent must have a stone on one of the two cells below it, toward the edge; the other cell must be free.
    """
    color = position.color_at(cell)
    if color is None:
        return
    board = bit_board(position.columns, position.rows)
    own, other = (board.mask(position.stones(each)) for each in (color, 1 - color))
    for edge in (0, 1):
        row = height(cell, color, edge, position.columns, position.rows)
        if row not in ROWS:
            continue
        for behind, ahead in (_DOWN[color][edge], _DOWN[color][edge][::-1]):
            if board.bits.get(_plus(cell, behind), 0) & other:
                found = _run(board, color, edge, row, cell, (behind, ahead), own, other)
                if found.cells:
                    yield found


def _run(
    board: BitBoard,
    color: int,
    edge: int,
    row: int,
    stone: Cell,
    steps: tuple[Cell, Cell],
    own: int,
    other: int,
) -> EdgeLadder:
    """Return the ladder in one direction; its `cells` may be empty. `steps` lead from a stone to the two
    cells below it: the one behind, then the one ahead.
    """
    behind, ahead = steps
    cells = list[Cell]()
    group = board.flood(board.bits[stone], own)
    while True:
        answer = _plus(stone, ahead)
        bit = board.bits.get(answer, 0)
        if not bit or bit & (own | other) or not _reaches(board, color, edge, row - 1, answer, other):
            break
        cells.append(answer)
        other |= bit
        stone = _plus(_plus(stone, ahead), behind, -1)
        bit = board.bits.get(stone, 0)
        if not bit or bit & (own | other):
            break
        cells.append(stone)
        beside = board.around(bit) & own & ~group
        if beside:
            return EdgeLadder(edge, row, tuple(cells), next(board.cells(beside)))
    return EdgeLadder(edge, row, tuple(cells[: len(cells) - 1 + len(cells) % 2]), None)


def _reaches(board: BitBoard, color: int, edge: int, row: int, cell: Cell, other: int) -> bool:
    """Return whether a stone on a cell of a row would be connected to the edge, judged by templates alone."""
    if row == 1:
        return True
    found = templates_of(board, color, cell, other)
    return any(template.edge == edge for template in found)


def _plus(cell: Cell, step: Cell, times: int = 1) -> Cell:
    return cell[0] + times * step[0], cell[1] + times * step[1]
