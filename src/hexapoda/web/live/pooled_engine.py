"""`PooledEngine`: an engine that searches in a process of the pool, and the source that makes such engines.

`hexapoda.host` and `hexapoda.play` use it like any other engine.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping

from hexapoda.engine import Engine, Limit, OnInfo, Option, OptionValue, SearchResult
from hexapoda.errors import EngineError
from hexapoda.games.position import Position
from hexapoda.host.search_work import SearchJob
from hexapoda.registry import EngineSpec
from hexapoda.web.live.page_pool import PagePool

__all__ = ["PooledEngine", "PooledSource", "engine_name"]


class PooledEngine(Engine):
    """An engine of one seat of one game."""

    def __init__(self, pool: PagePool, spec: EngineSpec, client: str, urgency: int = 0) -> None:
        """`spec`: the engine that searches in the process; `client`: for whom; `urgency`: of its jobs."""
        self._client = client
        self._urgency = urgency
        self.name = engine_name(spec)
        self._pool = pool
        self._spec = spec
        self._id = secrets.token_hex(8)
        self._game = 0
        self._job: SearchJob | None = None
        self._closed = False
        self._change = threading.Lock()

    def search(self, position: Position, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Search in a process as soon as one is free. Raises `EngineError`."""
        job = self._pool.search_job(
            (self._id, self._game),
            self._spec,
            position.copy(),
            limit,
            on_info,
            client=self._client,
            urgency=self._urgency,
        )
        with self._change:
            if self._closed:  # before the thread of the search came here
                raise EngineError(f"engine {self.name!r} is closed")
            self._job = job
        try:
            self._pool.workers.submit(job)
            return job.wait()
        finally:
            self._job = None

    def stop(self) -> None:
        """Make the search return its best move."""
        job = self._job
        if job is not None:
            self._pool.workers.stop(job)

    def new_game(self) -> None:
        """Use another engine from now on."""
        self._game += 1

    def cancel(self) -> None:
        """End the search that runs, if there is one; it raises `EngineError`."""
        job = self._job
        if job is not None:
            self._pool.workers.cancel(job)

    def close(self) -> None:
        """End the search that runs or is about to. It raises `EngineError`, and so does every later one."""
        with self._change:
            self._closed = True
        self.cancel()


class PooledSource:
    """Makes engines of one specification; a `hexapoda.engine.EngineSource`."""

    def __init__(self, pool: PagePool, spec: EngineSpec, client: str) -> None:
        """`spec`: the engine; `pool`: where it searches; `client`: for whom."""
        self._pool = pool
        self._client = client
        self._spec = spec
        self._engine: PooledEngine | None = None

    @property
    def name(self) -> str:
        """The name of the engines."""
        return self._spec.name

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of `create`."""
        return self._spec.options

    @property
    def given(self) -> Mapping[str, OptionValue]:
        """The options that are set."""
        return self._spec.given

    def create(self, **overrides: OptionValue) -> Engine:
        """Return a new engine. Raises `UsageError` for a bad option."""
        spec = self._spec.with_values(overrides) if overrides else self._spec
        self._engine = PooledEngine(self._pool, spec, self._client)
        return self._engine

    def cancel(self) -> None:
        """End the search that runs, if there is one."""
        if self._engine is not None:
            self._engine.cancel()

    def close(self) -> None:
        """Close the engine, also one whose search has not reached it yet."""
        if self._engine is not None:
            self._engine.close()


def engine_name(spec: EngineSpec) -> str:
    """Return the name of an engine with its level: `alphabeta level 2`."""
    level = spec.given.get("level")
    return spec.name if level is None else f"{spec.name} level {level}"
