"""`Rate`: how often something may happen, and how many visitors may make it happen."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

__all__ = ["Rate", "Rates"]


class Rate:
    """A token bucket: `burst` at once, and `per_second` in the long run."""

    def __init__(self, per_second: float, burst: float, *, now: Callable[[], float] = time.monotonic) -> None:
        """`now`: the clock."""
        self._per_second = per_second
        self._burst = burst
        self._now = now
        self._left = float(burst)
        self._at = now()

    def take(self) -> bool:
        """Count one; return whether it is allowed."""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def wait(self) -> float:
        """Return the seconds until the next one is allowed; infinite if none ever is."""
        self._refill()
        if self._left >= 1:
            return 0.0
        return (1 - self._left) / self._per_second if self._per_second else math.inf

    def _refill(self) -> None:
        now = self._now()
        self._left = min(self._left + (now - self._at) * self._per_second, self._burst)
        self._at = now


class Rates:
    """A rate for each of many visitors, by a text. Those that were quiet for longest are forgotten."""

    def __init__(
        self,
        per_second: float,
        burst: float,
        most: int = 4096,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`most`: the number of visitors that are remembered; `now`: the clock."""
        self._per_second = per_second
        self._burst = burst
        self._most = most
        self._now = now
        self._rates: OrderedDict[str, Rate] = OrderedDict()

    def take(self, visitor: str) -> bool:
        """Count one for a visitor; return whether it is allowed."""
        return self._rate(visitor).take()

    def wait(self, visitor: str) -> float:
        """Return the seconds until the next one is allowed."""
        return self._rate(visitor).wait()

    def _rate(self, visitor: str) -> Rate:
        rate = self._rates.get(visitor)
        if rate is None:
            rate = self._rates[visitor] = Rate(self._per_second, self._burst, now=self._now)
            if len(self._rates) > self._most:
                self._rates.popitem(last=False)
        self._rates.move_to_end(visitor)
        return rate
