"""The UHP server: the form of its answers.

Turns errors into `err` and `invalidmove`, and adds the closing `ok`. Every line gets an answer, even an empty
one, and every answer ends with the line `ok`. `commands` and `extensions` contain the commands.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from types import MappingProxyType

from hexapoda.engine import EngineSource
from hexapoda.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidGameError,
    InvalidMoveError,
    UsageError,
)
from hexapoda.protocols.command import ServerCommand, shortened
from hexapoda.protocols.server import (
    MAX_LINE_BYTES,
    TOO_LONG,
    LineServer,
    identity_of,
    message_of,
    one_line,
    printable,
)
from hexapoda.protocols.uhp.commands import STANDARD_COMMANDS
from hexapoda.protocols.uhp.extensions import EXTENSION_COMMANDS
from hexapoda.protocols.uhp.session import UhpSession
from hexapoda.text.suggestion import hint

__all__ = ["MAX_LINE_BYTES", "MAX_PERFT_LEAVES", "UhpServer"]

MAX_PERFT_LEAVES = 10**10
"""`perft` stops before a depth that is expected to have more leaves than this, about 20 seconds of work."""

_MOVE_ERRORS = (InvalidMoveError, IllegalMoveError, AmbiguousMoveError)
_COMMANDS: Mapping[str, ServerCommand] = MappingProxyType({**STANDARD_COMMANDS, **EXTENSION_COMMANDS})


class UhpServer(LineServer[UhpSession]):
    """Serves one client with the engine of `source`."""

    def __init__(
        self,
        source: EngineSource,
        *,
        name: str = "hexapoda",
        version: str = "0",
        max_perft_leaves: int = MAX_PERFT_LEAVES,
    ) -> None:
        """The `id` line consists of `name`, the engine's name and `version`. `max_perft_leaves`: see
        `MAX_PERFT_LEAVES`.
        """
        identity = f"{identity_of(name, source)} {version}"
        super().__init__(UhpSession(source, identity=identity, max_perft_leaves=max_perft_leaves))

    def respond(self, line: str) -> list[str]:
        """Return the lines of the answer to a line; the last one is `ok`. Never raises an `Exception`."""
        return "".join(self._pieces(line)).removesuffix("\n").split("\n")

    def _greeting(self) -> str:
        return "".join(self._pieces("info"))

    def _pieces(self, line: str) -> Generator[str, None, None]:
        answer: Iterable[str]
        try:
            answer = self._run(line)
            if not isinstance(answer, list):
                for text in answer:
                    yield printable(text) + "\n"
                answer = []
        except Exception as error:
            bad_move = isinstance(error, _MOVE_ERRORS) or (
                isinstance(error, InvalidGameError) and isinstance(error.__cause__, _MOVE_ERRORS)
            )
            answer = [f"{'invalidmove' if bad_move else 'err'} {one_line(message_of(error))}"]
        yield "".join(f"{printable(text)}\n" for text in answer) + "ok\n"

    def _too_long(self, line: bytes) -> str:
        return f"err {TOO_LONG}\nok\n"

    def _run(self, line: str) -> Iterable[str]:
        word, *rest = line.removeprefix("\ufeff").split(None, 1) or [""]
        if not word:
            raise UsageError("an empty line is not a command")
        command = _COMMANDS.get(word)
        if command is None:
            expected = f"expected one of {', '.join(STANDARD_COMMANDS)}"
            suggestion = hint(word[:32].lower(), _COMMANDS, expected)
            raise UsageError(f"no command is called {shortened(word)!r}: {suggestion}")
        argument = rest[0].strip() if rest else ""
        if argument and not command.arity[1]:
            raise UsageError(f"{word!r} takes no argument, but got {argument!r}")
        return command.run(self._session, argument) or []
