"""The HTP server: reads lines and writes answers, whatever the client sends.

Finds the command, counts its arguments, turns errors into `?`, and continues after everything but `quit` and
the end of the input. `commands` and `analysis` contain the commands, `session` the board and the engine,
`line` the format of the lines.

Every line gets an answer, except comments and empty lines. Nothing else is written to the output, and all of
the output is printable ASCII.
"""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import BinaryIO

from hexapoda.engine import EngineSource
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.protocols.htp.analysis import ANALYSIS_COMMANDS
from hexapoda.protocols.htp.commands import STANDARD_COMMANDS, Arguments, HtpCommand, table_of
from hexapoda.protocols.htp.line import HtpRequest, format_reply, parse_request
from hexapoda.protocols.htp.session import HtpSession, MakeSolver
from hexapoda.protocols.process.line_input import MAX_LINE_BYTES, LineInput
from hexapoda.suggestion import hint

__all__ = ["DEFAULT_SECONDS", "HtpServer"]

DEFAULT_SECONDS = 10.0
"""The default time for a move, in seconds."""
_MAX_MESSAGE = 500


class HtpServer:
    """Lets one client play with the engine of `source`."""

    def __init__(
        self,
        source: EngineSource,
        *,
        name: str = "hexapoda",
        version: str = "0",
        seconds: float = DEFAULT_SECONDS,
        make_solver: MakeSolver | None = None,
    ) -> None:
        """The answer to the command `name` consists of `name` and the engine's name. `seconds` is the default
        time for a move. Without `make_solver` the commands of the solver fail.
        """
        identity = "-".join(f"{name}-{source.name}".split())
        self._session = HtpSession(
            source, name=identity, version=version, seconds=seconds, make_solver=make_solver
        )

    @property
    def finished(self) -> bool:
        """Whether the client has sent `quit`."""
        return self._session.finished

    def respond(self, line: str) -> str:
        """The answer to a line, with the empty line that ends it; empty for comments and empty lines.

        Never raises an `Exception`.
        """
        request = parse_request(line)
        if request is None:
            return ""
        try:
            return _answer(True, request, self._run(request))
        except HexapodaError as error:
            if error.__cause__ is not None and not isinstance(error.__cause__, HexapodaError):
                _report(error)  # an error inside the engine: its author needs the traceback
            return _answer(False, request, [str(error)])
        except Exception as error:
            _report(error)
            return _answer(False, request, [f"internal error: {type(error).__name__}: {error}"])

    def serve(self, stdin: BinaryIO, stdout: BinaryIO) -> int:
        """Serve until `quit`, the end of the input or a broken pipe. Returns the exit status."""
        lines = LineInput(stdin)
        self._session.listen = lines.listen
        try:
            while not self.finished:
                line = lines.take()
                if line is None:
                    break
                if len(line) > MAX_LINE_BYTES:
                    answer = _too_long(line)
                else:
                    answer = self.respond(line.decode("utf-8", errors="replace"))
                stdout.write(answer.encode("ascii"))
                stdout.flush()
        except (OSError, ValueError):
            pass  # a broken pipe or a closed file: the client is gone
        except KeyboardInterrupt:
            return 130
        finally:
            self._session.close()
        return 0

    def _run(self, request: HtpRequest) -> Iterable[str]:
        command = _COMMANDS.get(request.name)
        if command is None:
            suggestion = hint(request.name[:32].lower(), _COMMANDS, "")
            raise UsageError(f"unknown command: {request.name[:40]}{suggestion and '; '}{suggestion}")
        count = len(request.arguments)
        if count < command.fewest or (command.most is not None and count > command.most):
            raise UsageError(f"expected {command.usage}, not {count} arguments")
        return command.run(self._session, request.arguments)


def _known_command(_: HtpSession, arguments: Arguments) -> list[str]:
    return ["true" if arguments[0] in _COMMANDS else "false"]


def _list_commands(_: HtpSession, __: Arguments) -> list[str]:
    return sorted(_COMMANDS)


def _analyze_commands(_: HtpSession, __: Arguments) -> list[str]:
    return [command.analysis for command in _COMMANDS.values() if command.analysis]


_COMMANDS: Mapping[str, HtpCommand] = MappingProxyType(
    {
        **STANDARD_COMMANDS,
        **ANALYSIS_COMMANDS,
        **table_of(
            HtpCommand("known_command NAME", "whether the command exists", _known_command, 1, 1),
            HtpCommand("list_commands", "the names of the commands, one per line", _list_commands),
            HtpCommand(
                "hexgui-analyze_commands",
                "the commands for the menu of a program",
                _analyze_commands,
            ),
        ),
    }
)


def _too_long(line: bytes) -> str:
    """The answer to a line that is too long, with the request id; empty for a comment."""
    request = parse_request(line[:_MAX_MESSAGE].decode("utf-8", errors="replace"))
    if request is None and line.lstrip().startswith(b"#"):
        return ""
    number = "" if request is None else request.number
    return format_reply(False, number, [f"a line must not be longer than {MAX_LINE_BYTES} bytes"])


def _answer(ok: bool, request: HtpRequest, lines: Iterable[str]) -> str:
    texts = [_printable(line) for line in lines]
    if not ok:
        text = " ".join(" ".join(texts).split())
        texts = [text if len(text) <= _MAX_MESSAGE else text[:_MAX_MESSAGE] + "..."]
    return format_reply(ok, request.number, texts)


def _report(error: Exception) -> None:
    with contextlib.suppress(OSError, ValueError):  # standard error may be closed
        traceback.print_exception(error, file=sys.stderr)


def _printable(text: str) -> str:
    """Return `text` as one line of printable ASCII."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if " " <= character <= "~" else character.encode("unicode_escape").decode("ascii")
        for character in text
    )
