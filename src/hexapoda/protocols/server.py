"""The server of a line protocol: reads lines and writes answers, whatever the client sends.

Runs the loop and the engine, limits the length of a line, and formats error messages for the client. The loop
ends when the client ends the session, the input ends, a pipe breaks or the process is interrupted, but never
because a command fails. Only answers are written, in printable ASCII. The dialects look up the command and
format the answer.
"""

from __future__ import annotations

import contextlib
import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping
from pathlib import PurePath
from typing import Any, BinaryIO, Generic, TypeVar

from hexapoda.engine import EngineSource, Limit, OptionValue
from hexapoda.errors import HexapodaError
from hexapoda.host import EngineHost, RunningSearch
from hexapoda.protocols.command import shortened
from hexapoda.protocols.process.line_input import MAX_LINE_BYTES, LineInput

__all__ = [
    "MAX_LINE_BYTES",
    "TOO_LONG",
    "LineServer",
    "ProtocolSession",
    "identity_of",
    "message_of",
    "one_line",
    "printable",
]

TOO_LONG = f"a line must not be longer than {MAX_LINE_BYTES} bytes"
_MAX_MESSAGE = 500

SessionT = TypeVar("SessionT", bound="ProtocolSession")


class ProtocolSession:
    """The state of one client's session, with its engine."""

    def __init__(self, source: EngineSource) -> None:
        self.finished = False
        """Whether the client has ended the session."""
        self.listen: Callable[[Callable[[bytes | None], bool]], None] = lambda _: None
        """Calls a function, perhaps in another thread, with each line that the client sends during a search,
        and with None at the end of the input, until the function returns true. The line for which it returns
        true is dropped. By default, `listen` never calls the function.
        """
        self._source = source
        self._host = EngineHost(source)

    def new_game(self) -> None:
        """Tell the engine that another game begins."""
        self._host.new_game()

    def search(self, position: Any, limit: Limit, values: Mapping[str, OptionValue]) -> RunningSearch:
        """Start a search with these option values. Raises `EngineError` if the engine cannot be created."""
        self._host.configure(values)
        return self._host.search(position, limit)

    def close(self) -> None:
        """Close the engine; the next search creates it again."""
        self._host.close()


class LineServer(ABC, Generic[SessionT]):
    """Serves one client."""

    def __init__(self, session: SessionT) -> None:
        self._session = session

    @property
    def finished(self) -> bool:
        """Whether the client has ended the session."""
        return self._session.finished

    def serve(self, stdin: BinaryIO, stdout: BinaryIO) -> int:
        """Serve until the client ends the session, the input ends or a pipe breaks. Returns the exit
        status.
        """
        lines = LineInput(stdin)
        self._session.listen = lines.listen
        try:
            _write(stdout, self._greeting())
            while not self.finished and (line := lines.take()) is not None:
                if len(line) > MAX_LINE_BYTES:
                    _write(stdout, self._too_long(line))
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

    def _greeting(self) -> str:
        """Return the text that the server writes at the start."""
        return ""

    @abstractmethod
    def _pieces(self, line: str) -> Generator[str, None, None]:
        """Yield the answer to a line: all at once, or in pieces as they come. Never raises an `Exception`."""

    @abstractmethod
    def _too_long(self, line: bytes) -> str:
        """Return the answer to a line that is too long."""


def identity_of(name: str, source: EngineSource) -> str:
    """Return a server's name as one word: `name` and the engine's name. The folder of a bot's script is left
    out.
    """
    return "-".join(f"{name}-{PurePath(source.name).name}".split())


def message_of(error: Exception) -> str:
    """Return the message that tells a client about an error. If the error is a bug in this program or in the
    engine, the traceback goes to standard error, for the author.
    """
    known = isinstance(error, HexapodaError)
    if not known or not (error.__cause__ is None or isinstance(error.__cause__, HexapodaError)):
        with contextlib.suppress(OSError, ValueError):  # standard error may be closed
            traceback.print_exception(error, file=sys.stderr)
    return str(error) if known else f"internal error: {type(error).__name__}: {error}"


def one_line(text: str) -> str:
    """Return a message on one line of bounded length."""
    return shortened(" ".join(text.split()), _MAX_MESSAGE)


def printable(text: str) -> str:
    """Return `text` as one line of printable ASCII, with escapes such as `\\n` for all other characters."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if " " <= character <= "~" else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def _write(stdout: BinaryIO, text: str) -> None:
    stdout.write(text.encode("ascii"))
    stdout.flush()
