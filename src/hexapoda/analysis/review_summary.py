"""The summary of a review for each side: accuracy, average loss, errors of each kind, and worst moves.

Forced moves do not count, because the player had no choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from hexapoda.analysis.review_judgment import Judgment, accuracy
from hexapoda.analysis.review_move import MoveReview
from hexapoda.record import Ending, GameRecord

__all__ = ["ReviewSummary", "SideReview", "summarize"]

WORST = 3
"""The maximum number of worst moves listed for each side."""
_HOPE = 0.4
"""The loser's minimum win probability for a remark on the result."""


@dataclass(frozen=True, slots=True)
class SideReview:
    """The summary of one player's moves.

    Attributes:
        player: 0 or 1.
        name: the name of the player; may be empty.
        moves: the number of moves that count.
        accuracy: the accuracy in percent; None if no move counts.
        average_loss: the average loss in points; None if no move counts.
        average_win_probability_loss: the average loss of win probability, 0 to 1; None if no move counts.
        counts: the number of moves with each judgment; 0 for judgments that no move received.
        worst: the errors that lost the most win probability, worst first.
        missed_wins: the moves that gave away a proven win, whatever their judgment.
        allowed_wins: the moves that entered a proven loss, whatever their judgment.
    """

    player: int
    name: str
    moves: int
    accuracy: float | None
    average_loss: float | None
    average_win_probability_loss: float | None
    counts: Mapping[Judgment, int]
    worst: tuple[MoveReview, ...]
    missed_wins: tuple[MoveReview, ...]
    allowed_wins: tuple[MoveReview, ...]


@dataclass(frozen=True, slots=True)
class ReviewSummary:
    """The summary of a review.

    Attributes:
        sides: players 0 and 1.
        plies: the number of plies of the game.
        reviewed: the number of reviewed plies.
        complete: whether all planned plies were reviewed.
        result: the result of the game as in PGN: "1-0" if player 0 won.
        ending: why the game ended, according to the record.
        remark: a remark if the loser still had good chances in the final position; otherwise empty.
    """

    sides: tuple[SideReview, SideReview]
    plies: int
    reviewed: int
    complete: bool
    result: str
    ending: str
    remark: str


def summarize(record: GameRecord, moves: Sequence[MoveReview], planned: int) -> ReviewSummary:
    """Return the summary of a review. `planned` is the number of moves that the review was meant to cover."""
    return ReviewSummary(
        sides=(_side(record, moves, 0), _side(record, moves, 1)),
        plies=record.plies,
        reviewed=len(moves),
        complete=len(moves) == planned,
        result=record.result,
        ending=record.ending.value,
        remark=_remark(record, moves),
    )


def _side(record: GameRecord, moves: Sequence[MoveReview], player: int) -> SideReview:
    own = [move for move in moves if move.player == player and not move.only]
    counts = Counter(move.judgment for move in own)
    errors = [move for move in own if move.judgment.is_error]
    errors.sort(key=lambda move: -move.win_probability_loss)
    return SideReview(
        player=player,
        name=record.players[player].name,
        moves=len(own),
        accuracy=accuracy([move.win_probability_loss for move in own]),
        average_loss=fmean(move.loss for move in own) if own else None,
        average_win_probability_loss=fmean(move.win_probability_loss for move in own) if own else None,
        counts={judgment: counts[judgment] for judgment in Judgment},
        worst=tuple(errors[:WORST]),
        missed_wins=tuple(move for move in own if move.missed_win is not None),
        allowed_wins=tuple(move for move in own if move.allowed_win is not None),
    )


def _remark(record: GameRecord, moves: Sequence[MoveReview]) -> str:
    """Return a remark if a player with a win probability of at least `_HOPE` lost other than by the rules,
    such as by resigning or on time; otherwise an empty string.
    """
    if not moves or moves[-1].ply != record.plies or record.winner is None or record.ending is Ending.NORMAL:
        return ""
    last = moves[-1]
    loser = 1 - record.winner
    probability = last.win_probability_after if last.player == loser else 1 - last.win_probability_after
    if probability < _HOPE:
        return ""
    return f"the game ended with a win probability of {probability:.0%} for the side that lost it"
