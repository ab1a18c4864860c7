"""The time left on a clock as text."""

from __future__ import annotations

import math

__all__ = ["time_text"]

_TENTHS = 20.0
"""Below this many seconds, tenths are shown."""


def time_text(seconds: float) -> str:
    """Return minutes and seconds, rounded up, such as `04:59`; below `_TENTHS` with tenths: `00:19.9`."""
    tenths = math.ceil(seconds * 10 - 1e-6)
    if seconds < _TENTHS:
        return f"00:{tenths // 10:02}.{tenths % 10}"
    minutes, rest = divmod(-(-tenths // 10), 60)
    return f"{minutes:02}:{rest:02}"
