"""`HtpEngine`: an external engine that speaks the Hex Text Protocol, as an engine like any other.

Owns asking for moves and reading them. A finished game is never sent to the engine, and after a swap the
position is set up again (see `game`). HTP has no search limits, but engines have parameters for them:
`max_time`, `max_games` and `max_depth` are set before a search. An engine without `max_time` gets its time
with `time_left`.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hexapoda.engine import Limit, OnInfo, OptionValue, SearchInfo, SearchResult
from hexapoda.errors import (
    EngineError,
    EngineIllegalMove,
    EnginePassed,
    EngineResigned,
    EngineTimeout,
    HexapodaError,
    UsageError,
)
from hexapoda.hex import Move, Position
from hexapoda.hex.text.notation import parse_move
from hexapoda.protocols.htp.connection import HtpConnection, HtpIdentity
from hexapoda.protocols.htp.game import HtpGame
from hexapoda.protocols.htp.line import COLORS, HtpReply
from hexapoda.protocols.htp.option_line import HtpOption, find_htp_option
from hexapoda.protocols.process.engine import ProcessEngine
from hexapoda.protocols.process.timeouts import Timeouts

__all__ = ["HtpEngine", "Timeouts"]

_SHOWN = 80
_STOP_SECONDS = 1.0
"""How long an engine may take to read the stop line, in seconds."""
_INTERRUPT = "gogui-interrupt"
_LEAST_TIME = 0.001
"""The smallest `max_time` to send: 0 could mean no limit."""
_PASSES = ("pass", "pss")
"""KataHex answers so when the game is decided."""
_SWAPS = ("swap", "swap-pieces", "swap-sides")


class HtpEngine(ProcessEngine[HtpConnection, HtpGame]):
    """An HTP engine in its own process. After an error the next search restarts it."""

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
        """Start `command` in the folder `cwd` and set `options`, by the names of `HtpOption`.

        `log`: a file to which the conversation is appended. Raises `EngineError` if the engine cannot be
        started, and `UsageError` for an unknown option or an invalid value.
        """
        super().__init__(command, name=name, options=options, cwd=cwd, log=log, timeouts=timeouts)
        self._limits: dict[str, str] = {}
        connection = self._connected()
        self.identity: HtpIdentity = connection.identity
        self.name = name or self.identity.name or self._shown_name
        self.options = tuple(known.option for known in self.identity.options)

    def check_limit(self, limit: Limit) -> None:
        """Raise `UsageError` for a limit that the engine's parameters cannot express."""
        for what, name in (("nodes", "max_games"), ("depth", "max_depth")):
            if getattr(limit, what) is not None and self.identity.parameter(name) is None:
                raise UsageError(
                    f"engine {self.name!r} has no parameter {name!r}: it does not support a limit of {what}"
                )

    def new_game(self) -> None:
        """Make the next search begin with `boardsize`, so that the engine starts from scratch."""
        if self._game is not None:
            self._game.forget()

    def stop(self) -> None:
        """Send `# interrupt` if the engine supports it. The search of any other engine ends at its limit;
        only `close` ends it sooner.
        """
        with self._lock:
            connection = self._connection
            if self._asked and connection is not None and _INTERRUPT in connection.identity.commands:
                with contextlib.suppress(EngineError):  # the waiting search reports it
                    connection.process.interject("# interrupt", time.monotonic() + _STOP_SECONDS)

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Ask for the best move; `on_info` is called once, with the move and the time it took.

        Raises `EngineCrashed`, `EngineStalled`, `EngineTimeout` (it answered later than the limit and
        `timeouts.overstep` allow), `EngineIllegalMove`, `EngineResigned`, `EngineError` for any other fault
        of the engine, and `UsageError` for a limit or a board that it does not support.
        """
        self.check_limit(limit)
        if position.outcome() is not None:
            raise EngineError(f"{self.name} was asked for a move, but the game is over")
        self._searching = True
        try:
            connection, game = self._synchronized(position)
            color = position.color_to_move
            self._set_limits(connection, limit, color)
            question = f"genmove {COLORS[color]}"
            patience = self.timeouts.unclocked if limit.time is None else limit.time + self.timeouts.stall
            began = time.perf_counter()
            reply = self._ask_for_move(connection, question, patience)
            took = time.perf_counter() - began
            move = self._move(position, reply)
            game.moved(color, move)
        except (EngineIllegalMove, EnginePassed, EngineResigned):
            self.new_game()  # the connection is fine, but its board is unknown
            raise
        except BaseException as error:
            if self._asked or isinstance(error, EngineError):
                self.restart()
            raise
        finally:
            self._searching = self._asked = False
        if limit.time is not None and took > limit.time + self.timeouts.overstep:
            raise EngineTimeout(f"engine {self.name!r} took {took:.2f} s, more than {limit.time:g} s")
        info = SearchInfo(time=took, pv=(move,))
        if on_info is not None:
            on_info(info)
        return SearchResult(move, info)

    def at(self, position: Position) -> HtpConnection:
        """Set the engine's board to `position` and return the connection. Raises the errors of `search`."""
        try:
            return self._synchronized(position)[0]
        except EngineError:
            self.restart()
            raise

    def _ask_for_move(self, connection: HtpConnection, question: str, patience: float) -> HtpReply:
        deadline = time.monotonic() + patience
        connection.process.send(question, deadline)
        with self._lock:  # only now: a stop must not arrive before the question
            self._asked = True
        reply = connection.await_answer(deadline, question)
        with self._lock:
            self._asked = False
        return reply

    def _connect(self) -> HtpConnection:
        self._limits = {}
        return HtpConnection(
            self._command, name=self._shown_name, cwd=self._cwd, log=self._log, timeouts=self.timeouts
        )

    def _set_option(self, connection: HtpConnection, name: str, value: OptionValue) -> None:
        known = find_htp_option(connection.identity.options, name, self._shown_name)
        if known is None:  # a parameter with text values
            connection.obey(f"{name.strip()} {value}")
            return
        checked = known.option.parse(value) if isinstance(value, str) else known.option.check(value)
        connection.obey(f"{known.htp_name} {known.text_of(checked)}")

    def _synchronized(self, position: Position) -> tuple[HtpConnection, HtpGame]:
        connection = self._connected()
        if self._game is None:
            self._game = HtpGame(connection)
        self._game.go_to(position)
        return connection, self._game

    def _set_limits(self, connection: HtpConnection, limit: Limit, color: int) -> None:
        """Set the parameters that limit the search."""
        wanted = {
            "max_time": None if limit.time is None else max(limit.time, _LEAST_TIME),
            "max_games": limit.nodes,
            "max_depth": limit.depth,
        }
        for name, value in wanted.items():
            known = connection.identity.parameter(name)
            if known is None:
                continue
            text = self._default_text(known) if value is None else known.text_of(value)
            if self._limits.get(name, self._default_text(known)) != text:
                connection.obey(f"{known.htp_name} {text}")
                self._limits[name] = text
        if limit.time is not None and connection.identity.parameter("max_time") is None:
            left = limit.time if limit.clock is None else limit.clock
            connection.ask(f"time_left {COLORS[color]} {HtpOption.text_of(round(left, 3))}")

    def _default_text(self, known: HtpOption) -> str:
        """The value of a parameter, as text, when the limit does not set it."""
        for name in (known.option.name, known.htp_name):
            if name in self._given:
                value = self._given[name]
                return known.text_of(known.option.parse(value) if isinstance(value, str) else value)
        return known.text_of(known.option.default)

    def _move(self, position: Position, reply: HtpReply) -> Move:
        text = reply.first
        shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
        if not reply.ok:
            raise EngineIllegalMove(f"engine {self.name!r} has no move: it answered {shown!r}", text=shown)
        if text.lower() == "resign":
            raise EngineResigned(f"engine {self.name!r} resigns")
        if text.lower() in _PASSES:
            raise EnginePassed(f"engine {self.name!r} passes, as if the game were decided")
        if text.lower() in _SWAPS and position.swap_now is not None:
            return position.swap_now  # whichever kind it names, only one kind is legal in this game
        try:
            return parse_move(position, text)
        except HexapodaError as error:
            raise EngineIllegalMove(f"engine {self.name!r} answered {shown!r}: {error}", text=shown) from None
