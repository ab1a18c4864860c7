"""The grace periods of engines, in seconds: how much later than asked an engine may be."""

from __future__ import annotations

__all__ = ["ANSWER_GRACE", "STOP_GRACE"]

STOP_GRACE = 3.0
"""Time to return after a stop. Then the engine is left to itself, and its last report is the answer."""
ANSWER_GRACE = 3.0
"""Time beyond the limit of a search that somebody waits for, before it is stopped."""
