"""How good a move was, judged by the win probability that it lost, and how accurate a player was.

Defines the thresholds and formulas. Those for a single move are taken from lichess.org: a move that loses 5%
of win probability is an inaccuracy, 10% a mistake, 15% a blunder. docs/how-to/review-a-game.md explains them.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from statistics import fmean, harmonic_mean

from hexapoda.analysis.review_value import Value

__all__ = ["BLUNDER", "INACCURACY", "MISTAKE", "Judgment", "accuracy", "glyph", "judge", "move_accuracy"]

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.15
"""The minimum losses of win probability, from 0 to 1, for these judgments. Losses are first rounded to whole
percentages, as they are displayed, so that a loss shown as "5%" is never called good."""


class Judgment(enum.Enum):
    """The class of a move."""

    BEST = "best"
    """The engine's choice, a move that is equal to it by symmetry, or the only legal move."""
    GOOD = "good"
    """Any other move that loses less than an inaccuracy, unless it gives away a forced win."""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_WIN = "missed win"
    """The player had a forced win, and after the move neither a win nor a loss is proven. The loss of win
    probability may be small."""
    ALLOWED_WIN = "allowed win"
    """After the move, the opponent has a forced win that did not exist before, and the move lost at least as
    much as an inaccuracy."""

    @property
    def is_error(self) -> bool:
        """Whether the move was bad enough that a review shows a better one."""
        return self not in (Judgment.BEST, Judgment.GOOD)


def judge(before: Value, after: Value, loss: float, *, best: bool) -> Judgment:
    """Return the judgment on a move that lost `loss` of win probability, from 0 to 1. `before` and `after`
    are the values of the best move and of the move played, for the mover; `best` says whether the move played
    was the best.

    Giving away a forced win is always an error. Entering a forced loss from a position that was nearly lost
    costs almost nothing, so such a move is good.
    """
    if best:
        return Judgment.BEST
    if before.is_won and not after.is_won and not after.is_lost:
        return Judgment.MISSED_WIN
    loss = round(loss, 2)
    if loss < INACCURACY:
        return Judgment.GOOD
    if after.is_lost and not before.is_lost:
        return Judgment.ALLOWED_WIN
    if loss < MISTAKE:
        return Judgment.INACCURACY
    return Judgment.MISTAKE if loss < BLUNDER else Judgment.BLUNDER


def glyph(judgment: Judgment, loss: float) -> int | None:
    """Return the number of the annotation glyph (NAG): 6 for "?!", 2 for "?", 4 for "??"; None for a good
    move.
    """
    if not judgment.is_error:
        return None
    loss = round(loss, 2)
    if loss < MISTAKE:
        return 6
    return 2 if loss < BLUNDER else 4


def move_accuracy(loss: float) -> float:
    """Return the accuracy of one move in percent, 100 if it loses no win probability.

    This is the fitted curve of lichess.org: https://lichess.org/page/accuracy
    """
    return min(max(103.1668 * math.exp(-4.354 * max(loss, 0.0)) - 3.1669, 0.0), 100.0)


def accuracy(losses: Sequence[float]) -> float | None:
    """Return the accuracy of a player in percent: halfway between the mean and the harmonic mean of the
    moves' accuracies. None if there are no moves.

    The harmonic mean keeps many good moves from hiding a blunder.
    """
    if not losses:
        return None
    each = [max(move_accuracy(loss), 1.0) for loss in losses]
    return (fmean(each) + harmonic_mean(each)) / 2
