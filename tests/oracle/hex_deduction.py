"""Connections of Hex by deduction: the AND rule and the OR rule, in plain Python.

Imports nothing from hexapoda. Nodes are numbered; a mask has a bit for each node. The stones and edges of a
color are `owned`, in groups; what the color may still take is `free`. A full connection of two nodes is the
mask of free nodes inside which they are joined if the opponent moves first; with a threat the color does so.

AND: two full connections with a common end and nothing else in common are one, if that end is owned; if it is
free they are a threat. OR: threats of the same nodes that have no node in common are a full connection inside
all of them, because an intrusion leaves one of them untouched.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush

Pair = tuple[int, int]

STEPS = 400_000


@dataclass(frozen=True)
class Bounds:
    """The most connections and threats of a pair, and unions of threats that are tried."""

    fulls: int
    threats: int
    unions: int


SHORT, LONG = Bounds(6, 16, 100), Bounds(10, 24, 300)


class Deduction:
    """All that follows, until `start` and `end` are connected."""

    def __init__(self, near: list[int], owned: int, free: int, start: int, end: int, bounds: Bounds) -> None:
        self.bounds = bounds
        self.near, self.owned, self.free = near, owned, free
        self.goal = (min(start, end), max(start, end))
        self.fulls: dict[Pair, list[int]] = {}
        self.threats: dict[Pair, list[int]] = {}
        self.partners: dict[int, set[int]] = {}
        self.waiting: list[tuple[int, int, Pair]] = []
        self.done: dict[Pair, list[int]] = {}
        self.unions: list[Pair] = []
        self.steps = STEPS

    @property
    def goal_fulls(self) -> list[int]:
        """The connections of `start` and `end`, after `run`."""
        return self.fulls.get(self.goal, [])

    @property
    def goal_threats(self) -> list[int]:
        """The threats to connect `start` and `end`, after `run`."""
        return self.threats.get(self.goal, [])

    def run(self) -> None:
        """Find what follows."""
        nodes = _numbers(self.owned | self.free)
        for a in nodes:
            for b in _numbers(self.near[a] & (self.owned | self.free)):
                if a < b:
                    self._add_full((a, b), 0)
        while self.steps > 0 and self.goal not in self.fulls:
            if self.waiting:
                _, carrier, pair = heappop(self.waiting)
                if carrier in self.fulls[pair]:
                    self._extend(pair, carrier)
            elif self.unions:
                self._unite(self.unions.pop())
            else:
                break

    def _add_full(self, pair: Pair, carrier: int) -> None:
        known = self.fulls.setdefault(pair, [])
        if any(other & ~carrier == 0 for other in known):
            return
        known[:] = [other for other in known if carrier & ~other]
        if len(known) >= self.bounds.fulls:
            return
        known.append(carrier)
        heappush(self.waiting, (carrier.bit_count(), carrier, pair))
        threats = self.threats.get(pair)
        if threats:
            threats[:] = [other for other in threats if carrier & ~other]

    def _add_threat(self, pair: Pair, carrier: int) -> None:
        if any(other & ~carrier == 0 for other in self.fulls.get(pair, ())):
            return
        known = self.threats.setdefault(pair, [])
        if any(other & ~carrier == 0 for other in known):
            return
        known[:] = [other for other in known if carrier & ~other]
        if len(known) >= self.bounds.threats:
            return
        known.append(carrier)
        if pair not in self.unions:
            self.unions.append(pair)

    def _extend(self, pair: Pair, carrier: int) -> None:
        """The AND rule: combines a full connection with those that have been extended before."""
        self.done.setdefault(pair, []).append(carrier)
        self.partners.setdefault(pair[0], set()).add(pair[1])
        self.partners.setdefault(pair[1], set()).add(pair[0])
        for far, middle in (pair, pair[::-1]):
            bits = carrier | 1 << far
            is_owned = self.owned >> middle & 1
            for last in list(self.partners[middle]):
                if last == far or bits >> last & 1:
                    continue
                joined = (far, last) if far < last else (last, far)
                ends = (middle, last) if middle < last else (last, middle)
                for other in self.done.get(ends, ()):
                    self.steps -= 1
                    if other & bits:
                        continue
                    if is_owned:
                        self._add_full(joined, carrier | other)
                    else:
                        self._add_threat(joined, carrier | other | 1 << middle)

    def _unite(self, pair: Pair) -> None:
        """The OR rule."""
        threats = sorted(self.threats[pair], key=int.bit_count)
        self.tried = self.bounds.unions
        for at, first in enumerate(threats):
            self._grow(pair, threats[:at], first, first)

    def _grow(self, pair: Pair, others: list[int], common: int, union: int) -> None:
        for at, other in enumerate(others):
            less = common & other
            if less == common or self.tried < 0:
                continue
            self.tried -= 1
            self.steps -= 1
            if less:
                self._grow(pair, others[:at], less, union | other)
            else:
                self._add_full(pair, union | other)


def _numbers(mask: int) -> list[int]:
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found
