"""`UhpEngine`: an external engine that speaks the Universal Hive Protocol, as an engine like any other.

Keeps the engine's game in sync with ours and reads its moves. Move texts are never compared, because one
destination can be written in many ways; they are resolved to cells. A finished game is never sent to the
engine, because some engines crash on it.

UHP limits a search by a time in whole seconds or by depth. It has no node limit, no search reports, and no
way to stop a search. If the engine does not announce the extensions of docs/reference/uhp-extensions.md, a
limit that UHP lacks raises `UsageError`, and there are no reports and no stops.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hexapoda.engine import Limit, OnInfo, OptionValue, SearchInfo, SearchResult
from hexapoda.errors import (
    EngineError,
    EngineIllegalMove,
    EngineRulesDiffer,
    EngineTimeout,
    HexapodaError,
    UsageError,
)
from hexapoda.hive import Move, Position
from hexapoda.hive.text.notation import parse_move
from hexapoda.protocols.process.engine import ProcessEngine
from hexapoda.protocols.process.timeouts import Timeouts
from hexapoda.protocols.uhp.connection import UhpConnection, UhpIdentity, is_refusal
from hexapoda.protocols.uhp.game import UhpGame
from hexapoda.protocols.uhp.option_line import RULE_OPTIONS, UhpOption, find_option
from hexapoda.protocols.uhp.question import MILLISECONDS, STOP, listener, question_for

__all__ = ["Timeouts", "UhpEngine"]

_SHOWN = 80
_STOP_SECONDS = 1.0
"""How long an engine may take to read the line `stop`, in seconds."""


class UhpEngine(ProcessEngine[UhpConnection, UhpGame]):
    """A UHP engine in its own process. After an error the next search restarts it."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        cwd: Path | None = None,
        log: Path | None = None,
        timeouts: Timeouts | None = None,
    ) -> None:
        """Start `command` in the folder `cwd` and set `options`, by their UHP names or their Python names.

        `log`: a file to which the conversation is appended. Raises `EngineError` if the engine cannot be
        started, and `UsageError` for an unknown option or an invalid value.
        """
        super().__init__(command, name=name, options=options, cwd=cwd, log=log, timeouts=timeouts)
        self._stopped = False
        self.reports = True
        """Whether searches with a limit ask for reports, if the engine can send them."""
        self.notes: tuple[str, ...] = ()
        """Notes for the user about this engine and the rules of the game."""
        connection = self._connected()
        self.identity: UhpIdentity = connection.identity
        self.name = name or self.identity.name or self._shown_name
        self.options = tuple(
            known.option for known in self.identity.options if known.uhp_name not in RULE_OPTIONS
        )

    @property
    def min_time(self) -> float:
        """The shortest time limit in seconds that the engine supports."""
        return 0.001 if MILLISECONDS in self.identity.extensions else 1.0

    def check_limit(self, limit: Limit) -> None:
        """Raise `UsageError` for a limit that the protocol cannot express."""
        question_for(limit, self.identity.extensions, self.name)

    def new_game(self) -> None:
        """Make the next search begin with `newgame`, so that the engine starts from scratch."""
        self._game = None

    def stop(self) -> None:
        """Send `stop` if the engine has this extension. The search of any other engine ends at its limit;
        only `close` ends it sooner.
        """
        with self._lock:
            connection = self._connection
            if (
                self._asked
                and not self._stopped
                and connection is not None
                and STOP in self.identity.extensions
            ):
                self._stopped = True
                with contextlib.suppress(EngineError):  # the waiting search reports it
                    connection.process.interject(STOP, time.monotonic() + _STOP_SECONDS)

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Ask for the best move; `on_info` receives the engine's reports, at least one.

        Raises `EngineCrashed`, `EngineStalled`, `EngineTimeout` (it answered later than the limit and
        `timeouts.overstep` allow), `EngineIllegalMove`, `EngineError` for any other fault of the engine, and
        `UsageError` for a limit or a position that UHP cannot express.
        """
        question, seconds = question_for(limit, self.identity.extensions, self.name, self.reports)
        if position.outcome() is not None:
            raise EngineError(f"{self.name} was asked for a move, but the game is over")
        self._searching = True
        try:
            connection = self._synchronized(position)
            began = time.perf_counter()
            heard: dict[int, SearchInfo] = {}
            answer = self._ask_for_move(connection, question, seconds, listener(position, heard, on_info))
            took = time.perf_counter() - began
            move = self._move(position, answer)
        except (EngineIllegalMove, EngineRulesDiffer):
            self._game = None
            raise  # the connection is still in order
        except BaseException as error:
            if self._asked or isinstance(error, EngineError):
                self.restart()
            raise
        finally:
            self._searching = self._asked = False
        if seconds is not None and took > seconds + self.timeouts.overstep:
            raise EngineTimeout(f"engine {self.name!r} took {took:.2f} s for {question!r}")
        reported = heard.get(1)
        if reported is not None and reported.pv[:1] == (move,):
            return SearchResult(move, replace(reported, time=took))
        info = SearchInfo(time=took, pv=(move,))
        if on_info is not None:
            on_info(info)
        return SearchResult(move, info)

    def valid_moves(self, position: Position) -> list[str]:
        """Return the texts of the moves that the engine considers legal. Raises the errors of `search`."""
        try:
            answer = self._synchronized(position).ask("validmoves")
        except EngineError:
            self.restart()
            raise
        if is_refusal(answer):
            raise EngineError(f"engine {self.name!r} answers 'validmoves' with {answer[0][:_SHOWN]!r}")
        return [text for line in answer for text in line.split(";") if text]

    def _ask_for_move(
        self, connection: UhpConnection, question: str, seconds: float | None, on_line: Callable[[str], bool]
    ) -> list[str]:
        """Return the answer to a search command, which `stop` can end."""
        patience = self.timeouts.unclocked if seconds is None else seconds + self.timeouts.stall
        connection.process.send(question, time.monotonic() + patience)
        with self._lock:  # only now: a stop must not arrive before the question
            self._asked, self._stopped = True, False
        answer = connection.await_answer(patience, question, on_line)
        with self._lock:
            stopped, self._asked = self._stopped, False
        if stopped:  # the line `stop` has its own answer
            connection.await_answer(self.timeouts.answer, STOP)
        return answer

    def _connect(self) -> UhpConnection:
        return UhpConnection(
            self._command, name=self._shown_name, cwd=self._cwd, log=self._log, timeouts=self.timeouts
        )

    def _set_option(self, connection: UhpConnection, name: str, value: OptionValue) -> None:
        self._send_option(connection, find_option(connection.identity.options, name, self._shown_name), value)

    def _send_option(self, connection: UhpConnection, known: UhpOption, value: OptionValue) -> None:
        checked = known.option.parse(value) if isinstance(value, str) else known.option.check(value)
        answer = connection.ask(f"options set {known.uhp_name} {known.text_of(checked)}")
        if is_refusal(answer):
            raise EngineError(
                f"engine {self._shown_name!r} rejects option {known.uhp_name}={checked}: {answer[0][:_SHOWN]}"
            )

    def _synchronized(self, position: Position) -> UhpConnection:
        """Set the engine's game to `position` and return the connection."""
        connection = self._connected()
        if self._game is None or not self._game.has_rules_of(position):
            self._set_rules(connection, position)
            self._game = UhpGame(connection, position)
        self._game.go_to(position)
        return connection

    def _set_rules(self, connection: UhpConnection, position: Position) -> None:
        missing = set(position.variant[5:]) - set(connection.identity.expansions)
        if missing:
            raise UsageError(f"engine {self.name!r} does not play {position.variant}")
        notes = []
        wanted = {
            RULE_OPTIONS[0]: (position.opening == "tournament", "refuse a queen on a player's first turn"),
            RULE_OPTIONS[1]: (position.repetition, "treat a third occurrence as a draw"),
        }
        for name, (value, what) in wanted.items():
            known = next((each for each in connection.identity.options if each.uhp_name == name), None)
            if known is not None and known.option.kind == "bool":
                self._send_option(connection, known, value)
            elif not value:
                notes.append(f"engine {self.name!r} has no option {name}: it may {what}")
        self.notes = tuple(notes)
        for note in notes:
            connection.process.remark(note)

    def _move(self, position: Position, answer: list[str]) -> Move:
        text = next((line for line in reversed(answer) if line), "")
        shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
        if is_refusal([text]):
            raise EngineIllegalMove(f"engine {self.name!r} has no move: it answered {shown!r}", text=shown)
        try:
            return parse_move(position, text, "uhp")
        except HexapodaError as error:
            raise EngineIllegalMove(f"engine {self.name!r} answered {shown!r}: {error}", text=shown) from None
