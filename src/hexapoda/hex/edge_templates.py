"""Edge templates: shapes of free cells inside which a stone cannot be cut off from an edge of its color.

This module lists the shapes with a single stone and recognizes them on a board. A shape needs all of its
cells: if any of them were taken, the stone could be cut off. The shapes were found by a search. Their names
follow HexWiki, https://www.hexwiki.net: the row, usually with a letter. The letters for the fourth and fifth
rows were not checked against HexWiki.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from hexapoda.hex.bit_board import BitBoard, bit_board
from hexapoda.hex.cell import Cell

__all__ = ["TEMPLATES", "EdgeTemplate", "height", "templates_of"]

TEMPLATES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "II": (
            "  O",
            " **",
        ),
        "IIIa": (
            "   O*",
            "  ***",
            " ****",
        ),
        "IIIb": (
            "  *O*",
            " ****",
            "** **",
        ),
        "IVa": (
            "     O*",
            "   *****",
            "  ******",
            " *******",
        ),
        "IVd": (
            "    *O*",
            "  ******",
            " *** ***",
            "********",
        ),
        "Va": (
            "       *O*",
            "     *****",
            "   ********",
            "  *********",
            " **********",
        ),
    }
)
"""The shapes by name, for an edge at the bottom: `O` is the stone, `*` a free cell. Each string is a row of
the board, and each index a column.
"""


@dataclass(frozen=True, slots=True)
class EdgeTemplate:
    """A template placed on a board.

    Attributes:
        name: its name in `TEMPLATES`.
        edge: the edge of the stone's color, 0 or 1.
        carrier: the mask of its cells, apart from the stone.
    """

    name: str
    edge: int
    carrier: int


def height(cell: Cell, color: int, edge: int, columns: int, rows: int) -> int:
    """Return the row of a cell, counted from 1 at edge 0 or 1 of a color."""
    at, last = (cell[1], rows - 1) if color == 0 else (cell[0], columns - 1)
    return (last - at if edge else at) + 1


def templates_of(board: BitBoard, color: int, cell: Cell, other: int) -> Iterator[EdgeTemplate]:
    """Yield the templates of a stone on a cell, the smallest first. `other`: the mask of the opponent's
    stones, none of which may be in the carrier.
    """
    for template in _at(board.columns, board.rows, color, cell):
        if not template.carrier & other:
            yield template


@lru_cache(maxsize=4096)
def _at(columns: int, rows: int, color: int, cell: Cell) -> tuple[EdgeTemplate, ...]:
    """Return the templates of a stone on a cell that fit on an empty board, the smallest first."""
    board = bit_board(columns, rows)
    found = dict[tuple[int, int], EdgeTemplate]()
    for edge in (0, 1):
        row = height(cell, color, edge, columns, rows)
        for name, shape in _SHAPES.items():
            if row != len(TEMPLATES[name]):
                continue
            for mirrored in (False, True):
                cells = [_placed(cell, step, color, edge, mirrored) for step in shape]
                if all(each in board.bits for each in cells):
                    mask = board.mask(cells)
                    found.setdefault((edge, mask), EdgeTemplate(name, edge, mask))
    return tuple(sorted(found.values(), key=lambda each: each.carrier.bit_count()))


def _placed(cell: Cell, step: Cell, color: int, edge: int, mirrored: bool) -> Cell:
    """Return the cell of the board that corresponds to `step`, a cell of a shape relative to its stone."""
    right, down = step
    if mirrored:
        right = -right - down
    if not edge:
        right, down = -right, -down
    if color:
        right, down = down, right
    return cell[0] + right, cell[1] + down


def _steps(shape: tuple[str, ...]) -> tuple[Cell, ...]:
    stone = shape[0].index("O")
    return tuple(
        (at - stone, down) for down, row in enumerate(shape) for at, mark in enumerate(row) if mark == "*"
    )


_SHAPES: Mapping[str, tuple[Cell, ...]] = MappingProxyType(
    {name: _steps(shape) for name, shape in TEMPLATES.items()}
)
"""The cells of each shape, relative to its stone: columns to the right and rows down."""
