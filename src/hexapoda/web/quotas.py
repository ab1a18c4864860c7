"""`Quota`: how much one visitor may do in a day.

Every quota is counted twice, per owner and per address, because a visitor can discard a key. A visitor
who reaches the limit is refused and told when to try again; visitors with other addresses are not affected.
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
    """A daily limit on one kind of action, for each visitor. A visitor may use it up all at once."""

    def __init__(self, refusal: Callable[[int], Sentence], per_owner: int, per_address: int) -> None:
        """`refusal`: returns the message for a visitor who has reached the limit, given that limit;
        `per_owner`, `per_address`: the limits.
        """
        self._refusal = refusal
        self._limits = (per_owner, per_address)
        self._rates = tuple(Rates(most / _DAY, most) for most in self._limits)

    def take(self, visitor: Visitor, cost: float = 1.0) -> None:
        """Use up `cost` of a visitor's quota. Raises `Problem` 429, without using any, if not enough is left.
        The owner of the data folder has no limit.
        """
        if visitor.local:
            return
        keys = (visitor.owner, visitor.network)
        for rate, key, most in zip(self._rates, keys, self._limits, strict=True):
            wait = rate.wait(key, cost)
            if wait > 0:
                if math.isinf(wait):
                    raise Problem(429, Sentence("this is more than a visitor may use in a day"))
                raise Problem(429, self._refusal(most), retry_after=math.ceil(wait))
        for rate, key in zip(self._rates, keys, strict=True):
            rate.take(key, cost)
