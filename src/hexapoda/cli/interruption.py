"""Ctrl+C as an answer: the first one ends what is being waited for, the second one is Ctrl+C as always.

Owns the handler of the signal while something is waited for. No exception is raised at the first Ctrl+C, so
that it can come at any moment without anything being left half done.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator

__all__ = ["first_interrupt"]


@contextlib.contextmanager
def first_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """Within this, the first Ctrl+C calls `act` and nothing else."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are the main thread's
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
