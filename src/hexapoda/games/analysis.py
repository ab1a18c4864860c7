"""What a game knows about the value of its positions: proofs, an evaluation term by term, reasons in words.

Owns `GameAnalysis` with the data it answers in, and `NoAnalysis` for a game that knows nothing of the kind:
its games are reviewed by an engine's scores alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

__all__ = [
    "Explanation",
    "GameAnalysis",
    "NoAnalysis",
    "PositionScore",
    "Proof",
    "Prover",
    "TermScore",
]


@dataclass(frozen=True, slots=True)
class Proof:
    """How a position ends by force.

    Attributes:
        win_in: plies to the end at most, positive when the side to move wins, negative when it loses.
        line: a way to that end, as far as it was followed.
    """

    win_in: int
    line: tuple[Any, ...]


class Prover(Protocol):
    """Searches for forced wins and losses. What it learns in one position may serve the next."""

    def prove(
        self, position: Any, *, seconds: float | None = None, nodes: int | None = None, stop: Any = None
    ) -> Proof | None:
        """How `position`, which is not over, ends by force; None when that is not found within the bounds.

        At least one bound is given. `stop` is a `StopToken` that ends the search early.
        """


@dataclass(frozen=True, slots=True)
class TermScore:
    """One term of an evaluation.

    Attributes:
        name: for programs; it stays the same.
        label: for people.
        values: what it gives players 0 and 1.
    """

    name: str
    label: str
    values: tuple[int, int]

    @property
    def balance(self) -> int:
        """What it gives player 0 less what it gives player 1."""
        return self.values[0] - self.values[1]


@dataclass(frozen=True, slots=True)
class PositionScore:
    """What a position is worth without a search.

    Attributes:
        score: for the side to move.
        terms: what it is the sum of, in a fixed order, terms without value too.
    """

    score: int
    terms: tuple[TermScore, ...]

    @property
    def lead(self) -> int:
        """The score for player 0."""
        return sum(term.balance for term in self.terms)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What speaks for a line of play and what against it, each a phrase, the weightiest first."""

    good: tuple[str, ...] = ()
    cost: tuple[str, ...] = ()

    def text(self, width: int | None = None) -> str:
        """`Good: frees your queen. Cost: Black's ants get out.` in `width` characters where that is
        possible."""
        good, cost = list(self.good), list(self.cost)
        while width is not None and len(_joined(good, cost)) > width and len(good) + len(cost) > 1:
            (cost or good).pop()  # what speaks for the line is the last to go
        return _joined(good, cost)


def _joined(good: Sequence[str], cost: Sequence[str]) -> str:
    parts = [f"{name}: {', '.join(each)}." for name, each in (("Good", good), ("Cost", cost)) if each]
    return " ".join(parts)


class GameAnalysis(Protocol):
    """How a game explains itself: usually the module `analysis` of its package."""

    POINT: float | None
    """The score that people call one point; None where scores are chances and points mean nothing."""
    COUNTS_PLIES: bool
    """Whether the plies of a proof are near enough to the truth to be shown to people."""

    def new_prover(self) -> Prover | None:
        """A new prover; None for a game without one."""

    def evaluation(self, position: Any, /) -> PositionScore | None:
        """The value of a position term by term; None for a game without an evaluation."""

    def explain(
        self, position: Any, line: Sequence[Any], instead: Sequence[Any] = (), *, you: bool = True
    ) -> Explanation:
        """Why the line, whose moves are legal, is good for the side to move in `position`.

        With `instead` the line is compared with that one, and nothing is said of what they share. `you`: the
        reader is the side to move; else both players are called by their names.
        """


class NoAnalysis:
    """The analysis of a game that has none."""

    POINT: float | None = None
    COUNTS_PLIES: bool = False

    def new_prover(self) -> Prover | None:
        """None."""
        return None

    def evaluation(self, position: Any, /) -> PositionScore | None:
        """None."""
        return None

    def explain(
        self, position: Any, line: Sequence[Any], instead: Sequence[Any] = (), *, you: bool = True
    ) -> Explanation:
        """Nothing."""
        return Explanation()
