"""Waiting for an engine at the terminal: what it has come to is shown, and it never has the last word.

Owns how often that is, and how long an engine that does not heed a stop is waited for.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator

from hexapoda.errors import HexapodaError
from hexapoda.host import RunningSearch

__all__ = ["end_in_the_end", "wait_for"]

_TICK = 0.25
"""Seconds between two drawings."""
_PATIENCE = 3.0
"""Seconds that an engine has to stop in."""


def wait_for(
    thinking: RunningSearch, show: Callable[[str], None], until: Callable[[], bool] = lambda: False
) -> None:
    """Wait until the search has ended or `until` says so; `show` is told now and then how deep it has got."""
    drawn, depth = 0.0, 0
    show("")
    while not until():
        info = thinking.next_info(_TICK)
        if info is None and thinking.done:
            return
        depth = depth if info is None else info.depth
        now = time.monotonic()
        if now - drawn >= _TICK and now - thinking.began >= _TICK:
            drawn = now
            show(f", depth {depth}" if depth else "")


@contextlib.contextmanager
def end_in_the_end(thinking: RunningSearch) -> Iterator[None]:
    """Whatever happens within this, the search has ended afterwards, or has been given up."""
    try:
        yield
    finally:
        if not thinking.done:
            with contextlib.suppress(HexapodaError):
                thinking.finish(_PATIENCE)
