"""`RunningSearch`: a search in its own thread that can be followed, awaited, stopped or abandoned.

Manages the thread and its communication with the caller: the reports, the stop, and the result or error.
"""

from __future__ import annotations

import collections
import contextlib
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

from hexapoda.engine import Engine, Limit, SearchInfo, SearchResult, ask
from hexapoda.errors import EngineError, EngineResigned, HexapodaError
from hexapoda.host.best_lines import BestLines, result_so_far
from hexapoda.host.grace import STOP_GRACE

__all__ = ["RunningSearch", "close_engine"]

_WAITING = 1000
"""The maximum number of reports in the queue. When it is full, the oldest report is dropped."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.001, 0.02
"""The first and the longest pause between two calls of `stop`, in seconds. The call is repeated because the
engine may not have started to search, and it is repeated often because a search that starts late on a busy
machine must still end within 50 ms.
"""
_STOP_PATIENCE = 0.5
"""Seconds that the thread of a finished search waits for a pending call of `stop` to return."""


class RunningSearch:
    """A running search. It starts when the object is created, and leaving its `with` block ends it."""

    def __init__(
        self,
        engine: Engine,
        position: Any,
        limit: Limit,
        on_failure: Callable[[], None] = lambda: None,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """Start a search of `position` by `engine` within `limit`.

        If the engine fails, `result` calls `on_failure` before it raises. The thread of the search calls
        `on_change`, which must not raise, after each report and at the end.
        """
        self.position = position.copy()
        """The position that is being searched; do not change it."""
        self.began = time.monotonic()
        self._engine = engine
        self._limit = limit
        self._on_failure = on_failure
        self._on_change = on_change
        self._change = threading.Condition()
        self._ending = threading.Lock()
        self._infos: collections.deque[SearchInfo] = collections.deque(maxlen=_WAITING)
        self._best = BestLines()
        self._result: SearchResult | None = None
        self._error: BaseException | None = None
        self._done = self._stopping = self._stop_hangs = False
        threading.Thread(target=self._run, name="hexapoda search", daemon=True).start()

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return self._done

    @property
    def failed(self) -> bool:
        """Whether the engine failed; if so, `result` raises its error. Resigning is not a failure."""
        return isinstance(self._error, HexapodaError) and not isinstance(self._error, EngineResigned)

    @property
    def stop_hangs(self) -> bool:
        """Whether the search ended but a call of the engine's `stop` did not return.

        Do not search with this engine again: the late stop could end the next search.
        """
        return self._stop_hangs

    @property
    def lines(self) -> tuple[SearchInfo, ...]:
        """The best lines so far, best first, each with a different first move.

        While the search runs, they are those of the last complete iteration (during the first one, those
        reported so far); when it has ended, those of the last iteration. Lines of different iterations are
        never mixed, because their scores are not comparable.
        """
        with self._change:
            return self._best.ranked(done=self._done)

    def next_info(self, seconds: float | None = None) -> SearchInfo | None:
        """Return the next report; None if the search has ended and all reports were returned, or if none came
        within `seconds`.
        """
        with self._change:
            self._change.wait_for(lambda: self._infos or self._done, seconds)
            return self._infos.popleft() if self._infos else None

    def stop(self) -> None:
        """Make the search return its best move so far. Does not wait; any thread may call it."""
        with self._change:
            if self._stopping or self._done:
                return
            self._stopping = True
        threading.Thread(target=self._keep_stopping, name="hexapoda stop", daemon=True).start()

    def result(self) -> SearchResult:
        """Wait for the result and return it. Raises the errors of `hexapoda.engine.ask`."""
        with self._change:
            self._change.wait_for(lambda: self._done)
        if self._error is not None:
            if self.failed:
                self._on_failure()
            raise self._error
        assert self._result is not None
        return self._result

    def within(self, seconds: float) -> SearchResult:
        """Wait up to `seconds` for the result and return it; if the search has not ended by then, `finish`
        it.
        """
        with self._change:
            done = self._change.wait_for(lambda: self._done, seconds)
        return self.result() if done else self.finish(STOP_GRACE)

    def finish(self, patience: float) -> SearchResult:
        """Stop the search and return its result within `patience` seconds.

        If the engine ignores the stop, its search is abandoned and its best reported line is the result.
        Raises `EngineStalled` if there is no such line, and the errors of `result`.
        """
        self.stop()
        with self._change:
            done = self._change.wait_for(lambda: self._done, patience)
            best = next(iter(self._best.latest(done=self._done)), None)
        return self.result() if done else result_so_far(best, self.position, self._engine.name)

    def end(self) -> None:
        """Stop the search if it is still running, and discard its result."""
        if not self._done:
            with contextlib.suppress(HexapodaError):
                self.finish(STOP_GRACE)

    def __enter__(self) -> RunningSearch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def _run(self) -> None:
        result, error = None, None
        try:
            result = ask(self._engine, self.position, self._limit, self._on_info)
        except BaseException as raised:  # even KeyboardInterrupt: result() raises it in the waiting thread
            error = raised
        stop_returned = self._ending.acquire(timeout=_STOP_PATIENCE)
        try:
            with self._change:
                self._stop_hangs = not stop_returned
                self._result, self._error, self._done = result, error, True
                self._change.notify_all()
        finally:
            if stop_returned:
                self._ending.release()
            self._on_change()

    def _on_info(self, info: SearchInfo) -> None:
        if not isinstance(info, SearchInfo):
            raise EngineError(f"engine {self._engine.name!r} reports {info!r}: expected a SearchInfo")
        with self._change:
            self._infos.append(info)
            self._best.add(info)
            self._change.notify_all()
        self._on_change()

    def _keep_stopping(self) -> None:
        pause = _FIRST_PAUSE
        while not self._done:
            with self._ending:  # a late stop must not hit the next search
                if not self._done:
                    with contextlib.suppress(Exception):
                        self._engine.stop()
            with self._change:
                self._change.wait_for(lambda: self._done, pause)
            pause = min(2 * pause, _LONGEST_PAUSE)


def close_engine(engine: object) -> None:
    """Call the engine's `close`, if it has one, to end its process or threads. Never raises."""
    closing = getattr(engine, "close", None)
    if closing is not None:
        with contextlib.suppress(Exception):
            closing()
