"""Whether stones of Hex can be joined inside a set of cells, by search in plain Python.

Written from the rules; imports nothing from hexapoda. One side, the maker, has stones and wants to join two
ends; only the free cells of the carrier may be played. An end is a stone of the maker or one of its edges; an
edge joins the stones that touch it. A search that needs too many positions answers None.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.oracle.hex_deduction import LONG, SHORT, Bounds, Deduction

Cell = tuple[int, int]
Node = Cell | str  # a cell, or the name of an edge

AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
EDGES = {"black": ("top", "bottom"), "white": ("left", "right")}
POSITIONS = 2_000


class TooLarge(Exception):
    """The search needs too many positions."""


def edge_cells(columns: int, rows: int, edge: str) -> set[Cell]:
    if edge in ("top", "bottom"):
        return {(column, 0 if edge == "top" else rows - 1) for column in range(columns)}
    return {(0 if edge == "left" else columns - 1, row) for row in range(rows)}


class Carrier:
    """The nodes are numbered: the free cells first, then the groups of stones, then the edges."""

    def __init__(
        self, columns: int, rows: int, color: str, stones: Iterable[Cell], free: Iterable[Cell]
    ) -> None:
        self.cells = sorted(free)
        nodes: list[set[Node]] = [{cell} for cell in self.cells]
        left = set[Node](stones) | set(EDGES[color])
        beside: dict[Node, set[Node]] = {}
        for cell in [*self.cells, *(each for each in left if not isinstance(each, str))]:
            near = {(cell[0] + right, cell[1] + down) for right, down in AROUND}
            beside.setdefault(cell, set()).update(near)
            for edge in EDGES[color]:
                if cell in edge_cells(columns, rows, edge):
                    beside[cell].add(edge)
                    beside.setdefault(edge, set()).add(cell)
        while left:
            group = {left.pop()}
            wave = set(group)
            while wave:
                wave = {near for node in wave for near in beside.get(node, ())} & left
                left -= wave
                group |= wave
            nodes.append(group)
        number = {node: at for at, group in enumerate(nodes) for node in group}
        self.number = number
        self.near = [
            sum({1 << number[n] for node in group for n in beside.get(node, ()) if n in number} - {1 << at})
            for at, group in enumerate(nodes)
        ]
        self.free = (1 << len(self.cells)) - 1
        self.owned = (1 << len(nodes)) - 1 - self.free
        self.known: dict[tuple[int, int], int | None] = {}
        self.left = POSITIONS
        self.start = self.end = 0

    def joins(self, one: Node, other: Node, *, first: bool, positions: int = POSITIONS) -> bool | None:
        """Whether the maker joins two ends; `first`: it moves first, otherwise the opponent does."""
        if self.number[one] == self.number[other]:
            return True
        self.start, self.end = 1 << self.number[one], 1 << self.number[other]
        if self._deduced(first, SHORT) or self._deduced(first, LONG):
            return True
        self.known.clear()
        self.left = positions
        try:
            call = self._first if first else self._second
            return call(self.owned, self.free) is not None
        except TooLarge:
            return None

    def _deduced(self, first: bool, bounds: Bounds) -> bool:
        """Whether deduction shows that the maker joins the ends, if need be after each intrusion."""
        if first:
            return self._win(self.free, bounds) is not None
        if self._deduction(self.free, bounds).goal_fulls:
            return True
        must = self.free
        while must:
            intrusion = must & -must
            found = self._win(self.free & ~intrusion, bounds)
            if found is None:
                return False
            must &= found
        return True

    def _win(self, free: int, bounds: Bounds) -> int | None:
        """The cells with which the maker wins if it moves first, as far as deduction shows."""
        deduction = self._deduction(free, bounds)
        return min(deduction.goal_fulls or deduction.goal_threats, key=int.bit_count, default=None)

    def _deduction(self, free: int, bounds: Bounds) -> Deduction:
        start, end = self.start.bit_length() - 1, self.end.bit_length() - 1
        found = Deduction(self.near, self.owned, free, start, end, bounds)
        found.run()
        return found

    def joins_after(
        self, one: Node, other: Node, cells: Iterable[Cell], *, positions: int = POSITIONS
    ) -> bool | None:
        """Whether the maker, to move, joins two ends even if the opponent has taken any one of `cells`."""
        if self.number[one] == self.number[other]:
            return True
        self.start, self.end = 1 << self.number[one], 1 << self.number[other]
        must = sum(1 << self.number[cell] for cell in cells)
        while must:
            taken = must & -must
            found = self._win(self.free & ~taken, SHORT)
            if found is None:
                found = self._win(self.free & ~taken, LONG)
            if found is None:
                self.known.clear()
                self.left = positions
                try:
                    found = self._first(self.owned, self.free & ~taken)
                except TooLarge:
                    return None
            if found is None:
                return False
            must &= found  # the others are taken beside what wins
        return True

    def joined(self, one: Node, other: Node, *, filled: bool) -> bool:
        """Whether two ends are joined; `filled`: with stones of the maker on all cells of the carrier."""
        self.end = 1 << self.number[other]
        return bool(self._flood(1 << self.number[one], self.owned | (self.free if filled else 0)) & self.end)

    def _flood(self, start: int, within: int) -> int:
        found, wave = start, start
        while wave:
            bit = wave & -wave
            wave ^= bit
            more = self.near[bit.bit_length() - 1] & within & ~found
            found |= more
            wave |= more
        return found

    def _first(self, owned: int, free: int) -> int | None:
        """The cells with which the maker wins if it moves first; None if it does not win."""
        alone = self._flood(self.start, owned)
        if alone & self.end:
            return 0
        ways = self._flood(self.start, owned | free)
        if not ways & self.end:
            return None
        useful = ways & free
        beside = 0
        for bit in _bits(alone | self._flood(self.end, owned)):
            beside |= self.near[bit.bit_length() - 1]
        tried = []
        for bit in _bits(useful):
            paired = self._paired(owned | bit, free & ~bit)
            if paired is not None:
                return paired | bit
            tried.append((not bit & beside, bit))
        for _, bit in sorted(tried):
            found = self._second(owned | bit, free & ~bit)
            if found is not None:
                return found | bit
        return None

    def _second(self, owned: int, free: int) -> int | None:
        """The cells with which the maker wins if the opponent moves first; None if it does not win."""
        if self._flood(self.start, owned) & self.end:
            return 0
        ways = self._flood(self.start, owned | free)
        if not ways & self.end:
            return None
        free &= ways
        key = (owned, free)
        if key in self.known:
            return self.known[key]
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        used = self._paired(owned, free)
        if used is None:
            used = 0
            must = free
            while must:
                bit = must & -must
                found = self._first(owned, free & ~bit)
                if found is None:
                    used = None
                    break
                used |= found
                must &= found  # an intrusion beside these cells is answered by the win on them
        self.known[key] = used
        return used

    def _paired(self, owned: int, free: int) -> int | None:
        """Two free cells that both touch the chain from the start and the same other stones are a pair: the
        maker takes one when the opponent takes the other. The cells of pairs that lead to the end, or None.
        """
        chain, used = self.start, 0
        while True:
            chain = self._flood(chain, owned)
            if chain & self.end:
                return used
            touched = 0
            for bit in _bits(chain):
                touched |= self.near[bit.bit_length() - 1]
            touched &= free & ~used
            best = 0
            for bit in _bits(owned & ~chain):
                group = self._flood(bit, owned)
                beside = 0
                for each in _bits(group):
                    beside |= self.near[each.bit_length() - 1]
                both = beside & touched
                if both & (both - 1):
                    pair = (both & -both) | ((both & (both - 1)) & -(both & (both - 1)))
                    if group & self.end:
                        return used | pair
                    best = best or (pair | bit)
            if not best:
                return None
            used |= best & free
            chain |= best & owned


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return found
