"""The rating of a person who plays against levels with fixed ratings: `rate_against_levels`.

With s the points in a game (1, 1/2 or 0), R the rating of the level, r the rating of the person and

    p(R) = 1 / (1 + 10^((R - r) / 400)),

the rating is the r that maximizes the log-likelihood

    L(r) = sum of s ln p(R) + (1 - s) ln(1 - p(R)) over the games, + (ln p(C) + ln(1 - p(C))) / 2.

The last term is the prior: a drawn game against the level proposed to beginners, whose rating is C. It keeps
the rating finite after three wins in three games, and hardly matters after twenty games. The 95% interval
contains every r with 2 (L(best) - L(r)) <= 3.8415, the quantile of the chi-squared distribution with one
degree of freedom. This likelihood interval is not symmetric if the games are one-sided. It ignores the errors
in the ratings of the levels.

`level_games` decides which games count.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hexapoda.arena.statistics.elo import score_of_elo

__all__ = ["LevelGame", "LevelRating", "rate_against_levels"]

_CHI_SQUARED = 3.841458820694124
_FAR = 4000.0
"""The search for a rating extends this many Elo beyond the levels; the prior keeps ratings in that range."""
_EXACT = 0.01
"""The precision of ratings, in Elo."""


@dataclass(frozen=True, slots=True)
class LevelGame:
    """A finished game of a person against a level."""

    elo: float
    """The rating of the level."""
    points: float
    """The points of the person: 1 for a win, 1/2 for a draw, 0 for a loss."""


@dataclass(frozen=True, slots=True)
class LevelRating:
    """A rating with its 95% interval. It applies to games against these levels, not against people."""

    elo: float
    low: float
    high: float
    games: int

    def expected(self, level: float) -> float:
        """Return the expected points in a game against a level with this rating."""
        return score_of_elo(self.elo - level)


def rate_against_levels(games: Sequence[LevelGame], prior: float) -> LevelRating | None:
    """Return the rating estimated from the games; None if there are none. `prior` is the rating of the level
    proposed to beginners.
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
    """Return the logarithm of the expected points, precise even where they are close to 0."""
    power = -difference * math.log(10) / 400
    return -(power + math.log1p(math.exp(-power)) if power > 0 else math.log1p(math.exp(power)))


def _falls_below_zero(value: Callable[[float], float], low: float, high: float) -> float:
    """Return the zero of a function that decreases from `low` to `high`."""
    while high - low > _EXACT:
        middle = (low + high) / 2
        if value(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
