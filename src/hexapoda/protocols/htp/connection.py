"""The connection to an HTP engine, whose answers end with an empty line.

Starts the conversation by asking the engine for its name, commands and parameters.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexapoda.errors import EngineError
from hexapoda.protocols.command import shortened
from hexapoda.protocols.connection import EngineConnection, EngineIdentity
from hexapoda.protocols.htp.line import HtpReply, parse_reply
from hexapoda.protocols.htp.options import PREFIX, read_options

__all__ = ["HtpConnection"]

_SHOWN = 80
_GAME = "param_game"
_SWAP = "allow_swap"


class HtpConnection(EngineConnection[HtpReply]):
    """A running HTP engine whose identity is known."""

    farewell = "quit"

    def obey(self, command: str) -> None:
        """Send a command that must succeed. Raises the errors of `ask`, and `EngineError` if it fails."""
        reply = self.ask(command)
        if not reply.ok:
            shown = shortened(f"? {reply.first}", _SHOWN)
            raise EngineError(f"engine {self.name!r} answers {shortened(command)!r} with {shown!r}")

    def _read(self, lines: Iterator[str], awaited: str) -> HtpReply:
        found: list[str] = []
        for line in lines:
            if not line and found:
                break
            if line:  # some engines write empty lines before they answer
                found.append(line)
                if found[0][0] not in "=?":
                    break
        reply = parse_reply(found)
        if reply is None:
            shown = shortened(found[0], _SHOWN)
            raise EngineError(
                f"engine {self.name!r} answers {shortened(awaited)!r} with {shown!r}, expected = or ?"
            )
        return reply

    def _identify(self) -> EngineIdentity:
        name = self.ask("name", self.timeouts.start)
        if not name.ok or not name.first:
            raise EngineError(
                f"{self.name!r} is not an HTP engine: it answers 'name' with "
                f"{shortened(name.first, _SHOWN)!r}"
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
        return EngineIdentity(
            name=" ".join([name.first, version.first if version.ok else ""]).strip()[:200],
            options=read_options(lines),
            commands=commands,
            swaps=any(_SWAP in line.split() for line in game),
        )

    def _parameters(self, command: str) -> list[str]:
        reply = self.ask(command)
        return reply.text.split("\n") if reply.ok else []
