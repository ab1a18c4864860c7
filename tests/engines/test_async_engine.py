"""Engines in programs that use asyncio: reports, answers, stops, and nothing that is left behind."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from hexapoda.engine import Limit, OnInfo, SearchInfo, SearchResult
from hexapoda.errors import EngineError, EngineStalled, UnknownEngineError, UsageError
from hexapoda.games import game_of_position
from hexapoda.hex import Position as HexPosition
from hexapoda.hive import Position
from hexapoda.host import AsyncEngine, async_engine, engine_host
from hexapoda.registry import EngineSpec, engines, parse_engine, program_spec
from tests.fakes.thinker import Thinker

POSITION = Position()
FIRST = POSITION.legal_moves[0]


def thinker(**values: Any) -> AsyncEngine:
    return AsyncEngine(EngineSpec("hive", "thinker", "tests.fakes.thinker:Thinker", tuple(values.items())))


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set when `Thinker` has reported something."""
    happened, inner = threading.Event(), Thinker.search

    def search(self: Thinker, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        def tell(info: SearchInfo) -> None:
            if on_info is not None:
                on_info(info)
            happened.set()

        return inner(self, position, limit, tell)

    monkeypatch.setattr(Thinker, "search", search)
    return happened


def kept(inner: Any, made: list[Thinker]) -> Any:
    """A constructor that also keeps what it makes."""

    def init(self: Thinker, *arguments: Any, **values: Any) -> None:
        inner(self, *arguments, **values)
        made.append(self)

    return init


def searching() -> list[str]:
    return [each.name for each in threading.enumerate() if each.name in ("hexapoda search", "hexapoda stop")]


def run(work: Coroutine[Any, Any, None]) -> None:
    async def within() -> None:
        async with asyncio.timeout(60):
            await work

    # In a thread of its own: the one of the tests may have the loop of a browser.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, within()).result()
    for each in threading.enumerate():
        if each.name in ("hexapoda search", "hexapoda stop"):
            each.join(10)
    assert searching() == []


def test_reports_and_the_answer() -> None:
    async def work() -> None:
        async with thinker(multipv=2) as engine:
            async with engine.analysis(POSITION, Limit(depth=3)) as analysis:
                found = [(info.depth, info.multipv) async for info in analysis]
                assert found == [(depth, number) for depth in (1, 2, 3) for number in (1, 2)]
                assert (await analysis.result()).info.depth == 3
                assert [line.multipv for line in analysis.lines] == [1, 2]
            assert (await engine.play(POSITION, Limit(time=0))).move == FIRST
            await engine.new_game()
            assert (await engine.play(POSITION, Limit(nodes=1))).move == FIRST

    run(work())


def test_leaving_an_endless_analysis_stops_it() -> None:
    async def work() -> None:
        async with thinker() as engine:
            async with engine.analysis(POSITION) as analysis:
                async for info in analysis:
                    if info.depth == 3:
                        break
                search = analysis.search
            assert search.done
            with pytest.raises(RuntimeError, match="has not begun"):
                analysis.stop()
            async with engine.analysis(POSITION) as second:
                second.stop()
                assert (await second.result()).move == FIRST

    run(work())


def test_a_cancelled_task_stops_its_search(reported: threading.Event) -> None:
    async def work() -> None:
        async with thinker() as engine:
            for runs in (False, True):
                reported.clear()
                playing = asyncio.create_task(engine.play(POSITION, Limit()))
                if runs:
                    await asyncio.to_thread(reported.wait, 60)
                else:
                    await asyncio.sleep(0)  # the task begins, the search does not
                playing.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await playing
            # The engine is free again, and a second search waits for the first.
            both = await asyncio.gather(*(engine.play(POSITION, Limit(depth=2)) for _ in range(2)))
            assert [result.info.depth for result in both] == [2, 2]

    run(work())


def test_the_loop_goes_on_while_the_engine_searches(reported: threading.Event) -> None:
    async def work() -> None:
        async with thinker() as engine:
            playing = asyncio.create_task(engine.play(POSITION, Limit()))
            while not reported.is_set():  # only a loop that goes on gets here
                await asyncio.sleep(0)
            assert not playing.done()
            closing = asyncio.create_task(engine.close())  # it ends the search
            assert (await playing).move == FIRST
            await closing

    run(work())


def test_a_task_does_not_wait_for_its_own_analysis() -> None:
    async def work() -> None:
        async with thinker() as engine:
            async with engine.analysis(POSITION) as analysis:
                for second in (lambda: engine.play(POSITION, Limit(depth=1)), engine.new_game):
                    with pytest.raises(EngineError, match="leave the analysis block first"):
                        await second()
                with pytest.raises(EngineError, match="leave the analysis block"):
                    async with engine.analysis(POSITION):
                        pass
                assert not analysis.search.done
                waiting = asyncio.create_task(engine.play(POSITION, Limit(depth=2)))  # another task may wait
                await asyncio.sleep(0)
            assert (await waiting).info.depth == 2
            async with engine.analysis(POSITION) as analysis:
                await engine.close()
                assert analysis.search.done and (await analysis.result()).move == FIRST

    run(work())


def test_a_closed_engine_does_not_start_again() -> None:
    async def work() -> None:
        engine = thinker()
        async with engine:
            pass
        for use in (lambda: engine.play(POSITION, Limit(depth=1)), engine.new_game, engine.__aenter__):
            with pytest.raises(EngineError, match="engine 'thinker' was closed"):
                await use()
        await engine.close()

    run(work())


@pytest.mark.parametrize("waiting", [False, True])
def test_a_cancelled_close_closes_the_engine_nevertheless(
    waiting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Thinker] = []
    monkeypatch.setattr(Thinker, "__init__", kept(Thinker.__init__, made))

    async def work() -> None:
        engine = thinker()
        async with engine.analysis(POSITION) as analysis:
            asked: list[asyncio.Task[Any]] = [asyncio.create_task(engine.close())]
            if waiting:  # a task in between, which gets the turn of a closed engine
                asked.insert(0, asyncio.create_task(engine.play(POSITION, Limit(depth=1))))
            await asyncio.sleep(0)
            asked[-1].cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked[-1]
            assert (await analysis.result()).move == FIRST  # the close has stopped it
        if waiting:
            with pytest.raises(EngineError, match="was closed"):
                await asked[0]
        assert [one.closed for one in made] == [1]

    run(work())


def test_a_failure_is_raised_and_the_engine_created_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Failing(Thinker):
        """Fails in its first search."""

        def search(self, *arguments: Any) -> Any:
            made.append(self)
            if len(made) == 1:
                raise OSError("gone")
            return super().search(*arguments)

    monkeypatch.setattr("tests.fakes.thinker.Failing", Failing, raising=False)

    async def work() -> None:
        async with AsyncEngine(EngineSpec("hive", "failing", "tests.fakes.thinker:Failing")) as engine:
            with pytest.raises(EngineError, match="gone"):
                async with engine.analysis(POSITION) as analysis:
                    async for _ in analysis:
                        raise AssertionError("it reports nothing")
            assert (await engine.play(POSITION, Limit(depth=1))).move == FIRST
        assert made[0] is not made[1] and [one.closed for one in made] == [1, 1]
        with pytest.raises(UnknownEngineError):
            async with AsyncEngine(parse_engine("nobody")):
                pass

    run(work())


def test_an_engine_that_ignores_its_limit_and_the_stop_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (async_engine, engine_host):
        monkeypatch.setattr(module, "STOP_GRACE", 0.05)
    monkeypatch.setattr(async_engine, "ANSWER_GRACE", 0.05)
    held = threading.Event()

    class Deaf(Thinker):
        """Never answers."""

        def search(self, *arguments: Any) -> Any:
            held.wait(60)
            return super().search(*arguments)

    monkeypatch.setattr("tests.fakes.thinker.Deaf", Deaf, raising=False)

    async def work() -> None:
        async with AsyncEngine(EngineSpec("hive", "deaf", "tests.fakes.thinker:Deaf")) as engine:
            with pytest.raises(EngineStalled):
                await engine.play(POSITION, Limit(time=0.01))
        held.set()

    run(work())


@pytest.mark.parametrize(
    ("entry", "position"), [("uhp_entry", Position()), ("htp_entry", HexPosition("4x4"))], ids=["uhp", "htp"]
)
def test_an_external_program_that_was_not_added(entry: str, position: Any) -> None:
    command = [sys.executable, "-m", f"hexapoda.cli.{entry}", "random"]
    game = game_of_position(position).name

    async def work() -> None:
        async with AsyncEngine(program_spec(command, game, options={"seed": 7})) as engine:
            first = await engine.play(position, Limit(time=5))
            assert first.move in position.legal_moves
            await engine.new_game()
        assert engine_names() == before  # nothing was added

    before = engine_names()
    run(work())


def engine_names() -> list[str]:
    return [spec.name for game in ("hive", "hex") for spec in engines(game)]


@pytest.mark.usefixtures("game_of_y")
def test_a_program_that_cannot_be_an_engine() -> None:
    with pytest.raises(UsageError, match="do not speak 'htp': expected uhp"):
        program_spec(["x"], "hive", protocol="htp")
    with pytest.raises(UsageError, match="is empty"):
        program_spec([], "hive")
    with pytest.raises(UsageError, match="y has no protocol for external engines"):
        program_spec(["x"], "y")
    spec = program_spec(["/no/such/engine", "a b"], "hex", name="gone")
    assert (spec.name, spec.game, spec.target) == ("gone", "hex", "/no/such/engine 'a b'")
    with pytest.raises(EngineError, match="gone"):
        spec.create()
    with pytest.raises(UsageError, match="has no option 'bad'"):
        program_spec(
            [sys.executable, "-m", "hexapoda.cli.htp_entry", "random"], "hex", options={"bad": 1}
        ).create()
