"""How much of a clock a strong engine spends on a move."""

from __future__ import annotations

import math

from hexapoda.engine import Limit

__all__ = ["thinking_time"]

_OVERHEAD = 0.004
"""Seconds between the end of a search and the answer's arrival at whoever asked."""


def thinking_time(limit: Limit) -> tuple[float, float]:
    """Seconds never to exceed, and seconds after which to begin no new iteration."""
    if limit.time is None:
        return math.inf, math.inf
    most = max(limit.time - _OVERHEAD, limit.time / 2)
    if limit.clock is None:
        return most, math.inf
    return max(min(4 * limit.time, 0.4 * limit.clock) - _OVERHEAD, most / 2), most
