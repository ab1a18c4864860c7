"""`UhpEngine`: wraps an external engine that speaks the Universal Hive Protocol as an `Engine`.

Keeps the engine's game in sync with ours and reads its moves. Moves are compared by cell, never by text,
because one destination can be written in many ways.

UHP limits a search by a time in whole seconds or by depth. It has no node limit, no search reports, and no
way to stop a search. The extensions in docs/reference/uhp-extensions.md add these. With an engine that does
not announce them, a limit that UHP lacks raises `UsageError`, and there are no reports and no stops.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

from hexapoda.engine import LONGEST_SEARCH, Limit, OnInfo, OptionValue, SearchInfo
from hexapoda.errors import EngineError, EngineIllegalMove, HexapodaError, UsageError
from hexapoda.hive import VARIANTS, Move, Position
from hexapoda.hive.text.notation import parse_move
from hexapoda.hive.text.numbering import Numbering
from hexapoda.protocols.client import ProcessEngine, Timeouts
from hexapoda.protocols.command import shortened
from hexapoda.protocols.connection import OnLine
from hexapoda.protocols.option_table import EngineOption, find_option
from hexapoda.protocols.uhp.connection import UhpConnection, is_refusal
from hexapoda.protocols.uhp.game import UhpGame
from hexapoda.protocols.uhp.info import is_info, parse_info
from hexapoda.protocols.uhp.options import RULE_OPTIONS

if TYPE_CHECKING:
    from hexapoda.protocols.conformance import Suite

__all__ = ["Timeouts", "UhpEngine"]

_SHOWN = 80
_MAX_MULTIPV = 1000
_MILLISECONDS, _NODES, _ANALYZE, _STOP = "milliseconds", "nodes", "analyze", "stop"
_OTHER_RULES = {
    "TournamentOpening": "refuse a queen on a player's first turn",
    "Repetition": "treat a third occurrence as a draw",
}
"""How an engine without the option may break the rules of the game, by the name of the option."""


class UhpEngine(ProcessEngine[UhpConnection, UhpGame]):
    """A UHP engine in its own process. After an error the next search restarts it."""

    connect = UhpConnection
    stop_command = stop_line = _STOP
    hidden_options = tuple(RULE_OPTIONS)

    reports = True
    """Whether searches with a limit ask for reports, if the engine can send them."""
    notes: tuple[str, ...] = ()
    """Notes for the user on rules of the game that this engine may not follow."""

    @property
    def min_time(self) -> float:
        """The shortest time limit in seconds that the engine supports."""
        return 0.001 if _MILLISECONDS in self.identity.commands else 1.0

    def variants(self) -> tuple[str, ...]:
        """Return the variants that the engine plays, smallest first."""
        return tuple(each for each in VARIANTS if set(each[5:]) <= set(self.identity.expansions))

    def suite(self, games: int) -> Suite:
        """Return the conformance checks of UHP, with `games` random games for each variant."""
        from hexapoda.protocols.uhp.conformance import uhp_suite

        return uhp_suite(self, games)

    def check_limit(self, limit: Limit) -> None:
        """Raise `UsageError` for a limit that the protocol cannot express."""
        self._command_for(limit)

    def at(self, position: Any) -> UhpConnection:
        """Set the engine's game to `position` and return the connection. Raises the errors of `search`."""
        connection = self._connected()
        if self._game is None or not self._game.has_rules_of(position):
            self._set_rules(connection, position)
            self._game = UhpGame(connection, position)
        self._game.go_to(position)
        return connection

    def valid_moves(self, position: Position) -> list[str]:
        """Return the texts of the moves that the engine considers legal. Raises the errors of `search`."""
        try:
            answer = self.at(position).ask("validmoves")
        except EngineError:
            self.restart()
            raise
        if is_refusal(answer):
            raise EngineError(f"engine {self.name!r} answers 'validmoves' with {answer[0][:_SHOWN]!r}")
        return [text for line in answer for text in line.split(";") if text]

    def _set_option(self, connection: UhpConnection, name: str, value: OptionValue) -> None:
        self._send_option(connection, find_option(connection.identity.options, name, self._shown_name), value)

    def _send_option(self, connection: UhpConnection, known: EngineOption, value: OptionValue) -> None:
        checked = known.option.parse(value) if isinstance(value, str) else known.option.check(value)
        answer = connection.ask(f"options set {known.own_name} {checked}")
        if is_refusal(answer):
            raise EngineError(
                f"engine {self._shown_name!r} rejects option {known.own_name}={checked}: {answer[0][:_SHOWN]}"
            )

    def _set_rules(self, connection: UhpConnection, position: Position) -> None:
        missing = set(position.variant[5:]) - set(connection.identity.expansions)
        if missing:
            raise UsageError(f"engine {self.name!r} does not play {position.variant}")
        notes = []
        values = (position.opening == "tournament", position.repetition)
        for (name, what), value in zip(_OTHER_RULES.items(), values, strict=True):
            known = connection.identity.option(name)
            if known is not None and known.option.kind == "bool":
                self._send_option(connection, known, value)
            elif not value:
                notes.append(f"engine {self.name!r} has no option {name}: it may {what}")
        self.notes = tuple(notes)
        for note in notes:
            connection.process.remark(note)

    def _question(self, connection: UhpConnection, position: Any, limit: Limit) -> tuple[str, float | None]:
        return self._command_for(limit)

    def _command_for(self, limit: Limit) -> tuple[str, float | None]:
        """Return the command for a limit, and the seconds that the limit allows (None without a time limit).
        Only `analyze` is answered with reports, which have scores.
        """
        extensions = self.identity.commands
        bounds = [name for name in ("time", "depth", "nodes") if getattr(limit, name) is not None]
        analyzes = _ANALYZE in extensions and _STOP in extensions  # without `stop`, `analyze` might never end
        if not bounds and analyzes:
            return _ANALYZE, None
        command = _ANALYZE if analyzes and self.reports else "bestmove"
        if len(bounds) != 1:
            given = " and ".join(bounds) or "none"
            raise UsageError(
                f"engine {self.name!r} speaks UHP, which takes one limit for a search, not {given}"
            )
        if limit.nodes is not None:
            if _NODES not in extensions:
                raise UsageError(
                    f"engine {self.name!r} speaks plain UHP, which has no node limit: "
                    "expected a time or a depth"
                )
            return f"{command} nodes {limit.nodes}", None
        if limit.time is None:
            return f"{command} depth {limit.depth}", None
        allowed = seconds = min(limit.time, float(LONGEST_SEARCH))
        if _MILLISECONDS not in extensions:
            if seconds < 1:
                raise UsageError(
                    f"engine {self.name!r} speaks plain UHP, which takes whole seconds only: "
                    f"{limit.time:g} s is too short, expected 1 s or more"
                )
            seconds = float(math.floor(seconds))
        milliseconds = math.floor(seconds * 1000 + 1e-6)
        whole, rest = divmod(milliseconds, 1000)
        text = f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
        return f"{command} time {text}{f'.{rest:03}' if _MILLISECONDS in extensions else ''}", allowed

    def _listener(self, position: Any, latest: dict[int, SearchInfo], on_info: OnInfo | None) -> OnLine:
        def listen(line: str) -> bool:
            if not is_info(line):
                return False
            info = parse_info(position, line)
            if info is not None and info.pv and 1 <= info.multipv <= _MAX_MULTIPV:
                latest[info.multipv] = info
                if on_info is not None:
                    on_info(info)
            return True

        return listen

    def _after_stop(self, connection: UhpConnection) -> None:
        """Read the answer to `stop`, which follows the answer to the search command."""
        connection.await_answer(time.monotonic() + self.timeouts.answer, _STOP)

    def _move(self, position: Any, answer: list[str]) -> Move:
        text = next((line for line in reversed(answer) if line), "")
        shown = shortened(text, _SHOWN)
        if is_refusal([text]):
            raise EngineIllegalMove(f"engine {self.name!r} has no move: it answered {shown!r}", text=shown)
        try:
            if self.identity.profile.free_numbers:
                text = Numbering(position).play(position.copy(), text)
            return parse_move(position, text, "uhp")
        except HexapodaError as error:
            raise EngineIllegalMove(f"engine {self.name!r} answered {shown!r}: {error}", text=shown) from None
