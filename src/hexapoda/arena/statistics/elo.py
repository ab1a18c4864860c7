"""Elo and normalized Elo of a match, with bounds, and the likelihood of superiority.

Owns `EloEstimate` and the interval behind it. The interval is one for the *score*, carried over to Elo by the
logistic curve, so that a perfect score has one finite bound and every bound lies where an Elo can lie.

The interval is Wilson's (E. B. Wilson, "Probable inference, the law of succession, and statistical
inference", JASA 22, 1927): all scores s from which the one seen, m, is at most z standard errors away, the
standard error being taken at s and not at m. Wilson's is for yes-or-no trials; here the variance of m is

    ratio * s (1 - s) / games,

where `ratio` (1 for independent games without draws, less with draws, up to 2 when both games of a pair
always end alike) is estimated from the variance between the units, that is from the pentanomial counts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from hexapoda.arena.statistics.counts import Counts
from hexapoda.errors import UsageError

__all__ = [
    "NELO_SCALE",
    "EloEstimate",
    "elo_estimate",
    "elo_of_score",
    "score_of_elo",
    "variance_ratio",
    "wilson",
]

NELO_SCALE = 800 / math.log(10)
"""Normalized Elo of one standard deviation a game. M. Van den Bergh, "Normalized Elo", 2020."""

# What is believed before the first result, a variance ratio, and how firmly, in units of s(1-s): less than
# half a pair of an even match. Without it, counts without variance (a perfect score) would give no interval.
# Both were chosen by the coverage of the interval over many kinds of match; see the page on statistics.
_PRIOR_RATIO = 0.9
_PRIOR_WEIGHT = 0.1


@dataclass(frozen=True)
class EloEstimate:
    """The estimated difference of two players.

    Attributes:
        games: the number of games.
        score: points per game; None without games, as all following fields but `los`.
        score_low: lower bound of the score.
        score_high: upper bound of the score.
        elo: logistic Elo of the score; None when the score is perfect or null.
        low: lower bound of the Elo; None when the score is null (the bound is at minus infinity).
        high: upper bound of the Elo; None when the score is perfect.
        nelo: normalized Elo; None when all units scored the same.
        nelo_error: half the width of its interval.
        los: likelihood of superiority, 0 to 1; above 0.975 just when `low` of a 95% interval is above zero.
    """

    games: int
    score: float | None
    score_low: float | None
    score_high: float | None
    elo: float | None
    low: float | None
    high: float | None
    nelo: float | None
    nelo_error: float | None
    los: float


def elo_of_score(score: float) -> float | None:
    """Return the Elo difference at which `score` is expected, 400 log10(s / (1 - s)); None for 0 and 1."""
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None


def score_of_elo(elo: float) -> float:
    """Return the score expected at an Elo difference, 1 / (1 + 10^(-elo / 400))."""
    return 1 / (1 + 10 ** (-elo / 400))


def variance_ratio(counts: Counts) -> float:
    """Return the variance of the score seen, as a multiple of that of independent games without draws.

    The sum of squares between the units over the one expected of such games, both with a small weight added
    that pulls toward 0.9. The divisor is units - 1, because the mean was taken from the same counts.
    """
    mean = counts.points / counts.games if counts.games else 0.5
    expected = max(counts.units - 1, 0) * mean * (1 - mean)
    return (counts.games * counts.variance + _PRIOR_WEIGHT * _PRIOR_RATIO) / (expected + _PRIOR_WEIGHT)


def elo_estimate(counts: Counts, confidence: float = 0.95) -> EloEstimate:
    """Return score, Elo and normalized Elo of counts, with two-sided bounds at `confidence`.

    Give pentanomial counts wherever games came in pairs: trinomial counts know nothing of the pairs, and
    their bounds are too wide or too narrow by as much as the games of a pair hang together.
    """
    if not 0 < confidence < 1:
        raise UsageError(f"confidence {confidence!r}: expected a number between 0 and 1")
    score = counts.score
    if score is None:
        return EloEstimate(0, None, None, None, None, None, None, None, None, 0.5)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    ratio = variance_ratio(counts)
    low, high = wilson(score, z * z * ratio / counts.games)
    nelo, nelo_error = _normalized(counts, score, z)
    return EloEstimate(
        games=counts.games,
        score=score,
        score_low=low,
        score_high=high,
        elo=elo_of_score(score),
        low=elo_of_score(low),
        high=elo_of_score(high),
        nelo=nelo,
        nelo_error=nelo_error,
        los=NormalDist().cdf((score - 0.5) / math.sqrt(ratio * 0.25 / counts.games)),
    )


def wilson(score: float, c: float) -> tuple[float, float]:
    """Return the roots s of (score - s)^2 = c s (1 - s), with 0 and 1 exact where they are roots.

    Of n yes-or-no trials that is Wilson's interval when c is z^2 / n.
    """
    middle, half = (score + c / 2) / (1 + c), math.sqrt(c * score * (1 - score) + c * c / 4) / (1 + c)
    return (0.0 if score == 0 else middle - half), (1.0 if score == 1 else middle + half)


def _normalized(counts: Counts, score: float, z: float) -> tuple[float | None, float | None]:
    """Return normalized Elo and its error.

    nElo = (score - 1/2) / sigma * 800 / ln 10, with sigma the standard deviation a game, which is that of a
    unit times the root of its games (Van den Bergh, "Normalized Elo"). The error is the delta method's for a
    mean over a standard deviation, 1 - t g1 + t^2 (g2 - 1) / 4 with skewness g1 and kurtosis g2; at equal
    strength it is the 1 that Fishtest and fastchess use throughout.
    """
    sigma = math.sqrt(counts.variance)
    if sigma == 0:
        return None, None
    t = (score - 0.5) / sigma
    skewness, kurtosis = counts.central_moment(3) / sigma**3, counts.central_moment(4) / sigma**4
    spread = max(1 - t * skewness + t * t * (kurtosis - 1) / 4, 0.0)
    scale = NELO_SCALE / math.sqrt(counts.GAMES_PER_UNIT)
    return t * scale, z * math.sqrt(spread / counts.units) * scale
