"""`ClaimStore`: the claims of a proof under construction, and their text.

Claims are reused: a claim that is needed twice is written once. `proof_check` defines claims, and checks each
claim when it is added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.hex.cell import format_cell
from hexapoda.hex.proof_check import COLORS, EDGES, HEADER, Case, Claim, Decision, ProofCheck, bits

__all__ = ["ClaimStore", "Route"]

_ONE = np.uint64(1)
_FIRST_ROOM = 64
"""The number of routes for which the arrays have room at first."""


@dataclass(frozen=True, slots=True)
class Route:
    """Why a side can join two nodes even if the other side moves first: by claims that hold at the same time,
    and by pairs of cells that it captures.

    Attributes:
        claims: the indices of the claims.
        stones: the mask of the side's stones that the route needs.
        carrier: the mask of the other cells that it needs. None of these may have a stone of the other side.
        captured: the captured pairs.
    """

    claims: tuple[int, ...]
    stones: int
    carrier: int
    captured: tuple[tuple[int, int], ...] = ()

    def case(self, key: int | None) -> Case:
        """Return the route as a case that begins with a stone on `key`, or with no stone if `key` is None."""
        return Case(key, self.captured, tuple(sorted({*self.claims})))


class ClaimStore:
    """All claims so far, and the known routes from edge to edge.

    Args:
        check: the checker of a position on a board of at most 64 cells. It may already have claims.

    Attributes:
        check: the same checker, which holds the claims.
    """

    def __init__(self, check: ProofCheck) -> None:
        self.check = check
        self._by_ends: dict[tuple[int, int], list[int]] = {}
        self._wins = (_Wins(), _Wins())
        for number, claim in enumerate(check.claims):
            self._by_ends.setdefault(claim.ends, []).append(number)
            for color in (0, 1):
                if claim.ends == check.edges(color):
                    self.add_win(color, Route((number,), claim.stones, claim.carrier))

    def add(self, ends: tuple[int, int], stones: int, cases: Iterable[Case]) -> int:
        """Add a claim about two ends, the lower one first, and return its index. If an earlier claim needs
        only stones and cells that the new claim needs too, return the index of the earlier claim instead.
        Raises `UsageError` if the cases do not prove the claim.
        """
        stones &= ~(1 << ends[0] | 1 << ends[1])  # a claim always includes its ends
        claims = self.check.claims
        claim = self.check.add(ends, stones, tuple(cases))
        same = self._by_ends.setdefault(ends, [])
        for number in same:
            if not claims[number].stones & ~stones and not claims[number].carrier & ~claim.carrier:
                claims.pop()
                return number
        same.append(len(claims) - 1)
        return same[-1]

    def add_win(self, color: int, route: Route) -> None:
        """Remember a route from edge to edge."""
        self._wins[color].add(route)

    def win(self, color: int, own: int, other: int) -> Route | None:
        """Return a known route of a color from edge to edge that holds if the two sides have these stones;
        None if there is none.
        """
        return next((route for key, route in self._wins[color].matching(own, other) if key is None), None)

    def wins_by_a_move(self, color: int, own: int, other: int) -> Iterator[tuple[int, Route]]:
        """Yield the free cells on which a stone completes a known route from edge to edge, each with the
        route.
        """
        for key, route in self._wins[color].matching(own, other):
            if key is not None:
                yield key, route

    def claims_of_file(self) -> Sequence[int]:
        """Return the indices of the claims to write to a file: those on which the decisions rest, or all of
        them while the winner is not proven.
        """
        check = self.check
        if check.winner is None:
            return range(len(check.claims))
        return self._needed([*check.moves.values(), check.winner])

    def text(self) -> Iterator[str]:
        """Yield the lines of a file."""
        check, written = self.check, self.claims_of_file()
        numbers = {claim: number for number, claim in enumerate(written, 1)}
        yield f"{HEADER}\n{self._position()}\n"
        for claim, number in numbers.items():
            yield f"{number} {self._claim(check.claims[claim], numbers)}\n"
        for cell, decision in check.moves.items():
            like = check.like.get(cell)
            what = self._decision(decision, numbers) if like is None else f"turned {self._name(like)}"
            yield f"after {self._name(cell)} {what}\n"
        if check.winner is not None:
            yield f"winner {self._decision(check.winner, numbers)}\n"

    def _needed(self, decisions: list[Decision]) -> list[int]:
        """Return the indices of the claims on which decisions rest, in ascending order."""
        needed, left = set[int](), [decision.claim for decision in decisions]
        while left:
            number = left.pop()
            if number not in needed:
                needed.add(number)
                left += [each for case in self.check.claims[number].cases for each in case.claims]
        return sorted(needed)

    # The text of a file. `numbers` maps the index of a claim to its number in the file.

    def _position(self) -> str:
        check = self.check
        fields = [f"{check.columns}x{check.rows}"]
        for name, mask in zip(COLORS, check.stones, strict=True):
            fields += [f"{name}={self._cells(mask, ',')}"] if mask else []
        return " ".join([*fields, f"to-move={COLORS[check.to_move]}"])

    def _claim(self, claim: Claim, numbers: dict[int, int]) -> str:
        ends = " ".join(map(self._name, claim.ends))
        stones = f" with {self._cells(claim.stones, ' ')}" if claim.stones else ""
        return f"{ends}{stones}: {' | '.join(self._case(case, numbers) for case in claim.cases)}"

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
    """Routes from edge to edge, with a quick search for the routes that hold in a position or lack only one
    stone.

    The arrays contain the stones, the carriers and the sizes of the carriers, and spare room at the end.
    """

    def __init__(self) -> None:
        self._routes: list[Route] = []
        self._stones: NDArray[np.uint64] = np.zeros(_FIRST_ROOM, np.uint64)
        self._carriers: NDArray[np.uint64] = np.zeros(_FIRST_ROOM, np.uint64)
        self._sizes: NDArray[np.int64] = np.zeros(_FIRST_ROOM, np.int64)

    def add(self, route: Route) -> None:
        count = len(self._routes)
        if count == len(self._stones):
            self._stones, self._carriers = _with_room(self._stones), _with_room(self._carriers)
            self._sizes = _with_room(self._sizes)
        self._stones[count], self._carriers[count] = route.stones, route.carrier
        self._sizes[count] = route.carrier.bit_count()
        self._routes.append(route)

    def matching(self, own: int, other: int) -> Iterator[tuple[int | None, Route]]:
        """Yield the routes that need at most one more stone, those with small carriers first. Each is paired
        with the cell of that stone, or with None if it needs no stone.
        """
        count = len(self._routes)
        missing = self._stones[:count] & ~np.uint64(own)
        carriers = self._carriers[:count]
        fits = ((carriers | missing) & np.uint64(other)) == 0
        fits &= (missing & (missing - _ONE)) == 0  # at most one bit: 0 - 1 wraps, and 0 & anything is 0
        found = np.flatnonzero(fits)
        found = found[np.argsort(self._sizes[found], kind="stable")]
        for index in found.tolist():
            key = int(missing[index])
            yield (key.bit_length() - 1 if key else None), self._routes[index]


def _with_room(values: NDArray[Any]) -> NDArray[Any]:
    """Return an array of twice the size, with zeros at the end."""
    return np.concatenate([values, np.zeros_like(values)])
