"""The extensions of our UHP server, described in docs/reference/uhp-extensions.md.

A client that does not know them never sees them: they are separate commands and additional arguments, and
the greeting and `info` follow the protocol. A client asks for them with `extensions`; a server that has none
answers `err`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from hexapoda.engine import Limit
from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.hive import Piece, perft, perft_divide
from hexapoda.hive.text.board_json import board_json
from hexapoda.hive.text.notation import format_move, parse_move
from hexapoda.protocols.command import ServerCommand, table_of
from hexapoda.protocols.uhp.commands import STANDARD_COMMANDS, integer, read_limit
from hexapoda.protocols.uhp.info import format_info
from hexapoda.protocols.uhp.session import UhpSession

__all__ = ["EXTENSION_COMMANDS"]

_ARGUMENTS = ("milliseconds;bestmove time hh:mm:ss.fff", "nodes;bestmove nodes N")
"""The lines about the extensions that are arguments of a standard command."""
_ANALYZE = "analyze [multipv N] [time hh:mm:ss.fff | depth N | nodes N]"


def _extensions(session: UhpSession, argument: str) -> list[str]:
    own = [command for command in EXTENSION_COMMANDS.values() if command.name != "extensions"]
    return [*_ARGUMENTS, *(f"{command.name};{command.usage}" for command in own)]


def _help(session: UhpSession, argument: str) -> list[str]:
    commands = [*STANDARD_COMMANDS.values(), *EXTENSION_COMMANDS.values()]
    width = max(len(command.usage) for command in commands)
    return [f"{command.usage:<{width}}  {command.summary}" for command in commands]


def _perft(session: UhpSession, argument: str) -> list[str]:
    """Count depth by depth, because the last counts show whether the next depth would take too long."""
    number, _, divide = argument.partition(" ")
    if divide not in ("", "divide"):
        raise UsageError(f"expected perft N [divide], not {argument!r}")
    depth = integer(number, "the depth", 1)
    position = session.position
    counts = [1]
    for next_depth in range(1, depth + 1):
        # The estimate assumes that the next depth grows as the last one did. No earlier count is 0.
        expected = counts[-1] ** 2 // counts[-2] if len(counts) > 1 else counts[-1]
        if expected > session.max_perft_leaves:
            return [
                *_depths(counts),
                f"err depth {next_depth} has about {expected:.1e} leaves, "
                f"more than the {session.max_perft_leaves:.1e} that this server counts",
            ]
        if not expected:
            break  # every game is over before this depth
        if divide and next_depth == depth:
            parts = perft_divide(position, depth)
            lines = [f"{format_move(position, move)};{nodes}" for move, nodes in parts]
            return [*lines, f"total;{sum(nodes for _, nodes in parts)}"]
        counts.append(perft(position, next_depth))
    return ["total;0"] if divide else _depths(counts)


def _depths(counts: list[int]) -> list[str]:
    """Return each count in two forms: ours, and the form that other programs expect from UHP engines."""
    return [f"{depth}{mark}{nodes}" for mark in (";", ": ") for depth, nodes in enumerate(counts) if depth]


def _explain(session: UhpSession, argument: str) -> list[str]:
    if not argument:
        raise UsageError("expected explain MOVESTRING")
    position = session.position
    try:
        move = parse_move(position, argument, "uhp")
    except IllegalMoveError as error:
        rule = "unknown" if error.rule is None else str(error.rule.value)
        cells = " ".join(f"{q},{r}" for q, r in error.cells)
        return [f"illegal;{rule};{cells};{error}"]
    kind = next(legal.kind for legal in position.legal_moves if legal == move)
    return [f"legal;{'' if kind is None else kind.value};;{format_move(position, move)}"]


def _board(session: UhpSession, argument: str) -> list[str]:
    if argument != "json":
        raise UsageError(f"expected board json, not {('board ' + argument).strip()!r}")
    return [json.dumps(board_json(session.position), separators=(",", ":"))]


def _moves(session: UhpSession, argument: str) -> list[str]:
    position = session.running_position
    try:
        piece = Piece(argument)
    except ValueError:
        raise UsageError(f"expected moves PIECE with a piece such as wA1, not {argument!r}") from None
    return [";".join(format_move(position, move) for move in position.moves_of(piece))]


def _analyze(session: UhpSession, argument: str) -> Iterator[str]:
    words = argument.split()
    values: dict[str, int] = {}
    if words[:1] == ["multipv"]:
        values["multipv"] = integer(words[1] if len(words) > 1 else "", "the number of lines", 1)
        words = words[2:]
    limit = Limit()
    if words:
        found = read_limit(words[0], words[1]) if len(words) == 2 else None
        if found is None:
            raise UsageError(f"expected {_ANALYZE}, not {'analyze ' + argument!r}")
        limit = found
    position = session.running_position
    with session.think(limit, any_line=not words, **values) as search:
        while (info := search.next_info()) is not None:
            yield format_info(position, info)
        yield format_move(position, search.result().move)


EXTENSION_COMMANDS = table_of(
    ServerCommand("extensions", "list the extensions of this server, one per line: TOKEN;USAGE", _extensions),
    ServerCommand("help", "list the commands", _help),
    ServerCommand("perft N [divide]", "count the leaves of the game tree", _perft),
    ServerCommand("explain MOVESTRING", "say whether a move is legal, or which rule it breaks", _explain),
    ServerCommand("board json", "print the position as one line of JSON", _board),
    ServerCommand("moves PIECE", "list the legal moves of one piece", _moves),
    ServerCommand(_ANALYZE, "report the search until it reaches a limit or is stopped", _analyze),
    # `stop` takes effect as soon as its line arrives, so the command itself does nothing.
    ServerCommand("stop", "end the running analyze or bestmove", lambda _, __: None),
)
