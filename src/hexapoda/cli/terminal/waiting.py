"""Waits for an engine in the terminal, and shows the depth of its search."""

from __future__ import annotations

import time
from collections.abc import Callable

from hexapoda.host import RunningSearch

__all__ = ["wait_for"]

_TICK = 0.25
"""Seconds between two updates."""


def wait_for(
    search: RunningSearch, show: Callable[[str], None], until: Callable[[], bool] = lambda: False
) -> None:
    """Wait until the search ends or `until` returns True. Calls `show` with the depth at intervals."""
    drawn, depth = 0.0, 0
    show("")
    while not until():
        info = search.next_info(_TICK)
        if info is None and search.done:
            return
        depth = (info.depth if info is not None else None) or depth
        now = time.monotonic()
        if now - drawn >= _TICK and now - search.began >= _TICK:
            drawn = now
            show(f", depth {depth}" if depth else "")
