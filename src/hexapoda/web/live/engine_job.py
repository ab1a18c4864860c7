"""`EngineJob`: one search on its way through the pool, and its answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from hexapoda.engine import Limit, OnInfo, SearchInfo, SearchResult
from hexapoda.registry import EngineSpec

__all__ = ["EngineJob"]


class EngineJob:
    """A search that waits, runs or has ended. The pool changes it; `wait` is for the thread that asked."""

    def __init__(
        self,
        key: object,
        spec: EngineSpec,
        position: Any,
        limit: Limit,
        on_info: OnInfo | None,
        *,
        urgency: int = 0,
        slice_seconds: float | None = None,
        on_end: Callable[[EngineJob], None] | None = None,
    ) -> None:
        """`key`: searches with an equal key and engine belong to one game, and may use the same engine.
        `urgency`: 0 if a game waits for it; higher numbers wait longer.
        `slice_seconds`: seconds after which it gives way to a job that waits; None if it never does.
        `on_end` is called once, in any thread, when there is an answer.
        """
        self.key = key
        self.spec = spec
        self.position = position
        self.limit = limit
        self.urgency = urgency
        self.slice_seconds = slice_seconds
        self.gave_way = False
        """Whether it was stopped for another job. Its answer is then that of a shorter search."""
        self.began: float | None = None
        """When it got a process."""
        self.hurried = False
        """Whether its time was over while it waited for a process."""
        self.submitted = 0.0
        """When it joined the queue."""
        self._on_info = on_info
        self._on_end = on_end
        self._ended = threading.Event()
        self._ending = threading.Lock()
        self._alarms: list[threading.Timer] = []
        self._result: SearchResult | None = None
        self._error: BaseException | None = None

    @property
    def ended(self) -> bool:
        """Whether there is an answer."""
        return self._ended.is_set()

    def arm(self, alarm: threading.Timer) -> None:
        """Start an alarm that `disarm` calls off."""
        alarm.daemon = True
        self._alarms.append(alarm)
        alarm.start()

    def disarm(self) -> None:
        """Call off all alarms: the process has answered or ended."""
        for alarm in self._alarms:
            alarm.cancel()

    def report(self, info: SearchInfo) -> None:
        """Pass a report on, unless the search has ended for the one who asked."""
        if self._on_info is not None and not self.ended:
            try:
                self._on_info(info)
            except Exception as error:
                self.end(error=error)

    def end(self, result: SearchResult | None = None, error: BaseException | None = None) -> None:
        """Set the answer; the first one counts."""
        with self._ending:
            if self._ended.is_set():
                return
            self._result, self._error = result, error
            self._ended.set()
        if self._on_end is not None:
            self._on_end(self)

    def wait(self) -> SearchResult:
        """Return the result. Raises what ended the search."""
        self._ended.wait()
        if self._error is not None:
            raise self._error
        assert self._result is not None
        return self._result
