"""The rating of a person against the levels of a game, whose own ratings are fixed: `rate_against_levels`.

With s the points of a game (1, 1/2 or 0), R the rating of the level, r that of the person and

    p(R) = 1 / (1 + 10^((R - r) / 400)),

the rating is the r at which the logarithm of the likelihood is highest,

    L(r) = sum of s ln p(R) + (1 - s) ln(1 - p(R)) over the games, + (ln p(C) + ln(1 - p(C))) / 2.

The last part is the prior: one drawn game against C, the level that is proposed to a beginner. It keeps the
rating finite after three wins in three games, and hardly matters after twenty. The 95% interval holds every r
with 2 (L(best) - L(r)) <= 3.8415, the quantile of chi-squared with one degree of freedom: it is that of the
profile likelihood, and not symmetric if the games are one-sided. That the ratings of the levels are not exact
either is not part of it.

Which games count is in `level_games`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hexapoda.arena.statistics.elo import score_of_elo

__all__ = ["LevelGame", "LevelRating", "rate_against_levels"]

_CHI_SQUARED = 3.841458820694124
_FAR = 4000.0
"""Ratings are looked for this far from all levels: farther than the prior lets them go."""
_EXACT = 0.01
"""Elo."""


@dataclass(frozen=True, slots=True)
class LevelGame:
    """A finished game of a person against a level."""

    elo: float
    """The rating of the level."""
    points: float
    """Of the person: 1 for a win, a half for a draw."""


@dataclass(frozen=True, slots=True)
class LevelRating:
    """A rating with its 95% interval. It holds against these levels, and says nothing about people."""

    elo: float
    low: float
    high: float
    games: int

    def expected(self, level: float) -> float:
        """Return the expected points in a game against a level with this rating."""
        return score_of_elo(self.elo - level)


def rate_against_levels(games: Sequence[LevelGame], prior: float) -> LevelRating | None:
    """Return the rating that follows from the games; None without games. `prior`: the rating of the level
    that is proposed to a beginner.
    """
    if not games:
        return None
    known = [*games, LevelGame(prior, 0.5)]
    lowest, highest = min(one.elo for one in known) - _FAR, max(one.elo for one in known) + _FAR

    def surplus(rating: float) -> float:
        return sum(one.points - score_of_elo(rating - one.elo) for one in known)

    def likelihood(rating: float) -> float:
        return sum(
            one.points * _log_score(rating - one.elo) + (1 - one.points) * _log_score(one.elo - rating)
            for one in known
        )

    best = _falls_below_zero(surplus, lowest, highest)
    least = likelihood(best) - _CHI_SQUARED / 2
    low = -_falls_below_zero(lambda rating: likelihood(-rating) - least, -best, -lowest)
    high = _falls_below_zero(lambda rating: likelihood(rating) - least, best, highest)
    return LevelRating(best, low, high, len(games))


def _log_score(difference: float) -> float:
    """The logarithm of the expected points, exact also where they are close to 0."""
    power = -difference * math.log(10) / 400
    return -(power + math.log1p(math.exp(-power)) if power > 0 else math.log1p(math.exp(power)))


def _falls_below_zero(value: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that falls from `low` to `high` passes through zero."""
    while high - low > _EXACT:
        middle = (low + high) / 2
        if value(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
