"""`AsyncEngine`: an engine for programs that use asyncio, and `AsyncAnalysis`, one of its searches.

They are thin wrappers around `EngineHost` and `RunningSearch`: the engine searches in a thread, and nothing
here blocks the event loop. Canceling a task that waits for a search stops the search.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Self, TypeVar

from hexapoda.engine import EngineSource, Limit, SearchInfo, SearchResult
from hexapoda.errors import EngineError
from hexapoda.host.engine_host import EngineHost
from hexapoda.host.grace import ANSWER_GRACE, STOP_GRACE
from hexapoda.host.running_search import RunningSearch

__all__ = ["AsyncAnalysis", "AsyncEngine"]

Found = TypeVar("Found")


class AsyncEngine:
    """An engine for programs that use asyncio. An `async with` block creates it, and closes it for good at
    the end.

    It does one thing at a time: a task that requests a second search waits until the first one has ended. A
    task that requests one inside the block of its own analysis would wait forever, so this raises
    `EngineError`.
    """

    def __init__(self, source: EngineSource) -> None:
        """`source`, such as the result of `hexapoda.registry.parse_engine`, creates the engine."""
        self._host = EngineHost(source)
        self._turn = _Turn(source.name, self._host)

    async def play(self, position: Any, limit: Limit) -> SearchResult:
        """Return the engine's move in `position`. If the task is canceled, the search is stopped.

        Raises `EngineError` after `close` and inside the block of an analysis of the same task. Also raises
        the errors of `hexapoda.engine.ask` and `EngineSource.create`, and `EngineStalled` if the engine
        ignores both its time limit and the stop, and has reported no line.
        """
        async with self.analysis(position, limit) as analysis:
            if limit.time is None:
                return await analysis.result()
            try:
                return await asyncio.wait_for(analysis.result(), limit.time + ANSWER_GRACE)
            except TimeoutError:
                search = analysis.search
                return await _finished(lambda: search.finish(STOP_GRACE))

    def analysis(self, position: Any, limit: Limit = Limit()) -> AsyncAnalysis:  # noqa: B008 (immutable)
        """Return a search of `position`. It begins with an `async with` block, which raises the errors of
        `play`, and ends with that block at the latest.
        """
        return AsyncAnalysis(self._host, self._turn, position, limit)

    async def new_game(self) -> None:
        """Reset the engine for a new game, once the running search has ended. Raises `EngineError` after
        `close` and inside the block of an analysis of the same task.
        """
        async with self._turn:
            await _finished(self._host.new_game)

    async def close(self) -> None:
        """Stop the search and close the engine. This ends a running analysis. If the analysis belongs to
        another task, the engine is closed when that task leaves its block, even if the task that called
        `close` is canceled.
        """
        self._turn.closed = True
        self._host.stop()
        if self._turn.is_mine():  # so no other task is using the host
            await _finished(self._host.close)
        else:
            await self._turn.wait()
            await self._turn.release()

    async def __aenter__(self) -> Self:
        async with self._turn:
            try:
                await _finished(self._host.start)
            except BaseException:
                await _finished(self._host.close)
                raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class _Turn:
    """A lock that records which task holds it. Once `closed` is set, `acquire` fails, and every task that
    releases the lock closes the host, because the task that waits in `AsyncEngine.close` may be canceled.
    """

    def __init__(self, name: str, host: EngineHost) -> None:
        self._name, self._host = name, host
        self._lock = asyncio.Lock()
        self._holder: asyncio.Task[Any] | None = None
        self.closed = False

    def is_mine(self) -> bool:
        """Return whether the current task holds the turn."""
        return self._holder is not None and self._holder is asyncio.current_task()

    async def wait(self) -> None:
        """Wait for the turn, even if the engine is closed."""
        await self._lock.acquire()
        self._holder = asyncio.current_task()

    async def acquire(self) -> None:
        """Wait for the turn. Raises `EngineError` if the current task holds it, or the engine is closed."""
        if self.is_mine():
            raise EngineError("the engine is analyzing in this task: leave the analysis block first")
        await self.wait()
        if self.closed:
            await self.release()
            raise EngineError(f"engine {self._name!r} was closed")

    async def release(self) -> None:
        """Release the turn; if the engine is closed, close the host first."""
        try:
            if self.closed:
                await _finished(self._host.close)
        finally:
            self._holder = None
            self._lock.release()

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *_: object) -> None:
        await self.release()


class AsyncAnalysis:
    """A search that runs during its `async with` block. Iterate over it for the engine's reports."""

    def __init__(self, host: EngineHost, turn: _Turn, position: Any, limit: Limit) -> None:
        """Call `AsyncEngine.analysis` instead."""
        self._host, self._turn = host, turn
        self._asked = position, limit
        self._changed = asyncio.Event()
        self._search: RunningSearch | None = None

    @property
    def search(self) -> RunningSearch:
        """The search. Raises `RuntimeError` outside the `async with` block."""
        if self._search is None:
            raise RuntimeError("the analysis has not begun: use `async with engine.analysis(...)`")
        return self._search

    @property
    def lines(self) -> tuple[SearchInfo, ...]:
        """The best lines so far, as in `RunningSearch.lines`."""
        return self.search.lines

    def stop(self) -> None:
        """Make the search return its best move so far. Does not wait."""
        self.search.stop()

    async def result(self) -> SearchResult:
        """Wait for the result and return it. Raises the errors of `hexapoda.engine.ask`."""
        search = self.search
        while not search.done:
            await self._change(search)
        # After a failure, `result` closes the engine, which may take time.
        return await _finished(search.result) if search.failed else search.result()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SearchInfo:
        """Return the next report. Raises the errors of `result` if the engine has failed."""
        search = self.search
        while (info := search.next_info(0)) is None:
            if search.done:
                if (last := search.next_info(0)) is not None:  # a report that came just before the end
                    return last
                if search.failed:
                    await self.result()
                raise StopAsyncIteration
            await self._change(search)
        return info

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()

        def on_change() -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed, so nobody is waiting
                loop.call_soon_threadsafe(self._changed.set)

        await self._turn.acquire()
        try:
            self._search = await _finished(lambda: self._host.search(*self._asked, on_change))
            if self._turn.closed:  # the engine was closed while the search began
                self._search.stop()
        except BaseException:
            self._host.stop()  # if canceled, the search may have begun, and the next search would wait for it
            await self._turn.release()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        search = self.search
        search.stop()
        try:
            if not search.done:
                await _finished(search.end)
        finally:
            self._search = None
            await self._turn.release()

    async def _change(self, search: RunningSearch) -> None:
        """Wait for a report or for the end of the search. May return early."""
        if not search.done:
            await self._changed.wait()
        self._changed.clear()


async def _finished(work: Callable[[], Found]) -> Found:
    """Call `work` in a thread and return its result. Even if the task is canceled, wait until `work` returns,
    so that nothing is left running; this takes a few seconds at most.
    """
    running = asyncio.ensure_future(asyncio.to_thread(work))
    cancelled: asyncio.CancelledError | None = None
    while not running.done():
        try:
            await asyncio.wait((running,))
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        running.exception()  # so that asyncio does not report it as never retrieved
        raise cancelled
    return running.result()
