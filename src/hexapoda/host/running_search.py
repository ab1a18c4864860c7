"""`RunningSearch`: a search in a thread of its own, to listen to, to wait for, to stop, or to give up.

Owns that thread and what crosses it: the reports of the engine, the stop, and the answer or the error.
"""

from __future__ import annotations

import collections
import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any

from hexapoda.engine import Engine, Limit, SearchInfo, SearchResult, ask
from hexapoda.errors import EngineError, EngineResigned, EngineStalled, HexapodaError
from hexapoda.host.grace import STOP_GRACE

__all__ = ["RunningSearch", "close_engine"]

_WAITING = 1000
"""Infos that wait to be taken. When there are more, the oldest are dropped."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.001, 0.1
"""Seconds between two stops: the first may come before the engine has begun to search."""


class RunningSearch:
    """A running search. It begins when this is made, and has ended when a `with` block of it is left."""

    def __init__(
        self,
        engine: Engine,
        position: Any,
        limit: Limit,
        on_failure: Callable[[], None] = lambda: None,
    ) -> None:
        """Let `engine` search `position` within `limit`.

        `on_failure` is called before `result` raises because the engine failed.
        """
        self.position = position.copy()
        """The position that is searched, for reading."""
        self.began = time.monotonic()
        self._engine = engine
        self._limit = limit
        self._on_failure = on_failure
        self._change = threading.Condition()
        self._ending = threading.Lock()
        self._infos: collections.deque[SearchInfo] = collections.deque(maxlen=_WAITING)
        self._lines: tuple[SearchInfo, ...] = ()
        self._batch: list[SearchInfo] = []
        self._result: SearchResult | None = None
        self._error: BaseException | None = None
        self._done = self._stopping = False
        threading.Thread(target=self._run, name="hexapoda search", daemon=True).start()

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return self._done

    @property
    def failed(self) -> bool:
        """Whether the engine failed: `result` raises. To resign is no failure."""
        return isinstance(self._error, HexapodaError) and not isinstance(self._error, EngineResigned)

    @property
    def lines(self) -> tuple[SearchInfo, ...]:
        """The best lines that the engine reported together last, the best first and no first move twice.

        Lines of two iterations never stand side by side: their scores could not be compared.
        """
        with self._change:
            return tuple(replace(info, multipv=rank) for rank, info in enumerate(self._complete(), 1))

    def next_info(self, seconds: float | None = None) -> SearchInfo | None:
        """The next report; None when the search has ended, or nothing was reported for so many `seconds`."""
        with self._change:
            self._change.wait_for(lambda: self._infos or self._done, seconds)
            return self._infos.popleft() if self._infos else None

    def stop(self) -> None:
        """Make the search return its best move so far; returns at once. For any thread."""
        with self._change:
            if self._stopping or self._done:
                return
            self._stopping = True
        threading.Thread(target=self._keep_stopping, name="hexapoda stop", daemon=True).start()

    def result(self) -> SearchResult:
        """Wait for the answer. Raises what `hexapoda.engine.ask` raises."""
        with self._change:
            self._change.wait_for(lambda: self._done)
        if self._error is not None:
            if self.failed:
                self._on_failure()
            raise self._error
        assert self._result is not None
        return self._result

    def finish(self, patience: float) -> SearchResult:
        """Stop the search and return its answer, within `patience` seconds.

        An engine that does not heed the stop is left to itself, and its last report is the answer. Raises
        `EngineStalled` when it has reported nothing, and as `result` does.
        """
        self.stop()
        with self._change:
            done = self._change.wait_for(lambda: self._done, patience)
            best = next(iter(self._complete()), None)
        if done:
            return self.result()
        if best is not None and best.pv and best.pv[0] in self.position.legal_moves:
            return SearchResult(best.pv[0], best)
        raise EngineStalled(f"engine {self._engine.name!r} does not stop when it is told to")

    def end(self) -> None:
        """Stop the search if it still runs, and forget its answer. Never raises."""
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
            result = ask(self._engine, self.position, self._limit, self._hear)
        except BaseException as raised:  # an interrupt too: it belongs to whoever waits
            error = raised
        with self._ending, self._change:
            self._result, self._error, self._done = result, error, True
            self._change.notify_all()

    def _hear(self, info: SearchInfo) -> None:
        if not isinstance(info, SearchInfo):
            raise EngineError(f"engine {self._engine.name!r} reports {info!r}: expected a SearchInfo")
        with self._change:
            self._infos.append(info)
            if self._batch and info.multipv <= self._batch[-1].multipv:  # an iteration reports rank 1 first
                self._lines, self._batch = tuple(self._batch), []
            if all(info.pv[:1] != line.pv[:1] for line in self._batch):
                self._batch.append(info)
            self._change.notify_all()

    def _complete(self) -> Sequence[SearchInfo]:
        """The lines of the last iteration that is whole; those of the first one as far as they have come."""
        whole = self._done or len(self._batch) >= len(self._lines)
        return self._batch if whole and self._batch else self._lines

    def _keep_stopping(self) -> None:
        pause = _FIRST_PAUSE
        while not self._done:
            with self._ending:  # so that a stop never reaches the search that comes after this one
                if not self._done:
                    with contextlib.suppress(Exception):
                        self._engine.stop()
            with self._change:
                self._change.wait_for(lambda: self._done, pause)
            pause = min(2 * pause, _LONGEST_PAUSE)


def close_engine(engine: object) -> None:
    """Let an engine go: one that has something to end, a process or threads, has a `close`. Never raises."""
    closing = getattr(engine, "close", None)
    if closing is not None:
        with contextlib.suppress(Exception):
            closing()
