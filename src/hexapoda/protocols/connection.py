"""The connection to an engine's process: its identity, commands and answers.

Enforces the deadlines, and the limits on the length of an answer. The dialects define the start of the
conversation and the form of an answer.
"""

from __future__ import annotations

import functools
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Generic, TypeAlias, TypeVar

from hexapoda.errors import EngineFlooded, EngineStalled
from hexapoda.protocols.command import shortened
from hexapoda.protocols.option_table import EngineOption
from hexapoda.protocols.process.process import EngineProcess
from hexapoda.protocols.profile import EngineProfile, profile_of

__all__ = ["EngineConnection", "EngineIdentity", "OnLine", "Timeouts"]

_MAX_LINES = 10_000
_MAX_CHARACTERS = 4 << 20

AnswerT = TypeVar("AnswerT")
OnLine: TypeAlias = Callable[[str], bool]
"""A function that takes a line and returns whether it is a report rather than part of the answer."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long to wait for an engine, in seconds."""

    start: float = 20.0
    """The time for the first answer; loading a network can take long."""
    silence: float = 3.0
    """The time to wait for an unprompted greeting before asking the engine for one."""
    answer: float = 10.0
    """The time for the answer to any command except a search."""
    overstep: float = 1.0
    """How much later than its time limit a search may answer."""
    stall: float = 10.0
    """How long after its time limit a search that has not answered counts as hanging."""
    unclocked: float = 3600.0
    """The time for a search without a time limit, such as a search to a fixed depth."""
    quit: float = 2.0
    """The time for the process to end after `exit` or `quit`, and again after the terminate signal."""


@dataclass(frozen=True, slots=True)
class EngineIdentity:
    """What an engine reports about itself."""

    name: str
    """The engine's name and version."""
    options: tuple[EngineOption, ...]
    commands: frozenset[str]
    """In HTP the engine's commands; in UHP its extensions, by token; see docs/reference/uhp-extensions.md."""
    expansions: str = ""
    """In UHP the expansions that the engine plays, as letters of `MLP`."""
    swaps: bool = False
    """In HTP whether the engine has a parameter that allows a swap."""

    @property
    def profile(self) -> EngineProfile:
        """How the engine differs from its protocol."""
        return profile_of(self.name)

    def option(self, name: str) -> EngineOption | None:
        """Return the option with this name, in Python or in the protocol; None if there is none."""
        return next((each for each in self.options if name in (each.own_name, each.option.name)), None)


class EngineConnection(ABC, Generic[AnswerT]):
    """A running engine whose identity is known."""

    farewell: ClassVar[str]
    """The command that ends the engine."""

    def __init__(
        self, command: Sequence[str], *, name: str, cwd: Path | None, log: Path | None, timeouts: Timeouts
    ) -> None:
        """Start the engine. Raises `EngineError` if it cannot be started or does not speak the protocol."""
        self.name = name
        self.timeouts = timeouts
        self.sent: dict[str, str] = {}
        """The values that the client last sent, by name. The HTP client keeps its search limits here."""
        self._start: Callable[[], EngineProcess] = functools.partial(
            EngineProcess, command, name=name, cwd=cwd, log=log
        )
        self.process = self._start()
        try:
            self.identity = self._identify()
        except BaseException:
            self.process.kill()
            raise

    def ask(self, command: str, seconds: float | None = None) -> AnswerT:
        """Return the answer to a command. Raises `EngineStalled` if it is not complete after `seconds` (None:
        `timeouts.answer`), `EngineFlooded`, `EngineCrashed`, and `EngineError` for an invalid answer.
        """
        deadline = time.monotonic() + (self.timeouts.answer if seconds is None else seconds)
        self.process.send(command, deadline)
        return self.await_answer(deadline, command)

    def await_answer(self, deadline: float, awaited: str, on_line: OnLine | None = None) -> AnswerT:
        """Return the answer to the command `awaited`, which has already been sent. `deadline` is a
        `time.monotonic` timestamp. Every line is first passed to `on_line`. Raises the errors of `ask`.
        """
        return self._read(self._lines(deadline, awaited, on_line), awaited)

    def close(self) -> None:
        """Ask the process to quit, and kill it if it does not. Never raises."""
        self.process.quit(self.farewell, self.timeouts.quit)

    @abstractmethod
    def _identify(self) -> EngineIdentity:
        """Ask the engine for its identity."""

    @abstractmethod
    def _read(self, lines: Iterator[str], awaited: str) -> AnswerT:
        """Read the lines of an answer up to its end, and return the answer."""

    def _lines(self, deadline: float, awaited: str, on_line: OnLine | None) -> Iterator[str]:
        count, characters, shown = 0, 0, shortened(awaited)
        while count <= _MAX_LINES and characters <= _MAX_CHARACTERS:
            line = self.process.read_line(deadline, awaited)
            if on_line is None or not on_line(line):
                yield line
                count += 1
                characters += len(line)
            elif time.monotonic() > deadline:
                raise EngineStalled(f"engine {self.name!r} only reports, and does not answer {shown!r}")
        raise EngineFlooded(f"engine {self.name!r} does not end its answer to {shown!r}: {count:,} lines")
