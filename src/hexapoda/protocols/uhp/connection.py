"""The connection to a UHP engine process: commands, answers, and its identity.

Owns the answer (all lines up to `ok`, bounded in time and in length) and the start: the greeting, the options
and the extensions. `client` interprets the answers.
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
    """The letters out of `MLP` that it plays."""
    options: tuple[UhpOption, ...]
    extensions: frozenset[str]
    """The tokens of docs/reference/uhp-extensions.md."""


class UhpConnection:
    """An engine's process that has greeted."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str,
        cwd: Path | None = None,
        log: Path | None = None,
        timeouts: Timeouts,
    ) -> None:
        """Start the engine. Raises `EngineError` when it cannot be started or does not greet as one does."""
        self.name = name
        self.timeouts = timeouts
        self.process = EngineProcess(command, name=name, cwd=cwd, log=log)
        try:
            self.identity = self._meet(True)
        except EngineStalled as error:
            # Perhaps it never answers what it does not know. Then it gets a chance without such a question.
            self.process.kill()
            if "extensions" not in str(error):
                raise
            self.process = EngineProcess(command, name=name, cwd=cwd, log=log)
            self.identity = self._meet_or_kill()
        except BaseException:
            self.process.kill()
            raise

    def ask(self, command: str, seconds: float | None = None) -> list[str]:
        """The lines of the answer to a command, without the closing `ok` and blanks at the ends.

        Raises `EngineStalled` when the answer is not complete after `seconds` (None: `timeouts.answer`), or
        has no end, and `EngineCrashed`.
        """
        deadline = time.monotonic() + (self.timeouts.answer if seconds is None else seconds)
        self.process.send(command, deadline)
        return self._answer(deadline, command)

    def await_answer(
        self, seconds: float, awaited: str, on_line: Callable[[str], bool] | None = None
    ) -> list[str]:
        """The lines of an answer that is still due. Raises as `ask` does.

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
                    f"engine {self.name!r} answers {awaited!r} with {len(lines):,} lines and no end of them"
                )
        return lines

    def _meet_or_kill(self) -> UhpIdentity:
        try:
            return self._meet(False)
        except BaseException:
            self.process.kill()
            raise

    def _meet(self, ask_extensions: bool) -> UhpIdentity:
        greeting = self._greeting()
        if all(not line.startswith("id ") for line in greeting):
            greeting = self.ask("info")
        name, *after = next(
            (greeting[at:] for at, line in enumerate(greeting) if line.startswith("id ")), ["", ""]
        )
        if not name:
            heard = greeting[0][:80] if greeting else ""
            raise EngineError(f"{self.name!r} is no UHP engine: it greets with {heard!r}, expected 'id NAME'")
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
        """What the engine says when it starts; one that says nothing is asked."""
        timeouts = self.timeouts
        began = time.monotonic()
        with contextlib.suppress(EngineStalled):
            return self._answer(began + min(timeouts.silence, timeouts.start), "info")
        lines = self.ask("info", timeouts.start)
        # It may have been about to greet: then this was the greeting, and the answer is still to come. A
        # command with an answer that nothing else has tells where the conversation is.
        answer = self.ask("newgame Base", timeouts.start)
        if not any(line.startswith(("Base;", *_REFUSALS)) for line in answer):
            self._answer(began + timeouts.start, "newgame Base")
        return lines


def is_refusal(answer: Sequence[str]) -> bool:
    """Whether an answer says `err` or `invalidmove`."""
    return any(line.split(" ", 1)[0] in _REFUSALS for line in answer)
