"""The search for the shortest win at Hex: the chain with the fewest new stones that no reply prevents.

The search uses bitboards. A win has a carrier, the free cells that it needs. A reply outside the carrier
cannot prevent the win, so only replies on its cells are tried.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexapoda._core import StopToken
    from hexapoda.hex.position import Position

__all__ = ["ChainSearch", "SearchEnded"]

_CHECKED = 255
"""The clock is read when these bits of the position count are 0, that is, once every 256 positions."""


class SearchEnded(Exception):
    """The time ran out, or the search was stopped."""


class ChainSearch:
    """A search for wins of one color on one board."""

    def __init__(self, position: Position, color: int, end: float, stop: StopToken | None = None) -> None:
        """`color`: the color whose wins count; `end`: when to give up, in seconds of `time.monotonic`."""
        # Without an extra column, the last cell of a row would be a neighbor of the first cell of the next.
        self._wide = wide = position.columns + 1
        high = position.rows
        self._board = sum(1 << (row * wide + column) for row in range(high) for column in range(wide - 1))
        first_row = (1 << (wide - 1)) - 1
        first_column = sum(1 << (row * wide) for row in range(high))
        if color == 0:
            self._edges = first_row, first_row << (wide * (high - 1))
        else:
            self._edges = first_column, first_column << (wide - 2)
        self.own = sum(self.bit(cell) for cell in position.stones(color))
        self.other = sum(self.bit(cell) for cell in position.stones(1 - color))
        self._end = end
        self._stop = stop
        self._count = 0
        self._known: dict[tuple[int, int, int, bool], int] = {}

    def bit(self, cell: tuple[int, int]) -> int:
        """Return the mask of a cell."""
        return 1 << (cell[1] * self._wide + cell[0])

    def cells(self, mask: int) -> Iterator[tuple[int, int]]:
        """Yield the cells of a mask, row by row."""
        for bit in bits(mask):
            row, column = divmod(bit.bit_length() - 1, self._wide)
            yield column, row

    def to_edge(self, stone: int, edge: int, within: int) -> ChainSearch:
        """Return a search for chains from one stone to edge 0 or 1 of the color that use only cells of
        `within`.
        """
        found = copy.copy(self)
        found._edges = stone, self._edges[edge]
        found.own, found.other = stone, self._board & ~within & ~stone
        found._known = {}
        return found

    def win(self, own: int, other: int, stones: int) -> int:
        """Return the carrier of a win with at most `stones` new stones if the winner is to move; 0 if there
        is none. Raises `SearchEnded`.
        """
        found = self._known.get((own, other, stones, True))
        if found is None:
            self._check()
            found = self._known[own, other, stones, True] = self._win(own, other, stones)
        return found

    def win_after_reply(self, own: int, other: int, stones: int) -> int:
        """Return the carrier of a win as `win` does, but with the other side to move."""
        found = self._known.get((own, other, stones, False))
        if found is None:
            found = self._known[own, other, stones, False] = self._win_after_reply(own, other, stones)
        return found

    def candidates(self, own: int, other: int, stones: int) -> int:
        """Return the free cells on chains that need at most `stones` new stones."""
        here = self._reach(own, other, stones, 0)
        there = self._reach(own, other, stones, 1)
        found = 0
        for needed in range(1, stones + 1):
            found |= here[needed] & there[stones + 1 - needed]
        return found & ~own

    def _win(self, own: int, other: int, stones: int) -> int:
        last = self.candidates(own, other, 1)
        if last:
            return last & -last
        if stones < 2:
            return 0
        cells = self.candidates(own, other, stones)
        for bit in bits(cells):
            carrier = self.win_after_reply(own | bit, other, stones - 1)
            if carrier:
                return carrier | bit
        return 0

    def _win_after_reply(self, own: int, other: int, stones: int) -> int:
        carrier = self.win(own, other, stones)
        if not carrier:
            return 0
        used, must = carrier, carrier
        while must:
            reply = must & -must
            carrier = self.win(own, other | reply, stones)
            if not carrier:
                return 0
            used |= carrier
            must &= carrier
        return used

    def _reach(self, own: int, other: int, stones: int, edge: int) -> list[int]:
        """Return, for each n from 0 to `stones`, the cells that at most n new stones join to an edge."""
        free = self._board & ~other
        start = self._edges[edge]
        found = [self._joined(start & own, own)]
        for _ in range(stones):
            reach = (found[-1] | self._around(found[-1]) | start) & free
            found.append(self._joined(reach, own))
        return found

    def _joined(self, cells: int, own: int) -> int:
        """Return `cells`, and the stones of `own` that are joined to them."""
        while True:
            more = cells | (self._around(cells) & own)
            if more == cells:
                return cells
            cells = more

    def _around(self, cells: int) -> int:
        wide = self._wide
        found = cells << 1 | cells >> 1 | cells << wide | cells >> wide
        return (found | cells << (wide - 1) | cells >> (wide - 1)) & self._board

    def _check(self) -> None:
        self._count += 1
        if self._count & _CHECKED:
            return
        if time.monotonic() > self._end or (self._stop is not None and self._stop.stopped):
            raise SearchEnded


def bits(mask: int) -> Iterator[int]:
    """Yield the single bits of a mask, the lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
