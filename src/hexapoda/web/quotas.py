"""`Quotas`: how much one visitor may begin in a day.

Every quota counts twice: for the owner, and for the address, because a visitor can throw a key away. Whoever
is at the limit is refused and told when to try again; no other visitor is affected.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from hexapoda.text.sentence import Sentence
from hexapoda.web.problem import Problem
from hexapoda.web.rate import Rates
from hexapoda.web.visitor import Visitor

__all__ = ["Quota"]

_DAY = 24 * 3600.0


class Quota:
    """A number of things that a visitor may begin in a day, all of them at once if need be."""

    def __init__(self, refusal: Callable[[int], Sentence], per_owner: int, per_address: int) -> None:
        """`refusal`: what a visitor is told who has begun that many."""
        self._refusal = refusal
        self._limits = (per_owner, per_address)
        self._rates = tuple(Rates(most / _DAY, most) for most in self._limits)

    def take(self, visitor: Visitor, cost: float = 1.0) -> None:
        """Count one, or as much as it costs. Raises `Problem` 429, without counting, if it is too much. The
        owner of the data folder has no limit.
        """
        if visitor.local:
            return
        keys = (visitor.owner, visitor.network)
        for rate, key, most in zip(self._rates, keys, self._limits, strict=True):
            wait = rate.wait(key, cost)
            if wait > 0:
                raise Problem(429, self._refusal(most), retry_after=math.ceil(wait))
        for rate, key in zip(self._rates, keys, strict=True):
            rate.take(key, cost)
