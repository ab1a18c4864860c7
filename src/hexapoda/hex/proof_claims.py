"""The claims of a proof while it is written, and their text.

Defines what can be found again: a claim that is needed twice is written once. `proof_check` says what a claim
is, and checks each as it is added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hexapoda.hex.cell import format_cell
from hexapoda.hex.proof_check import COLORS, EDGES, HEADER, Case, Decision, ProofCheck, bits

__all__ = ["ClaimStore", "Route", "chain"]

_ONE = np.uint64(1)


@dataclass(frozen=True, slots=True)
class Route:
    """Why two nodes are joined: `claims` that hold at a time, and `captured` pairs of cells. It needs the
    `stones`, and the cells of the `carrier`; both are masks.
    """

    claims: tuple[int, ...]
    stones: int
    carrier: int
    captured: tuple[tuple[int, int], ...] = ()

    def case(self, key: int | None) -> Case:
        """Return the route as a case that begins with a stone on `key`."""
        return Case(key, self.captured, tuple(sorted({*self.claims})))


class ClaimStore:
    """All claims so far.

    Args:
        check: the checker of the position, with at most 64 cells. It may have claims already.
    """

    def __init__(self, check: ProofCheck) -> None:
        self.check = check
        self._at: dict[tuple[int, int], list[int]] = {}
        self._wins = (_Wins(), _Wins())
        for number, claim in enumerate(check.claims):
            self._at.setdefault(claim.ends, []).append(number)
            for color in (0, 1):
                if claim.ends == check.edges(color):
                    self.keep(color, Route((number,), claim.stones, claim.carrier))

    def add(self, ends: tuple[int, int], stones: int, cases: Iterable[Case]) -> int:
        """Return the number of a claim between two ends, the first one lower, that needs no more than this
        one: an earlier one, or this.
        """
        cases = tuple(cases)
        stones &= ~(1 << ends[0] | 1 << ends[1])
        claims = self.check.claims
        claim = self.check.add(ends, stones, cases)
        same = self._at.setdefault(ends, [])
        for number in same:
            if not claims[number].stones & ~stones and not claims[number].carrier & ~claim.carrier:
                claims.pop()
                return number
        same.append(len(claims) - 1)
        return same[-1]

    def keep(self, color: int, route: Route) -> None:
        """Remember a route from edge to edge."""
        self._wins[color].add(route)

    def win(self, color: int, own: int, other: int) -> Route | None:
        """Return a known route of a color from edge to edge in a position; None if there is none."""
        return next((route for key, route in self._wins[color].at(own, other) if key is None), None)

    def wins_by_a_move(self, color: int, own: int, other: int) -> Iterator[tuple[int, Route]]:
        """Yield the free cells on which a stone makes a known route from edge to edge, and the route."""
        for key, route in self._wins[color].at(own, other):
            if key is not None:
                yield key, route

    def kept(self) -> Sequence[int]:
        """Return the numbers of the claims for a file: with a winner those that are needed, otherwise all."""
        check = self.check
        if check.winner is None:
            return range(len(check.claims))
        return self._needed([*check.moves.values(), check.winner])

    def text(self) -> Iterator[str]:
        """Yield the lines of a file."""
        check, kept = self.check, self.kept()
        numbers = {claim: number for number, claim in enumerate(kept, 1)}
        fields = [f"{check.columns}x{check.rows}"]
        fields += [
            f"{name}={self._cells(mask, ',')}"
            for name, mask in zip(COLORS, check.stones, strict=True)
            if mask
        ]
        yield f"{HEADER}\n{' '.join(fields)} to-move={COLORS[check.to_move]}\n"
        for number in kept:
            claim = check.claims[number]
            stones = f" with {self._cells(claim.stones, ' ')}" if claim.stones else ""
            cases = " | ".join(self._case(case, numbers) for case in claim.cases)
            ends = " ".join(map(self._name, claim.ends))
            yield f"{numbers[number]} {ends}{stones}: {cases}\n"
        for cell, decision in check.moves.items():
            like = check.like.get(cell)
            what = self._decision(decision, numbers) if like is None else f"turned {self._name(like)}"
            yield f"after {self._name(cell)} {what}\n"
        if check.winner is not None:
            yield f"winner {self._decision(check.winner, numbers)}\n"

    def _needed(self, decisions: list[Decision]) -> list[int]:
        needed, left = set[int](), [decision.claim for decision in decisions]
        while left:
            number = left.pop()
            if number not in needed:
                needed.add(number)
                left += [each for case in self.check.claims[number].cases for each in case.claims]
        return sorted(needed)

    def _case(self, case: Case, numbers: dict[int, int]) -> str:
        pairs = ["+".join(map(self._name, pair)) for pair in case.captured]
        return " ".join([self._name(case.key), *pairs, *(str(numbers[each]) for each in case.claims)])

    def _decision(self, decision: Decision, numbers: dict[int, int]) -> str:
        return f"{COLORS[decision.winner]} {self._name(decision.move)} {numbers[decision.claim]}"

    def _cells(self, mask: int, between: str) -> str:
        return between.join(map(self._name, bits(mask)))

    def _name(self, node: int | None) -> str:
        if node is None:
            return "-"
        if node >= self.check.cells:
            return EDGES[node - self.check.cells]
        row, column = divmod(node, self.check.columns)
        return format_cell((column, row))


class _Wins:
    """Routes from edge to edge. Finds quickly those that a position has, or lacks one stone for."""

    def __init__(self) -> None:
        self._routes: list[Route] = []
        self._stones: NDArray[np.uint64] = np.zeros(64, np.uint64)
        self._carriers: NDArray[np.uint64] = np.zeros(64, np.uint64)
        self._sizes: NDArray[np.int64] = np.zeros(64, np.int64)

    def add(self, route: Route) -> None:
        count = len(self._routes)
        if count == len(self._stones):
            self._stones = np.concatenate([self._stones, np.zeros(count, np.uint64)])
            self._carriers = np.concatenate([self._carriers, np.zeros(count, np.uint64)])
            self._sizes = np.concatenate([self._sizes, np.zeros(count, np.int64)])
        self._stones[count], self._carriers[count] = route.stones, route.carrier
        self._sizes[count] = route.carrier.bit_count()
        self._routes.append(route)

    def at(self, own: int, other: int) -> Iterator[tuple[int | None, Route]]:
        """Yield the routes that need at most one more stone, and its cell, those with few cells first."""
        count = len(self._routes)
        missing = self._stones[:count] & ~np.uint64(own)
        carriers = self._carriers[:count]
        fits = ((carriers | missing) & np.uint64(other)) == 0
        fits &= (missing & (missing - _ONE)) == 0  # 0 - 1 wraps, and 0 & anything is 0
        found = np.flatnonzero(fits)
        if len(found):
            found = found[np.argsort(self._sizes[found], kind="stable")]
        for index in found.tolist():
            key = int(missing[index])
            yield (key.bit_length() - 1 if key else None), self._routes[index]


def chain(neighbors: Sequence[int], own: int, start: int, end: int) -> int:
    """Return the mask of a shortest chain of `own` stones from a stone of `start` to one of `end`; 0 if there
    is none.
    """
    chains = {cell: 1 << cell for cell in bits(start)}
    queue = list(chains)
    for cell in queue:
        if end >> cell & 1:
            return chains[cell]
        for more in bits(neighbors[cell] & own):
            if more not in chains:
                chains[more] = chains[cell] | 1 << more
                queue.append(more)
    return 0
