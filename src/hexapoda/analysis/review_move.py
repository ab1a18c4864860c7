"""`MoveReview`: one move of a game and what an engine says about it, and the same in words."""

from __future__ import annotations

from dataclasses import dataclass, field

from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.review_judgement import Judgement
from hexapoda.analysis.review_value import Value

__all__ = ["MoveReview", "describe", "verdict"]


@dataclass(frozen=True, slots=True)
class MoveReview:
    """One move and what it cost. Values are those of the player who moved.

    Attributes:
        ply: which half-move of the game it is, from 1.
        player: who moved, 0 or 1.
        move: the move in the game's canonical notation.
        before: the value of the position with the best move, its own ply counted.
        after: the value of the move that was played, its own ply counted.
        chance_before: the winning chance before the move, 0 to 1.
        chance_after: the winning chance after it.
        line: of an error, the line the engine would have played instead; of other moves, the best move alone.
        judgement: what the move is called.
        chance_loss: winning chance that the move cost, 0 to 1; 0 for the best move.
        loss: points that the move cost; a point is 100 of the score.
        missed_win: plies of a proven win that the move gave away; None where it did not.
        allowed_win: plies to the end of a proven loss that the move entered; None where it did not.
        only: whether there was no other move.
        ends: whether the move ended the game.
        reason: why the best move is better, in words; empty when that is not known.
        reply: of an error, how the opponent punishes it: the best line behind it; empty when the game is
        over. analysis: of the position before the move.
        following: the analysis of the position behind it; None when the game is over.
    """

    ply: int
    player: int
    move: str
    before: Value
    after: Value
    chance_before: float
    chance_after: float
    line: tuple[str, ...]
    judgement: Judgement
    chance_loss: float = 0.0
    loss: float = 0.0
    missed_win: int | None = None
    allowed_win: int | None = None
    only: bool = False
    ends: bool = False
    reason: str = ""
    reply: tuple[str, ...] = ()
    analysis: PositionAnalysis | None = field(default=None, compare=False, repr=False)
    following: PositionAnalysis | None = field(default=None, compare=False, repr=False)

    @property
    def best(self) -> str:
        """The best move; the played one where it is as good."""
        return self.line[0]


def describe(review: MoveReview, *, plies: bool = True) -> str:
    """What was wrong with a move, and what is better, in sentences; empty for a move that was no error.

    `plies`: whether the lengths of forced wins are stated.
    """
    if not review.judgement.is_error:
        return ""
    better = "" if review.judgement is Judgement.MISSED_WIN else f" Better is {review.best}."
    return verdict(review, plies=plies) + better


def verdict(review: MoveReview, *, plies: bool = True) -> str:
    """What a move did, in a sentence: `Mistake: the winning chance falls from 62% to 48%.`"""
    fall = f"the winning chance falls from {review.chance_before:.0%} to {review.chance_after:.0%}"
    texts = [fall]
    if review.allowed_win is not None:
        texts = [f"it loses by force{_ending(review.allowed_win, plies)}"]
    if review.missed_win is not None:
        lost = f"after {review.move} no win is proven, and the chance is {review.chance_after:.0%}"
        if review.allowed_win is not None:
            lost = f"{review.move} loses by force{_ending(review.allowed_win, plies)}"
        texts = [f"{review.best} wins by force{_ending(review.missed_win, plies)}", lost]
    return f"{review.judgement.value.capitalize()}: {'; '.join(texts)}."


def _ending(plies: int, stated: bool) -> str:
    """Proofs are of the best defense that was searched: lengths are upper bounds."""
    if plies == 1:
        return " at once"
    return f" in at most {plies} plies" if stated else ""
