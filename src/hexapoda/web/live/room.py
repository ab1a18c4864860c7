"""`Room`: a game in progress, the pages that watch it, and the turns of its engines.

Owns the order of what happens: one change at a time, each numbered and sent to all pages. The game itself is
`hexapoda.play`'s. All methods run in the event loop; work that may take long runs in threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor
from functools import partial
from typing import Any

from hexapoda.engine import Limit, SearchInfo, SearchResult
from hexapoda.errors import EngineResigned, HexapodaError, UsageError
from hexapoda.host import RunningSearch
from hexapoda.play import LiveGame
from hexapoda.record import GameRecord
from hexapoda.web.live.listener import Listener
from hexapoda.web.live.refusal import answer_why, read_move
from hexapoda.web.live.room_engines import RoomEngines
from hexapoda.web.live.search_json import advice_json, lines_json
from hexapoda.web.live.state import game_state
from hexapoda.web.opponents import opponent_names
from hexapoda.web.problem import Problem
from hexapoda.web.refusal_log import LOGGER
from hexapoda.web.settings import WebSettings

__all__ = ["Room"]

_REPORTS = 0.25
"""Seconds between two messages about a search."""
_LOOK = 0.25
"""Seconds between two looks at whether a hint is still wanted."""
_LATE = 0.02
"""Seconds after the end of a clock at which the game is looked at: a timer may be early."""


class Room:
    """One game with its listeners."""

    def __init__(
        self, id: str, live: LiveGame, engines: RoomEngines, settings: WebSettings, waiters: Executor
    ) -> None:
        """`live`: the game, which this object closes; `engines`: those of its players; `waiters`: threads
        that wait for searches.
        """
        self.id = id
        self.live = live
        self._engines = engines
        self._waiters = waiters
        self._opponents = opponent_names(live.session.game)
        self.version = 0
        self.used = time.monotonic()
        """When somebody last did something here."""
        self.listeners: set[Listener] = set()
        self._settings = settings
        self._change = asyncio.Lock()
        self._turn: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._hinting = False
        self._flag: asyncio.TimerHandle | None = None
        self._trouble = ""
        self._closed = False

    @property
    def idle(self) -> bool:
        """Whether nobody watches."""
        return not self.listeners

    @property
    def thinking(self) -> bool:
        """Whether an engine searches for its move."""
        return self._turn is not None

    def state(self) -> dict[str, Any]:
        """Return the state of the game."""
        state = game_state(self.live, self._opponents, self.thinking, self._trouble)
        return {"id": self.id, "version": self.version, **state}

    async def read(self) -> dict[str, Any]:
        """Return the state when no change is going on: a change runs in a thread."""
        async with self._change:
            return self.state()

    async def record(self) -> GameRecord:
        """Return the game so far as a record."""
        async with self._change:
            return self.live.session.record()

    # Watching

    async def join(self, listener: Listener, ref: Any = None) -> None:
        """Let a page watch. It gets the state as the answer; an engine whose turn it is begins to think.
        Raises `Problem` if too many pages watch.
        """
        async with self._change:
            if self._closed:
                raise Problem(409, "the game was just put away: load it again")
            if len(self.listeners) >= self._settings.listeners:
                raise Problem(429, "too many pages watch this game")
            self.listeners.add(listener)
            self.used = time.monotonic()
            self._go_on()
            listener.answer(_with_ref({"type": "state", **self.state()}, ref))

    def leave(self, listener: Listener) -> None:
        """Forget a page. When the last one leaves, the engine stops at once.

        Does not wait: the task of a page that leaves may be cancelled at any moment.
        """
        self.listeners.discard(listener)
        self.used = time.monotonic()
        if not self.listeners:
            self._begin(self._rest())

    async def _rest(self) -> None:
        async with self._change:
            if not self.listeners:
                await self._interrupt()

    # What players do

    async def move(self, listener: Listener, text: str, ply: int | None, ref: Any) -> None:
        """Play a move for the player to move, or answer why it is refused."""
        async with self._change:
            session = self.live.session
            self._require_turn(listener, ply)
            found = read_move(session, text)
            if isinstance(found, dict):
                listener.answer(_with_ref(found, ref))
                return
            await self._changed(lambda: self.live.play(found), listener, ref)

    async def undo(self, listener: Listener, ref: Any) -> None:
        """Take moves back until it is a person's turn."""
        await self._step(listener, ref, self.live.undo, "no move can be taken back", "undo")

    async def redo(self, listener: Listener, ref: Any) -> None:
        """Play the moves again that were taken back."""
        await self._step(listener, ref, self.live.redo, "no move was taken back", "redo")

    async def resign(self, listener: Listener, ref: Any) -> None:
        """Give up for the player to move."""
        async with self._change:
            self._require_turn(listener, None)
            await self._changed(self.live.resign, listener, ref)

    async def why(self, listener: Listener, text: str, ref: Any) -> None:
        """Answer why a move, or all moves of a piece, are not legal."""
        async with self._change:
            listener.answer(_with_ref(answer_why(self.live.session, text), ref))

    async def hint(self, listener: Listener, ref: Any) -> None:
        """Answer with the best moves for the player to move."""
        async with self._change:
            self._require_turn(listener, None)
            if self._hinting:
                raise UsageError("a hint is being searched for already")
            self._hinting = True
            version, live = self.version, self.live

        def search() -> dict[str, Any]:
            asked = live.hint(self._settings.hint_seconds)
            while not asked.search.done and not asked.overdue:
                if version != self.version:  # a move came before the search did, so nobody could cancel it
                    asked.search.end()
                asked.search.next_info(_LOOK)
            return advice_json(live.session.game, asked.search.position, asked.advice())

        try:
            found = await asyncio.get_running_loop().run_in_executor(self._waiters, search)
        except HexapodaError:
            if version != self.version:
                raise UsageError("the game has gone on: ask again") from None
            raise
        finally:
            self._engines.cancel_hint()
            self._hinting = False
        if version != self.version:  # a move was played before the search began
            raise UsageError("the game has gone on: ask again")
        listener.answer(_with_ref({"type": "hint", **found}, ref))

    async def close(self, *, only_idle: bool = False) -> bool:
        """End everything that goes on here, and return True. The file of the game stays. `only_idle`: if
        somebody watches, do nothing and return False.
        """
        async with self._change:
            if only_idle and self.listeners:
                return False
            if self._closed:
                return True
            self._closed = True
            await self._interrupt()
            self._stop_flag()
            self._engines.cancel_hint()
            await asyncio.to_thread(self.live.leave)
            return True

    # Changes

    async def _step(
        self, listener: Listener, ref: Any, act: Callable[[], int], nothing: str, what: str
    ) -> None:
        async with self._change:
            self._require_all(listener, what)
            await self._interrupt()
            before = self.live.session.result()

            def do() -> None:
                if not act() and self.live.session.result() == before:
                    raise UsageError(nothing)

            try:
                await self._changed(do, listener, ref)
            finally:
                self._go_on()

    async def _changed(
        self, act: Callable[[], object], listener: Listener | None = None, ref: Any = None
    ) -> None:
        """Change the game, and send the new state: to `listener` as its answer, to all others as news."""
        await asyncio.to_thread(act)
        self.version += 1
        self._engines.cancel_hint()
        self.used = time.monotonic()
        self._trouble = ""
        self._go_on()
        self._tell(listener, ref)

    def _tell(self, listener: Listener | None = None, ref: Any = None) -> None:
        state = {"type": "state", **self.state()}
        text = json.dumps(state, ensure_ascii=False, allow_nan=False)
        for each in self.listeners:
            if each is listener:
                each.answer(_with_ref(state, ref))
            else:
                each.post_latest("state", text)

    def _go_on(self) -> None:
        """Let the engine think if it is its turn and somebody watches, and set the alarm of the clock."""
        session = self.live.session
        over = session.result() is not None
        self._stop_flag()
        if session.clock is not None and session.clock.running is not None and not over:
            left = session.clock.left(session.clock.running)
            self._flag = asyncio.get_running_loop().call_later(left + _LATE, self._time_is_up)
        waits = self._closed or over or session.player.human or not self.listeners
        if self._turn is None and not waits:
            self._turn = asyncio.create_task(self._engine_turn())

    def _stop_flag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def _time_is_up(self) -> None:
        self._flag = None
        self._begin(self._end_by_time())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in a task of its own."""
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the loop itself does not keep a task alive
        task.add_done_callback(self._tasks.discard)

    async def _end_by_time(self) -> None:
        async with self._change:
            if self._closed or self.live.session.result() is None:
                return
            await self._interrupt()
            await self._changed(self.live.end_on_time)

    # Engines

    async def _engine_turn(self) -> None:
        """Let the engine choose its move, and play it. This task is only cancelled by those who hold the
        lock, so never while it changes the game itself.
        """
        act: Callable[[], object]
        try:
            async with self._change:
                search = await asyncio.to_thread(self.live.search, Limit(time=self._settings.move_seconds))
            result = await self._followed(search)
            act = partial(self.live.play, result.move, result.info)
        except EngineResigned:
            act = self.live.resign
        except Exception as error:
            if not isinstance(error, HexapodaError):
                LOGGER.exception("a turn of %s failed", self.live.session.player.name)
            self._turn = None
            self._trouble = str(error) if isinstance(error, HexapodaError) else "internal error of the server"
            self.version += 1
            self._tell()
            return
        async with self._change:
            self._turn = None
            await self._changed(act)

    async def _followed(self, search: RunningSearch) -> SearchResult:
        """Wait for the result of a search, and report its lines while it lasts."""
        loop = asyncio.get_running_loop()
        player = self.live.session.position.turn

        def report(info: SearchInfo) -> None:
            lines = lines_json(self.live.session.game, search.position, search.lines or (info,))
            message = {"type": "thinking", "player": player, "lines": lines, "seconds": round(info.time, 2)}
            loop.call_soon_threadsafe(self._post, "thinking", json.dumps(message, allow_nan=False))

        def follow() -> SearchResult:
            sent = 0.0
            while True:
                info = search.next_info(1.0)
                if info is None and search.done:
                    return search.result()
                now = time.monotonic()
                if info is not None and now - sent >= _REPORTS:
                    sent = now
                    report(info)

        following = asyncio.wrap_future(self._waiters.submit(follow), loop=loop)
        try:
            await asyncio.wait([following])
        except asyncio.CancelledError:
            # The next search must not begin while this thread still closes the engine of this one.
            await asyncio.wait([following])
            following.exception()
            raise
        return following.result()

    def _post(self, kind: str, text: str) -> None:
        for each in self.listeners:
            each.post_latest(kind, text)

    async def _interrupt(self) -> None:
        """Stop the engine that thinks. Its move is not played."""
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.cancel()
            self._engines.cancel_moves()
            with contextlib.suppress(asyncio.CancelledError):
                await turn
            await asyncio.to_thread(self._engines.close_players)

    # Who may do what

    def _require_turn(self, listener: Listener, ply: int | None) -> None:
        """Raise `UsageError` unless a person is to move, and this page may move for that person."""
        session = self.live.session
        if session.result() is not None:
            raise UsageError("the game is over")
        if ply is not None and ply != session.position.ply:
            raise UsageError(f"the game has gone on: it is at ply {session.position.ply}, not {ply}")
        if not session.player.human:
            raise UsageError(f"it is the turn of {session.player.name}")
        if session.position.turn not in listener.seats:
            raise UsageError(f"this page does not play {session.side}")

    def _require_all(self, listener: Listener, what: str) -> None:
        """Raise `UsageError` unless this page plays for all people of the game, or for both engines."""
        people = {seat for seat, player in enumerate(self.live.session.players) if player.human} or {0, 1}
        if not people <= listener.seats:
            raise UsageError(f"{what} needs the consent of both players")


def _with_ref(message: Mapping[str, Any], ref: Any) -> dict[str, Any]:
    return dict(message) if ref is None else {**message, "ref": ref}
