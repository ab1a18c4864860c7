"""`BitBoard`: the cells of a board as bits of an integer, and the connections between them.

A board contains only the geometry of masks, and no stones: callers pass the masks of stones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from hexapoda.hex.cell import Cell

__all__ = ["BitBoard", "bit_board"]


class BitBoard:
    """The masks of a board of one size.

    Attributes:
        columns: the number of columns.
        rows: the number of rows.
        all: the mask of all cells.
        bits: the mask of each cell.
        edges: for each color, the masks of the cells along its two edges: Black's top and bottom, White's
            left and right.
    """

    def __init__(self, columns: int, rows: int) -> None:
        # Without an extra column, the last cell of a row would be a neighbor of the first cell of the next.
        self._wide = wide = columns + 1
        self.columns, self.rows = columns, rows
        self.bits: dict[Cell, int] = {
            (column, row): 1 << (row * wide + column) for row in range(rows) for column in range(columns)
        }
        self.all = sum(self.bits.values())
        first_row = (1 << columns) - 1
        first_column = sum(1 << (row * wide) for row in range(rows))
        self.edges = (
            (first_row, first_row << (wide * (rows - 1))),
            (first_column, first_column << (columns - 1)),
        )

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the mask of some cells. No cell may occur twice."""
        bits = self.bits
        return sum([bits[cell] for cell in cells])

    def cells(self, mask: int) -> Iterator[Cell]:
        """Yield the cells of a mask, row by row."""
        while mask:
            bit = mask & -mask
            row, column = divmod(bit.bit_length() - 1, self._wide)
            yield column, row
            mask ^= bit

    def singles(self, mask: int) -> Iterator[int]:
        """Yield a separate mask for each cell of a mask, row by row."""
        while mask:
            yield mask & -mask
            mask &= mask - 1

    def around(self, mask: int) -> int:
        """Return the neighbors of the cells of a mask. They may include cells of the mask itself."""
        wide = self._wide
        beside = mask << 1 | mask >> 1 | mask << wide | mask >> wide
        return (beside | mask << (wide - 1) | mask >> (wide - 1)) & self.all

    def flood(self, start: int, within: int) -> int:
        """Return the cells of `start` that are in `within`, and all cells that can be reached from them
        without leaving `within`.
        """
        found = start & within
        while True:
            more = (found | self.around(found)) & within
            if more == found:
                return found
            found = more

    def joined(self, start: int, end: int, stones: int, color: int) -> bool:
        """Return whether `stones`, all of one color, join `start` to `end`. An edge of the color joins the
        stones that touch it.
        """
        found = self.flood(start, stones)
        for _ in range(2):
            for edge in self.edges[color]:
                if found & edge:
                    found = self.flood(found | edge, stones)
        return bool(found & end)


@lru_cache(maxsize=16)
def bit_board(columns: int, rows: int) -> BitBoard:
    """Return the board of a size. Boards are cached, because they never change."""
    return BitBoard(columns, rows)
