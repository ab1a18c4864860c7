"""`Rate`: a rate limit; `Rates`: a rate limit for each visitor."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

__all__ = ["Rate", "Rates"]


class Rate:
    """A token bucket: allows `burst` at once, and `per_second` in the long run."""

    def __init__(self, per_second: float, burst: float, *, now: Callable[[], float] = time.monotonic) -> None:
        """`now`: the clock."""
        self._per_second = per_second
        self._burst = burst
        self._now = now
        self._left = float(burst)
        self._at = now()

    def take(self, cost: float = 1.0) -> bool:
        """Take `cost` tokens if there are enough; return whether there were."""
        self._refill()
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def wait(self, cost: float = 1.0) -> float:
        """Return the seconds until `cost` tokens are available; infinity if there will never be that many."""
        self._refill()
        if self._left >= cost:
            return 0.0
        if cost > self._burst or not self._per_second:
            return math.inf
        return (cost - self._left) / self._per_second

    def _refill(self) -> None:
        now = self._now()
        self._left = min(self._left + (now - self._at) * self._per_second, self._burst)
        self._at = now


class Rates:
    """A `Rate` for each visitor. The visitors who have been inactive the longest are forgotten."""

    def __init__(
        self,
        per_second: float,
        burst: float,
        most: int = 4096,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`per_second`, `burst`: as for `Rate`; `most`: how many visitors to remember; `now`: the clock."""
        self._per_second = per_second
        self._burst = burst
        self._most = most
        self._now = now
        self._rates: OrderedDict[str, Rate] = OrderedDict()

    def take(self, visitor: str, cost: float = 1.0) -> bool:
        """Take `cost` tokens from a visitor if there are enough; return whether there were."""
        return self._rate(visitor).take(cost)

    def wait(self, visitor: str, cost: float = 1.0) -> float:
        """Return the seconds until a visitor has `cost` tokens; infinity if that will never happen."""
        return self._rate(visitor).wait(cost)

    def _rate(self, visitor: str) -> Rate:
        rate = self._rates.get(visitor)
        if rate is None:
            rate = self._rates[visitor] = Rate(self._per_second, self._burst, now=self._now)
            if len(self._rates) > self._most:
                self._rates.popitem(last=False)
        self._rates.move_to_end(visitor)
        return rate
