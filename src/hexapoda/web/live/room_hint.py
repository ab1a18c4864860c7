"""`RoomHint`: the search for a hint in one game.

Owns that there is one at a time, and that it ends at once when it is no longer wanted, whether it has
begun or still waits for a thread. `hexapoda.play` chooses the engine.
"""

from __future__ import annotations

import threading
from concurrent.futures import Executor
from functools import partial

from hexapoda.errors import HexapodaError, UsageError
from hexapoda.play import LiveGame
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.message import AdviceJson
from hexapoda.web.live.follow import in_thread
from hexapoda.web.live.room_engines import RoomEngines
from hexapoda.web.live.search_json import advice_json

__all__ = ["RoomHint"]

_LOOK = 0.02
"""Seconds between two looks at whether the hint is still wanted."""


class RoomHint:
    """The hint of one game. Used in the thread of the event loop only."""

    def __init__(self, live: LiveGame, engines: RoomEngines, waiters: Executor, seconds: float) -> None:
        """`waiters`: threads that wait for searches; `seconds`: the time of the search."""
        self._live = live
        self._engines = engines
        self._waiters = waiters
        self._seconds = seconds
        self._unwanted: threading.Event | None = None
        """Whether the hint that is searched for is no longer wanted; None if none is searched for."""

    async def find(self) -> AdviceJson | None:
        """Return the hint for the player to move; None if `cancel` was called first. A cancellation of this
        call ends the search. Raises `HexapodaError`, also if a hint is being searched for already.
        """
        if self._unwanted is not None:
            raise UsageError(Sentence("a hint is being searched for already"))
        unwanted = self._unwanted = threading.Event()
        try:
            return await in_thread(self._waiters, partial(self._search, unwanted), self.cancel)
        finally:
            self._unwanted = None

    def cancel(self) -> None:
        """End the search, if there is one."""
        if self._unwanted is not None:
            self._unwanted.set()
            self._engines.cancel_hint()

    def _search(self, unwanted: threading.Event) -> AdviceJson | None:
        try:
            if unwanted.is_set():
                return None
            asked = self._live.hint(self._seconds)
            while not asked.search.done and not asked.overdue:
                if unwanted.is_set():  # before there was a search that `cancel` could end
                    asked.search.end()
                asked.search.next_info(_LOOK)
            advice = asked.advice()
        except HexapodaError:
            if unwanted.is_set():
                return None
            raise
        finally:
            self._engines.cancel_hint()
        if unwanted.is_set():
            return None
        return advice_json(self._live.session.game, asked.search.position, advice)
