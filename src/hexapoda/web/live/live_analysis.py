"""`LiveAnalysis`: the search of one position for one page, in time slices of the pool.

A search keeps running while no other search is waiting. Otherwise it yields after a slice and queues again.
The slices grow longer, because the engine starts from scratch if another search used the process in between.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from hexapoda.engine import Limit, SearchInfo
from hexapoda.errors import EngineResigned, HexapodaError
from hexapoda.host.search_work import SearchJob
from hexapoda.registry import EngineSpec
from hexapoda.text.sentence import message_of
from hexapoda.web.answers.message import AnalysisMessage, LinesMessage, Why
from hexapoda.web.live.frames import error_message
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.live.pooled_engine import engine_name
from hexapoda.web.live.search_json import analysis_json
from hexapoda.web.position_fields import NamedPosition

__all__ = ["AnalysisWish", "LiveAnalysis"]

_SLICES = (0.3, 0.5, 1.0, 2.0, 4.0)
"""The lengths of the slices in seconds; later slices are as long as the last of these."""
_NEW, _OLD = 1, 2
"""The urgency of the first slice and of the later ones, so that a new page sees lines soon."""
_PAUSE = 0.1
"""The minimum time between two messages with lines, in seconds."""
_LITTLE = 0.05
"""The remaining search time, in seconds, that is not worth another slice."""


@dataclass(frozen=True, slots=True)
class AnalysisWish:
    """A page's request for an analysis: a position, the engine, and the numbers of lines and seconds."""

    ref: object
    named: NamedPosition
    spec: EngineSpec
    lines: int
    seconds: float


class LiveAnalysis:
    """The analysis of one page. Only the thread of the event loop may use it."""

    def __init__(self, pool: PagePool, client: str, post: Callable[[AnalysisMessage, object], None]) -> None:
        """`client`: the client whose turns the search uses; `post`: called with a message and its `ref`."""
        self._pool = pool
        self._client = client
        self._post = post
        self._key = ("analysis", secrets.token_hex(8))
        self._loop = asyncio.get_running_loop()
        self._slice: SearchJob | None = None
        self._wish: AnalysisWish | None = None
        self._number = 0
        self._used = 0.0
        self._shown: tuple[SearchInfo, ...] = ()
        self._sent = 0.0
        self._later: asyncio.TimerHandle | None = None

    def begin(self, wish: AnalysisWish) -> None:
        """Search a position instead of the previous one."""
        self.close()
        self._wish, self._number, self._used, self._shown = wish, 0, 0.0, ()
        if wish.named.position.outcome() is not None:
            self._finish("over")
        else:
            self._submit(wish)

    def stop(self) -> None:
        """End the search, and tell the page."""
        if self._wish is not None:
            self._cancel()
            self._finish("stopped")

    def close(self) -> None:
        """End the search at once, without a message."""
        self._cancel()
        self._wish = None

    def _cancel(self) -> None:
        running, self._slice = self._slice, None
        if running is not None:
            self._pool.workers.cancel(running)
        if self._later is not None:
            self._later.cancel()
            self._later = None

    def _submit(self, wish: AnalysisWish) -> None:
        seconds = _SLICES[min(self._number, len(_SLICES) - 1)]
        current = self._slice = self._pool.search_job(
            self._key,
            wish.spec,
            wish.named.position.copy(),
            Limit(time=wish.seconds - self._used),
            lambda _: self._call(lambda: self._news(current)),
            client=self._client,
            urgency=_OLD if self._number else _NEW,
            slice_seconds=seconds,
            on_end=lambda _: self._call(lambda: self._ended(current)),
        )
        self._pool.workers.submit(current)

    def _call(self, what: Callable[[], None]) -> None:
        """Call `what` in the event loop; any thread may use this. Does nothing if the loop is closed."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(what)

    def _news(self, current: SearchJob) -> None:
        """Show new lines of a slice, at most ten times a second."""
        if current is not self._slice or self._later is not None:
            return
        pause = self._sent + _PAUSE - time.monotonic()
        self._later = self._loop.call_later(max(pause, 0.0), self._show, current)

    def _show(self, current: SearchJob) -> None:
        self._later = None
        if current is self._slice and self._wish is not None:
            lines = current.lines
            if self._is_better(lines):
                self._shown = lines
                self._send(current)

    def _is_better(self, lines: tuple[SearchInfo, ...]) -> bool:
        """Return whether `lines` are better than the shown lines, which may come from a longer slice."""
        if not lines or not self._shown:
            return bool(lines)
        new, old = lines[0], self._shown[0]
        if new.win_in is not None or old.win_in is not None:
            return new.win_in is not None
        return 2 * (new.nodes or 0) >= (old.nodes or 0) or (new.depth or 0) >= (old.depth or 0)

    def _ended(self, current: SearchJob) -> None:
        """Continue with the next slice, or finish."""
        wish = self._wish
        if current is not self._slice or wish is None:
            return
        self._cancel_timer()
        self._used += _seconds(current)
        try:
            result = current.wait()
        except HexapodaError as error:
            self._slice = None
            if isinstance(error, EngineResigned):
                self._finish("complete")
            else:
                self._wish = None
                self._post(error_message(message_of(error)), wish.ref)
            return
        self._slice = None
        info = result.info if result.info.pv else SearchInfo(pv=(result.move,))
        lines = current.lines or (info,)
        if self._is_better(lines):
            self._shown = lines
        self._number += 1
        proven = self._shown[0].win_in is not None
        over = wish.seconds - self._used < _LITTLE
        if current.preempted and not over and not proven:
            self._submit(wish)
            self._send(self._slice)
        else:
            self._finish("proven" if proven else "time" if over else "complete")

    def _cancel_timer(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None

    def _finish(self, why: Why) -> None:
        self._send(None, why)
        self._wish = None

    def _send(self, current: SearchJob | None, why: Why | None = None) -> None:
        wish = self._wish
        assert wish is not None
        self._sent = time.monotonic()
        named = wish.named
        seconds = self._used + (0.0 if current is None else _seconds(current))
        message: LinesMessage = {
            "type": "lines",
            "lines": analysis_json(named.game, named.position, self._shown[: wish.lines]),
            "engine": engine_name(wish.spec),
            "seconds": round(seconds, 2),
            "done": why is not None,
        }
        if why is not None:
            message["why"] = why
        self._post(message, wish.ref)


def _seconds(job: SearchJob) -> float:
    """Return the seconds since a slice began; 0 if it has not begun."""
    return 0.0 if job.began is None else time.monotonic() - job.began
