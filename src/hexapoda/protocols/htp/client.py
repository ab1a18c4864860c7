"""`HtpEngine`: wraps an external engine that speaks the Hex Text Protocol as an `Engine`.

Asks for moves and reads them. HTP has no search limits, but engines have parameters for them: `max_time`,
`max_games` and `max_depth` are set before a search. An engine without `max_time` is told the time with
`time_left`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexapoda.engine import Limit, OptionValue
from hexapoda.errors import (
    EngineError,
    EngineIllegalMove,
    EnginePassed,
    EngineResigned,
    HexapodaError,
    UsageError,
)
from hexapoda.hex import VARIANTS, Move
from hexapoda.hex.text.notation import parse_move
from hexapoda.protocols.client import ProcessEngine, Timeouts
from hexapoda.protocols.command import shortened
from hexapoda.protocols.htp.connection import HtpConnection
from hexapoda.protocols.htp.game import HtpGame
from hexapoda.protocols.htp.line import COLORS, HtpReply
from hexapoda.protocols.htp.options import text_of
from hexapoda.protocols.option_table import EngineOption, find_option

if TYPE_CHECKING:
    from hexapoda.protocols.conformance import Suite

__all__ = ["HtpEngine", "Timeouts"]

_SHOWN = 80
_LEAST_TIME = 0.001
"""The smallest `max_time` to send: 0 could mean no limit."""
_SWAPS = ("swap", "swap-pieces", "swap-sides")


class HtpEngine(ProcessEngine[HtpConnection, HtpGame]):
    """An HTP engine in its own process. After an error the next search restarts it."""

    connect = HtpConnection
    stop_command = "gogui-interrupt"
    stop_line = "# interrupt"

    def variants(self) -> tuple[str, ...]:
        """Ask the engine which of the usual boards it plays on, and return them, smallest first."""
        connection = self.connection()
        boards = sorted(VARIANTS, key=lambda variant: int(variant.split("x")[0]))
        return tuple(each for each in boards if connection.ask(f"boardsize {each.split('x')[0]}").ok)

    def suite(self, games: int) -> Suite:
        """Return the conformance checks of HTP, with `games` random games for each board."""
        from hexapoda.protocols.htp.conformance import htp_suite

        return htp_suite(self, games)

    def check_limit(self, limit: Limit) -> None:
        """Raise `UsageError` for a limit that the engine's parameters cannot express."""
        for what, name in (("nodes", "max_games"), ("depth", "max_depth")):
            if getattr(limit, what) is not None and self.identity.option(name) is None:
                raise UsageError(
                    f"engine {self.name!r} has no parameter {name!r}: it does not support a limit of {what}"
                )

    def at(self, position: Any) -> HtpConnection:
        """Set the engine's board to `position` and return the connection. Raises the errors of `search`."""
        connection = self._connected()
        if self._game is None:
            self._game = HtpGame(connection)
        try:
            self._game.go_to(position)
        except EngineError:
            self.restart()
            raise
        return connection

    def _set_option(self, connection: HtpConnection, name: str, value: OptionValue) -> None:
        if " " in name.strip() and connection.identity.option(name) is None:  # a parameter with text values
            connection.obey(f"{name.strip()} {value}")
            return
        known = find_option(connection.identity.options, name, self._shown_name)
        checked = known.option.parse(value) if isinstance(value, str) else known.option.check(value)
        connection.obey(f"{known.own_name} {text_of(checked)}")

    def _question(self, connection: HtpConnection, position: Any, limit: Limit) -> tuple[str, float | None]:
        color = COLORS[position.color_to_move]
        self._set_limits(connection, limit, color)
        return f"genmove {color}", limit.time

    def _set_limits(self, connection: HtpConnection, limit: Limit, color: str) -> None:
        """Set the parameters that limit the search."""
        wanted = {
            "max_time": None if limit.time is None else max(limit.time, _LEAST_TIME),
            "max_games": limit.nodes,
            "max_depth": limit.depth,
        }
        for name, value in wanted.items():
            known = connection.identity.option(name)
            if known is None:
                continue
            text = self._default_text(known) if value is None else text_of(value)
            if connection.sent.get(name, self._default_text(known)) != text:
                connection.obey(f"{known.own_name} {text}")
                connection.sent[name] = text
        if limit.time is not None and connection.identity.option("max_time") is None:
            left = limit.time if limit.clock is None else limit.clock
            connection.ask(f"time_left {color} {text_of(round(left, 3))}")

    def _default_text(self, known: EngineOption) -> str:
        """Return the text of the value that a parameter has when the limit does not set it."""
        for name in (known.option.name, known.own_name):
            if name in self._given:
                value = self._given[name]
                return text_of(known.option.parse(value) if isinstance(value, str) else value)
        return text_of(known.option.default)

    def _move(self, position: Any, reply: HtpReply) -> Move:
        text = reply.first
        shown, word = shortened(text, _SHOWN), text.lower()
        if not reply.ok:
            raise EngineIllegalMove(f"engine {self.name!r} has no move: it answered {shown!r}", text=shown)
        if word == "resign":
            raise EngineResigned(f"engine {self.name!r} resigns")
        if word in self.identity.profile.passes:
            raise EnginePassed(f"engine {self.name!r} passes, as if the game were decided")
        if word in _SWAPS and position.swap_now is not None:
            move: Move = position.swap_now  # whichever swap the engine names, only one is legal in this game
        else:
            try:
                move = parse_move(position, text)
            except HexapodaError as error:
                raise EngineIllegalMove(
                    f"engine {self.name!r} answered {shown!r}: {error}", text=shown
                ) from None
        if self._game is not None:
            self._game.moved(position.color_to_move, move)
        return move
