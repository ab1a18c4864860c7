"""A hint that nobody wants any longer ends, whether its search has begun or not."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, cast

import pytest

from hexapoda.errors import EngineError, UsageError
from hexapoda.web.live.room_hint import RoomHint
from tests.browser import run_async


class Search:
    """A search that lasts until it is ended."""

    def __init__(self) -> None:
        self.ended = threading.Event()

    @property
    def done(self) -> bool:
        return self.ended.is_set()

    def end(self) -> None:
        self.ended.set()

    def next_info(self, seconds: float) -> None:
        self.ended.wait(seconds)


class Game:
    """A game and its engines, whose searches begin when `gate` opens."""

    def __init__(self) -> None:
        self.gate, self.asked = threading.Event(), threading.Event()
        self.searches: list[Search] = []
        self.overdue = False

    def hint(self, seconds: float) -> Any:
        self.asked.set()
        self.gate.wait(30)
        self.search = Search()
        self.searches.append(self.search)
        return self

    def advice(self) -> None:
        raise EngineError("the search was ended")

    def cancel_hint(self) -> None:
        pass


@contextmanager
def hints(game: Game) -> Iterator[tuple[RoomHint, ThreadPoolExecutor]]:
    with ThreadPoolExecutor(1) as waiters:
        yield RoomHint(cast("Any", game), cast("Any", game), waiters, 60.0), waiters


def run(act: Callable[[RoomHint, ThreadPoolExecutor], Coroutine[Any, Any, None]], game: Game) -> None:
    async def limited() -> None:
        with hints(game) as (hint, waiters):
            async with asyncio.timeout(20):
                await act(hint, waiters)

    run_async(limited())


async def abandon(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await asyncio.sleep(0)


def test_a_hint_that_waits_for_a_thread_is_never_searched_for() -> None:
    game, busy = Game(), threading.Event()

    async def act(hint: RoomHint, waiters: ThreadPoolExecutor) -> None:
        waiters.submit(busy.wait, 30)
        task = asyncio.create_task(hint.find())
        await asyncio.sleep(0)
        await abandon(task)
        busy.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not game.asked.is_set()

    run(act, game)


def test_a_search_that_begins_too_late_is_ended() -> None:
    game = Game()

    async def act(hint: RoomHint, waiters: ThreadPoolExecutor) -> None:
        task = asyncio.create_task(hint.find())
        await asyncio.to_thread(game.asked.wait, 20)
        await abandon(task)
        with pytest.raises(UsageError, match="already"):  # the first one has not ended
            await hint.find()
        game.gate.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert [each.done for each in game.searches] == [True]

    run(act, game)


def test_a_game_that_goes_on_ends_the_search() -> None:
    game = Game()
    game.gate.set()

    async def act(hint: RoomHint, waiters: ThreadPoolExecutor) -> None:
        task = asyncio.create_task(hint.find())
        await asyncio.to_thread(game.asked.wait, 20)
        hint.cancel()
        assert await task is None
        again = asyncio.create_task(hint.find())  # is possible
        await asyncio.sleep(0)
        hint.cancel()
        assert await again is None

    run(act, game)


def test_an_engine_that_fails_is_an_error() -> None:
    game = Game()
    game.gate.set()

    async def act(hint: RoomHint, waiters: ThreadPoolExecutor) -> None:
        task = asyncio.create_task(hint.find())
        await asyncio.to_thread(game.asked.wait, 20)
        while not game.searches:
            await asyncio.sleep(0.001)
        game.searches[0].end()
        with pytest.raises(EngineError):
            await task

    run(act, game)
