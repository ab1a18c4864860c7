"""The connection to a UHP engine process: commands, answers, and its identity.

Owns reading an answer (all lines up to `ok`, bounded in time and in length) and the start, when the engine
greets and is asked for its options and extensions. `client` interprets the answers.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hexapoda.errors import EngineError, EngineStalled
from hexapoda.protocols.process.process import EngineProcess
from hexapoda.protocols.process.timeouts import Timeouts
from hexapoda.protocols.uhp.option_line import UhpOption, read_option_lines

__all__ = ["UhpConnection", "UhpIdentity", "is_refusal"]

_MAX_LINES = 10_000
_MAX_TAKEN = 100_000
_MAX_CHARACTERS = 4 << 20
_REFUSALS = ("err", "invalidmove")


@dataclass(frozen=True, slots=True)
class UhpIdentity:
    """What an engine reports about itself."""

    name: str
    """What follows `id`: name and version."""
    expansions: str
    """The expansions that it plays, as letters of `MLP`."""
    options: tuple[UhpOption, ...]
    extensions: frozenset[str]
    """Tokens that docs/reference/uhp-extensions.md describes."""


class UhpConnection:
    """A running engine whose identity is known."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str,
        cwd: Path | None = None,
        log: Path | None = None,
        timeouts: Timeouts,
    ) -> None:
        """Start the engine. Raises `EngineError` if it cannot be started or does not speak UHP."""
        self.name = name
        self.timeouts = timeouts
        self.process = EngineProcess(command, name=name, cwd=cwd, log=log)
        try:
            self.identity = self._identify(True)
        except EngineStalled as error:
            # Some engines do not answer unknown commands: start again without asking for extensions.
            self.process.kill()
            if "extensions" not in str(error):
                raise
            self.process = EngineProcess(command, name=name, cwd=cwd, log=log)
            self.identity = self._identify_or_kill()
        except BaseException:
            self.process.kill()
            raise

    def ask(self, command: str, seconds: float | None = None) -> list[str]:
        """Return the lines of the answer to a command, stripped, without the closing `ok`.

        Raises `EngineStalled` if the answer is not complete after `seconds` (None: `timeouts.answer`) or too
        long, and `EngineCrashed`.
        """
        deadline = time.monotonic() + (self.timeouts.answer if seconds is None else seconds)
        self.process.send(command, deadline)
        return self._answer(deadline, command)

    def await_answer(
        self, seconds: float, awaited: str, on_line: Callable[[str], bool] | None = None
    ) -> list[str]:
        """Return the lines of the answer to a command sent before. Raises the errors of `ask`.

        `on_line` is called with every line; lines for which it returns true are not part of the answer.
        """
        return self._answer(time.monotonic() + seconds, awaited, on_line)

    def close(self) -> None:
        """Ask the process to quit, then kill it. Never raises."""
        self.process.quit("exit", self.timeouts.quit)

    def kill(self) -> None:
        """Kill the process. Never raises."""
        self.process.kill()

    def _answer(
        self, deadline: float, awaited: str, on_line: Callable[[str], bool] | None = None
    ) -> list[str]:
        lines: list[str] = []
        taken = characters = 0
        while (line := self.process.read_line(deadline, awaited).strip()) != "ok":
            if on_line is not None and taken < _MAX_TAKEN and on_line(line):
                taken += 1
                continue
            lines.append(line)
            characters += len(line)
            if len(lines) > _MAX_LINES or characters > _MAX_CHARACTERS:
                raise EngineStalled(
                    f"engine {self.name!r} does not end its answer to {awaited!r}: {len(lines):,} lines"
                )
        return lines

    def _identify_or_kill(self) -> UhpIdentity:
        try:
            return self._identify(False)
        except BaseException:
            self.process.kill()
            raise

    def _identify(self, ask_extensions: bool) -> UhpIdentity:
        greeting = self._greeting()
        if all(not line.startswith("id ") for line in greeting):
            greeting = self.ask("info")
        name, *after = next(
            (greeting[at:] for at, line in enumerate(greeting) if line.startswith("id ")), ["", ""]
        )
        if not name:
            heard = greeting[0][:80] if greeting else ""
            raise EngineError(
                f"{self.name!r} is not a UHP engine: it greets with {heard!r}, expected 'id NAME'"
            )
        expansions = {word.strip()[:1].upper() for line in after[:1] for word in line.split(";")}
        options = self.ask("options")
        extensions = self.ask("extensions", min(self.timeouts.answer, 5.0)) if ask_extensions else []
        return UhpIdentity(
            name=name.removeprefix("id ").strip()[:200],
            expansions="".join(letter for letter in "MLP" if letter in expansions),
            options=() if is_refusal(options) else read_option_lines(options),
            extensions=frozenset(line.partition(";")[0] for line in extensions if ";" in line)
            if not is_refusal(extensions)
            else frozenset(),
        )

    def _greeting(self) -> list[str]:
        """Return the engine's greeting; a silent engine is asked for it with `info`."""
        timeouts = self.timeouts
        began = time.monotonic()
        with contextlib.suppress(EngineStalled):
            return self._answer(began + min(timeouts.silence, timeouts.start), "info")
        lines = self.ask("info", timeouts.start)
        # If the engine was just about to greet, these lines are its greeting, and the answer to `info` is
        # still to come. The answer to `newgame` looks different, so it shows whether that is the case.
        answer = self.ask("newgame Base", timeouts.start)
        if not any(line.startswith(("Base;", *_REFUSALS)) for line in answer):
            self._answer(began + timeouts.start, "newgame Base")
        return lines


def is_refusal(answer: Sequence[str]) -> bool:
    """Return whether an answer is `err` or `invalidmove`."""
    return any(line.split(" ", 1)[0] in _REFUSALS for line in answer)
