"""`AsyncEngine`: an engine for programs that use asyncio, and `AsyncAnalysis`, one search of it.

Thin over `EngineHost` and `RunningSearch`: the engine searches in a thread, and nothing here blocks the event
loop. Cancelling a task that waits for a search stops the search.
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
    """An engine for programs that use asyncio. `async with` creates it and closes it at the end; then it
    cannot be used again.

    It does one thing at a time: another task that asks for a second search waits for the end of the first.
    The task that is inside the block of an analysis would wait for itself; it gets an `EngineError`.
    """

    def __init__(self, source: EngineSource) -> None:
        """`source` is what `hexapoda.registry.parse_engine` returns."""
        self._host = EngineHost(source)
        self._turn = _Turn(source.name, self._host)

    async def play(self, position: Any, limit: Limit) -> SearchResult:
        """Return the engine's move in `position`. If the task is cancelled, the search is stopped.

        Raises `EngineError` after `close` and inside the block of an analysis of the same task, what
        `hexapoda.engine.ask` and `EngineSource.create` raise, and `EngineStalled` if the engine ignores its
        time limit and the stop.
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
        """Return a search of `position`, which begins and ends with an `async with` block; without a limit it
        continues to the end of the block. The block raises what `play` raises.
        """
        return AsyncAnalysis(self._host, self._turn, position, limit)

    async def new_game(self) -> None:
        """Reset the engine for a new game, after the running search. Raises `EngineError` after `close` and
        inside the block of an analysis of the same task.
        """
        async with self._turn:
            await _finished(self._host.new_game)

    async def close(self) -> None:
        """Stop the search and close the engine. This ends an open analysis; if another task has opened it,
        the engine is closed when that task leaves the block, also if the task that waits here is cancelled.
        """
        self._turn.closed = True
        self._host.stop()
        if self._turn.is_mine():  # nobody else uses the host meanwhile
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
    """A lock that knows the task which holds it. Once `closed` is set, no task gets the turn any more, and
    every task that gives it away closes the host: a task that waits in `close` may be cancelled.
    """

    def __init__(self, name: str, host: EngineHost) -> None:
        self._name, self._host = name, host
        self._lock = asyncio.Lock()
        self._holder: asyncio.Task[Any] | None = None
        self.closed = False

    def is_mine(self) -> bool:
        """Return whether the current task holds it."""
        return self._holder is not None and self._holder is asyncio.current_task()

    async def wait(self) -> None:
        """Wait for the turn, even if the engine is closed."""
        await self._lock.acquire()
        self._holder = asyncio.current_task()

    async def acquire(self) -> None:
        """Wait for the turn. Raises `EngineError` if the current task holds it, or the engine is closed."""
        if self.is_mine():
            raise EngineError("the engine is analyzing in this task: leave the block of the analysis first")
        await self.wait()
        if self.closed:
            await self.release()
            raise EngineError(f"engine {self._name!r} was closed")

    async def release(self) -> None:
        """Give the turn away."""
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
    """A search that runs while its `async with` block does. Iterate over it for the reports of the engine."""

    def __init__(self, host: EngineHost, turn: _Turn, position: Any, limit: Limit) -> None:
        """Created by `AsyncEngine.analysis`."""
        self._host, self._turn = host, turn
        self._asked = position, limit
        self._changed = asyncio.Event()
        self._search: RunningSearch | None = None

    @property
    def search(self) -> RunningSearch:
        """The search. Raises `RuntimeError` outside of the `async with` block."""
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
        """Wait for the end of the search. Raises what `hexapoda.engine.ask` raises."""
        search = self.search
        while not search.done:
            await self._change(search)
        # The engine is closed if it has failed, which may take time.
        return await _finished(search.result) if search.failed else search.result()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SearchInfo:
        """Return the next report. Raises what `result` raises if the engine has failed."""
        search = self.search
        while (info := search.next_info(0)) is None:
            if search.done:
                if (last := search.next_info(0)) is not None:  # it came just before the end
                    return last
                if search.failed:
                    await self.result()
                raise StopAsyncIteration
            await self._change(search)
        return info

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()

        def on_change() -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed, and nobody waits
                loop.call_soon_threadsafe(self._changed.set)

        await self._turn.acquire()
        try:
            self._search = await _finished(lambda: self._host.search(*self._asked, on_change))
            if self._turn.closed:  # while the search began
                self._search.stop()
        except BaseException:
            self._host.stop()  # cancelled: the search has just begun, and the next one waits for its end
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
        """Wait for a report or the end, whatever comes first. May return early."""
        if not search.done:
            await self._changed.wait()
        self._changed.clear()


async def _finished(work: Callable[[], Found]) -> Found:
    """Call `work` in a thread and wait for its end, also if the task is cancelled meanwhile: what it began
    must not be left behind. It takes at most some seconds.
    """
    running = asyncio.ensure_future(asyncio.to_thread(work))
    cancelled: asyncio.CancelledError | None = None
    while not running.done():
        try:
            await asyncio.wait((running,))
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        running.exception()  # it is not reported as never retrieved
        raise cancelled
    return running.result()
