"""`Room`: a game in progress, the pages that watch it, and the turns of its engines.

Makes changes one at a time, numbers them, and sends them to all pages. `hexapoda.play` contains the game
itself. All methods except `_report` run in the event loop; slow work runs in threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import Executor
from functools import partial
from typing import Literal

from hexapoda.engine import Limit
from hexapoda.errors import EngineResigned, UsageError
from hexapoda.host.search_work import SearchJob
from hexapoda.play import Aid, LiveGame
from hexapoda.record import GameRecord
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.game import GameStateJson
from hexapoda.web.api.schemas import NewGame
from hexapoda.web.live.audience import Audience
from hexapoda.web.live.listener import Listener
from hexapoda.web.live.offers import Offers
from hexapoda.web.live.refusal import answer_why, read_move
from hexapoda.web.live.rematch import rematch_wish
from hexapoda.web.live.rights import (
    is_helped,
    require_all,
    require_analysis,
    require_hint,
    require_opponent,
    require_turn,
)
from hexapoda.web.live.room_engines import RoomEngines
from hexapoda.web.live.room_file import RoomFile
from hexapoda.web.live.room_hint import RoomHint
from hexapoda.web.live.search_json import thinking_text
from hexapoda.web.live.seating import Seating
from hexapoda.web.live.state import game_state
from hexapoda.web.live.teaching import Teaching
from hexapoda.web.opponents import opponent_names
from hexapoda.web.problem import Problem
from hexapoda.web.refusal_log import failure_text
from hexapoda.web.settings import WebSettings

__all__ = ["Room"]

_LATE = 0.02
"""Seconds to wait after a clock runs out before checking the game, because a timer may fire early."""
_PUT_AWAY = Sentence("the game has just been closed: load it again")


class Room:
    """One game and the pages that watch it."""

    def __init__(
        self,
        id: str,
        live: LiveGame,
        engines: RoomEngines,
        settings: WebSettings,
        waiters: Executor,
        seconds: tuple[float | None, float | None],
        changed: Callable[[Room], None],
    ) -> None:
        """`live`: the game, closed with the room; `engines`: its engines; `waiters`: threads for checking
        moves; `seconds`: each engine's time per move, None for the default; `changed`: called after changes.
        """
        self.id = id
        self.live = live
        self._engines = engines
        self._opponents = opponent_names(live.session.game)
        self.version = 0
        self.used = time.monotonic()  # when a page last joined, left or changed something
        self.pages = Audience()
        """The pages that watch the game."""
        self._settings = settings
        self._change = asyncio.Lock()
        self._turn: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._hint = RoomHint(live, engines, settings.hint_seconds)
        self._flag: asyncio.TimerHandle | None = None
        self._trouble = ""
        self._closed = False
        self._seconds = seconds
        self._on_change = changed
        self._seating = Seating(live, self.file, self.pages)
        self._offers = Offers(live, self._granted, self.tell)
        self._paused = False
        self._teaching = Teaching(engines, waiters, settings.lesson_seconds)

    def state(self) -> GameStateJson:
        """Return the state of the game for pages."""
        thinking, present, offered = self._turn is not None, self.pages.seats, self.file.open_seat is not None
        state = game_state(self.live, self._opponents, thinking, self._trouble, self._seconds, present)
        return {
            "id": self.id,
            "version": self.version,
            **state,
            "offer": self._offers.to_json(),
            "paused": self._paused,
            "teaching": self._teaching.on,
            "lesson": self._teaching.to_json(),
            "rematch": self.file.rematch or None,
            "open": offered,
            "legal": [] if offered else state["legal"],
        }

    @property
    def file(self) -> RoomFile:
        """The file of the game."""
        assert isinstance(self.live.autosave, RoomFile)
        return self.live.autosave

    async def read(self) -> GameStateJson:
        """Return the state once no change is in progress, because changes run in a thread."""
        async with self._change:
            return self.state()

    async def record(self, *, to_analyze: bool = False) -> GameRecord:
        """Return the record once no change is in progress. `to_analyze`: call `require_analysis` first."""
        async with self._change:
            if to_analyze:
                require_analysis(self.live.session, self.file)
            return self.live.session.record()

    # Watching

    async def join(self, listener: Listener, ref: object = None) -> None:
        """Add a page, and answer it with the state. If the page has a seat, and it is an engine's turn, the
        engine starts its search. Raises `Problem` if too many pages watch.
        """
        async with self._changing():
            if len(self.pages.listeners) >= self._settings.listeners:
                raise Problem(429, Sentence("too many pages are watching this game"))
            before = self.pages.seats
            self.pages.listeners.add(listener)
            self.used = time.monotonic()
            self._go_on()
            listener.answer({"type": "state", "own": sorted(listener.seats), **self.state()}, ref)
            if self.pages.seats != before:
                self.pages.tell(self.state(), but=listener)

    def leave(self, listener: Listener) -> None:
        """Remove a page. When the last page with a seat leaves, the engine stops at once. Does not wait,
        because the task of a page that leaves may be cancelled at any moment.
        """
        self.pages.listeners.discard(listener)
        self.used = time.monotonic()
        if listener.seats:
            self._begin(self._rest())

    async def _rest(self) -> None:
        """Stop the engine if no player is left in the room, and tell the remaining pages who is present."""
        async with self._change:
            if self._closed:
                return
            if not self.pages.seats:
                await self._interrupt()
            self._go_on()
            self.tell()

    def _clock_stands(self) -> bool:
        """Return whether the clock is stopped. In a game with an engine, it is stopped during a pause or a
        lesson, and while no player is present.
        """
        if self.live.session.humans == 2:
            return self._seating.clock_stands()
        return not self.pages.seats or self._paused or self._teaching.lesson is not None

    # Actions of players

    async def move(self, listener: Listener, text: str, ply: int | None, ref: object) -> None:
        """Play a move for the player to move, or answer why it is refused. Raises `UsageError`."""
        async with self._change:
            session = self.live.session
            require_turn(session, listener, ply)
            require_opponent(self.file)
            found, refusal = read_move(session.game, session.position, text)
            if refusal is not None:
                listener.answer(refusal, ref)
                return
            self._teaching.moved()
            await self._changed(lambda: self.live.play(found), listener, ref)

    async def undo(self, listener: Listener, ref: object) -> None:
        """Take back moves until it is a person's turn. Between people on two pages, ask the other person."""
        session = self.live.session
        if session.humans == 2 and len(listener.seats) == 1:
            async with self._change:
                await self._offers.takeback(listener, ref)
            return
        await self._step(
            listener, ref, self.live.undo, Sentence("no move can be taken back"), Sentence("undo")
        )

    async def redo(self, listener: Listener, ref: object) -> None:
        """Replay the moves that were taken back."""
        await self._step(listener, ref, self.live.redo, Sentence("no move was taken back"), Sentence("redo"))

    async def resign(self, listener: Listener, ref: object) -> None:
        """Resign for the player to move."""
        async with self._change:
            require_turn(self.live.session, listener, None)
            require_opponent(self.file)
            await self._changed(self.live.resign, listener, ref)

    async def offer(self, listener: Listener, kind: Literal["draw", "help"], ref: object) -> None:
        """Offer a draw to the other player, or propose to the other person that an engine may help both."""
        async with self._change:
            await (self._offers.draw if kind == "draw" else self._offers.help)(listener, ref)

    async def answer_offer(self, listener: Listener, yes: bool, ref: object) -> None:
        """Accept or decline the open offer. The player who made it withdraws it by declining."""
        async with self._change:
            await self._offers.answer(listener, yes, ref)

    async def pause(self, listener: Listener, on: bool, ref: object) -> None:
        """Pause or resume a game between two engines."""
        async with self._change:
            if self.live.session.humans:
                raise UsageError(Sentence("only a game between two engines can be paused"))
            require_all(self.live.session, listener, Sentence("a pause"))
            self._paused = on
            if on:
                await self._interrupt()
            self._go_on()
            self.tell(listener, ref)

    async def teach(self, listener: Listener, on: bool, ref: object) -> None:
        """Start or stop checking each of the person's moves, in a game against an engine."""
        async with self._change:
            if self.live.session.humans != 1:
                raise UsageError(Sentence("moves are only checked in a game of one person against an engine"))
            require_all(self.live.session, listener, Sentence("a check of moves"))
            if on:
                await asyncio.to_thread(self.live.note_help, Aid.CHECK)
            self._teaching.switch(on)
            self._go_on()
            self.tell(listener, ref)

    async def go_on(self, listener: Listener, ref: object) -> None:
        """Dismiss the lesson: the mistake stands, and the engine answers it."""
        async with self._change:
            require_all(self.live.session, listener, Sentence("to go on"))
            self._teaching.lesson = None
            self._go_on()
            self.tell(listener, ref)

    async def rematch_wish(self) -> NewGame:
        """Return a request for a rematch with seats swapped. Raises `UsageError` if the game is not over."""
        async with self._change:
            if self.live.session.result() is None:
                raise UsageError(Sentence("the game is not over"))
            return rematch_wish(self.live.session, self._opponents, self._seconds)

    async def seat(self, seats: frozenset[int], owner: str, name: str | None) -> None:
        """Record that these seats now belong to `owner`. `name`: the name of the person, if given."""
        async with self._changing():
            if self._seating.welcome(seats, owner, name):
                await self._reseated()

    async def take_open(self, owner: str, name: str | None) -> tuple[int, str]:
        """Give the open seat to a visitor; return the seat and its key. If several ask at once, only one
        receives it. Raises `Problem` 409 and 503.
        """
        async with self._changing():
            taken = await self._seating.take_open(owner, name)
            await self._reseated()
            return taken

    async def withdraw(self) -> None:
        """Delete a game whose open seat was not taken. Raises `Problem` 409 if it was."""
        async with self._changing():
            if self.file.open_seat is None:
                raise Problem(409, Sentence("somebody has accepted the game: it goes on"))
            self.pages.seat_again({})
            self._closed = True
            await asyncio.to_thread(self.live.discard)
            await asyncio.to_thread(self.live.leave)

    async def _reseated(self) -> None:
        """Save and announce the new seating, which may start the clock."""
        self._go_on()
        await asyncio.to_thread(self.live.keep)
        self.tell()
        self._on_change(self)

    async def note(self, **choices: object) -> None:
        """Save further `choices` in the game's file. Raises `Problem` if the game has just been closed."""
        async with self._changing():
            self.file.choices = {**self.file.choices, **choices}
            await asyncio.to_thread(self.live.keep)

    async def why(self, listener: Listener, text: str, ref: object) -> None:
        """Explain why a move, or every move of a piece, is illegal, or what a legal move does."""
        async with self._change:
            session = self.live.session
            answer = await asyncio.to_thread(answer_why, session.game, session.position.copy(), text)
            listener.answer(answer, ref)

    async def hint(self, listener: Listener, ref: object) -> None:
        """Answer with the best moves for the player to move. Raises `UsageError` and `HexapodaError`."""
        async with self._change:
            require_hint(self.live.session, listener)
            await asyncio.to_thread(self.live.note_help, Aid.HINT)
            search = asyncio.ensure_future(self._hint.find())  # starts before the lock is released
        found = await search
        if found is None:
            raise UsageError(Sentence("the game has moved on: ask again"))
        listener.answer({"type": "hint", **found}, ref)

    async def help(self, listener: Listener, aid: Aid, ref: object) -> None:
        """Note help that a page gives to a person, if the record of the game lists help."""
        async with self._change:
            if is_helped(self.live.session, listener):
                await asyncio.to_thread(self.live.note_help, aid)
            self.tell(listener, ref)

    async def close(self, *, only_idle: bool = False) -> bool:
        """Stop the engines and timers, close the game and return True. Its file stays. `only_idle`: if a page
        is still watching, do nothing and return False.
        """
        async with self._change:
            if only_idle and self.pages.listeners:
                return False
            if self._closed:
                return True
            self._closed = True
            await self._interrupt()
            self._stop_flag()
            self._hint.cancel()
            await asyncio.to_thread(self.live.leave)
            return True

    # Changes

    @contextlib.asynccontextmanager
    async def _changing(self) -> AsyncIterator[None]:
        """Hold the lock. Raises `Problem` 409 if the game has been closed, which released its file."""
        async with self._change:
            if self._closed:
                raise Problem(409, _PUT_AWAY)
            yield

    async def _granted(self, act: Callable[[], object], listener: Listener, ref: object) -> None:
        """Make a change of the game that both players have agreed on."""
        await self._interrupt()
        await self._changed(act, listener, ref)

    async def _step(
        self, listener: Listener, ref: object, act: Callable[[], int], nothing: Sentence, what: Sentence
    ) -> None:
        async with self._change:
            require_all(self.live.session, listener, what)
            await self._interrupt()
            self._teaching.stepped()
            self._offers.scores = [None, None]  # the scores belong to other moves
            before = self.live.session.result()

            def do() -> None:
                if not act() and self.live.session.result() == before:
                    raise UsageError(nothing)
                if not self.live.session.humans:  # otherwise the engine would replay its move at once
                    self._paused = True

            try:
                await self._changed(do, listener, ref)
            finally:
                self._go_on()

    async def _changed(
        self, act: Callable[[], object], listener: Listener | None = None, ref: object = None
    ) -> None:
        """Change the game and send the new state to all pages, to `listener` as the answer to its message."""
        await asyncio.to_thread(act)
        self.version += 1
        self._hint.cancel()
        self.used = time.monotonic()
        self._trouble = ""
        self._teaching.lesson = None
        self._offers.clear()
        self._go_on()
        self.tell(listener, ref)
        self._on_change(self)

    def retell(self) -> None:
        """Send the state with a new number, after a change to something other than the game itself."""
        self.version += 1
        self.tell()

    def tell(self, listener: Listener | None = None, ref: object = None) -> None:
        """Send the state to all pages; to `listener` as the answer to its message `ref`."""
        self.pages.tell(self.state(), listener, ref)

    def _go_on(self) -> None:
        """Start or stop the clock and its timer; start the engine on its turn if a player is present."""
        session = self.live.session
        self.live.hold_clock(self._clock_stands())
        over = session.result() is not None
        self._stop_flag()
        if session.clock is not None and session.clock.running is not None and not over:
            left = session.clock.left(session.clock.running)
            self._flag = asyncio.get_running_loop().call_later(left + _LATE, self._time_is_up)
        waits = self._closed or over or session.player.human or not self.pages.seats
        waits = waits or self._paused or self._teaching.lesson is not None
        if self._turn is None and not waits:
            self._turn = asyncio.create_task(self._engine_turn())

    def _stop_flag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def _time_is_up(self) -> None:
        self._flag = None
        self._begin(self.check_time())

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        """Run `work` in a separate task."""
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the loop keeps only a weak reference to a task
        task.add_done_callback(self._tasks.discard)

    async def check_time(self) -> None:
        """End the game if the player to move has run out of time."""
        async with self._change:
            if self._closed or self.live.session.result() is None:
                return
            await self._interrupt()
            await self._changed(self.live.end_on_time)

    # Engines

    async def _engine_turn(self) -> None:
        """Search for the engine's move, and play it. Only a caller that holds the lock cancels this task, so
        it is never cancelled while it changes the game.
        """
        act: Callable[[], object]
        seat = self.live.session.position.turn
        try:
            if (lesson := await self._teaching.check(self.live.session)) is not None:
                async with self._change:
                    self._turn, self._teaching.lesson = None, lesson
                    self._go_on()
                    self.tell()
                return
            async with self._change:
                session, turn = self.live.session, self._turn
                limit = self.live.limit_of(Limit(time=self._seconds[seat] or self._settings.move_seconds))
                report = partial(self._report, asyncio.get_running_loop(), turn)
                search = self._engines.search(seat, session.player, session.position, limit, report)
            began = time.monotonic()
            result = await search
            self._offers.scores[seat] = result.info
            if self.live.session.humans == 0 and self.live.session.clock is None:
                await asyncio.sleep(began + self._settings.watch_seconds - time.monotonic())
            act = partial(self.live.play, result.move, result.info)
        except EngineResigned:
            act = self.live.resign
        except Exception as error:
            self._turn_failed(error)
            return
        async with self._change:
            self._turn = None
            try:
                await self._changed(act)
            except Exception as error:
                self._turn_failed(error)

    def _turn_failed(self, error: Exception) -> None:
        """Tell the pages why the engine did not move."""
        self._turn = None
        self._trouble = failure_text(error, f"a turn of {self.live.session.player.name}")
        self.retell()

    def _report(self, loop: asyncio.AbstractEventLoop, turn: object, search: SearchJob) -> None:
        """Send the lines of a search to the pages, unless it was stopped. Called in another thread."""
        player = search.position.turn
        text = thinking_text(self.live.session.game, search)

        def post() -> None:
            if self._turn is turn:
                self.pages.post(f"thinking {player}", text)

        loop.call_soon_threadsafe(post)

    async def _interrupt(self) -> None:
        """Stop the engine that is thinking. Its move is not played."""
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.cancel()
            self._engines.cancel_check()
            with contextlib.suppress(asyncio.CancelledError):
                await turn
