"""Elo and normalized Elo of a match, with bounds, and the likelihood of superiority.

The interval of an `EloEstimate` is computed for the *score* and mapped to Elo by the logistic curve. Thus
even a perfect score has one finite bound, and no bound maps to an impossible score.

The interval is Wilson's (E. B. Wilson, "Probable inference, the law of succession, and statistical
inference", JASA 22, 1927): all scores s that are at most z standard errors away from the observed score m,
where the standard error is taken at s, not at m. Wilson's formula is for yes-or-no trials. Here the variance
of m is

    ratio * s (1 - s) / games,

where `ratio` is 1 for independent games without draws, less with draws, and up to 2 when both games of a pair
always have the same result. It is estimated from the variance between units: pairs, or else single games.
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
"""The normalized Elo of a score one standard deviation (per game) above 1/2. M. Van den Bergh, "Normalized
Elo", 2020."""

# The prior: a variance ratio, and its weight. A pair of games weighs s (1 - s), so 0.1 is less than half a
# pair in an even match. Without the prior, counts without variance (a perfect score) would give no interval.
# Both values were chosen for the coverage of the interval over many kinds of match: see
# docs/explanation/statistics.md.
_PRIOR_RATIO = 0.9
_PRIOR_WEIGHT = 0.1


@dataclass(frozen=True)
class EloEstimate:
    """The estimated difference between two players.

    Attributes:
        games: the number of games.
        score: points per game. Without games it is None, and so are all the fields below except `los`.
        score_low: lower bound of the score.
        score_high: upper bound of the score.
        elo: logistic Elo of the score; None for a score of 0 or 1.
        low: lower bound of the Elo; None for a score of 0 (the bound is minus infinity).
        high: upper bound of the Elo; None for a score of 1.
        nelo: normalized Elo; None when all units have the same score.
        nelo_error: half the width of the interval of `nelo`.
        los: likelihood of superiority, 0 to 1; above 0.975 exactly when `low` of a 95% interval is above 0.
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


def variance_ratio(*counts: Counts) -> float:
    """Return the variance of the observed score, divided by that of independent games without draws. For
    several matches, such as those against different opponents, return their combined ratio.

    It is the sum of squares between the units divided by the sum expected of independent games without draws.
    Both include a small prior that pulls the ratio toward 0.9. The expected sum uses units - 1, because the
    mean comes from the same counts.
    """
    found = expected = 0.0
    for one in counts:
        mean = one.points / one.games if one.games else 0.5
        expected += max(one.units - 1, 0) * mean * (1 - mean)
        found += one.games * one.variance
    return (found + _PRIOR_WEIGHT * _PRIOR_RATIO) / (expected + _PRIOR_WEIGHT)


def elo_estimate(counts: Counts, confidence: float = 0.95) -> EloEstimate:
    """Return the score, Elo and normalized Elo of counts, with two-sided bounds at the given confidence.

    Pass pentanomial counts whenever games were played in pairs. Trinomial counts ignore the correlation
    between the two games of a pair, which makes the bounds too wide or too narrow. Raises `UsageError` if
    `confidence` is not between 0 and 1.
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

    For n yes-or-no trials and c = z^2 / n this is Wilson's interval.
    """
    middle, half = (score + c / 2) / (1 + c), math.sqrt(c * score * (1 - score) + c * c / 4) / (1 + c)
    return (0.0 if score == 0 else middle - half), (1.0 if score == 1 else middle + half)


def _normalized(counts: Counts, score: float, z: float) -> tuple[float | None, float | None]:
    """Return normalized Elo and its error, or (None, None) if all units have the same score.

    nElo = (score - 1/2) / sigma * 800 / ln 10, where sigma is the standard deviation per game: that of a unit
    times the square root of its number of games (Van den Bergh, "Normalized Elo"). The error comes from the
    delta method for t = (score - 1/2) / s, where s is the standard deviation of a unit. The variance of t has
    the factor 1 - t g1 + t^2 (g2 - 1) / 4, with skewness g1 and kurtosis g2. At equal strength this is 1, the
    value that Fishtest and fastchess always use.
    """
    sigma = math.sqrt(counts.variance)
    if sigma == 0:
        return None, None
    t = (score - 0.5) / sigma
    skewness, kurtosis = counts.central_moment(3) / sigma**3, counts.central_moment(4) / sigma**4
    spread = max(1 - t * skewness + t * t * (kurtosis - 1) / 4, 0.0)
    scale = NELO_SCALE / math.sqrt(counts.GAMES_PER_UNIT)
    return t * scale, z * math.sqrt(spread / counts.units) * scale
