"""A hint that nobody wants any longer ends, and one does not wait for an engine that does not answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager

import pytest

from hexapoda.engine import Limit, SearchInfo, SearchResult
from hexapoda.errors import EngineError, EngineStalled, UsageError
from hexapoda.games import find_game
from hexapoda.hex import Position
from hexapoda.host.job import Job
from hexapoda.host.search_work import SearchJob
from hexapoda.play import LiveGame, Player, Session
from hexapoda.web.live import room_hint
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.live.room_engines import RoomEngines
from hexapoda.web.live.room_hint import RoomHint
from hexapoda.web.settings import WebSettings
from tests.browser import run_async


class Pool(PagePool):
    """A pool whose searches end when the test says so."""

    def __init__(self) -> None:
        super().__init__(WebSettings())
        self.jobs: list[SearchJob] = []
        self.workers.submit = self._add  # type: ignore[method-assign]

    def _add(self, job: Job) -> None:
        assert isinstance(job, SearchJob)
        self.jobs.append(job)

    async def begun(self) -> SearchJob:
        while not self.jobs:
            await asyncio.sleep(0)
        return self.jobs[-1]


@contextmanager
def hints(seconds: float) -> Iterator[tuple[RoomHint, Pool]]:
    pool, people = Pool(), (Player("human", "human"), Player("human", "human"))
    session = Session.begin(find_game("hex"), Position("5x5"), people)
    try:
        yield RoomHint(LiveGame(session), RoomEngines(pool, "hex", ""), seconds), pool
    finally:
        pool.close()


def run(act: Callable[[RoomHint, Pool], Coroutine[object, object, None]], seconds: float = 60.0) -> None:
    async def limited() -> None:
        with hints(seconds) as (hint, pool):
            async with asyncio.timeout(20):
                await act(hint, pool)

    run_async(limited())


def test_after_a_cancelled_search_another_process_plays_the_seat() -> None:
    async def act() -> None:
        pool = Pool()
        engines = RoomEngines(pool, "hex", "")
        player = engines.player("random")
        try:
            for _ in range(2):
                found = engines.search(0, player, Position("5x5"), Limit(nodes=1), lambda job: None)
                task = asyncio.create_task(found)
                await pool.begun()
                await asyncio.sleep(0)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            first, second = pool.jobs
            assert first.ended and first.key != second.key
        finally:
            pool.close()

    run_async(act())


def test_an_abandoned_hint_ends_its_search() -> None:
    async def act(hint: RoomHint, pool: Pool) -> None:
        task = asyncio.create_task(hint.find())
        job = await pool.begun()
        with pytest.raises(UsageError, match="already"):
            await hint.find()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert job.ended

    run(act)


def test_a_game_that_goes_on_ends_the_search() -> None:
    async def act(hint: RoomHint, pool: Pool) -> None:
        task = asyncio.create_task(hint.find())
        job = await pool.begun()
        assert job.limit == Limit(time=60.0) and job.position == Position("5x5")
        hint.cancel()
        assert job.ended
        again = asyncio.create_task(hint.find())  # is possible
        assert await task is None
        other = await pool.begun()
        assert other is not job and other.key != job.key, "the engine of the first one may still search"
        other.report(SearchInfo(depth=2, pv=(Position("5x5").legal_moves[3],), score=1.0))
        other.end(SearchResult(Position("5x5").legal_moves[3], SearchInfo()))
        assert await again is not None
        third = asyncio.create_task(hint.find())
        while len(pool.jobs) < 3:
            await asyncio.sleep(0)
        assert pool.jobs[2].key == other.key, "its engine keeps what it knows"
        hint.cancel()
        assert await third is None

    run(act)


def test_an_engine_that_fails_is_an_error() -> None:
    async def act(hint: RoomHint, pool: Pool) -> None:
        task = asyncio.create_task(hint.find())
        (await pool.begun()).end(error=EngineError("it failed"))
        with pytest.raises(EngineError, match="it failed"):
            await task

    run(act)


def test_an_engine_that_does_not_end_gives_its_best_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_hint, "ANSWER_GRACE", 0.0)

    async def act(hint: RoomHint, pool: Pool) -> None:
        task = asyncio.create_task(hint.find())
        job = await pool.begun()
        job.report(SearchInfo(depth=2, pv=(Position("5x5").legal_moves[3],), score=1.0))
        found = await task
        assert found is not None and found["lines"][0]["text"] == "d1"
        assert job.ended

    run(act, 0.05)


def test_an_engine_that_reports_nothing_and_does_not_end_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_hint, "ANSWER_GRACE", 0.0)

    async def act(hint: RoomHint, pool: Pool) -> None:
        with pytest.raises(EngineStalled):
            await hint.find()

    run(act, 0.01)
