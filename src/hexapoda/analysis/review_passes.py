"""A review in two passes: a fast one over the whole game, then a deeper one where it matters.

Owns the order of the work, and its state, from which it can continue at any time. `review` reviews one move.
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
"""The loss of win probability from which a move is looked at again: just below an inaccuracy."""
_MOST = 20
"""The maximum number of moves that are looked at again; those that lost the most come first."""


@dataclass(slots=True)
class PassesState:
    """What is known so far.

    Attributes:
        moves: the reviewed moves by ply.
        known: the analyses by number of plies before the position.
        deep: the plies that the second pass has reviewed.
    """

    moves: dict[int, MoveReview] = field(default_factory=dict)
    known: dict[int, PositionAnalysis] = field(default_factory=dict)
    deep: set[int] = field(default_factory=set)


class ReviewPasses:
    """The review of one game. It continues where `state` ends."""

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
        """`settings`: of the first pass; `deeper`: the limit of the second; `state`: changes as the review
        continues. Raises `UsageError` if there is nothing to review.
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
        """The number of moves that are to be looked at again, as far as the first pass knows."""
        return len(self._wanted())

    def first_pass(self) -> Iterator[MoveReview]:
        """Review the moves that have no review yet. Raises as `review_game` does."""
        for ply in self.plies:
            if ply not in self.state.moves:
                yield self._keep(self._fast.review(ply))

    def second_pass(self) -> Iterator[MoveReview]:
        """Look again at the moves that lost something, and yield each review that changes. Reviews of the
        moves beside them can change too.
        """
        while wanted := self._wanted():
            ply = wanted[0]
            kept = {at: self.state.known.get(at) for at in (ply - 1, ply) if at not in self._deepened}
            for at in kept:
                self.state.known.pop(at, None)
            try:
                yield self._keep(self._deep.review(ply))
            except BaseException:
                for at, analysis in kept.items():  # without it, the next review would have a gap
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
        """Return the plies to look at again, the most important first."""
        room = _MOST - len(self.state.deep)
        moves = [move for move in self.state.moves.values() if move.ply not in self.state.deep]
        moves = [move for move in moves if _matters(move)]
        moves.sort(key=lambda move: (-move.win_probability_loss, move.ply))
        return [move.ply for move in moves[: max(room, 0)]]


def _matters(move: MoveReview) -> bool:
    """Return whether a longer search could change the judgment: not between two proofs."""
    proven = move.before.win_in is not None and (move.after.win_in is not None or move.ends)
    return not move.only and not proven and (move.judgment.is_error or move.win_probability_loss >= _LOSS)
