"""The connection to an HTP engine process: commands, answers, and its identity.

Owns reading an answer (all lines up to an empty one, bounded in time and in length) and the start, when the
engine is asked for its name, commands and parameters. `client` interprets the answers.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hexapoda.errors import EngineError, EngineStalled
from hexapoda.protocols.htp.line import HtpReply, parse_reply
from hexapoda.protocols.htp.option_line import PREFIX, HtpOption, read_parameters
from hexapoda.protocols.process.process import EngineProcess
from hexapoda.protocols.process.timeouts import Timeouts

__all__ = ["HtpConnection", "HtpIdentity"]

_MAX_LINES = 10_000
_MAX_CHARACTERS = 4 << 20
_SHOWN = 80
_GAME = "param_game"
_SWAP = "allow_swap"


@dataclass(frozen=True, slots=True)
class HtpIdentity:
    """What an engine reports about itself."""

    name: str
    """Its name and its version."""
    commands: frozenset[str]
    """Its answer to `list_commands`."""
    options: tuple[HtpOption, ...]
    swaps: bool
    """Whether it has a parameter that allows a swap."""

    def parameter(self, name: str) -> HtpOption | None:
        """The option of this name, or None."""
        return next((each for each in self.options if each.option.name == name), None)


class HtpConnection:
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
        """Start the engine. Raises `EngineError` if it cannot be started or does not speak HTP."""
        self.name = name
        self.timeouts = timeouts
        self.process = EngineProcess(command, name=name, cwd=cwd, log=log)
        try:
            self.identity = self._identify()
        except BaseException:
            self.process.kill()
            raise

    def ask(self, command: str, seconds: float | None = None) -> HtpReply:
        """Return the answer to a command. Raises `EngineStalled` for an answer that is too long or not
        complete after `seconds` (None: `timeouts.answer`), `EngineCrashed`, and `EngineError` for an invalid
        answer.
        """
        deadline = time.monotonic() + (self.timeouts.answer if seconds is None else seconds)
        self.process.send(command, deadline)
        return self.await_answer(deadline, command)

    def obey(self, command: str) -> None:
        """Send a command that must succeed. Raises the errors of `ask`, and `EngineError` if it fails."""
        reply = self.ask(command)
        if not reply.ok:
            raise EngineError(f"engine {self.name!r} answers {command!r} with {_shown('? ' + reply.first)}")

    def await_answer(self, deadline: float, awaited: str) -> HtpReply:
        """Return the answer to a command sent before. `deadline` is a time of `time.monotonic`. Raises the
        errors of `ask`.
        """
        lines: list[str] = []
        characters = 0
        while (line := self.process.read_line(deadline, awaited)) or not lines:
            if line or lines:  # some engines write empty lines before they answer
                lines.append(line)
            if lines and lines[0][0] not in "=?":
                break
            characters += len(line) + 1
            if len(lines) > _MAX_LINES or characters > _MAX_CHARACTERS:
                raise EngineStalled(
                    f"engine {self.name!r} does not end its answer to {awaited!r}: {len(lines):,} lines"
                )
        reply = parse_reply(lines)
        if reply is None:
            raise EngineError(
                f"engine {self.name!r} answers {awaited!r} with {_shown(lines[0])}, expected = or ?"
            )
        return reply

    def close(self) -> None:
        """Ask the process to quit, then kill it. Never raises."""
        self.process.quit("quit", self.timeouts.quit)

    def kill(self) -> None:
        """Kill the process. Never raises."""
        self.process.kill()

    def _identify(self) -> HtpIdentity:
        name = self.ask("name", self.timeouts.start)
        if not name.ok or not name.first:
            raise EngineError(
                f"{self.name!r} is not an HTP engine: it answers 'name' with {_shown(name.first)}"
            )
        version = self.ask("version")
        listed = self.ask("list_commands")
        commands = frozenset(listed.text.split()) if listed.ok else frozenset[str]()
        lines = [
            f"{command} {line.strip()}"
            for command in sorted(commands)
            if command.startswith(PREFIX) and command != _GAME
            for line in self._parameters(command)
        ]
        game = self._parameters(_GAME) if _GAME in commands else []
        return HtpIdentity(
            name=" ".join([name.first, version.first if version.ok else ""]).strip()[:200],
            commands=commands,
            options=read_parameters(lines),
            swaps=any(_SWAP in line.split() for line in game),
        )

    def _parameters(self, command: str) -> list[str]:
        reply = self.ask(command)
        return reply.text.split("\n") if reply.ok else []


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")
