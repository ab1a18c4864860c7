"""Waiting for searches: `in_thread`, which a cancellation does not leave behind, and `follow`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

from hexapoda.engine import SearchInfo, SearchResult
from hexapoda.host import RunningSearch

__all__ = ["follow", "in_thread"]

_Found = TypeVar("_Found")
_REPORTS = 0.25
"""Seconds between two reports of a search."""


async def in_thread(
    waiters: Executor, work: Callable[[], _Found], on_cancel: Callable[[], None] = lambda: None
) -> _Found:
    """Return what `work` returns in a thread of `waiters`.

    A cancellation waits until the thread is done, because the next search must not begin while this one still
    closes its engine. `on_cancel` ends the search, unless the caller that cancels does that.
    """
    following = asyncio.wrap_future(waiters.submit(work), loop=asyncio.get_running_loop())
    try:
        await asyncio.wait([following])
    except asyncio.CancelledError:
        on_cancel()
        await asyncio.wait([following])
        following.exception()
        raise
    return following.result()


def follow(search: RunningSearch, report: Callable[[SearchInfo], None]) -> SearchResult:
    """Wait for the result of a search, and report some of its lines while it lasts."""
    sent = 0.0
    while True:
        info = search.next_info(1.0)
        if info is None and search.done:
            return search.result()
        now = time.monotonic()
        if info is not None and now - sent >= _REPORTS:
            sent = now
            report(info)
