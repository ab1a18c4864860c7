"""`RoomEngines`: the engines of one game, whose searches are jobs of the pool.

Chooses the engines that play, give hints and check moves. An engine whose search failed or was cancelled is
not used again: the next search starts a fresh engine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine

from hexapoda.engine import Engine, Limit, SearchInfo, SearchResult
from hexapoda.games.position import Position
from hexapoda.host.search_work import SearchJob
from hexapoda.play import HUMAN, Player
from hexapoda.play.advisor import hint_spec
from hexapoda.registry import EngineSpec, default_spec, parse_engine
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.live.pooled_engine import PooledEngine, engine_name

__all__ = ["RoomEngines"]

_REPORTS = 0.25
"""The minimum time between two reports of a search, in seconds."""


class RoomEngines:
    """The engines of one game: those that play, the one that gives hints, and the one that checks moves."""

    def __init__(self, pool: PagePool, game: str, client: str) -> None:
        """`game`: the name of the game; `client`: the visitor who started the game."""
        self._pool = pool
        self._game = game
        self._client = client
        self._specs: dict[str, EngineSpec] = {}
        self._keys: dict[object, object] = {}
        """The keys under which the pool keeps the engines, by seat, and by `hint` for hints."""
        self._checks: PooledEngine | None = None

    def player(self, text: str, name: str = HUMAN) -> Player:
        """Return a player: a person called `name` if `text` is `human`, otherwise the engine that `text`
        specifies. Raises the errors of `parse_engine`.
        """
        if text == HUMAN:
            return Player(HUMAN, name)
        spec = parse_engine(text, self._game)
        self._specs[spec.text] = spec
        return Player(spec.text, engine_name(spec))

    def search(
        self, seat: int, player: Player, position: Position, limit: Limit, report: Callable[[SearchJob], None]
    ) -> Coroutine[object, object, SearchResult]:
        """Return a coroutine that searches for a player's move. `position` is copied at once. `report` is
        called in another thread after some of the engine's reports, but not after a cancellation.
        """
        reported = 0.0

        def on_info(info: SearchInfo) -> None:
            nonlocal reported
            now = time.monotonic()
            if now - reported >= _REPORTS:
                reported = now
                report(job)

        job = self._job(seat, self._specs[player.text], position, limit, on_info)
        return self._result(seat, self._keys[seat], job)

    def hint(
        self, position: Position, seconds: float
    ) -> tuple[SearchJob, Coroutine[object, object, SearchResult]]:
        """Return the job that searches for a hint, and the coroutine that runs it."""
        job = self._job("hint", hint_spec(self._game), position, Limit(time=seconds), None)
        return job, self._result("hint", self._keys["hint"], job)

    def cancel_hint(self, job: SearchJob) -> None:
        """End a search for a hint at once. The next search uses a fresh engine."""
        self._keys.pop("hint", None)
        self._pool.workers.cancel(job)

    def checker(self) -> Engine:
        """Return a new instance of the game's default engine, to check a move."""
        self._checks = PooledEngine(self._pool, default_spec(self._game), self._client)
        return self._checks

    def cancel_check(self) -> None:
        """End the current check of a move at once."""
        if self._checks is not None:
            self._checks.close()

    def _job(
        self,
        use: object,
        spec: EngineSpec,
        position: Position,
        limit: Limit,
        on_info: Callable[[SearchInfo], None] | None,
    ) -> SearchJob:
        key = self._keys.setdefault(use, object())
        return self._pool.search_job(key, spec, position.copy(), limit, on_info, client=self._client)

    async def _result(self, use: object, key: object, job: SearchJob) -> SearchResult:
        try:
            await self._pool.finish(job)
            return job.wait()
        except BaseException:
            if self._keys.get(use) is key:  # otherwise a later search already has a fresh engine
                del self._keys[use]
            raise
