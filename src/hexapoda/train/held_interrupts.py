"""Ctrl+C kept back for a moment, during what must not be interrupted half-way."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Generator

__all__ = ["interrupts_later"]


@contextlib.contextmanager
def interrupts_later() -> Generator[None]:
    """Let Ctrl+C wait until the block ends. Processes that are started in the block never get it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
