"""A review in two passes: a fast one over the whole game, then a deeper one where it matters.

Chooses the order of the moves, and maintains a state from which the review can resume at any time. `review`
judges the moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.review import GameReviewer, ReviewSettings
from hexapoda.analysis.review_move import MoveReview
from hexapoda.analysis.review_summary import ReviewSummary, summarize
from hexapoda.engine import Engine, Limit
from hexapoda.games.analysis import Prover
from hexapoda.record import GameTree

__all__ = ["PassesState", "ReviewPasses"]

_LOSS = 0.04
"""The minimum loss of win probability for a second look at a move: slightly below an inaccuracy."""
_MOST = 20
"""The maximum number of moves in the second pass; those that lost the most come first."""


@dataclass(slots=True)
class PassesState:
    """The state of a review in two passes.

    Attributes:
        moves: the reviewed moves by ply.
        known: the analyses, by the number of plies played before the position.
        deep: the plies that the second pass has reviewed.
    """

    moves: dict[int, MoveReview] = field(default_factory=dict)
    known: dict[int, PositionAnalysis] = field(default_factory=dict)
    deep: set[int] = field(default_factory=set)


class ReviewPasses:
    """The review of one game in two passes. It resumes from a `PassesState`."""

    def __init__(
        self,
        tree: GameTree,
        engine: Engine,
        settings: ReviewSettings,
        deeper: Limit,
        state: PassesState,
        *,
        prover: Prover | None = None,
    ) -> None:
        """`settings` apply to the first pass, and `deeper` is the limit of the second. `state` is updated as
        the review proceeds. Raises `UsageError` if there is nothing to review.
        """
        self.tree = tree
        self.state = state
        self._fast = GameReviewer(tree, engine, settings, state.known, prover=prover)
        again = replace(settings, limit=deeper)
        self._deep = GameReviewer(tree, engine, again, state.known, prover=prover)
        self._deepened: set[int] = set()
        for ply in state.deep:
            self._deepened |= {ply - 1, ply}

    @property
    def plies(self) -> range:
        """The plies of the first pass."""
        return self._fast.plies

    @property
    def left(self) -> int:
        """The number of moves left for the second pass, based on the moves reviewed so far."""
        return len(self._wanted())

    def first_pass(self) -> Iterator[MoveReview]:
        """Review the moves that have no review yet. Raises the errors of `review_game`."""
        for ply in self.plies:
            if ply not in self.state.moves:
                yield self._keep(self._fast.review(ply))

    def second_pass(self) -> Iterator[MoveReview]:
        """Review again, with the deeper limit, the moves that deserve a second look. Yields the new review of
        each, and new reviews of the moves before and after it, which can change too.
        """
        while wanted := self._wanted():
            ply = wanted[0]
            kept = {at: self.state.known.get(at) for at in (ply - 1, ply) if at not in self._deepened}
            for at in kept:
                self.state.known.pop(at, None)
            try:
                yield self._keep(self._deep.review(ply))
            except BaseException:
                for at, analysis in kept.items():  # so that an interrupted review loses no analysis
                    if analysis is not None:
                        self.state.known[at] = analysis
                raise
            self.state.deep.add(ply)
            self._deepened |= {ply - 1, ply}
            for beside in (ply - 1, ply + 1):
                if beside in self.state.moves:
                    yield self._keep(self._fast.review(beside))

    def summary(self) -> ReviewSummary:
        """Return the summary of the moves reviewed so far."""
        moves = [self.state.moves[ply] for ply in sorted(self.state.moves)]
        return summarize(self.tree.to_record(), moves, len(self.plies))

    def _keep(self, review: MoveReview) -> MoveReview:
        self.state.moves[review.ply] = replace(review, analysis=None, following=None)
        return review

    def _wanted(self) -> list[int]:
        """Return the plies left for the second pass, the costliest moves first."""
        room = _MOST - len(self.state.deep)
        moves = [move for move in self.state.moves.values() if move.ply not in self.state.deep]
        moves = [move for move in moves if _matters(move)]
        moves.sort(key=lambda move: (-move.win_probability_loss, move.ply))
        return [move.ply for move in moves[: max(room, 0)]]


def _matters(move: MoveReview) -> bool:
    """Return whether a move deserves a second look: it was an error or nearly one, it was not the only legal
    move, and its judgment does not rest on proofs alone.
    """
    proven = move.before.win_in is not None and (move.after.win_in is not None or move.ends)
    return not move.only and not proven and (move.judgment.is_error or move.win_probability_loss >= _LOSS)
