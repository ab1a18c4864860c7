"""The first Ctrl+C ends a search or a wait; the second one interrupts the program as usual.

Replaces the signal handler in the meantime. The first Ctrl+C raises no exception, so it never leaves an
operation half done.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator

__all__ = ["first_interrupt"]


@contextlib.contextmanager
def first_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """Inside the `with` block, the first Ctrl+C calls `act` and raises no exception."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread can set signal handlers
        return
    before = signal.getsignal(signal.SIGINT)

    def handle(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        act()

    signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
