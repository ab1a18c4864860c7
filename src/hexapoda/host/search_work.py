"""An engine's search as a job: `SearchJob`, and the functions that run in the process."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hexapoda.engine import Engine, EngineSource, Limit, OnInfo, SearchInfo, SearchResult
from hexapoda.errors import EngineError, EngineResigned, HexapodaError
from hexapoda.host.best_lines import BestLines
from hexapoda.host.grace import ANSWER_GRACE
from hexapoda.host.job import Job
from hexapoda.host.running_search import RunningSearch, close_engine
from hexapoda.host.work import Work
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["SearchJob", "load_sources", "search"]

_LEAST = 0.1
"""The time limit, in seconds, of a search that was stopped, or whose time ran out, before it began."""


class SearchJob(Job):
    """A search. The time in the queue counts toward its time limit, so that on a busy machine all engines
    think for a shorter time. It does not count for a search with `slice_seconds`.
    """

    def __init__(
        self,
        key: object,
        source: EngineSource,
        position: Any,
        limit: Limit,
        on_info: OnInfo | None,
        *,
        client: str = "",
        lane: str = "",
        urgency: int = 0,
        memory: int = 0,
        slice_seconds: float | None = None,
        on_end: Callable[[Job], None] | None = None,
    ) -> None:
        """`key`: searches with equal keys and sources belong to one game, and may use the same engine.
        `client` and the arguments after it are as in `Job`.
        """
        super().__init__(
            search,
            name=Sentence("engine {name!r}", name=source.name),
            client=client,
            lane=lane,
            urgency=urgency,
            key=(key, source),
            memory=memory,
            slice_seconds=slice_seconds,
            on_report=on_info,
            on_end=on_end,
        )
        self.source = source
        self.position = position
        self.limit = limit
        self._asked = limit
        self._best = BestLines()
        self._reporting = threading.Lock()

    @property
    def lines(self) -> tuple[SearchInfo, ...]:
        """The best lines so far, as in `RunningSearch`."""
        with self._reporting:
            return self._best.ranked(done=self.ended and self._error is None)

    def report(self, value: SearchInfo) -> bool:
        """Add the report to the lines, and pass it on: see `Job.report`."""
        with self._reporting:
            self._best.add(value)
        return super().report(value)

    def prepare(self, now: float) -> bool:
        """Subtract the time in the queue from the limit, and set the arguments and the deadline. Return
        False: a search that was asked to end gets a short limit instead of a stop.
        """
        seconds = self._asked.time
        if self.hurried:
            self.limit = replace(self._asked, time=_LEAST if seconds is None else min(seconds, _LEAST))
        elif seconds is not None and self.slice_seconds is None:
            left = seconds - (now - self.submitted)
            self.limit = replace(self._asked, time=max(left, min(seconds, _LEAST)))
        self.arguments = (self.source, self.position, self.limit)
        if self.limit.time is not None:
            self.seconds = self.limit.time + ANSWER_GRACE
        return False

    def wait(self) -> SearchResult:
        """Wait for the result and return it. Raises the errors of `Job.wait`."""
        result: SearchResult = super().wait()
        return result


class _KeptEngine:
    """The engine that a process keeps; None before the first search and after one that failed."""

    def __init__(self) -> None:
        self.engine: Engine | None = None

    def close(self) -> None:
        """Close the engine."""
        engine, self.engine = self.engine, None
        close_engine(engine)


def search(work: Work, source: EngineSource, position: Any, limit: Limit) -> SearchResult:
    """Search with the engine that the process keeps, as the function of a job. Reports each `SearchInfo`.
    Raises `EngineResigned`, and `EngineError` for any other failure.
    """
    kept = work.kept.get(_KeptEngine)
    try:
        if kept.engine is None:
            kept.engine = source.create()
        running = RunningSearch(kept.engine, position, limit)
        work.on_stop(running.stop)
        while (info := running.next_info()) is not None:
            work.report(info)
        result = running.result()
    except EngineResigned:
        raise
    except HexapodaError as error:
        kept.close()
        raise EngineError(message_of(error)) from None
    if running.stop_hangs:
        kept.close()
    return result


def load_sources(work: Work, sources: list[EngineSource]) -> None:
    """Load the classes of engines, as the function of a job, so that the first search begins sooner."""
    for source in sources:
        with contextlib.suppress(HexapodaError):
            _ = source.options
