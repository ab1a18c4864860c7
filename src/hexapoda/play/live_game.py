"""`LiveGame`: a game in progress with its session, file, engines and hints.

Saves every move before the next one, and when the game is left, stops everything that is still running. A
front end starts an engine's search here, waits for it in its own way, and then calls `play`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from hexapoda.engine import Limit, SearchInfo
from hexapoda.errors import HexapodaError
from hexapoda.host import RunningSearch
from hexapoda.play.advisor import Advisor, HintSearch
from hexapoda.play.aid import Aid
from hexapoda.play.autosave import Autosave
from hexapoda.play.engine_work import EngineWork
from hexapoda.play.session import Session
from hexapoda.record import GameRecord
from hexapoda.text.sentence import message_of, reason_of

__all__ = ["GameShelf", "LiveGame"]


class GameShelf(Protocol):
    """A store for finished games, such as the user's library."""

    def put(self, record: GameRecord, id: int | None) -> int:
        """Store a game and return its number; with `id`, replace the game of that number. Raises
        `HexapodaError`.
        """
        ...

    def remove(self, id: int) -> None:
        """Remove a game that is no longer over, because its end was undone. Raises `HexapodaError`."""
        ...


class LiveGame:
    """One game in progress and everything it needs."""

    def __init__(
        self,
        session: Session,
        autosave: Autosave | None = None,
        *,
        clock_stands: bool = False,
        shelf: GameShelf | None = None,
    ) -> None:
        """`autosave`: the game's file, by default a new one. `clock_stands`: begin with the clock held, as
        after `hold_clock(True)`, unless it was restored running. `shelf`: the store for the game when it is
        over.
        """
        self.session = session
        self.work = EngineWork()
        self.trouble = ""
        """Why the last save failed; empty if it succeeded."""
        self.autosave = autosave or Autosave(session.game.name)
        self._advisor = Advisor(session.game.name)
        runs = session.clock is not None and session.clock.running is not None  # restored: see `Clock.lasts`
        self._clock_stands = clock_stands and not runs
        self.shelf = shelf
        self.stored: int | None = None
        """The game's number on the shelf; None if it is not there."""
        self._start_clock()

    @property
    def resumed(self) -> bool:
        """Whether the game was loaded from disk."""
        return self.autosave.resumed

    @property
    def kept(self) -> bool:
        """Whether the game is saved on disk and can be resumed."""
        return self.session.result() is None and bool(self.session.texts) and self.autosave.path.exists()

    def search(self, limit: Limit) -> RunningSearch:
        """Start a search by the engine to move, within `limit_of(limit)`. Raises `EngineError`."""
        return self.session.player.search(self.session.position, self.limit_of(limit))

    def limit_of(self, limit: Limit) -> Limit:
        """Return the limit of a search for the next move. With a clock, a time limit is capped at a share of
        the player's remaining time.
        """
        session = self.session
        if session.clock is not None and limit.time is not None:
            turn = session.position.turn
            share = session.clock.limit(turn).time or math.inf
            return replace(limit, time=min(limit.time, share, session.clock.left(turn) / 2))
        return limit

    def hint(self, seconds: float) -> HintSearch:
        """Start a search for a hint. Raises `EngineError`."""
        self.note_help(Aid.HINT)
        return self._advisor.begin(self.session.position, seconds)

    def note_help(self, aid: Aid) -> None:
        """Record help before the player sees it. A game with moves is saved at once, so that killing the
        program cannot hide the help.
        """
        if aid not in self.session.aids:
            self.session.aids.add(aid)
            if self.session.texts or self.autosave.keeps_all:
                self.keep()

    def play(self, move: Any, info: SearchInfo | None = None) -> str:
        """Play a legal move and return its text. `info`: the report of the engine that chose it, if any."""
        session = self.session
        if info is not None:
            self.work.add(session.position.turn, info)
        text = session.play(move)
        if session.clock is not None:
            spent = session.clock.stop()
            session.seconds[-1] = None if spent is None else round(spent, 3)
        self._start_clock()
        self.keep()
        return text

    def undo(self, plies: int | None = None) -> int:
        """Undo moves as `Session.undo` does."""
        number = self.session.undo(plies)
        self._start_clock()
        self.keep()
        return number

    def redo(self, plies: int | None = None) -> int:
        """Redo moves as `Session.redo` does."""
        number = self.session.redo(plies)
        self._start_clock()
        self.keep()
        return number

    def resign(self) -> None:
        """Resign for the player to move."""
        self.session.resign()
        self._start_clock()
        self.keep()

    def agree_draw(self) -> None:
        """End the game as a draw by agreement."""
        self.session.agree_draw()
        self._start_clock()
        self.keep()

    def hold_clock(self, stands: bool) -> None:
        """Pause the clock although a player is to move, for example because that player is away. If not
        `stands`, resume it.
        """
        if stands != self._clock_stands:
            self._clock_stands = stands
            self._start_clock()

    def end_on_time(self) -> bool:
        """Return whether a player is out of time. If so, the game is over, and is saved."""
        clock = self.session.clock
        if clock is None or clock.flagged() is None:
            return False
        self._start_clock()
        self.keep()
        return True

    def keep(self) -> None:
        """Save the game to its file. If the game is over, put it on the shelf, if there is one, and delete
        the file. Also delete the file of a game without moves. The file is kept if `Autosave.keeps_all` is
        set, or if the shelf fails.

        Never raises; if a step fails, `trouble` says why.
        """
        over = self.session.result() is not None
        shelved = self._shelve(over)
        resumable = bool(self.session.texts) and not (over and shelved)
        if resumable or self.autosave.keeps_all:
            trouble = self.trouble
            self._try(lambda: self.autosave.save(self.session))
            self.trouble = self.trouble or ("" if shelved else trouble)
        else:
            self.discard()

    def discard(self) -> None:
        """Delete the game's file. Never raises; if it fails, `trouble` says why."""
        self._try(self.autosave.discard)

    def release(self) -> None:
        """Unlock the file and close the hint engine. The players stay open for another game."""
        clock = self.session.clock
        if clock is not None and not self.end_on_time() and not clock.lasts:
            clock.pause()
        if self.kept and (clock is not None or self.session.aids):
            self.keep()  # save the time used and the help given since the last move
        self.autosave.release()
        self._advisor.close()

    def leave(self) -> None:
        """Unlock the file and close all engines."""
        self.release()
        for player in self.session.players:
            player.close()

    def _shelve(self, over: bool) -> bool:
        """Bring the shelf up to date. Return False only if that fails."""
        session = self.session
        if self.shelf is None or not session.humans:
            return True
        try:
            if over and session.texts:
                self.stored = self.shelf.put(session.record(), self.stored)
            elif self.stored is not None:
                self.shelf.remove(self.stored)
                self.stored = None
        except HexapodaError as error:
            self.trouble = message_of(error)
            return False
        return True

    def _try(self, change: Callable[[], object]) -> None:
        """Call `change`, which changes the game's file, and set `trouble` if it fails."""
        self.trouble = ""
        try:
            change()
        except OSError as error:
            self.trouble = reason_of(error)

    def _start_clock(self) -> None:
        """Start the clock of the player to move; pause both clocks if they are held or the game is over."""
        session = self.session
        if session.clock is None:
            return
        if session.result() is None and not self._clock_stands:
            session.clock.start(session.position.turn)
        else:
            session.clock.pause()
