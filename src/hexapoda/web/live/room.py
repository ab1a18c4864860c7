"""`Room`: a game in progress, the pages that watch it, and the turns of its engines.

Owns the order of what happens: one change at a time, each numbered and sent to all pages. The game itself is
`hexapoda.play`'s. All methods run in the event loop; work that may take long runs in threads.
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
"""Seconds after the end of a clock at which the game is looked at: a timer may be early."""
_PUT_AWAY = Sentence("the game was just put away: load it again")


class Room:
    """One game with its listeners."""

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
        """`live`: the game, closed with the room; `engines`: of its players; `waiters`: threads for checks of
        moves; `seconds`: of each engine for a move, None for the usual; `changed`: called after changes.
        """
        self.id = id
        self.live = live
        self._engines = engines
        self._opponents = opponent_names(live.session.game)
        self.version = 0
        self.used = time.monotonic()  # when a page last did something here
        self.pages = Audience()
        """The pages that watch."""
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
        """Return the state of the game."""
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
        """Return the state once no change is in progress: a change runs in a thread."""
        async with self._change:
            return self.state()

    async def record(self, *, to_analyze: bool = False) -> GameRecord:
        """Return the game as a record once no change is in progress. `to_analyze`: as `require_analysis`."""
        async with self._change:
            if to_analyze:
                require_analysis(self.live.session, self.file)
            return self.live.session.record()

    # Watching

    async def join(self, listener: Listener, ref: object = None) -> None:
        """Add a page. It gets the state as the answer; if it has a key, an engine whose turn it is
        begins to think. Raises `Problem` if too many pages watch.
        """
        async with self._changing():
            if len(self.pages.listeners) >= self._settings.listeners:
                raise Problem(429, Sentence("too many pages watch this game"))
            before = self.pages.seats
            self.pages.listeners.add(listener)
            self.used = time.monotonic()
            self._go_on()
            listener.answer({"type": "state", "own": sorted(listener.seats), **self.state()}, ref)
            if self.pages.seats != before:
                self.pages.tell(self.state(), but=listener)

    def leave(self, listener: Listener) -> None:
        """Forget a page. When the last one with a key leaves, the engine stops at once.

        Does not wait: the task of a page that leaves may be cancelled at any moment.
        """
        self.pages.listeners.discard(listener)
        self.used = time.monotonic()
        if listener.seats:
            self._begin(self._rest())

    async def _rest(self) -> None:
        """Stop what needs a player in the room if there is none, and tell the other pages who is here."""
        async with self._change:
            if self._closed:
                return
            if not self.pages.seats:
                await self._interrupt()
            self._go_on()
            self.tell()

    def _clock_stands(self) -> bool:
        """Whether no clock runs. Against an engine a player has to be there, and nothing keeps it waiting."""
        if self.live.session.humans == 2:
            return self._seating.clock_stands()
        return not self.pages.seats or self._paused or self._teaching.lesson is not None

    # What players do

    async def move(self, listener: Listener, text: str, ply: int | None, ref: object) -> None:
        """Play a move for the player to move, or answer why it is refused."""
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
        """Take moves back until it is a person's turn. Between two people, ask the other one."""
        session = self.live.session
        if session.humans == 2 and len(listener.seats) == 1:
            async with self._change:
                await self._offers.takeback(listener, ref)
            return
        await self._step(
            listener, ref, self.live.undo, Sentence("no move can be taken back"), Sentence("undo")
        )

    async def redo(self, listener: Listener, ref: object) -> None:
        """Play the moves again that were taken back."""
        await self._step(listener, ref, self.live.redo, Sentence("no move was taken back"), Sentence("redo"))

    async def resign(self, listener: Listener, ref: object) -> None:
        """Give up for the player to move."""
        async with self._change:
            require_turn(self.live.session, listener, None)
            require_opponent(self.file)
            await self._changed(self.live.resign, listener, ref)

    async def offer(self, listener: Listener, kind: Literal["draw", "help"], ref: object) -> None:
        """Offer a draw to the other player, who may be an engine; or help by an engine for both people."""
        async with self._change:
            await (self._offers.draw if kind == "draw" else self._offers.help)(listener, ref)

    async def answer_offer(self, listener: Listener, yes: bool, ref: object) -> None:
        """Accept or decline what the other player offers; the one who made an offer withdraws it."""
        async with self._change:
            await self._offers.answer(listener, yes, ref)

    async def pause(self, listener: Listener, on: bool, ref: object) -> None:
        """Pause a game between two engines, or resume it."""
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
        """Check each move of the person from now on, or no longer."""
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
        """Leave a mistake as it is: the engine answers it."""
        async with self._change:
            require_all(self.live.session, listener, Sentence("to go on"))
            self._teaching.lesson = None
            self._go_on()
            self.tell(listener, ref)

    async def rematch_wish(self) -> NewGame:
        """Return the wish for the same game with the seats swapped. Raises `UsageError` if it is not over."""
        async with self._change:
            if self.live.session.result() is None:
                raise UsageError(Sentence("the game is not over"))
            return rematch_wish(self.live.session, self._opponents, self._seconds)

    async def seat(self, seats: frozenset[int], owner: str, name: str | None) -> None:
        """Note who plays: the owner of each seat is the last visitor who came with its key."""
        async with self._changing():
            if self._seating.welcome(seats, owner, name):
                await self._reseated()

    async def take_open(self, owner: str, name: str | None) -> tuple[int, str]:
        """Give the open seat to a visitor; return the seat and its key. Of several who ask at once, one gets
        it. Raises `Problem` 409 and 503.
        """
        async with self._changing():
            taken = await self._seating.take_open(owner, name)
            await self._reseated()
            return taken

    async def withdraw(self) -> None:
        """End a game whose open seat is not taken. Raises `Problem` 409."""
        async with self._changing():
            if self.file.open_seat is None:
                raise Problem(409, Sentence("somebody has accepted the game: it goes on"))
            self.pages.seat_again({})
            self._closed = True
            await asyncio.to_thread(self.live.discard)
            await asyncio.to_thread(self.live.leave)

    async def _reseated(self) -> None:
        """Keep and tell who plays; a clock may run from now on."""
        self._go_on()
        await asyncio.to_thread(self.live.keep)
        self.tell()
        self._on_change(self)

    async def note(self, **choices: object) -> None:
        """Keep more in the file of the game. Raises `Problem` if the game was just put away."""
        async with self._changing():
            self.file.choices = {**self.file.choices, **choices}
            await asyncio.to_thread(self.live.keep)

    async def why(self, listener: Listener, text: str, ref: object) -> None:
        """Answer why a move, or all moves of a piece, are not legal, or what the move does."""
        async with self._change:
            session = self.live.session
            answer = await asyncio.to_thread(answer_why, session.game, session.position.copy(), text)
            listener.answer(answer, ref)

    async def hint(self, listener: Listener, ref: object) -> None:
        """Answer with the best moves for the player to move."""
        async with self._change:
            require_hint(self.live.session, listener)
            await asyncio.to_thread(self.live.note_help, Aid.HINT)
            search = asyncio.ensure_future(self._hint.find())  # begins before the game can continue
        found = await search
        if found is None:
            raise UsageError(Sentence("the game has gone on: ask again"))
        listener.answer({"type": "hint", **found}, ref)

    async def help(self, listener: Listener, aid: Aid, ref: object) -> None:
        """Note help that the page gives a person."""
        async with self._change:
            if is_helped(self.live.session, listener):
                await asyncio.to_thread(self.live.note_help, aid)
            self.tell(listener, ref)

    async def close(self, *, only_idle: bool = False) -> bool:
        """End everything that runs here, and return True. The file of the game stays. `only_idle`: if
        somebody watches, do nothing and return False.
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
        """Hold the lock. Raises `Problem` if the game was just put away: its file is another's now."""
        async with self._change:
            if self._closed:
                raise Problem(409, _PUT_AWAY)
            yield

    async def _granted(self, act: Callable[[], object], listener: Listener, ref: object) -> None:
        """Do what the players have agreed on."""
        await self._interrupt()
        await self._changed(act, listener, ref)

    async def _step(
        self, listener: Listener, ref: object, act: Callable[[], int], nothing: Sentence, what: Sentence
    ) -> None:
        async with self._change:
            require_all(self.live.session, listener, what)
            await self._interrupt()
            self._teaching.stepped()
            self._offers.scores = [None, None]  # they were about another position
            before = self.live.session.result()

            def do() -> None:
                if not act() and self.live.session.result() == before:
                    raise UsageError(nothing)
                if not self.live.session.humans:  # or the engine would play the same move again
                    self._paused = True

            try:
                await self._changed(do, listener, ref)
            finally:
                self._go_on()

    async def _changed(
        self, act: Callable[[], object], listener: Listener | None = None, ref: object = None
    ) -> None:
        """Change the game, and send the new state: to `listener` as its answer, to all others as news."""
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
        """Send a state that differs from the one before although the game is the same."""
        self.version += 1
        self.tell()

    def tell(self, listener: Listener | None = None, ref: object = None) -> None:
        """Send the state as `Audience.tell` does."""
        self.pages.tell(self.state(), listener, ref)

    def _go_on(self) -> None:
        """Start the engine if it is its turn and somebody with a key is there, and set the alarm of the
        clock.
        """
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
        """Do something in a task of its own."""
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the loop itself does not keep a task alive
        task.add_done_callback(self._tasks.discard)

    async def check_time(self) -> None:
        """End the game if the player to move is out of time."""
        async with self._change:
            if self._closed or self.live.session.result() is None:
                return
            await self._interrupt()
            await self._changed(self.live.end_on_time)

    # Engines

    async def _engine_turn(self) -> None:
        """Ask the engine for its move, and play it. This task is only cancelled by those who hold the
        lock, so never while it changes the game itself.
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
        """Say why the engine does not move."""
        self._turn = None
        self._trouble = failure_text(error, f"a turn of {self.live.session.player.name}")
        self.retell()

    def _report(self, loop: asyncio.AbstractEventLoop, turn: object, search: SearchJob) -> None:
        """Post the lines of a search, unless it was stopped; called in another thread."""
        player = search.position.turn
        text = thinking_text(self.live.session.game, search)

        def post() -> None:
            if self._turn is turn:
                self.pages.post(f"thinking {player}", text)

        loop.call_soon_threadsafe(post)

    async def _interrupt(self) -> None:
        """Stop the engine that thinks. Its move is not played."""
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.cancel()
            self._engines.cancel_check()
            with contextlib.suppress(asyncio.CancelledError):
                await turn
