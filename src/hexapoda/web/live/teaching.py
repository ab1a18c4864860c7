"""`Teaching`: checks a person's moves before the engine answers them.

Tracks whether moves are checked, whether the latest move is still unchecked, and the lesson that keeps the
engine waiting. The room calls its methods while holding its lock, except for `check`.
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
    """The move checks of one game."""

    def __init__(self, engines: RoomEngines, waiters: Executor, seconds: float) -> None:
        """`waiters`: threads for the checks; `seconds`: the search time for each of the two positions."""
        self.on = False
        self.lesson: Lesson | None = None
        """The lesson about the latest move, if it was a mistake. The engine waits until the person has
        decided whether to take it back.
        """
        self._unchecked = False
        self._engines = engines
        self._waiters = waiters
        self._seconds = seconds

    def to_json(self) -> MistakeJson | None:
        """Return the lesson as JSON; None if there is none."""
        return None if self.lesson is None else self.lesson.to_json()

    def switch(self, on: bool) -> None:
        """Start or stop checking moves."""
        self.on = on
        if not on:
            self._unchecked, self.lesson = False, None

    def moved(self) -> None:
        """Note that a person is about to move."""
        self._unchecked = self.on

    def stepped(self) -> None:
        """Note that moves were taken back or replayed, so there is no new move to check."""
        self._unchecked = False

    async def check(self, session: Session) -> Lesson | None:
        """Check the latest move if it is a person's unchecked move; return a lesson if it was a mistake."""
        if not self._unchecked:
            return None
        record, engine = session.record(), self._engines.checker()
        lesson = None
        with contextlib.suppress(EngineError):  # no scores, or a failure: the game goes on regardless
            lesson = await _in_thread(
                self._waiters, lambda: check_move(session.game, record, engine, self._seconds)
            )
        self._unchecked = False
        return lesson


async def _in_thread(waiters: Executor, work: Callable[[], _Found]) -> _Found:
    """Call `work` in a thread of `waiters` and return its result.

    A cancellation waits until the thread is done, because the next search must not start while this one is
    still closing its engine. The caller that cancels also closes the engine, which ends the search.
    """
    following = asyncio.wrap_future(waiters.submit(work), loop=asyncio.get_running_loop())
    try:
        await asyncio.wait([following])
    except asyncio.CancelledError:
        await asyncio.wait([following])
        following.exception()
        raise
    return following.result()
