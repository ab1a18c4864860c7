"""Ctrl+C for the processes that tests start."""

from __future__ import annotations

import signal

__all__ = ["let_children_be_interrupted"]


def let_children_be_interrupted() -> None:
    """Make SIGINT work again if it is ignored, as by everything that a shell has started with `&`. Every
    process inherits that, and Python then does not raise `KeyboardInterrupt`.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
