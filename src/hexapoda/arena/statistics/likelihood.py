"""Maximum likelihood distributions under a constraint, for a generalized likelihood ratio.

Computes two maximum likelihood estimates of a distribution over a finite set of values, given how often each
value was observed: with a prescribed mean, and with a prescribed t = (mean - 1/2) / standard deviation.
`sprt` uses them. Formulas: M. Van den Bergh, "Comments on normalized Elo",
https://www.cantate.be/Fishtest/normalized_elo_practical.pdf, proposition 1.1 and section 4.1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["with_mean", "with_t"]

_ROUNDS = 100
_EXACT = 1e-11
_FARTHEST = 0.9  # of the way to an end of the bracket


def with_mean(seen: Sequence[float], values: Sequence[float], mean: float) -> list[float]:
    """Return the maximum likelihood probabilities with the given mean; `seen` are the observed shares of the
    values.

    They are seen[i] / (1 + theta (values[i] - mean)), with the theta that gives this mean. All shares must be
    above 0, and the mean strictly between the least and the greatest value.
    """
    shifted = [value - mean for value in values]
    theta = _theta(seen, shifted)
    return [share / (1 + theta * x) for share, x in zip(seen, shifted, strict=True)]


def with_t(seen: Sequence[float], values: Sequence[float], t: float) -> list[float]:
    """Return the maximum likelihood probabilities with a mean t standard deviations above 1/2; |t| up to 1.1.

    For a fixed standard deviation sigma, a linear constraint replaces the one on t and is solved as in
    `with_mean`. Both constraints hold if the solution has the mean 1/2 + t sigma, so we search for the sigma
    at which it does. Van den Bergh iterates with the standard deviation of the previous solution, which
    diverges for large t; here a bracketed secant method finds the root.
    """
    low, high = 0.0, 0.5 / math.sqrt(1 + t * t)  # the largest deviation of values from 0 to 1, given t
    sigma = 0.7 * high
    before: tuple[float, float] | None = None
    theta = 0.0
    p = list(seen)
    for _ in range(_ROUNDS):
        mean = 0.5 + t * sigma
        shifted = [x - 0.5 - t * sigma / 2 * (1 + ((x - mean) / sigma) ** 2) for x in values]
        if min(shifted) >= 0 or max(shifted) <= 0:  # no such distribution: the spread is too small
            low, sigma = sigma, (sigma + high) / 2
            continue
        theta = _theta(seen, shifted, theta)
        p = [share / (1 + theta * x) for share, x in zip(seen, shifted, strict=True)]
        center = sum([a * x for a, x in zip(p, values, strict=True)])
        found = math.sqrt(sum([a * (x - center) ** 2 for a, x in zip(p, values, strict=True)]))
        # The gap is 0 only at the solution. Nearby it is about found - sigma, which is 0 elsewhere too.
        gap = (center - mean) / t if t else 0.0
        if abs(gap) < _EXACT or high - low < _EXACT:
            break
        low, high = (sigma, high) if gap > 0 else (low, sigma)
        step = found
        if before is not None and before[1] != gap:
            step = sigma - gap * (sigma - before[0]) / (gap - before[1])
        before = (sigma, gap)
        sigma = step if low < step < high else (low + high) / 2
    return p


def _theta(seen: Sequence[float], shifted: Sequence[float], guess: float = 0.0) -> float:
    """Return the theta between the two poles nearest to 0 at which sum seen[i] x[i] / (1 + theta x[i]) is 0.

    Between these poles, the sum falls from plus to minus infinity. Uses Newton's method within a bracket.
    Beside a pole its steps are as small as at the root, so no step goes more than nine tenths of the way to
    an end of the bracket.
    """
    low, high = -1 / max(shifted), -1 / min(shifted)
    theta = guess if _FARTHEST * low < guess < _FARTHEST * high else 0.0
    for _ in range(200):
        value = slope = 0.0
        for share, x in zip(seen, shifted, strict=True):
            term = x / (1 + theta * x)
            value += share * term
            slope -= share * term * term
        if value > 0:
            low = theta
        elif value < 0:
            high = theta
        else:
            return theta
        step = theta - value / slope
        step = min(max(step, theta + _FARTHEST * (low - theta)), theta + _FARTHEST * (high - theta))
        if abs(step - theta) <= 1e-14 * (1 + abs(theta)):
            return step
        theta = step
    return theta
