"""The engine host: searches that can be listened to, stopped and given up, and engines kept between them."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from hexapoda.engine import Engine, Limit, OnInfo, SearchInfo, SearchResult
from hexapoda.errors import EngineError, EngineStalled
from hexapoda.hive import Position
from hexapoda.host import EngineHost, RunningSearch, close_engine, engine_host, running_search
from hexapoda.host.engine_thread import EngineThread
from tests.fakes.thinker import Thinker


def infos_of(thinking: RunningSearch) -> list[SearchInfo]:
    found = []
    while (info := thinking.next_info(20)) is not None:
        found.append(info)
    return found


def test_everything_is_heard_and_the_answer_is_there() -> None:
    thinking = RunningSearch(Thinker(multipv=2), Position(), Limit(depth=3))
    assert [(info.depth, info.multipv) for info in infos_of(thinking)] == [
        (depth, number) for depth in (1, 2, 3) for number in (1, 2)
    ]
    assert thinking.done and thinking.result().info.depth == 3
    assert [(line.depth, line.multipv) for line in thinking.lines] == [(3, 1), (3, 2)]
    assert thinking.finish(0).info.depth == 3  # it is over; nothing is waited for


def test_nothing_told_is_no_end() -> None:
    thinking = RunningSearch(Thinker(mute=True), Position(), Limit())
    assert thinking.next_info(0.01) is None and not thinking.done
    assert thinking.finish(20).move in Position().legal_moves
    assert thinking.next_info(20) is None and thinking.done


def test_a_stop_is_not_lost_however_early_it_comes() -> None:
    engine = Thinker()
    for _ in range(20):
        thinking = RunningSearch(engine, Position(), Limit())
        thinking.stop()
        thinking.stop()
        assert thinking.result().move in Position().legal_moves


def test_a_stop_never_reaches_the_next_search() -> None:
    """An engine that keeps a stop for later would answer the second search at once."""

    class Sticky(Thinker):
        """Does not forget a stop that comes while nothing is running."""

        late = 0
        running = False

        def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
            self.running = True
            result = super().search(position, limit, on_info)
            self.running = False
            return result

        def stop(self) -> None:
            self.late += not self.running and self.begun
            super().stop()

        begun = False

    engine = Sticky()
    for _ in range(50):
        thinking = RunningSearch(engine, Position(), Limit())
        assert thinking.next_info(20) is not None
        thinking.stop()
        thinking.result()
        before = engine.late
        engine.begun = True
        assert len(infos_of(RunningSearch(engine, Position(), Limit(depth=3)))) == 3
        assert engine.late == before
        engine.begun = False


def test_an_engine_that_does_not_heed_the_stop_is_given_up() -> None:
    thinking = RunningSearch(Thinker(deaf=True), Position(), Limit(time=1))
    assert thinking.next_info(20) is not None
    assert thinking.finish(0).move in Position().legal_moves
    with pytest.raises(EngineStalled, match="'thinker' ignores the stop"):
        RunningSearch(Thinker(deaf=True, mute=True), Position(), Limit(time=0.5)).finish(0)


class Told(Engine):
    """Tells what it is made with."""

    name = "told"

    def __init__(self, *told: Any) -> None:
        self.told = told

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        assert on_info is not None
        for info in self.told:
            on_info(info)
        move = position.legal_moves[0]
        return SearchResult(move, SearchInfo(0, 0, 0.0, (move,)))


def test_lines_are_those_of_one_iteration() -> None:
    moves = list(Position().legal_moves)

    def line(depth: int, rank: int, move: int) -> SearchInfo:
        return SearchInfo(depth, 0, 0.0, (moves[move],), multipv=rank)

    def lines(*told: SearchInfo, done: bool) -> list[tuple[int | None, int, int]]:
        thinking = RunningSearch(Told(*told), Position(), Limit())
        thinking.result()
        if not done:  # as it was while the engine was still at work
            thinking._done = False
        return [(each.depth, each.multipv, moves.index(each.pv[0])) for each in thinking.lines]

    first = (line(1, 1, 0), line(1, 2, 1), line(1, 3, 2))
    second = (line(2, 1, 2), line(2, 2, 3), line(2, 3, 0))
    assert lines(*first, *second[:2], done=False) == [(1, 1, 0), (1, 2, 1), (1, 3, 2)]
    assert lines(*first, *second, done=False) == [(2, 1, 2), (2, 2, 3), (2, 3, 0)]
    assert lines(*first[:2], done=False) == [(1, 1, 0), (1, 2, 1)]
    assert lines(*first, line(9, 1, 3), done=True) == [(9, 1, 3)]  # a proof leaves one line
    assert lines(line(1, 1, 0), line(1, 2, 0), line(1, 3, 2), done=True) == [(1, 1, 0), (1, 2, 2)]


def test_what_an_engine_does_wrong() -> None:
    with pytest.raises(EngineError, match="engine 'told' reports 17: expected a SearchInfo"):
        RunningSearch(Told(17), Position(), Limit()).result()

    class Interrupted(Told):
        def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        RunningSearch(Interrupted(), Position(), Limit()).result()


def test_the_position_may_go_on_meanwhile() -> None:
    position = Position()
    thinking = RunningSearch(Thinker(), position, Limit())
    position.push(position.legal_moves[0])
    assert thinking.finish(20).move in Position().legal_moves
    assert thinking.position.ply == 0


def test_engines_are_let_go() -> None:
    engine = Thinker()
    close_engine(engine)
    close_engine(Told())
    assert engine.closed == 1

    class Bad(Told):
        def close(self) -> None:
            raise OSError("gone already")

    close_engine(Bad())
    close_engine(None)


class Source:
    """Makes thinkers and counts them."""

    name = "thinker"
    options = Thinker.options

    def __init__(self, engine: type[Any] = Thinker) -> None:
        self.made: list[Any] = []
        self._engine = engine

    @property
    def given(self) -> dict[str, Any]:
        return {}

    def create(self, **values: Any) -> Any:
        self.made.append(self._engine(**values))
        return self.made[-1]


def test_a_host_keeps_its_engine_from_search_to_search() -> None:
    source = Source()
    host = EngineHost(source, {"multipv": 2})
    assert source.made == []
    for _ in range(2):
        assert host.search(Position(), Limit(depth=2)).result().info.depth == 2
    host.configure({"multipv": 2})
    assert len(source.made) == 1 and source.made[0].multipv == 2
    host.configure({"multipv": 3})
    assert source.made[0].closed == 1 and host.name == "thinker"
    host.close()
    host.close()
    assert [engine.closed for engine in source.made] == [1, 1]


def test_a_host_ends_a_search_before_the_next_one_begins() -> None:
    host = EngineHost(Source())
    first = host.search(Position(), Limit())
    assert host.search(Position(), Limit(depth=2)).result().info.depth == 2
    assert first.done
    second = host.search(Position(), Limit())
    host.stop()
    assert second.result().move in Position().legal_moves
    host.close()


def test_a_host_leaves_a_deaf_engine_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_host, "STOP_GRACE", 0.0)
    source = Source()
    host = EngineHost(source, {"deaf": True})
    search = host.search(Position(), Limit(time=0.3))
    assert search.next_info(20) is not None
    assert host.search(Position(), Limit(depth=1)).result().info.depth == 1
    assert len(source.made) == 2 and source.made[0].closed == 1


def test_a_host_makes_an_engine_that_failed_again() -> None:
    class Broken(Told):
        def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
            raise RuntimeError("no idea")

        def new_game(self) -> None:
            raise RuntimeError("no idea either")

    source = Source(Broken)
    host = EngineHost(source)
    host.new_game()
    assert source.made == []
    with pytest.raises(EngineError, match="no idea"):
        host.search(Position(), Limit()).result()
    host.start()
    host.new_game()
    host.start()
    assert len(source.made) == 3


def test_a_host_asks_no_engine_again_whose_failure_nobody_heard() -> None:
    class Broken(Told):
        def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
            raise RuntimeError("no idea")

    source = Source(Broken)
    host = EngineHost(source)
    for _ in range(2):
        assert host.search(Position(), Limit()).next_info(20) is None
    assert len(source.made) == 2


class Stuck(Thinker):
    """Ends its search when it is stopped, but `stop` itself does not return until it is released."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.release = threading.Event()

    def stop(self) -> None:
        super().stop()
        self.release.wait(60)


