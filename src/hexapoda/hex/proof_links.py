"""Claims from virtual connections: proofs of the connections that H-search finds.

The core finds the connections of a color, but does not store how it found them. This module reconstructs the
derivation of the few connections that a proof needs: each combines two smaller connections in a row, or
several semi-connections that have no cell in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from hexapoda._core.hex import ConnectionMap
from hexapoda.hex.proof_check import Case, bits
from hexapoda.hex.proof_claims import ClaimStore, Route

__all__ = ["Option", "ProofLinks", "fewest", "shortest_chain"]

Option: TypeAlias = tuple[int, int | None, Route]
"""A way to win: the mask of the cells on which a move of the other side could prevent it, the first stone,
and the route that holds after that stone. If no first stone is needed, it is None and the mask is 0."""

_Full: TypeAlias = tuple[int, int, int]


class ProofLinks:
    """The connections of a color in a position that nobody has won.

    A node is the number of an empty cell, of the lowest stone of a group, or of an edge of the color.
    """

    def __init__(self, store: ClaimStore, found: ConnectionMap, own: int, other: int, color: int) -> None:
        self._store, self._found, self._own = store, found, own
        self._neighbors, self._cells = store.check.neighbors, store.check.cells
        self._shift = 2 * color
        self._all = (1 << self._cells) - 1
        self._free = self._all & ~(own | other)
        self._edges = store.check.edges(color)
        self._groups: dict[int, int] = {}
        self._at_edge = dict.fromkeys(self._edges, 0)
        self._split()
        self._known: dict[_Full, Route | None] = {}
        found.build(own, other, color)

    @property
    def win(self) -> Route | None:
        """A route from edge to edge that holds even if the opponent moves; None if none was found."""
        return self._route(*self._edges, self._free, frozenset())

    def options(self) -> Iterator[Option]:
        """Yield the ways to join the edges by moving first."""
        for carrier, key in self._semis(*self._edges):
            route = self._over(*self._edges, carrier, key, frozenset())
            if route is not None:
                yield route.carrier | 1 << key, key, route

    def _split(self) -> None:
        """Find the groups. Groups that touch an edge become part of the edge."""
        left = self._own
        while left:
            group = left & -left
            while True:
                more = group
                for cell in bits(group):
                    more |= self._neighbors[cell] & self._own
                if more == group:
                    break
                group = more
            left &= ~group
            edges = [edge for edge in self._edges if self._neighbors[edge] & group]
            if edges:
                self._at_edge[edges[0]] |= group
            else:
                self._groups[(group & -group).bit_length() - 1] = group

    # The core numbers only the edges of the color, directly after the last cell.
    def _core(self, node: int) -> int:
        return node if node < self._cells else node - self._shift

    def _fulls(self, a: int, b: int) -> list[int]:
        return self._found.fulls(self._core(a), self._core(b))

    def _semis(self, a: int, b: int) -> list[tuple[int, int]]:
        return self._found.semis(self._core(a), self._core(b))

    def _route(self, a: int, b: int, within: int, busy: frozenset[_Full]) -> Route | None:
        """Return a route between two nodes within some cells; None if none is found. `busy` are the
        connections being explained: none of them may be used to explain itself.
        """
        touching = self._touching(a, b)
        if touching is not None:
            return Route((), touching, 0)
        for carrier in self._fulls(a, b):
            if not carrier & ~within:
                route = self._explain((min(a, b), max(a, b), carrier), busy)
                if route is not None:
                    return route
        return None

    def _touching(self, a: int, b: int) -> int | None:
        """Return the mask of the stones through which two nodes touch, 0 for two adjacent empty cells; None
        if the nodes do not touch.
        """
        a, b = min(a, b), max(a, b)
        if a in self._edges or (a in self._groups and (b in self._groups or b in self._edges)):
            return None
        if self._neighbors[a] >> b & 1 and a not in self._groups and b not in self._groups:
            return 0
        if b in self._edges:
            return self._chain(self._at_edge[b] & self._neighbors[a], self._neighbors[b]) or None
        group, cell = (a, b) if a in self._groups else (b, a)
        stones = self._groups.get(group, 0) & self._neighbors[cell]
        return stones & -stones or None

    def _chain(self, start: int, end: int) -> int:
        return shortest_chain(self._neighbors, self._own, start, end)

    def _explain(self, full: _Full, busy: frozenset[_Full]) -> Route | None:
        if full in self._known or full in busy:
            return self._known.get(full)
        a, b, carrier = full
        route = self._in_a_row(a, b, carrier, busy | {full}) or self._by_cases(a, b, carrier, busy | {full})
        if route is not None or not busy:  # a failure may be due only to `busy`: do not store it
            self._known[full] = route
        return route

    def _in_a_row(self, a: int, b: int, carrier: int, busy: frozenset[_Full]) -> Route | None:
        for group in self._groups:
            if group not in (a, b):
                route = self._over(a, b, carrier, group, busy)
                if route is not None:
                    return route
        return None

    def _over(self, a: int, b: int, carrier: int, middle: int, busy: frozenset[_Full]) -> Route | None:
        """Return a route that passes through the node `middle` within a carrier; None if none is found."""
        carrier &= ~(1 << middle)
        for one in self._fulls(a, middle):
            if one & ~carrier:
                continue
            for two in self._fulls(middle, b):
                if two & ~carrier or one & two:
                    continue
                first = self._route(a, middle, one, busy)
                if first is None:
                    break
                second = self._route(middle, b, two, busy)
                if second is not None:
                    stones = first.stones | second.stones
                    if middle in self._groups:
                        stones |= self._tied(stones & self._groups[middle])
                    claims = (*first.claims, *second.claims)
                    return Route(claims, stones, first.carrier | second.carrier)
        return None

    def _tied(self, stones: int) -> int:
        """Return the given stones of one group, and further stones of the group that join them."""
        joined = stones & -stones
        while stones & ~joined:
            joined |= self._chain(joined, stones & ~joined)
        return joined

    def _by_cases(self, a: int, b: int, carrier: int, busy: frozenset[_Full]) -> Route | None:
        semis = [(cells, key) for cells, key in self._semis(a, b) if not cells & ~carrier]
        while True:
            chosen = fewest(carrier, [cells for cells, _ in semis])
            if chosen is None:
                return None
            cases, stones = list[Case](), 0
            for index in chosen:
                cells, key = semis[index]
                route = self._over(a, b, cells, key, busy)
                if route is None:
                    del semis[index]
                    break
                cases.append(route.case(key))
                stones |= route.stones
            else:
                return self._claim(a, b, stones, cases)

    def _claim(self, a: int, b: int, stones: int, cases: list[Case]) -> Route:
        ends = []
        for node in (a, b):
            if node in self._groups:
                stones |= self._tied(stones & self._groups[node])
                node = (stones & self._groups[node] & -(stones & self._groups[node])).bit_length() - 1
            ends.append(node)
        number = self._store.add((min(ends), max(ends)), stones, cases)
        return Route((number,), stones, self._store.check.claims[number].carrier)


def fewest(cells: int, masks: Iterable[int]) -> list[int] | None:
    """Return the indices of a few masks such that none of `cells` is in all of them; None if that is
    impossible.
    """
    left = list(enumerate(masks))
    chosen = list[tuple[int, int]]()
    shared = cells
    while shared or not chosen:
        if not left:
            return None
        best = min(left, key=lambda each: ((each[1] & shared).bit_count(), each[1].bit_count()))
        if shared and not shared & ~best[1]:
            return None
        shared &= best[1]
        chosen.append(best)
        left.remove(best)
    for each in [*chosen]:
        others = [other for other in chosen if other is not each]
        shared = cells
        for _, mask in others:
            shared &= mask
        if not shared and others:
            chosen = others
    return [index for index, _ in chosen]


def shortest_chain(neighbors: Sequence[int], own: int, start: int, end: int) -> int:
    """Return the mask of a shortest chain of `own` stones from a stone of `start` to a stone of `end`; 0 if
    there is none. `neighbors` contains the mask of the neighbors of each cell.
    """
    chains = {cell: 1 << cell for cell in bits(start)}
    queue = list(chains)
    for cell in queue:  # the loop extends the queue
        if end >> cell & 1:
            return chains[cell]
        for neighbor in bits(neighbors[cell] & own):
            if neighbor not in chains:
                chains[neighbor] = chains[cell] | 1 << neighbor
                queue.append(neighbor)
    return 0
