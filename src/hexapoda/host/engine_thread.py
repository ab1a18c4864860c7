"""`EngineThread`: a thread that makes calls to one engine, in order, and can be abandoned.

The caller waits with a deadline. When the deadline passes, the caller abandons the blocked thread and
creates a new `EngineThread`.
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
    """The result of one call.

    Attributes:
        value: what the call returned; None if it raised.
        seconds: how long the call took.
        error: what the call raised; None if it returned.
    """

    value: Any
    seconds: float
    error: BaseException | None = None


class EngineThread:
    """A daemon thread with a queue of calls."""

    def __init__(self) -> None:
        """Start the thread."""
        self._work: queue.SimpleQueue[Callable[[], Any] | None] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[Reply] = queue.SimpleQueue()
        self._queued = self._began = 0.0
        self._thread = threading.Thread(target=self._run, name="hexapoda engine", daemon=True)
        self._thread.start()

    def put(self, work: Callable[[], Any]) -> None:
        """Queue a call of `work`."""
        self._queued = time.perf_counter()
        self._work.put(work)

    def get(self, patience: float) -> Reply | None:
        """Wait for the next reply and return it, or None after `patience` seconds."""
        try:
            return self._replies.get(timeout=max(patience, 0.0))
        except queue.Empty:
            return None

    @property
    def delay(self) -> float:
        """The seconds between the latest `put` and the start of its call, which may be many on a busy
        machine. If the call has not started, the seconds since the `put`.
        """
        began = self._began
        return (began if began >= self._queued else time.perf_counter()) - self._queued

    def end(self, patience: float = 0.0) -> None:
        """End the thread after its queued calls, and wait up to `patience` seconds for its end."""
        self._work.put(None)
        self._thread.join(patience)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            began = self._began = time.perf_counter()
            value, error = None, None
            try:
                value = work()
            except BaseException as raised:  # even SystemExit, which must end only the engine
                error = raised
            self._replies.put(Reply(value, time.perf_counter() - began, error))


def run_apart(work: Callable[[], Any]) -> None:
    """Call `work` in its own thread without waiting, because an engine's `stop` or `close` may block. Errors
    are ignored.
    """

    def quietly() -> None:
        with contextlib.suppress(Exception):
            work()

    threading.Thread(target=quietly, name="hexapoda engine apart", daemon=True).start()
