"""`PooledEngine`: an engine that searches in a process of the pool, usable like any other engine.

Games do not use it for moves and hints: `room_engines` runs those searches as jobs.
"""

from __future__ import annotations

import secrets
import threading

from hexapoda.engine import Engine, Limit, OnInfo, SearchResult
from hexapoda.errors import EngineError
from hexapoda.games.position import Position
from hexapoda.host.search_work import SearchJob
from hexapoda.registry import EngineSpec
from hexapoda.web.live.page_pool import PagePool

__all__ = ["PooledEngine", "engine_name"]


class PooledEngine(Engine):
    """An engine for one review, one move check or one exercise."""

    def __init__(self, pool: PagePool, spec: EngineSpec, client: str, urgency: int = 0) -> None:
        """`spec`: the engine to run; `client`, `urgency`: the client and urgency of its search jobs."""
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
        """Search in a process as soon as one is free, and wait for the result. Raises `EngineError`."""
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
            if self._closed:  # possibly by another thread, just before this search
                raise EngineError(f"engine {self.name!r} is closed")
            self._job = job
        try:
            self._pool.workers.submit(job)
            return job.wait()
        finally:
            self._job = None

    def stop(self) -> None:
        """Make the search return its best move so far."""
        job = self._job
        if job is not None:
            self._pool.workers.stop(job)

    def new_game(self) -> None:
        """Make later searches use a fresh engine."""
        self._game += 1

    def cancel(self) -> None:
        """End the current search, if there is one; it raises `EngineError`."""
        job = self._job
        if job is not None:
            self._pool.workers.cancel(job)

    def close(self) -> None:
        """End the current search. It raises `EngineError`, and so does every later one."""
        with self._change:
            self._closed = True
        self.cancel()


def engine_name(spec: EngineSpec) -> str:
    """Return the name of an engine with its level, if it has one, such as `alphabeta level 2`."""
    level = spec.given.get("level")
    return spec.name if level is None else f"{spec.name} level {level}"
