"""Cells of Hex as column and row, counted from 0, and as text: `a1` is `(0, 0)`, `c2` is `(2, 1)`.

```
 a b c        the neighbors of *:  b1 c1
1 . . .                            a2 *  c2
 2 . * .                            a3 b3
  3 . . .
```
This module defines the geometry and the text of cells. Which cells a board has depends on the position.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias

from hexapoda.errors import InvalidMoveError
from hexapoda.text.sentence import Sentence

__all__ = [
    "MAX_SIDE",
    "STEPS",
    "Cell",
    "by_row",
    "distance",
    "format_cell",
    "mirrored",
    "neighbors",
    "parse_cell",
    "rotated",
]

Cell: TypeAlias = tuple[int, int]

#: The maximum number of columns, and of rows, of a board.
MAX_SIDE = 26

#: The six steps in circular order: two consecutive steps lead to adjacent cells.
STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

_LONGEST = 3
"""Only strings up to this length are cached. A longer string is not a cell, or is padded with blanks, of
which a file may contain megabytes.
"""
_CELL = re.compile(r"([a-z])([1-9][0-9]?)", re.IGNORECASE | re.ASCII)


def neighbors(cell: Cell, columns: int = MAX_SIDE, rows: int = MAX_SIDE) -> tuple[Cell, ...]:
    """Return the neighbors of a cell that are on a board of this size, in the order of `STEPS`."""
    column, row = cell
    around = ((column + right, row + down) for right, down in STEPS)
    return tuple((c, r) for c, r in around if 0 <= c < columns and 0 <= r < rows)


def rotated(cell: Cell, columns: int, rows: int) -> Cell:
    """Return the image of a cell when the board is rotated by 180 degrees."""
    return columns - 1 - cell[0], rows - 1 - cell[1]


def mirrored(cell: Cell) -> Cell:
    """Return the mirror image of a cell in the long diagonal, the one through a1."""
    return cell[1], cell[0]


def distance(a: Cell, b: Cell) -> int:
    """Return the number of steps between two cells."""
    columns, rows = a[0] - b[0], a[1] - b[1]
    return max(abs(columns), abs(rows), abs(columns + rows))


def by_row(cell: Cell) -> tuple[int, int]:
    """Return the sort key that orders cells row by row."""
    return cell[1], cell[0]


def parse_cell(text: str) -> Cell:
    """Return the cell that a text such as `c2` or `C2` names. Raises `InvalidMoveError`."""
    return _parse(text) if len(text) <= _LONGEST else _parse.__wrapped__(text)


@lru_cache(maxsize=2048)
def _parse(text: str) -> Cell:
    match = _CELL.fullmatch(text.strip())
    if match is None or int(match[2]) > MAX_SIDE:
        raise InvalidMoveError(
            Sentence(
                "not a cell: {text!r}; expected a column a to z and a row 1 to {most}, such as c2",
                text=text[:40],
                most=MAX_SIDE,
            ),
            text=text,
            offset=0,
            expected="a cell such as c2",
        )
    return ord(match[1].lower()) - ord("a"), int(match[2]) - 1


def format_cell(cell: Cell) -> str:
    """Return the text of a cell, such as `c2`."""
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"