def test_a_stop_that_does_not_return_holds_no_answer_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_search, "_STOP_PATIENCE", 0.0)
    engine = Stuck()
    search = RunningSearch(engine, Position(), Limit())
    assert search.next_info(20) is not None
    result = search.finish(20)
    assert result.move in Position().legal_moves
    assert search.done and search.stop_hangs
    engine.release.set()


def test_a_host_leaves_an_engine_behind_whose_stop_does_not_return(monkeypatch: pytest.MonkeyPatch) -> None:
    """The late stop would end the next search of the same engine."""
    monkeypatch.setattr(running_search, "_STOP_PATIENCE", 0.0)
    source = Source(Stuck)
    host = EngineHost(source)
    search = host.search(Position(), Limit())
    assert search.next_info(20) is not None
    host.stop()
    assert search.result().move in Position().legal_moves
    assert host.search(Position(), Limit(depth=2)).result().info.depth == 2
    assert len(source.made) == 2 and source.made[0].closed == 1
    source.made[0].release.set()


def test_the_failure_of_an_older_search_leaves_the_engine_of_a_newer_one() -> None:
    class FailsOnce(Thinker):
        """The first one made fails."""

        def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
            if source.made[0] is self:
                raise RuntimeError("no idea")
            return super().search(position, limit, on_info)

    source = Source(FailsOnce)
    host = EngineHost(source)
    older = host.search(Position(), Limit())
    assert older.next_info(20) is None and older.done
    newer = host.search(Position(), Limit())
    with pytest.raises(EngineError, match="no idea"):
        older.result()
    assert [engine.closed for engine in source.made] == [1, 0]
    host.stop()
    assert newer.result().move in Position().legal_moves
    assert len(source.made) == 2 and host.start() is source.made[1]


def test_a_thread_says_how_late_a_call_began() -> None:
    thread, busy, first, second = EngineThread(), threading.Event(), threading.Event(), threading.Event()

    def occupy() -> None:
        busy.set()
        first.wait()

    thread.put(occupy)
    assert busy.wait(30)
    thread.put(second.wait)
    waiting = thread.delay
    assert 0 < waiting < thread.delay, "it grows while the call waits for its turn"
    first.set()
    assert thread.get(30) is not None
    second.set()
    assert thread.get(30) is not None
    began = thread.delay
    assert waiting < began == thread.delay
    thread.end(30)
