"""The HTP server: the form of its answers, and the commands that list its commands.

Checks the number of arguments and turns errors into failures (`?`). Every line gets an answer, except
comments and empty lines. `commands` and `analysis` contain the other commands; `line` defines the format of
the lines.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from types import MappingProxyType

from hexapoda.engine import EngineSource
from hexapoda.errors import UsageError
from hexapoda.protocols.command import ServerCommand, table_of
from hexapoda.protocols.htp.analysis import ANALYSIS_COMMANDS
from hexapoda.protocols.htp.commands import STANDARD_COMMANDS
from hexapoda.protocols.htp.line import HtpRequest, format_reply, parse_request
from hexapoda.protocols.htp.session import HtpSession, MakeSolver
from hexapoda.protocols.server import TOO_LONG, LineServer, identity_of, message_of, one_line, printable
from hexapoda.text.suggestion import hint

__all__ = ["DEFAULT_SECONDS", "HtpServer"]

DEFAULT_SECONDS = 10.0
"""The default time for a move, in seconds."""
_PEEKED_BYTES = 500


class HtpServer(LineServer[HtpSession]):
    """Serves one client with the engine of `source`."""

    def __init__(
        self,
        source: EngineSource,
        *,
        name: str = "hexapoda",
        version: str = "0",
        seconds: float = DEFAULT_SECONDS,
        make_solver: MakeSolver | None = None,
    ) -> None:
        """The command `name` is answered with the argument `name` and the engine's name. `seconds` is the
        default time for a move. Without `make_solver`, the commands that need a solver fail.
        """
        identity = identity_of(name, source)
        super().__init__(
            HtpSession(source, name=identity, version=version, seconds=seconds, make_solver=make_solver)
        )

    def respond(self, line: str) -> str:
        """Return the answer to a line, with the empty line that ends it; empty for comments and empty lines.

        Never raises an `Exception`.
        """
        return "".join(self._pieces(line))

    def _pieces(self, line: str) -> Generator[str, None, None]:
        request = parse_request(line)
        if request is None:
            return
        try:
            reply = format_reply(True, request.number, [printable(text) for text in self._run(request)])
        except Exception as error:
            reply = format_reply(False, request.number, [one_line(printable(message_of(error)))])
        yield reply

    def _too_long(self, line: bytes) -> str:
        """Return the answer with the request id; empty for a comment."""
        request = parse_request(line[:_PEEKED_BYTES].decode("utf-8", errors="replace"))
        if request is None and line.lstrip().startswith(b"#"):
            return ""
        return format_reply(False, "" if request is None else request.number, [TOO_LONG])

    def _run(self, request: HtpRequest) -> Iterable[str]:
        command = _COMMANDS.get(request.name)
        if command is None:
            suggestion = hint(request.name[:32].lower(), _COMMANDS, "")
            raise UsageError(f"unknown command: {request.name[:40]}{suggestion and '; '}{suggestion}")
        fewest, most = command.arity
        if not fewest <= len(request.arguments) <= most:
            raise UsageError(f"expected {command.usage}, not {len(request.arguments)} arguments")
        return command.run(self._session, request.arguments) or ()


_COMMANDS: Mapping[str, ServerCommand] = MappingProxyType(
    {
        **STANDARD_COMMANDS,
        **ANALYSIS_COMMANDS,
        **table_of(
            ServerCommand(
                "known_command NAME", "whether the command exists",
                lambda _, arguments: ["true" if arguments[0] in _COMMANDS else "false"],
            ),
            ServerCommand("list_commands", "the names, one per line", lambda _, __: sorted(_COMMANDS)),
            ServerCommand(
                "hexgui-analyze_commands", "the commands for the menu of a program",
                lambda _, __: [command.menu for command in _COMMANDS.values() if command.menu],
            ),
        ),
    }
)  # fmt: skip
