"""The UHP server: reads lines and writes answers, whatever the client sends.

Finds the command, turns errors into `err` and `invalidmove`, adds the closing `ok`, and continues after
everything but `exit` and the end of the input. `commands` and `extensions` contain the commands, `session`
the game and the engine, `line_input` the lines.

Every line gets an answer, even an empty one, and every answer ends with the line `ok`. Nothing else is
written to the output, and all of the output is printable ASCII.
"""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Generator, Iterable, Mapping
from types import MappingProxyType
from typing import BinaryIO

from hexapoda.engine import EngineSource
from hexapoda.errors import (
    AmbiguousMoveError,
    HexapodaError,
    IllegalMoveError,
    InvalidGameError,
    InvalidMoveError,
    UsageError,
)
from hexapoda.protocols.process.line_input import MAX_LINE_BYTES, LineInput
from hexapoda.protocols.uhp.commands import STANDARD_COMMANDS, UhpCommand
from hexapoda.protocols.uhp.extensions import EXTENSION_COMMANDS
from hexapoda.protocols.uhp.session import UhpSession
from hexapoda.suggestion import hint

__all__ = ["MAX_LINE_BYTES", "MAX_PERFT_LEAVES", "UhpServer"]

MAX_PERFT_LEAVES = 10**10
"""`perft` stops before a depth that is expected to have more leaves than this, some 20 seconds of work."""

_MAX_MESSAGE = 500
_MOVE_ERRORS = (InvalidMoveError, IllegalMoveError, AmbiguousMoveError)
_COMMANDS: Mapping[str, UhpCommand] = MappingProxyType({**STANDARD_COMMANDS, **EXTENSION_COMMANDS})


class UhpServer:
    """Lets one client play with the engine of `source`."""

    def __init__(
        self,
        source: EngineSource,
        *,
        name: str = "hexapoda",
        version: str = "0",
        max_perft_leaves: int = MAX_PERFT_LEAVES,
    ) -> None:
        """The `id` line consists of `name`, the engine's name and `version`."""
        identity = f"{'-'.join(f'{name}-{source.name}'.split())} {version}"
        self._session = UhpSession(source, identity=identity, max_perft_leaves=max_perft_leaves)

    @property
    def finished(self) -> bool:
        """Whether the client has sent `exit`."""
        return self._session.finished

    def respond(self, line: str) -> list[str]:
        """The lines of the answer to a line; the last one is `ok`. Never raises an `Exception`."""
        return [text for piece in self._pieces(line) for text in piece]

    def serve(self, stdin: BinaryIO, stdout: BinaryIO) -> int:
        """Serve until `exit`, the end of the input or a broken pipe. Returns the exit status."""
        lines = LineInput(stdin)
        self._session.watch = lines.watch
        try:
            _write(stdout, self.respond("info"))
            while not self.finished:
                line = lines.take()
                if line is None:
                    break
                if len(line) > MAX_LINE_BYTES:
                    _write(stdout, [f"err a line must not be longer than {MAX_LINE_BYTES} bytes", "ok"])
                    continue
                with contextlib.closing(self._pieces(line.decode("utf-8", errors="replace"))) as pieces:
                    for piece in pieces:
                        _write(stdout, piece)
        except (OSError, ValueError):
            pass  # a broken pipe or a closed file: the client is gone
        except KeyboardInterrupt:
            return 130
        finally:
            self._session.close()
        return 0

    def _pieces(self, line: str) -> Generator[list[str], None, None]:
        """Yield the answer to a line: all at once, except for commands that report progress."""
        answer: Iterable[str]
        try:
            answer = self._run(line)
            if not isinstance(answer, list):
                for text in answer:
                    yield [_printable(text)]
                answer = []
        except _MOVE_ERRORS as error:
            answer = [_message("invalidmove", error)]
        except InvalidGameError as error:
            word = "invalidmove" if isinstance(error.__cause__, _MOVE_ERRORS) else "err"
            answer = [_message(word, error)]
        except HexapodaError as error:
            if error.__cause__ is not None and not isinstance(error.__cause__, HexapodaError):
                _report(error)  # an error inside the engine: its author needs the traceback
            answer = [_message("err", error)]
        except Exception as error:
            _report(error)
            answer = [_message("err", f"internal error: {type(error).__name__}: {error}")]
        yield [*(_printable(text) for text in answer), "ok"]

    def _run(self, line: str) -> Iterable[str]:
        word, *rest = line.removeprefix("\ufeff").split(None, 1) or [""]
        if not word:
            raise UsageError("an empty line is not a command")
        command = _COMMANDS.get(word)
        if command is None:
            expected = f"expected one of {', '.join(STANDARD_COMMANDS)}"
            suggestion = hint(word[:32].lower(), _COMMANDS, expected)
            raise UsageError(f"no command is called {_shortened(word)!r}: {suggestion}")
        return command.run(self._session, rest[0].strip() if rest else "")


def _report(error: Exception) -> None:
    with contextlib.suppress(OSError, ValueError):  # standard error may be closed
        traceback.print_exception(error, file=sys.stderr)


def _message(word: str, error: object) -> str:
    return f"{word} {_shortened(' '.join(str(error).split()), _MAX_MESSAGE)}"


def _shortened(text: str, length: int = 40) -> str:
    return text if len(text) <= length else text[:length] + "..."


def _printable(text: str) -> str:
    """Return `text` as one line of printable ASCII."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if " " <= character <= "~" else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def _write(stdout: BinaryIO, lines: list[str]) -> None:
    stdout.write("".join(line + "\n" for line in lines).encode("ascii"))
    stdout.flush()
