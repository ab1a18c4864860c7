"""A thread in which an engine lives: it does one thing after another and can be left behind.

Owns that thread. The caller waits with a deadline of its own; when it passes, the thread belongs to the
engine that holds it, and the caller takes a new one.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["EngineThread", "Reply", "run_apart"]


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of one piece of work.

    Attributes:
        value: what it returned; None when it raised.
        seconds: how long it took.
        error: what it raised; None when it returned.
    """

    value: Any
    seconds: float
    error: BaseException | None = None


class EngineThread:
    """A daemon thread with a queue of work."""

    def __init__(self) -> None:
        """Start the thread."""
        self._work: queue.SimpleQueue[Callable[[], Any] | None] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[Reply] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="hexapoda engine", daemon=True)
        self._thread.start()

    def put(self, work: Callable[[], Any]) -> None:
        """Let the thread do `work` when what came before is done."""
        self._work.put(work)

    def get(self, patience: float) -> Reply | None:
        """The reply to what was put; None when there is none within `patience` seconds."""
        try:
            return self._replies.get(timeout=max(patience, 0.0))
        except queue.Empty:
            return None

    def end(self, patience: float = 0.0) -> None:
        """Let the thread end when its work is done, and wait for that up to `patience` seconds."""
        self._work.put(None)
        self._thread.join(patience)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            began = time.perf_counter()
            value, error = None, None
            try:
                value = work()
            except BaseException as raised:  # SystemExit too: the engine ends, not the program that asks it
                error = raised
            self._replies.put(Reply(value, time.perf_counter() - began, error))


def run_apart(work: Callable[[], Any]) -> None:
    """Do `work` in a thread of its own and forget it: a stop or a close that blocks holds nobody up."""

    def quietly() -> None:
        with contextlib.suppress(Exception):
            work()

    threading.Thread(target=quietly, name="hexapoda engine apart", daemon=True).start()
