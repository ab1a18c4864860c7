"""What a review comes to for each side: accuracy, average loss, errors by their kind, the worst moves.

Moves that were the only ones there are count nowhere: there is no merit in them and no fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from hexapoda.analysis.review_judgement import Judgement, accuracy
from hexapoda.analysis.review_move import MoveReview
from hexapoda.record import Ending, GameRecord

__all__ = ["ReviewSummary", "SideReview", "summarize"]

WORST = 3
"""So many of the worst moves of a side are told."""
_HOPE = 0.4
"""The least winning chance with which a claimed loss is worth a remark."""


@dataclass(frozen=True, slots=True)
class SideReview:
    """The moves of one player.

    Attributes:
        player: 0 or 1.
        name: of the player, perhaps empty.
        moves: how many were judged.
        accuracy: in percent; None without a move.
        average_loss: points a move; None without a move.
        average_chance_loss: winning chance a move, 0 to 1; None without a move.
        counts: how many moves are called what; every judgement is there.
        worst: the errors that cost the most winning chance, the worst first.
        missed_wins: the moves that gave a forced win away, also where the position stayed won.
        allowed_wins: the moves that entered a forced loss, also where the position was lost.
    """

    player: int
    name: str
    moves: int
    accuracy: float | None
    average_loss: float | None
    average_chance_loss: float | None
    counts: Mapping[Judgement, int]
    worst: tuple[MoveReview, ...]
    missed_wins: tuple[MoveReview, ...]
    allowed_wins: tuple[MoveReview, ...]


@dataclass(frozen=True, slots=True)
class ReviewSummary:
    """A whole review in figures.

    Attributes:
        sides: players 0 and 1.
        plies: of the game.
        reviewed: how many of them were reviewed.
        complete: whether all were that should be.
        result: of the game as in PGN: "1-0" when player 0 won.
        ending: why the game was over, as the record says.
        remark: what is odd about the result: a loss claimed in a position that was not lost; else empty.
    """

    sides: tuple[SideReview, SideReview]
    plies: int
    reviewed: int
    complete: bool
    result: str
    ending: str
    remark: str


def summarize(record: GameRecord, moves: Sequence[MoveReview], planned: int) -> ReviewSummary:
    """Sum a review up; `planned` is how many moves were to be reviewed."""
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
    counts = Counter(move.judgement for move in own)
    errors = sorted((move for move in own if move.judgement.is_error), key=lambda move: -move.chance_loss)
    return SideReview(
        player=player,
        name=record.players[player].name,
        moves=len(own),
        accuracy=accuracy([move.chance_loss for move in own]),
        average_loss=fmean(move.loss for move in own) if own else None,
        average_chance_loss=fmean(move.chance_loss for move in own) if own else None,
        counts={judgement: counts[judgement] for judgement in Judgement},
        worst=tuple(errors[:WORST]),
        missed_wins=tuple(move for move in own if move.missed_win is not None),
        allowed_wins=tuple(move for move in own if move.allowed_win is not None),
    )


def _remark(record: GameRecord, moves: Sequence[MoveReview]) -> str:
    """Whoever resigns, or runs out of time, in a position that is not lost wants to know."""
    if not moves or moves[-1].ply != record.plies or record.winner is None or record.ending is Ending.NORMAL:
        return ""
    last = moves[-1]
    loser = 1 - record.winner
    chance = last.chance_after if last.player == loser else 1 - last.chance_after
    if chance < _HOPE:
        return ""
    return f"the game ended with a winning chance of {chance:.0%} for the side that lost it"
