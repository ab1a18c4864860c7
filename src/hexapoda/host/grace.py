"""The grace periods of engines, in seconds."""

from __future__ import annotations

__all__ = ["ANSWER_GRACE", "STOP_GRACE"]

STOP_GRACE = 3.0
"""How long a search may take to return after a stop. After that it is abandoned, and its best line is the
answer.
"""
ANSWER_GRACE = 3.0
"""How long a search may exceed its time limit before it is stopped."""
