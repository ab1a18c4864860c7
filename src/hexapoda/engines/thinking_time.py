"""The time management of the strong engines."""

from __future__ import annotations

import math

from hexapoda.engine import Limit

__all__ = ["thinking_time"]

_OVERHEAD = 0.004
"""Seconds reserved for returning the answer to the caller."""


def thinking_time(limit: Limit) -> tuple[float, float]:
    """Return the hard and the soft time limit of a search, in seconds. Around the soft limit, `alphabeta`
    begins its last iteration; after it, `rave` continues only while the best move is unclear. Both are
    infinite without a time limit. Without a game clock, there is no soft limit.
    """
    if limit.time is None:
        return math.inf, math.inf
    most = max(limit.time - _OVERHEAD, limit.time / 2)
    if limit.clock is None:
        return most, math.inf
    return max(min(4 * limit.time, 0.4 * limit.clock) - _OVERHEAD, most / 2), most
