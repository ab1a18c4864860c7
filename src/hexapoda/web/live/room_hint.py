"""`RoomHint`: the search for a hint in one game.

Only one search runs at a time. It can be cancelled at once, and gives up on an engine that exceeds its time.
`hexapoda.play` chooses the engine.
"""

from __future__ import annotations

import asyncio

from hexapoda.errors import EngineStalled, HexapodaError, UsageError
from hexapoda.host import ANSWER_GRACE
from hexapoda.host.best_lines import result_so_far
from hexapoda.host.search_work import SearchJob
from hexapoda.play import Advice, LiveGame
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.message import AdviceJson
from hexapoda.web.live.room_engines import RoomEngines
from hexapoda.web.live.search_json import advice_json

__all__ = ["RoomHint"]


class RoomHint:
    """The hints of one game. For use only in the thread of the event loop."""

    def __init__(self, live: LiveGame, engines: RoomEngines, seconds: float) -> None:
        """`seconds`: the search time."""
        self._live = live
        self._engines = engines
        self._seconds = seconds
        self._job: SearchJob | None = None
        """The current search; None if there is none, and after `cancel`."""

    async def find(self) -> AdviceJson | None:
        """Return the hint for the player to move; None if `cancel` is called first. If this call is
        cancelled, so is the search. Raises `HexapodaError`, and `UsageError` if another hint is being
        computed.
        """
        if self._job is not None:
            raise UsageError(Sentence("a hint is already being computed"))
        session = self._live.session
        job, search = self._engines.hint(session.position, self._seconds)
        self._job = job
        try:
            try:
                async with asyncio.timeout(self._seconds + ANSWER_GRACE):
                    result = await search
            except (TimeoutError, EngineStalled):  # noticed here, or by the pool
                result = result_so_far(next(iter(job.lines), None), job.position, job.source.name)
            advice = Advice(result, job.lines)
            found = await asyncio.to_thread(advice_json, session.game, job.position, advice)
            return found if self._job is job else None
        except HexapodaError:
            if self._job is not job:
                return None
            raise
        finally:
            if self._job is job:
                self._job = None

    def cancel(self) -> None:
        """End the current search, if there is one."""
        job, self._job = self._job, None
        if job is not None:
            self._engines.cancel_hint(job)
