"""`Rate`: how often something may happen, and how many addresses may make it happen."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

__all__ = ["AddressRates", "Rate"]


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
        now = self._now()
        self._left = min(self._left + (now - self._at) * self._per_second, self._burst)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class AddressRates:
    """A rate for each address. The addresses that were quiet for longest are forgotten."""

    def __init__(self, per_second: float, burst: float, most: int = 4096) -> None:
        """`most`: the number of addresses that are remembered."""
        self._per_second = per_second
        self._burst = burst
        self._most = most
        self._rates: OrderedDict[str, Rate] = OrderedDict()

    def take(self, address: str) -> bool:
        """Count one for an address; return whether it is allowed."""
        rate = self._rates.get(address)
        if rate is None:
            rate = self._rates[address] = Rate(self._per_second, self._burst)
            if len(self._rates) > self._most:
                self._rates.popitem(last=False)
        self._rates.move_to_end(address)
        return rate.take()
