"""The connection to an engine's process: its identity, commands and answers.

Owns the deadlines, and the limit on what an answer may consist of. The dialects own the start of the
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
"""Takes each line of an answer; returns whether it is a report that does not belong to the answer."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long to wait for an engine, in seconds."""

    start: float = 20.0
    """For its greeting; loading a network takes time."""
    silence: float = 3.0
    """For a greeting that comes unasked; after this time the engine is asked for one."""
    answer: float = 10.0
    """For the answer to any command but a search."""
    overstep: float = 1.0
    """How much later than its time limit a search may answer."""
    stall: float = 10.0
    """How long after its time limit a search that has not answered counts as hanging."""
    unclocked: float = 3600.0
    """For a search without a time limit, for example to a depth."""
    quit: float = 2.0
    """For the process to end after `exit` or `quit`, and again after the terminate signal."""


@dataclass(frozen=True, slots=True)
class EngineIdentity:
    """What an engine reports about itself."""

    name: str
    """Its name and its version."""
    options: tuple[EngineOption, ...]
    commands: frozenset[str]
    """HTP: its commands. UHP: its extensions, tokens that docs/reference/uhp-extensions.md describes."""
    expansions: str = ""
    """UHP: the expansions that it plays, as letters of `MLP`."""
    swaps: bool = False
    """HTP: whether it has a parameter that allows a swap."""

    @property
    def profile(self) -> EngineProfile:
        """How the engine differs from its protocol."""
        return profile_of(self.name)

    def option(self, name: str) -> EngineOption | None:
        """The option of this name in Python or in the protocol, or None."""
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
        """Values that the client has sent, for its own use."""
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
        """Return the answer to a command sent before. `deadline` is a time of `time.monotonic`. Raises the
        errors of `ask`.
        """
        return self._read(self._lines(deadline, awaited, on_line), awaited)

    def close(self) -> None:
        """Ask the process to quit, then kill it. Never raises."""
        self.process.quit(self.farewell, self.timeouts.quit)

    @abstractmethod
    def _identify(self) -> EngineIdentity:
        """Ask the engine for its identity."""

    @abstractmethod
    def _read(self, lines: Iterator[str], awaited: str) -> AnswerT:
        """Take the lines of an answer, up to its end, and return it."""

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
