"""An engine that plays well enough to beat `random` and works as little as that: it waits for its time, then
plays as `greedy` does. It is a bot file: `tests/fakes/patient.py:Patient`.
"""

from __future__ import annotations

import threading
from typing import Any

from hexapoda.engine import Limit, OnInfo, SearchResult
from hexapoda.engines.hive.greedy import GreedyEngine

__all__ = ["Patient"]


class Patient(GreedyEngine):
    """Plays Hive as slowly as it may."""

    name = "patient"

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Wait until half of the time is over, then search."""
        threading.Event().wait((limit.time or 0.0) / 2)
        return super().search(position, limit, on_info)
