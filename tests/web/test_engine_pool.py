"""The processes in which engines search: answers, stops, crashes, limits and the queue."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexapoda.engine import Limit, SearchInfo
from hexapoda.errors import EngineCrashed, EngineError, EngineStalled
from hexapoda.hex import Position
from hexapoda.host import EngineHost
from hexapoda.registry import EngineSpec, parse_engine
from hexapoda.web.live.engine_job import EngineJob
from hexapoda.web.live.engine_pool import EnginePool
from hexapoda.web.live.pooled_engine import PooledEngine, PooledSource

TESTS = Path(__file__).parents[1]
MEMORY = 2 * 1024**3
LATER = "5x5 a1 b1 c1 d1"
"""A position in which the bots of `misbehaving` misbehave."""
HOARDS = """
import threading
from hexapoda.engine import Engine, SearchResult

class Hoards(Engine):
    name = "hoards"
    def search(self, position, limit, on_info=None):
        held = [bytes(2**28) for _ in range(64)]  # of memory that nothing is written to
        return SearchResult(position.legal_moves[len(held) % 2])
"""


def bot(name: str, file: str = "fakes/thinker.py") -> EngineSpec:
    return parse_engine(f"{TESTS / file}:{name}", "hex")


@pytest.fixture
def pool() -> Iterator[EnginePool]:
    pool = EnginePool(1, MEMORY)
    yield pool
    pool.close()


class Asking:
    """A search in a thread, which has begun when this returns."""

    def __init__(self, engine: PooledEngine, limit: Limit) -> None:
        self.infos: list[SearchInfo] = []
        self.error: BaseException | None = None
        self.began = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(engine, limit))
        self._thread.start()

    def _run(self, engine: PooledEngine, limit: Limit) -> None:
        try:
            self.result = engine.search(Position("5x5"), limit, self._on_info)
        except EngineError as error:
            self.error = error

    def _on_info(self, info: SearchInfo) -> None:
        self.infos.append(info)
        self.began.set()

    def end(self) -> None:
        self._thread.join()


def test_an_engine_searches_elsewhere(pool: EnginePool) -> None:
    infos: list[SearchInfo] = []
    engine = PooledEngine(pool, bot("Thinker:multipv=2"))
    result = engine.search(Position("5x5"), Limit(depth=3), infos.append)
    assert result.move == Position("5x5").legal_moves[0] and result.info.depth == 3
    assert [(info.depth, info.multipv) for info in infos] == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]


def test_the_host_uses_it_like_any_engine(pool: EnginePool) -> None:
    host = EngineHost(PooledSource(pool, bot("Thinker")), {"multipv": 2})
    search = host.search(Position("5x5"), Limit(time=60))
    assert search.next_info() is not None
    search.stop()
    assert search.result().move in Position("5x5").legal_moves and len(search.lines) == 2
    host.close()


def test_a_cancelled_search_ends_and_the_process_goes_on(pool: EnginePool) -> None:
    engine = PooledEngine(pool, bot("Thinker"))
    asking = Asking(engine, Limit(time=3600))
    asking.began.wait()
    [process] = pool.processes
    engine.cancel()
    asking.end()
    assert "cancelled" in str(asking.error)
    assert engine.search(Position("5x5"), Limit(depth=1)).info.depth == 1
    assert pool.processes == [process], "it stopped, so nobody killed it"


def test_a_closed_engine_never_searches(pool: EnginePool) -> None:
    engine = PooledEngine(pool, bot("Thinker"))
    engine.close()  # as if the page had left before the thread of the search began
    with pytest.raises(EngineError, match="closed"):
        engine.search(Position("5x5"), Limit(time=3600))
    assert pool.processes == []


def test_an_engine_that_does_not_stop_is_killed(pool: EnginePool) -> None:
    deaf = PooledEngine(pool, bot("Thinker:deaf=true"))
    asking = Asking(deaf, Limit(time=3600))
    asking.began.wait()
    [process] = pool.processes
    deaf.close()
    asking.end()
    other = PooledEngine(pool, bot("Thinker"))
    assert other.search(Position("5x5"), Limit(depth=1)).info.depth == 1
    assert pool.processes != [process] and process.process.poll() is not None


def test_a_stop_before_the_search_begins(pool: EnginePool) -> None:
    job = EngineJob("a", bot("Thinker"), Position("5x5"), Limit(time=3600), None)
    pool.submit(job)
    pool.stop(job)
    assert job.wait().move in Position("5x5").legal_moves


def test_the_queue_is_first_come_first_served(pool: EnginePool) -> None:
    order: list[str] = []

    def job_of(name: str) -> EngineJob:
        return EngineJob(
            name, bot("Thinker"), Position("5x5"), Limit(depth=2), lambda info: order.append(name)
        )

    jobs = [job_of(name) for name in "abc"]
    for job in jobs:
        pool.submit(job)
    for job in jobs:
        job.wait()
    assert order == list("aabbcc") and len(pool.processes) == 1


def test_waiting_searches_can_be_hurried_and_cancelled(pool: EnginePool) -> None:
    first, second, third = (
        EngineJob(name, bot("Thinker"), Position("5x5"), Limit(time=3600), None) for name in "abc"
    )
    for job in (first, second, third):
        pool.submit(job)
    pool.stop(second)
    pool.cancel(third)
    with pytest.raises(EngineError, match="cancelled"):
        third.wait()
    assert not first.ended and not second.ended
    pool.stop(first)
    assert first.wait() and second.wait(), "the second got a tenth of a second and not an hour"


@pytest.mark.parametrize(("waited", "left"), [(8.0, 2.0), (9.95, 0.1), (500.0, 0.1)])
def test_time_in_the_queue_counts(waited: float, left: float) -> None:
    now = [0.0]
    pool = EnginePool(1, MEMORY, now=lambda: now[0])
    first, second, third = (
        EngineJob(name, bot("Thinker"), Position("5x5"), Limit(time=time), None)
        for name, time in (("a", 3600), ("b", 10), ("c", 0.05))
    )
    for job in (first, second, third):
        pool.submit(job)
    now[0] = waited
    pool.stop(first)
    first.wait()
    pool.stop(second)
    assert second.wait() and third.wait()
    assert second.limit.time == pytest.approx(left) and third.limit.time == 0.05
    pool.close()


@pytest.mark.parametrize("name", ["Dies", "Segfaults", "Exits"])
def test_a_crash_costs_one_search(pool: EnginePool, name: str) -> None:
    engine = PooledEngine(pool, bot(name, "arena/misbehaving.py"))
    with pytest.raises(EngineError) as failed:
        engine.search(Position.from_text(LATER), Limit(time=1))
    assert isinstance(failed.value, EngineCrashed) or name == "Exits"
    assert PooledEngine(pool, bot("Thinker")).search(Position("5x5"), Limit(depth=1))


def test_an_engine_that_raises(pool: EnginePool) -> None:
    with pytest.raises(EngineError, match="failed"):
        PooledEngine(pool, bot("Raises", "arena/misbehaving.py")).search(
            Position.from_text(LATER), Limit(time=1)
        )
    with pytest.raises(EngineError, match="legal"):
        PooledEngine(pool, bot("Illegal", "arena/misbehaving.py")).search(
            Position.from_text(LATER), Limit(time=1)
        )


def test_an_engine_that_never_answers(pool: EnginePool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapoda.web.live.engine_pool.ANSWER_GRACE", 0.2)
    with pytest.raises(EngineStalled, match="did not answer"):
        PooledEngine(pool, bot("Blocks", "arena/misbehaving.py")).search(
            Position.from_text(LATER), Limit(time=0.1)
        )
    assert PooledEngine(pool, bot("Thinker")).search(Position("5x5"), Limit(depth=1))


def test_memory_is_limited(pool: EnginePool, tmp_path: Path) -> None:
    (tmp_path / "hoards.py").write_text(HOARDS, "utf-8")
    with pytest.raises(EngineError, match="MemoryError"):
        spec = parse_engine(f"{tmp_path / 'hoards.py'}:Hoards", "hex")
        PooledEngine(pool, spec).search(Position("5x5"), Limit(time=60))
    assert PooledEngine(pool, bot("Thinker")).search(Position("5x5"), Limit(depth=1))


def test_no_search_waits_for_a_process_that_cannot_start(
    pool: EnginePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = [EngineJob(name, bot("Thinker"), Position("5x5"), Limit(time=3600), None) for name in "abc"]
    for job in jobs:
        pool.submit(job)

    def fail(*_: object) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("hexapoda.web.live.engine_pool.PoolProcess", fail)
    pool.processes[0].kill()
    for job, text in zip(jobs, ("ended", "no process", "no process"), strict=True):
        with pytest.raises(EngineError, match=text):
            job.wait()


def test_a_game_keeps_its_engine_and_gets_a_new_one_for_a_new_game(pool: EnginePool) -> None:
    first, second = (PooledEngine(pool, bot("Thinker")) for _ in range(2))
    for engine in (first, second):
        engine.search(Position("5x5"), Limit(depth=1))
    [process] = pool.processes
    key = process.key
    second.search(Position("5x5"), Limit(depth=1))
    assert process.key == key
    second.new_game()
    second.search(Position("5x5"), Limit(depth=1))
    assert process.key != key


def test_processes_without_work_end_except_one() -> None:
    pool = EnginePool(2, MEMORY)
    engines = [PooledEngine(pool, bot("Thinker")) for _ in range(2)]
    asking = [Asking(engine, Limit(time=3600)) for engine in engines]
    for each in asking:
        each.began.wait()
    assert len(pool.processes) == 2
    for engine, each in zip(engines, asking, strict=True):
        engine.stop()
        each.end()
    pool.trim(3600)
    assert len(pool.processes) == 2
    pool.trim(0)
    assert len(pool.processes) == 1
    pool.close()
    with pytest.raises(EngineError, match="server ends"):
        engines[0].search(Position("5x5"), Limit(depth=1))


def test_closing_ends_everything() -> None:
    pool = EnginePool(1, MEMORY)
    pool.warm([bot("Thinker")])
    asking = Asking(PooledEngine(pool, bot("Thinker:deaf=true")), Limit(time=3600))
    asking.began.wait()
    [process] = pool.processes
    pool.close()
    asking.end()
    assert "server ends" in str(asking.error) and process.process.poll() is not None
