"""The board as it is seen: stones, the chain that won, the last move, the ply of every stone.

Owns the plain data that all drawings are made of, text and picture alike. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from hexapoda.errors import UsageError

__all__ = ["COLORS", "Board", "Cell", "Colors", "cell_name", "column_name", "player_names"]

Cell = tuple[int, int]
"""Column and row from 0: a1 is (0, 0), b1 is (1, 0)."""

Colors = Literal["black-white", "red-blue"]
COLORS: tuple[Colors, ...] = ("black-white", "red-blue")
"""What the stones are painted: the words of protocols and records, or those of most game sites."""

_NAMES: Mapping[Colors, tuple[str, str]] = {"black-white": ("Black", "White"), "red-blue": ("Red", "Blue")}


def column_name(column: int) -> str:
    """`a` for column 0."""
    return chr(ord("a") + column)


def cell_name(cell: Cell) -> str:
    """`b1` for (1, 0)."""
    return f"{column_name(cell[0])}{cell[1] + 1}"


def player_names(colors: str) -> tuple[str, str]:
    """What the colour that joins top and bottom is called, and the other. Raises `UsageError`."""
    if colors not in COLORS:
        raise UsageError(f"unknown colors {colors!r}, expected one of {', '.join(COLORS)}")
    return _NAMES[colors]


@dataclass(frozen=True, slots=True)
class Board:
    """A board of `columns` times `rows` cells with stones on it.

    Attributes:
        stones: the colour of every stone by its cell, 0 for black, which joins top and bottom, 1 for white.
        chain: the cells of the chain that joins two edges, from one to the other; () while there is none.
        last: where the last stone was put.
        plies: the ply, from 1, that put a stone on a cell.
    """

    columns: int
    rows: int
    stones: Mapping[Cell, int] = field(default_factory=dict)
    chain: tuple[Cell, ...] = ()
    last: Cell | None = None
    plies: Mapping[Cell, int] = field(default_factory=dict)

    def cells(self) -> Iterator[Cell]:
        """All cells, row by row."""
        return ((column, row) for row in range(self.rows) for column in range(self.columns))

    def contains(self, cell: Cell) -> bool:
        """Whether the cell is on the board."""
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def check(self, cells: Iterable[Cell]) -> None:
        """Raise `UsageError` for the first of `cells` that is not on the board."""
        for cell in cells:
            if not self.contains(cell):
                raise UsageError(f"no cell {cell!r} on a board of {self.columns} x {self.rows}")
