"""What shared code can ask about a game's positions: proofs, and a static evaluation.

Defines `GameAnalysis` with its result types, and `NoAnalysis` for games that have neither. Reviews of such
games use only the scores of an engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol

from hexapoda.games.forced_wins import ForcedWins
from hexapoda.games.position import M, M_co, P_contra

if TYPE_CHECKING:
    from hexapoda._core import StopToken

__all__ = [
    "NO_ANALYSIS",
    "GameAnalysis",
    "NoAnalysis",
    "PositionChance",
    "PositionScore",
    "Proof",
    "Prover",
    "TermScore",
]


@dataclass(frozen=True, slots=True)
class Proof(Generic[M_co]):
    """A forced win or loss.

    Attributes:
        win_in: the maximum number of plies to the end of the game, positive if the side to move wins,
            negative if it loses.
        line: the beginning of a line that leads to the end of the game, or the whole line.
    """

    win_in: int
    line: tuple[M_co, ...]


class Prover(Protocol[P_contra, M_co]):
    """Searches for forced wins and losses. It may reuse the results of earlier searches."""

    def prove(
        self,
        position: P_contra,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: StopToken | None = None,
    ) -> Proof[M_co] | None:
        """Return the forced win or loss of `position`, or None if none is found within the limits. The game
        must not be over, and at least one limit must be given. `stop` is a `StopToken` that ends the search
        early.
        """


@dataclass(frozen=True, slots=True)
class TermScore:
    """One term of an evaluation.

    Attributes:
        name: a stable name for programs.
        label: the name for users.
        values: the scores of players 0 and 1.
    """

    name: str
    label: str
    values: tuple[int, int]

    @property
    def balance(self) -> int:
        """The score of player 0 minus that of player 1."""
        return self.values[0] - self.values[1]


@dataclass(frozen=True, slots=True)
class PositionScore:
    """The static evaluation of a position.

    Attributes:
        win_probability: the win probability of the side to move, 0 to 1, in the default engine's evaluation.
        score: the sum of the terms' balances, from the point of view of the side to move.
        terms: all terms in a fixed order, including zeros. They form a separate evaluation;
            `win_probability` is not computed from them.
    """

    win_probability: float
    score: int
    terms: tuple[TermScore, ...]

    @property
    def lead(self) -> int:
        """The score from the point of view of player 0."""
        return sum(term.balance for term in self.terms)


@dataclass(frozen=True, slots=True)
class PositionChance:
    """A static evaluation that is not a sum of terms.

    Attributes:
        win_probability: the win probability of the side to move, 0 to 1.
        proven: whether the winner is certain; then the probability is 0 or 1.
        notes: sentences that explain where the probability comes from.
    """

    win_probability: float
    proven: bool
    notes: tuple[str, ...] = ()


class GameAnalysis(Protocol[P_contra, M]):
    """The analysis of a game, usually the module `analysis` of its package."""

    POINT: float | None
    """The score that equals one point; None if scores are win probabilities."""
    COUNTS_PLIES: bool
    """Whether the number of plies of a proof is accurate enough to be shown to users."""
    REVIEWS: bool
    """Whether the game's default engine evaluates positions, so that games can be reviewed."""
    OPENING: int
    """The number of plies before evaluations can tell good moves from bad ones. During these plies a review
    calls a move an error only if proofs show it."""

    def new_prover(self) -> Prover[P_contra, M] | None:
        """Return a new prover; None if the game has none."""

    def new_forced_wins(self) -> ForcedWins[P_contra, M] | None:
        """Return a new search for short forced wins; None if the game has none, and so no puzzles."""

    def evaluation(self, position: P_contra, /) -> PositionScore | PositionChance | None:
        """Return the static evaluation of a position; None if the game has none for it."""


class NoAnalysis:
    """The `GameAnalysis` of a game without proofs or evaluations."""

    POINT: float | None = None
    COUNTS_PLIES: bool = False
    REVIEWS: bool = False
    OPENING: int = 0

    def new_prover(self) -> Prover | None:
        """Return None: there is no solver."""
        return None

    def new_forced_wins(self) -> ForcedWins | None:
        """Return None: there is no solver."""
        return None

    def evaluation(self, position: object, /) -> PositionScore | PositionChance | None:
        """Return None: there is no static evaluation."""
        return None


NO_ANALYSIS = NoAnalysis()
