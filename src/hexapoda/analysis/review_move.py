"""`MoveReview`: the review of one move of a game, as data and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.reason import remarks_text
from hexapoda.analysis.review_judgment import Judgment
from hexapoda.analysis.review_value import Value
from hexapoda.coach import Remark
from hexapoda.text.sentence import Sentence, joined

__all__ = ["MoveReview", "describe", "verdict"]

_NAMES: Mapping[Judgment, Sentence] = MappingProxyType(
    {
        Judgment.BEST: Sentence("Best"),
        Judgment.GOOD: Sentence("Good"),
        Judgment.INACCURACY: Sentence("Inaccuracy"),
        Judgment.MISTAKE: Sentence("Mistake"),
        Judgment.BLUNDER: Sentence("Blunder"),
        Judgment.MISSED_WIN: Sentence("Missed win"),
        Judgment.ALLOWED_WIN: Sentence("Allowed win"),
    }
)


@dataclass(frozen=True, slots=True)
class MoveReview:
    """One move and what it cost. Values are for the player who moved.

    Attributes:
        ply: the number of the move, counted in plies from 1.
        player: the player who moved, 0 or 1.
        move: the move in the game's canonical notation.
        before: the value of the best move. The plies to a proven end include the move itself.
        after: the value of the move that was played, with plies counted in the same way.
        win_probability_before: the win probability before the move, 0 to 1.
        win_probability_after: the win probability after it.
        line: for an error, the line that the engine would have played instead; otherwise only the best move.
        judgment: the class of the move.
        win_probability_loss: the win probability that the move lost, 0 to 1; 0 for the best move, and for any
            opening move if nothing is proven.
        loss: the points that the move lost, 0 in the same cases; a point is 100 units of the score.
        missed_win: the length in plies of a proven win that the move gave away, or None.
        allowed_win: the length in plies of a proven loss that the move entered, or None.
        only: whether it was the only legal move.
        ends: whether the move ended the game.
        remarks: for an error, the coach's explanation, if any.
        reply: for an error, the opponent's best line after it; empty if the game is over.
        analysis: the analysis of the position before the move.
        following: the analysis of the position after the move; None if the game is over.
    """

    ply: int
    player: int
    move: str
    before: Value
    after: Value
    win_probability_before: float
    win_probability_after: float
    line: tuple[str, ...]
    judgment: Judgment
    win_probability_loss: float = 0.0
    loss: float = 0.0
    missed_win: int | None = None
    allowed_win: int | None = None
    only: bool = False
    ends: bool = False
    remarks: tuple[Remark, ...] = ()
    reply: tuple[str, ...] = ()
    analysis: PositionAnalysis | None = field(default=None, compare=False, repr=False)
    following: PositionAnalysis | None = field(default=None, compare=False, repr=False)

    @property
    def reason(self) -> str:
        """The remarks as a single string; may be empty."""
        return remarks_text(self.remarks)

    @property
    def best(self) -> str:
        """The best move; the move that was played if it is equally good."""
        return self.line[0]


def describe(review: MoveReview, *, plies: bool = True) -> str:
    """Return sentences that say what was wrong with a move and what was better; empty if it was not an error.

    `plies`: whether to state the lengths of forced wins.
    """
    if not review.judgment.is_error:
        return ""
    text = verdict(review, plies=plies)
    if review.judgment is Judgment.MISSED_WIN:
        return text
    return joined(" ", (text, Sentence("Better is {move}.", move=review.best)))


def verdict(review: MoveReview, *, plies: bool = True) -> Sentence:
    """Return the judgment and what the move cost: `Mistake: the win probability falls from 62% to 48%.`

    `plies`: whether to state the lengths of forced wins.
    """
    before, after = 100 * review.win_probability_before, 100 * review.win_probability_after
    if review.missed_win is not None:
        if review.allowed_win is not None:
            lost = _loses(review.move, review.allowed_win, plies)
        else:
            lost = Sentence(
                "after {move} no win is proven, and the win probability is {after:.0f}%",
                move=review.move,
                after=after,
            )
        text = joined("; ", (_wins(review.best, review.missed_win, plies), lost))
    elif review.allowed_win is not None:
        text = _loses(Sentence("it"), review.allowed_win, plies)
    else:
        text = Sentence(
            "the win probability falls from {before:.0f}% to {after:.0f}%", before=before, after=after
        )
    return Sentence("{judgment}: {said}.", judgment=_NAMES[review.judgment], said=text)


def _wins(move: str, plies: int, stated: bool) -> Sentence:
    """Return how soon a move wins. `stated`: whether to give the length of the proof, an upper bound."""
    if plies == 1:
        return Sentence("{move} wins at once", move=move)
    if stated:
        return Sentence("{move} wins by force in at most {plies} plies", move=move, plies=plies)
    return Sentence("{move} wins by force", move=move)


def _loses(move: str, plies: int, stated: bool) -> Sentence:
    """Return how soon a move loses; `stated` as for `_wins`."""
    if plies == 1:
        return Sentence("{move} loses at once", move=move)
    if stated:
        return Sentence("{move} loses by force in at most {plies} plies", move=move, plies=plies)
    return Sentence("{move} loses by force", move=move)
