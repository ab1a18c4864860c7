"""`ProcessEngine`: wraps an external engine that speaks a line protocol as an `Engine`.

Manages the connection (starting it, restarting it after an error, ending it from any thread) and controls the
course of a search. The dialects define the content of a search: the engine's game, the search command and its
answer. A finished game is never sent to an engine, because some engines crash on it.
"""

from __future__ import annotations

import contextlib
import math
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from hexapoda.engine import Limit, OnInfo, Option, OptionValue, SearchInfo, SearchResult
from hexapoda.errors import (
    EngineError,
    EngineIllegalMove,
    EnginePassed,
    EngineResigned,
    EngineRulesDiffer,
    EngineTimeout,
    UsageError,
)
from hexapoda.protocols.connection import EngineConnection, OnLine, Timeouts

if TYPE_CHECKING:
    from hexapoda.protocols.conformance import Suite

__all__ = ["ProcessEngine", "Timeouts"]

_STOP_SECONDS = 1.0
"""How many seconds an engine may take to read the line that stops it."""

ConnectionT = TypeVar("ConnectionT", bound=EngineConnection[Any])
GameT = TypeVar("GameT")


class ProcessEngine(ABC, Generic[ConnectionT, GameT]):
    """An engine in its own process. After an error the next search restarts it."""

    connect: ClassVar[Any]
    """The class of the connection."""
    stop_command: ClassVar[str]
    """The command that an engine reports if its searches can be stopped."""
    stop_line: ClassVar[str]
    """The line that stops a search."""
    hidden_options: ClassVar[Sequence[str]] = ()
    """Options that are not offered to users, by their names in the protocol."""

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
        """Start `command` in the folder `cwd` and set `options`, by their names in the protocol or in Python.

        `log`: a file to which the conversation is appended. Raises `EngineError` if the engine cannot be
        started, and `UsageError` for an unknown option or an invalid value.
        """
        self._command = tuple(command)
        self._given = dict(options or {})
        self._cwd = cwd
        self._log = log
        self.timeouts = timeouts or Timeouts()
        self._shown_name = name or (Path(command[0]).name if command else "")
        self._lock = threading.Lock()
        self._closed = self._searching = self._asked = self._stopped = False
        self._connection: ConnectionT | None = None
        self._game: GameT | None = None
        self.identity = self._connected().identity
        self.name = name or self.identity.name or self._shown_name
        self.options: tuple[Option, ...] = tuple(
            known.option for known in self.identity.options if known.own_name not in self.hidden_options
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The process id of the engine; None while it is not connected."""
        connection = self._connection
        return None if connection is None else connection.process.pid

    def leave_time_to_caller(self) -> None:
        """Do not count a late move as an error, and wait for it as long as in a search without a time limit.
        This is for callers that keep their own clock and call `close` to end the wait.
        """
        self.timeouts = replace(self.timeouts, overstep=math.inf, stall=self.timeouts.unclocked)

    def new_game(self) -> None:
        """Make the next search send the whole game, so that the engine starts from scratch."""
        self._game = None

    @abstractmethod
    def variants(self) -> tuple[str, ...]:
        """Return the variants that the engine plays, smallest first."""

    @abstractmethod
    def suite(self, games: int) -> Suite:
        """Return the conformance checks of the protocol, with `games` random games for each variant."""

    @abstractmethod
    def check_limit(self, limit: Limit) -> None:
        """Raise `UsageError` for a limit that the engine does not support."""

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Ask the engine for its move and return it. `on_info` is called with each report, at least once.

        Raises `EngineCrashed`, `EngineStalled`, `EngineTimeout` (it answered later than the limit and
        `timeouts.overstep` allow), `EngineIllegalMove`, `EngineResigned`, `EnginePassed`,
        `EngineRulesDiffer`, `EngineError` for any other fault of the engine, and `UsageError` for a limit or
        a position that the protocol or the engine does not support.
        """
        self.check_limit(limit)
        if position.outcome() is not None:
            raise EngineError(f"{self.name} was asked for a move, but the game is over")
        latest: dict[int, SearchInfo] = {}
        self._searching = True
        try:
            connection = self.at(position)
            question, seconds = self._question(connection, position, limit)
            began = time.perf_counter()
            answer = self._ask_for_move(
                connection, question, seconds, self._listener(position, latest, on_info)
            )
            took = time.perf_counter() - began
            move = self._move(position, answer)
        except (EngineIllegalMove, EnginePassed, EngineResigned, EngineRulesDiffer):
            self.new_game()  # the connection is fine, but the engine's game is unknown
            raise
        except BaseException as error:
            if self._asked or not isinstance(error, UsageError):  # an answer may still come
                self.restart()
            raise
        finally:
            self._searching = self._asked = False
        if seconds is not None and took > seconds + self.timeouts.overstep:
            raise EngineTimeout(
                f"engine {self.name!r} took {took:.2f} s for {question!r}, more than {seconds:g} s"
            )
        reported = latest.get(1)
        if reported is not None and reported.pv[:1] == (move,):
            return SearchResult(move, replace(reported, time=took))
        info = SearchInfo(time=took, pv=(move,))
        if on_info is not None:
            on_info(info)
        return SearchResult(move, info)

    def stop(self) -> None:
        """Stop the search if the engine has a command for that. Otherwise the search runs to its limit,
        unless `close` ends it.
        """
        with self._lock:
            connection = self._connection
            if not self._asked or self._stopped or connection is None:
                return
            if self.stop_command in self.identity.commands:
                self._stopped = True
                with contextlib.suppress(EngineError):  # the waiting search reports it
                    connection.process.interject(self.stop_line, time.monotonic() + _STOP_SECONDS)

    def connection(self) -> ConnectionT:
        """Return the connection, and restart the engine if needed. The caller may change the engine's game,
        because the next search sends the whole game again. Raises `EngineError` if the engine cannot be
        started.
        """
        self._game = None
        return self._connected()

    @abstractmethod
    def at(self, position: Any) -> ConnectionT:
        """Set the engine's game to `position` and return the connection. Raises the errors of `search`."""

    def restart(self) -> None:
        """Kill the process; the next request starts a new one."""
        with self._lock:
            connection, self._connection = self._connection, None
        self._game = None
        if connection is not None:
            connection.process.kill()

    def close(self) -> None:
        """End the process. If another thread is searching, the process is killed at once."""
        with self._lock:
            self._closed = True
            connection, self._connection = self._connection, None
        if connection is not None:
            if self._searching:
                connection.process.kill()
            else:
                connection.close()

    @abstractmethod
    def _set_option(self, connection: ConnectionT, name: str, value: OptionValue) -> None:
        """Set an option. `name` is its name in the protocol or in Python."""

    @abstractmethod
    def _question(self, connection: ConnectionT, position: Any, limit: Limit) -> tuple[str, float | None]:
        """Return the search command, and the seconds that the limit allows (None without a time limit)."""

    def _listener(
        self, position: Any, latest: dict[int, SearchInfo], on_info: OnInfo | None
    ) -> OnLine | None:
        """Return a function that reads the engine's reports and keeps the last one of each rank (`multipv`)
        in `latest`; None if the protocol has no reports.
        """
        return None

    @abstractmethod
    def _move(self, position: Any, answer: Any) -> Any:
        """Return the move in an answer. Raises `EngineIllegalMove`, `EnginePassed` or `EngineResigned`."""

    def _after_stop(self, connection: ConnectionT) -> None:
        """Read the engine's answer to the line that stopped it; by default there is none."""

    def _ask_for_move(
        self, connection: ConnectionT, question: str, seconds: float | None, on_line: OnLine | None
    ) -> Any:
        """Return the answer to a search command, which `stop` can end."""
        patience = self.timeouts.unclocked if seconds is None else seconds + self.timeouts.stall
        deadline = time.monotonic() + patience
        connection.process.send(question, deadline)
        with self._lock:  # only now, because a stop must not arrive before the question
            self._asked, self._stopped = True, False
        answer = connection.await_answer(deadline, question, on_line)
        with self._lock:
            stopped, self._asked = self._stopped, False
        if stopped:
            self._after_stop(connection)
        return answer

    def _connected(self) -> ConnectionT:
        if self._closed:
            raise EngineError(f"engine {self._shown_name!r} was closed")
        if self._connection is not None:
            return self._connection
        connection: ConnectionT = self.connect(
            self._command, name=self._shown_name, cwd=self._cwd, log=self._log, timeouts=self.timeouts
        )
        self._game = None
        try:
            for name, value in self._given.items():
                self._set_option(connection, name, value)
        except BaseException:
            connection.process.kill()
            raise
        with self._lock:
            if self._closed:
                connection.process.kill()
                raise EngineError(f"engine {self._shown_name!r} was closed")
            self._connection = connection
        return connection
