"""`Teaching`: the check of a person's moves before the engine answers them.

Decides whether moves are checked, which move is still to be checked, and the lesson that keeps the engine
waiting. The room calls it while it holds its lock, except for `check`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

from hexapoda.errors import EngineError
from hexapoda.play import Session
from hexapoda.web.answers.game import MistakeJson
from hexapoda.web.live.lesson import Lesson, check_move
from hexapoda.web.live.room_engines import RoomEngines

__all__ = ["Teaching"]

_Found = TypeVar("_Found")


class Teaching:
    """The checks in one game."""

    def __init__(self, engines: RoomEngines, waiters: Executor, seconds: float) -> None:
        """`waiters`: threads for the checks; `seconds`: the time for each of two positions."""
        self.on = False
        self.lesson: Lesson | None = None
        """What the latest move was a mistake in; the engine waits until the person has decided."""
        self._unchecked = False
        self._engines = engines
        self._waiters = waiters
        self._seconds = seconds

    def to_json(self) -> MistakeJson | None:
        """Return the lesson, if there is one."""
        return None if self.lesson is None else self.lesson.to_json()

    def switch(self, on: bool) -> None:
        """Check moves from now on, or no longer."""
        self.on = on
        if not on:
            self._unchecked, self.lesson = False, None

    def moved(self) -> None:
        """A person is about to move."""
        self._unchecked = self.on

    def stepped(self) -> None:
        """Moves were taken back or played again: there is no new move to check."""
        self._unchecked = False

    async def check(self, session: Session) -> Lesson | None:
        """Return a lesson if the latest move is a person's, was not checked yet, and was a mistake."""
        if not self._unchecked:
            return None
        record, engine = session.record(), self._engines.checker()
        lesson = None
        with contextlib.suppress(EngineError):  # it has no scores, or fails: the game is more important
            lesson = await _in_thread(
                self._waiters, lambda: check_move(session.game, record, engine, self._seconds)
            )
        self._unchecked = False
        return lesson


async def _in_thread(waiters: Executor, work: Callable[[], _Found]) -> _Found:
    """Return what `work` returns in a thread of `waiters`.

    A cancellation waits until the thread is done, because the next search must not begin while this one still
    closes its engine. The caller that cancels ends the search.
    """
    following = asyncio.wrap_future(waiters.submit(work), loop=asyncio.get_running_loop())
    try:
        await asyncio.wait([following])
    except asyncio.CancelledError:
        await asyncio.wait([following])
        following.exception()
        raise
    return following.result()
