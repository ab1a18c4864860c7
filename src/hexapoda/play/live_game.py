"""`LiveGame`: a game that goes on: its session, its file, its engines, and hints.

Owns the promise that every move is on the disk before the next one, and that nothing is left running when
the game is left. A front end asks it for the search of an engine, waits in its own way, and plays the answer.
"""

from __future__ import annotations

from typing import Any

from hexapoda.engine import Limit, SearchInfo
from hexapoda.host import RunningSearch
from hexapoda.play.advisor import Advisor, HintSearch
from hexapoda.play.autosave import Autosave
from hexapoda.play.engine_work import EngineWork
from hexapoda.play.session import Session
from hexapoda.play.session_json import dump_session

__all__ = ["LiveGame"]


class LiveGame:
    """One game and everything that belongs to it while it is played."""

    def __init__(self, session: Session, autosave: Autosave | None = None) -> None:
        """`autosave`: the file of the game, by default a new one."""
        self.session = session
        self.work = EngineWork()
        self.trouble = ""
        """Why the game could not be written, if it could not."""
        self.autosave = autosave or Autosave(session.game.name)
        self._advisor = Advisor(session.game.name)
        self._start_clock()

    @property
    def resumed(self) -> bool:
        """Whether the game was on the disk before it went on here."""
        return self.autosave.resumed

    @property
    def kept(self) -> bool:
        """Whether the game is on the disk and can be resumed."""
        return self.session.result() is None and bool(self.session.texts) and self.autosave.path.exists()

    def search(self, limit: Limit) -> RunningSearch:
        """Let the engine that is to move look for its move. Raises `EngineError`."""
        session = self.session
        if session.clock is not None and limit.time is not None:
            limit = Limit(
                min(limit.time, session.clock.left(session.position.turn) / 20), limit.depth, limit.nodes
            )
        return session.player.search(session.position, limit)

    def hint(self, seconds: float) -> HintSearch:
        """Begin to search for a hint. Raises `EngineError`."""
        return self._advisor.begin(self.session.position, seconds)

    def play(self, move: Any, info: SearchInfo | None = None) -> str:
        """Play a legal move, which an engine found with `info`; returns its text."""
        session = self.session
        if info is not None:
            self.work.add(session.position.turn, info)
        text = session.play(move)
        if session.clock is not None:
            session.clock.stop()
        self.keep()
        self._start_clock()
        return text

    def undo(self, plies: int | None = None) -> int:
        """Take moves back, as `Session.undo` does."""
        number = self.session.undo(plies)
        self._start_clock()
        self.keep()
        return number

    def redo(self, plies: int | None = None) -> int:
        """Play moves again that were taken back, as `Session.redo` does."""
        number = self.session.redo(plies)
        self._start_clock()
        self.keep()
        return number

    def resign(self) -> None:
        """The player to move gives up."""
        self.session.resign()
        self._start_clock()
        self.keep()

    def agree_draw(self) -> None:
        """Both players agree on a draw."""
        self.session.agree_draw()
        self._start_clock()
        self.keep()

    def keep(self) -> None:
        """Put the game on the disk, or take it away when it is over or all of it was taken back.

        What goes wrong is in `trouble`.
        """
        self.trouble = ""
        try:
            resumable = self.session.result() is None and bool(self.session.texts)
            if resumable or self.autosave.keeps_all:
                self.autosave.save(dump_session(self.session))
            else:
                self.autosave.discard()
        except OSError as error:
            self.trouble = (error.strerror or str(error)).lower()

    def discard(self) -> None:
        """Take the game off the disk: it is not wanted any more. What goes wrong is in `trouble`."""
        self.trouble = ""
        try:
            self.autosave.discard()
        except OSError as error:
            self.trouble = (error.strerror or str(error)).lower()

    def release(self) -> None:
        """Let the file and the hints go; the players play on in another game."""
        if self.session.clock is not None:
            self.session.clock.pause()
        self.autosave.release()
        self._advisor.close()

    def leave(self) -> None:
        """Let the game rest: its file is free for others, its engines are let go."""
        self.release()
        for player in self.session.players:
            player.close()

    def _start_clock(self) -> None:
        """Let the clock of the player to move run; none runs when the game is over."""
        session = self.session
        if session.clock is None:
            return
        if session.result() is None:
            session.clock.start(session.position.turn)
        else:
            session.clock.pause()
