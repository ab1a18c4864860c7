"""How good a move was: classes of moves, by what they cost in winning chance, and the accuracy of a player.

Owns the thresholds and the formulas. They are those that lichess.org uses for chess, told in
docs/how-to/review-a-game.md: losing 5 points of winning chance in 100 is an inaccuracy, 10 a mistake, 15 a
blunder.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from statistics import fmean, harmonic_mean

from hexapoda.analysis.review_value import Value

__all__ = ["BLUNDER", "INACCURACY", "MISTAKE", "Judgement", "accuracy", "glyph", "judge", "move_accuracy"]

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.15
"""The least losses of winning chance, out of 1, that are called so. Losses are rounded to whole percents
first, as they are shown: a move that costs "5%" is never called good."""


class Judgement(enum.Enum):
    """What a move is called."""

    BEST = "best"
    """The engine's own choice, or the same move by symmetry, or the only one."""
    GOOD = "good"
    """Another move that costs less than an inaccuracy."""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_WIN = "missed win"
    """A forced win was there, and after the move there is none that can be proven, whatever it cost."""
    ALLOWED_WIN = "allowed win"
    """After the move the opponent has a forced win that was not there before."""

    @property
    def is_error(self) -> bool:
        """Whether there was something better worth telling."""
        return self not in (Judgement.BEST, Judgement.GOOD)


def judge(before: Value, after: Value, loss: float, *, best: bool) -> Judgement:
    """What to call a move that costs `loss` of winning chance, out of 1; the values are the mover's.

    A forced win given away is always an error. A forced loss entered in a position that was as good as lost
    costs nearly nothing and is a good move like any other.
    """
    if best:
        return Judgement.BEST
    if before.is_won and not after.is_won and not after.is_lost:
        return Judgement.MISSED_WIN
    loss = round(loss, 2)
    if loss < INACCURACY:
        return Judgement.GOOD
    if after.is_lost and not before.is_lost:
        return Judgement.ALLOWED_WIN
    if loss < MISTAKE:
        return Judgement.INACCURACY
    return Judgement.MISTAKE if loss < BLUNDER else Judgement.BLUNDER


def glyph(judgement: Judgement, loss: float) -> int | None:
    """The number of the annotation glyph: 6 "?!", 2 "?" or 4 "??"; None for a good move."""
    if not judgement.is_error:
        return None
    loss = round(loss, 2)
    if loss < MISTAKE:
        return 6
    return 2 if loss < BLUNDER else 4


def move_accuracy(loss: float) -> float:
    """The accuracy of one move in percent, 100 for one that loses no winning chance.

    lichess.org's fitted curve: https://lichess.org/page/accuracy
    """
    return min(max(103.1668 * math.exp(-4.354 * max(loss, 0.0)) - 3.1669, 0.0), 100.0)


def accuracy(losses: Sequence[float]) -> float | None:
    """The accuracy of a player in percent: between the mean and the harmonic mean of the moves' accuracies.

    The harmonic mean makes one blunder weigh more than many good moves. None without a move.
    """
    if not losses:
        return None
    each = [max(move_accuracy(loss), 1.0) for loss in losses]
    return (fmean(each) + harmonic_mean(each)) / 2
