"""The grace periods of engines, in seconds: how late an engine may be."""

from __future__ import annotations

__all__ = ["ANSWER_GRACE", "STOP_GRACE"]

STOP_GRACE = 3.0
"""Time to return after a stop. Then the search is abandoned, and its last report is the answer."""
ANSWER_GRACE = 3.0
"""Time by which a search may exceed its limit before it is stopped."""
