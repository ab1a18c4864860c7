"""The processes in which engines search: answers, stops, crashes, limits and the queue."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from hexapoda.engine import Limit, SearchInfo
from hexapoda.errors import EngineCrashed, EngineError, EngineStalled
from hexapoda.hex import Position
from hexapoda.host import RunningSearch
from hexapoda.host.search_work import SearchJob
from hexapoda.registry import EngineSpec, parse_engine
from hexapoda.web.live.page_pool import PagePool, client_of
from hexapoda.web.live.pooled_engine import PooledEngine
from hexapoda.web.settings import WebSettings

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


def pool_of(processes: int, *, now: Callable[[], float] = time.monotonic) -> PagePool:
    return PagePool(WebSettings(engine_processes=processes, engine_bytes=MEMORY), now=now)


@pytest.fixture
def pool() -> Iterator[PagePool]:
    pool = pool_of(1)
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


def test_an_engine_searches_elsewhere(pool: PagePool) -> None:
    infos: list[SearchInfo] = []
    engine = PooledEngine(pool, bot("Thinker:multipv=2"), "")
    result = engine.search(Position("5x5"), Limit(depth=3), infos.append)
    assert result.move == Position("5x5").legal_moves[0] and result.info.depth == 3
    assert [(info.depth, info.multipv) for info in infos] == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]


def test_it_is_used_like_any_engine(pool: PagePool) -> None:
    engine = PooledEngine(pool, bot("Thinker:multipv=2"), "")
    search = RunningSearch(engine, Position("5x5"), Limit(time=60))
    assert search.next_info() is not None
    search.stop()
    assert search.result().move in Position("5x5").legal_moves and len(search.lines) == 2


def test_a_job_knows_the_best_lines_of_its_search(pool: PagePool) -> None:
    job = pool.search_job(None, bot("Thinker:multipv=2"), Position("5x5"), Limit(depth=3), None)
    pool.workers.submit(job)
    assert job.wait().move == Position("5x5").legal_moves[0]
    assert [(info.depth, info.multipv) for info in job.lines] == [(3, 1), (3, 2)]


def test_a_cancelled_search_ends_and_the_process_goes_on(pool: PagePool) -> None:
    engine = PooledEngine(pool, bot("Thinker"), "")
    asking = Asking(engine, Limit(time=3600))
    asking.began.wait()
    [process] = pool.workers.processes
    engine.cancel()
    asking.end()
    assert "cancelled" in str(asking.error)
    assert engine.search(Position("5x5"), Limit(depth=1)).info.depth == 1
    assert pool.workers.processes == [process], "it stopped, so nobody killed it"


def test_a_closed_engine_never_searches(pool: PagePool) -> None:
    engine = PooledEngine(pool, bot("Thinker"), "")
    engine.close()  # as if the page had left before the thread of the search began
    with pytest.raises(EngineError, match="closed"):
        engine.search(Position("5x5"), Limit(time=3600))
    assert pool.workers.processes == []


def test_an_engine_that_does_not_stop_is_killed(pool: PagePool) -> None:
    deaf = PooledEngine(pool, bot("Thinker:deaf=true"), "")
    asking = Asking(deaf, Limit(time=3600))
    asking.began.wait()
    [process] = pool.workers.processes
    deaf.close()
    asking.end()
    other = PooledEngine(pool, bot("Thinker"), "")
    assert other.search(Position("5x5"), Limit(depth=1)).info.depth == 1
    assert pool.workers.processes != [process] and process.process.poll() is not None


def test_a_stop_before_the_search_begins(pool: PagePool) -> None:
    job = pool.search_job("a", bot("Thinker"), Position("5x5"), Limit(time=3600), None)
    pool.workers.submit(job)
    pool.workers.stop(job)
    assert job.wait().move in Position("5x5").legal_moves


def test_the_queue_is_first_come_first_served(pool: PagePool) -> None:
    order: list[str] = []

    def job_of(name: str) -> SearchJob:
        return pool.search_job(
            name, bot("Thinker"), Position("5x5"), Limit(depth=2), lambda info: order.append(name)
        )

    jobs = [job_of(name) for name in "abc"]
    for job in jobs:
        pool.workers.submit(job)
    for job in jobs:
        job.wait()
    assert order == list("aabbcc") and len(pool.workers.processes) == 1


def test_waiting_searches_can_be_hurried_and_cancelled(pool: PagePool) -> None:
    first, second, third = (
        pool.search_job(name, bot("Thinker"), Position("5x5"), Limit(time=3600), None) for name in "abc"
    )
    for job in (first, second, third):
        pool.workers.submit(job)
    pool.workers.stop(second)
    pool.workers.cancel(third)
    with pytest.raises(EngineError, match="cancelled"):
        third.wait()
    assert not first.ended and not second.ended
    pool.workers.stop(first)
    assert first.wait() and second.wait(), "the second got a tenth of a second and not an hour"


@pytest.mark.parametrize(("waited", "left"), [(8.0, 2.0), (9.95, 0.1), (500.0, 0.1)])
def test_time_in_the_queue_counts(waited: float, left: float) -> None:
    now = [0.0]
    pool = pool_of(1, now=lambda: now[0])
    first, second, third = (
        pool.search_job(name, bot("Thinker"), Position("5x5"), Limit(time=time), None)
        for name, time in (("a", 3600), ("b", 10), ("c", 0.05))
    )
    for job in (first, second, third):
        pool.workers.submit(job)
    now[0] = waited
    pool.workers.stop(first)
    first.wait()
    pool.workers.stop(second)
    assert second.wait() and third.wait()
    assert second.limit.time == pytest.approx(left) and third.limit.time == 0.05
    pool.close()


@pytest.mark.parametrize("name", ["Dies", "Segfaults", "Exits"])
def test_a_crash_costs_one_search(pool: PagePool, name: str) -> None:
    engine = PooledEngine(pool, bot(name, "arena/misbehaving.py"), "")
    with pytest.raises(EngineError) as failed:
        engine.search(Position.from_text(LATER), Limit(time=1))
    assert isinstance(failed.value, EngineCrashed) or name == "Exits"
    assert PooledEngine(pool, bot("Thinker"), "").search(Position("5x5"), Limit(depth=1))


def test_an_engine_that_raises(pool: PagePool) -> None:
    with pytest.raises(EngineError, match="failed"):
        PooledEngine(pool, bot("Raises", "arena/misbehaving.py"), "").search(
            Position.from_text(LATER), Limit(time=1)
        )
    with pytest.raises(EngineError, match="legal"):
        PooledEngine(pool, bot("Illegal", "arena/misbehaving.py"), "").search(
            Position.from_text(LATER), Limit(time=1)
        )


def test_an_engine_that_never_answers(pool: PagePool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapoda.host.search_work.ANSWER_GRACE", 0.2)
    with pytest.raises(EngineStalled, match="did not answer"):
        PooledEngine(pool, bot("Blocks", "arena/misbehaving.py"), "").search(
            Position.from_text(LATER), Limit(time=0.1)
        )
    assert PooledEngine(pool, bot("Thinker"), "").search(Position("5x5"), Limit(depth=1))


def test_memory_is_limited(pool: PagePool, tmp_path: Path) -> None:
    (tmp_path / "hoards.py").write_text(HOARDS, "utf-8")
    with pytest.raises(EngineError, match="MemoryError"):
        spec = parse_engine(f"{tmp_path / 'hoards.py'}:Hoards", "hex")
        PooledEngine(pool, spec, "").search(Position("5x5"), Limit(time=60))
    assert PooledEngine(pool, bot("Thinker"), "").search(Position("5x5"), Limit(depth=1))


def test_no_search_waits_for_a_process_that_cannot_start(
    pool: PagePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = threading.Event()
    jobs = [
        pool.search_job(name, bot("Thinker"), Position("5x5"), Limit(time=3600), lambda info: began.set())
        for name in "abc"
    ]
    for job in jobs:
        pool.workers.submit(job)
    began.wait()

    def fail(*_: object, **__: object) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("hexapoda.host.worker_pool.WorkerProcess", fail)
    pool.workers.processes[0].kill()
    for job, text in zip(jobs, ("ended", "no process", "no process"), strict=True):
        with pytest.raises(EngineError, match=text):
            job.wait()


def test_a_game_keeps_its_engine_and_gets_a_new_one_for_a_new_game(pool: PagePool) -> None:
    first, second = (PooledEngine(pool, bot("Thinker"), "") for _ in range(2))
    for engine in (first, second):
        engine.search(Position("5x5"), Limit(depth=1))
    [process] = pool.workers.processes
    key = process.key
    second.search(Position("5x5"), Limit(depth=1))
    assert process.key == key
    second.new_game()
    second.search(Position("5x5"), Limit(depth=1))
    assert process.key != key


def test_processes_without_work_end_except_one() -> None:
    pool = pool_of(2)
    engines = [PooledEngine(pool, bot("Thinker"), "") for _ in range(2)]
    asking = [Asking(engine, Limit(time=3600)) for engine in engines]
    for each in asking:
        each.began.wait()
    assert len(pool.workers.processes) == 2
    for engine, each in zip(engines, asking, strict=True):
        engine.stop()
        each.end()
    pool.workers.trim(3600)
    assert len(pool.workers.processes) == 2
    pool.workers.trim(0)
    assert len(pool.workers.processes) == 1
    pool.close()
    with pytest.raises(EngineError, match="program is ending"):
        engines[0].search(Position("5x5"), Limit(depth=1))


def test_closing_ends_everything() -> None:
    pool = pool_of(1)
    pool.warm([bot("Thinker")])
    asking = Asking(PooledEngine(pool, bot("Thinker:deaf=true"), ""), Limit(time=3600))
    asking.began.wait()
    [process] = pool.workers.processes
    pool.close()
    asking.end()
    assert "program is ending" in str(asking.error) and process.process.poll() is not None


@pytest.mark.parametrize(
    ("address", "client"),
    [("203.0.113.1", "203.0.113.1 a"), ("2001:db8::1", "2001:db8::/64 a"), ("127.0.0.1", "a")],
)
def test_people_of_one_address_are_a_group(address: str, client: str) -> None:
    scope = {"type": "http", "client": (address, 1), "headers": [], "hexapoda.owner": "a"}
    assert client_of(HTTPConnection(scope)) == client
