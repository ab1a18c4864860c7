"""`PagePool`: the server's worker processes, which run engines, and read and write texts for pages.

Defines the lanes, the limits on their jobs, and the errors that a page receives if its job cannot be done.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable
from typing import TypeVar, TypeVarTuple, Unpack

from starlette.requests import HTTPConnection

from hexapoda.engine import Limit, OnInfo
from hexapoda.errors import EngineError, EngineStalled, ProcessLost, QueueFull
from hexapoda.games.position import Position
from hexapoda.host.job import Job
from hexapoda.host.lane import Lane
from hexapoda.host.search_work import SearchJob, load_sources
from hexapoda.host.work import Work, plain_call
from hexapoda.host.worker_pool import WorkerPool
from hexapoda.registry import EngineSpec
from hexapoda.text.sentence import Sentence
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings, is_loopback
from hexapoda.web.visitor import address_of, visitor_of

__all__ = ["PagePool", "client_of"]

Result = TypeVar("Result")
Given = TypeVarTuple("Given")

_NICE = 5
"""The niceness of the worker processes, which keeps the server responsive."""
_SEARCH, _TEXT, _IMPORT = "search", "text", "import"
_RETRY = 5
"""Seconds after which a client may repeat a refused request."""
_PATIENCE = 20.0
"""Seconds that a request may wait for its turn."""


class PagePool:
    """The worker pool of the server. Any thread may use it."""

    def __init__(self, settings: WebSettings, *, now: Callable[[], float] = time.monotonic) -> None:
        """`settings`: the number of processes and their limits; `now`: the clock."""
        self._settings = settings
        self._closed = False
        self.workers = WorkerPool(
            Lane(settings.engine_processes, _SEARCH),
            Lane(
                settings.text_processes,
                _TEXT,
                each=max(1, settings.text_processes - 1),
                waiting_each=settings.texts_waiting_per_client,
                waiting=settings.texts_waiting,
            ),
            Lane(settings.import_processes, _IMPORT, each=max(1, settings.import_processes - 1)),
            nice=_NICE,
            now=now,
        )

    def search_job(
        self,
        key: object,
        spec: EngineSpec,
        position: Position,
        limit: Limit,
        on_info: OnInfo | None,
        *,
        client: str = "",
        urgency: int = 0,
        slice_seconds: float | None = None,
        on_end: Callable[[Job], None] | None = None,
    ) -> SearchJob:
        """Return a search job for the engine processes. The memory of external engines is not limited,
        because some reserve far more than they use. The arguments are those of `SearchJob`.
        """
        memory = 0 if spec.external else self._settings.engine_bytes
        return SearchJob(
            key,
            spec,
            position,
            limit,
            on_info,
            client=client,
            urgency=urgency,
            slice_seconds=slice_seconds,
            on_end=on_end,
            lane=_SEARCH,
            memory=memory,
        )

    def import_job(
        self,
        function: Callable[[Work, Unpack[Given]], Result],
        *arguments: *Given,
        client: str,
        seconds: float,
        on_report: Callable[[Result], None],
        on_end: Callable[[Job], None],
    ) -> Job:
        """Return a job that imports a file. The arguments are those of `Job`."""
        memory = self._settings.text_bytes
        return Job(
            function,
            *arguments,
            name="the import of a file",
            lane=_IMPORT,
            memory=memory,
            client=client,
            seconds=seconds,
            on_report=on_report,
            on_end=on_end,
        )

    async def finish(self, job: Job) -> None:
        """Submit a job and wait for its end. If this call is cancelled, so is the job. Raises `QueueFull`."""
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[None] = loop.create_future()

        def note() -> None:
            if not ended.done():  # the caller may have stopped waiting
                ended.set_result(None)

        def on_end(job: Job) -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(note)

        job.on_end = on_end
        try:
            self.workers.submit(job)
            await ended
        finally:
            if not job.ended:
                self.workers.cancel(job)

    async def run(
        self, client: str, function: Callable[[Unpack[Given]], Result], *arguments: *Given
    ) -> Result:
        """Call a module-level function in a worker process and return its result. Raises any error of the
        function, and `Problem` if the queue is full, if no process is free in time, if the call needs too
        much time or memory, or if the server is shutting down.
        """
        settings = self._settings
        job = Job(
            plain_call,
            function,
            *arguments,
            name="the work on a text",
            client=client,
            lane=_TEXT,
            seconds=settings.text_seconds,
            memory=settings.text_bytes,
        )
        try:
            async with asyncio.timeout(_PATIENCE + settings.text_seconds):
                await self.finish(job)
            result: Result = job.wait()
        except QueueFull as full:
            if full.own:
                text = Sentence("too many of your requests are waiting here: try again in a few seconds")
                raise Problem(429, text, retry_after=_RETRY) from None
            raise _busy() from None
        except TimeoutError:
            raise _busy() from None
        except EngineStalled:
            raise Problem(413, Sentence("this takes too long: send a smaller text")) from None
        except (MemoryError, ProcessLost):
            raise Problem(413, Sentence("this needs too much memory: send a smaller text")) from None
        except EngineError:
            if self._closed:
                raise Problem(503, Sentence("the server is shutting down")) from None
            raise
        return result

    def warm(self, specs: Iterable[EngineSpec]) -> None:
        """Start a process now and load these engines in it, so that the first move comes quickly."""
        self.workers.submit(Job(load_sources, list(specs), name="the start of the engines", lane=_SEARCH))

    def gauges(self) -> dict[str, tuple[str, float]]:
        """Return the number of waiting jobs in each lane, in the form of `Rooms.gauges`."""
        return {
            f"hexapoda_{lane}_waiting": (f"{what} waiting for a process.", self.workers.waiting(lane))
            for lane, what in ((_SEARCH, "Searches"), (_TEXT, "Texts and proofs"), (_IMPORT, "Imports"))
        }

    def close(self) -> None:
        """End all jobs and all processes."""
        self._closed = True
        self.workers.close()


def client_of(connection: HTTPConnection) -> str:
    """Return the client of a request, for the fair queues. Clients with the same address form a group,
    because a new key costs nothing. But each client on this machine forms a group of its own: behind a local
    proxy that is not trusted, all visitors have the same address.
    """
    visitor = visitor_of(connection)
    alone = is_loopback(address_of(connection.scope))
    return visitor.owner if alone else f"{visitor.network} {visitor.owner}"


def _busy() -> Problem:
    return Problem(503, Sentence("the server is busy: try again in a few seconds"), retry_after=_RETRY)
