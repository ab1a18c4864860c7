"""`ProcessEngine`: the base of engines in other processes, for all protocols.

Owns the lifetime of the connection: starting it, restarting it after an error, and ending it from any thread.
The clients of the protocols own its content.
"""

from __future__ import annotations

import math
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Generic, Protocol, Self, TypeVar

from hexapoda.engine import Option, OptionValue
from hexapoda.errors import EngineError
from hexapoda.protocols.process.process import EngineProcess
from hexapoda.protocols.process.timeouts import Timeouts

__all__ = ["ProcessEngine"]


class Connection(Protocol):
    """A connection to an engine's process."""

    process: EngineProcess

    def close(self) -> None:
        """Ask the process to quit, then kill it. Never raises."""

    def kill(self) -> None:
        """Kill the process. Never raises."""


ConnectionT = TypeVar("ConnectionT", bound=Connection)
GameT = TypeVar("GameT")


class ProcessEngine(ABC, Generic[ConnectionT, GameT]):
    """An engine in its own process. After an error the next search restarts it."""

    name: str
    options: tuple[Option, ...]

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
        self._command = tuple(command)
        self._given = dict(options or {})
        self._cwd = cwd
        self._log = log
        self.timeouts = timeouts or Timeouts()
        self._shown_name = name or (Path(command[0]).name if command else "")
        self._lock = threading.Lock()
        self._closed = self._searching = self._asked = False
        self._connection: ConnectionT | None = None
        self._game: GameT | None = None

    @abstractmethod
    def _connect(self) -> ConnectionT:
        """Start the engine. Raises `EngineError` if it cannot be started."""

    @abstractmethod
    def _set_option(self, connection: ConnectionT, name: str, value: OptionValue) -> None:
        """Set an option. `name` is its name in the protocol or in Python."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The process id of the engine, or None."""
        connection = self._connection
        return None if connection is None else connection.process.pid

    def leave_time_to_caller(self) -> None:
        """Do not count a late move as an error, and wait for it as long as for a search without a time limit.
        The caller has a clock, and calls `close` to end the wait.
        """
        self.timeouts = replace(self.timeouts, overstep=math.inf, stall=self.timeouts.unclocked)

    def connection(self) -> ConnectionT:
        """Return the connection; start the engine again if needed. The caller may change the engine's game:
        the next search sends the whole game again. Raises `EngineError` if the engine cannot be started.
        """
        self._game = None
        return self._connected()

    def restart(self) -> None:
        """Kill the process; the next request starts another one."""
        with self._lock:
            connection, self._connection = self._connection, None
        self._game = None
        if connection is not None:
            connection.kill()

    def close(self) -> None:
        """End the process. If another thread is searching, the process is killed at once."""
        with self._lock:
            self._closed = True
            connection, self._connection = self._connection, None
        if connection is not None:
            if self._searching:
                connection.kill()
            else:
                connection.close()

    def _connected(self) -> ConnectionT:
        if self._closed:
            raise EngineError(f"engine {self._shown_name!r} was closed")
        connection = self._connection
        if connection is None:
            connection = self._connect()
            self._game = None
            try:
                for name, value in self._given.items():
                    self._set_option(connection, name, value)
            except BaseException:
                connection.kill()
                raise
            with self._lock:
                if self._closed:
                    connection.kill()
                    raise EngineError(f"engine {self._shown_name!r} was closed")
                self._connection = connection
        return connection
