"""The commands of the Universal Hive Protocol. Each takes the session and its argument and returns the lines
of its answer, without the closing `ok`.

A command raises `UsageError` to answer `err ...`, and the errors of a move to answer `invalidmove ...`.
"""

from __future__ import annotations

import re

from hexapoda.engine import LONGEST_SEARCH, Limit
from hexapoda.errors import UsageError
from hexapoda.hive.text.game_string import parse_game_string
from hexapoda.hive.text.notation import format_move, parse_move
from hexapoda.protocols.command import ServerCommand, table_of
from hexapoda.protocols.uhp.session import UhpSession

__all__ = ["STANDARD_COMMANDS", "integer", "read_limit"]

_TIME = re.compile(r"([0-9]{1,6}):([0-9]{1,2}):([0-9]{1,2})(\.[0-9]{1,6})?", re.ASCII)
_INTEGER = re.compile(r"[0-9]{1,18}", re.ASCII)


def integer(text: str, what: str, low: int) -> int:
    """Return `text` as an integer of at least `low`; errors call it `what`. Raises `UsageError`."""
    if not _INTEGER.fullmatch(text) or int(text) < low:
        raise UsageError(f"{what} must be an integer from {low} up, not {text!r}")
    return int(text)


def read_limit(kind: str, value: str) -> Limit | None:
    """Return the limit `time hh:mm:ss`, `depth N` or `nodes N`; None for another `kind`. Raises `UsageError`
    for a bad value.
    """
    if kind == "time":
        return Limit(time=_seconds(value))
    if kind == "depth":
        return Limit(depth=integer(value, "the depth", 1))
    if kind == "nodes":
        return Limit(nodes=integer(value, "the number of nodes", 1))
    return None


def _newgame(session: UhpSession, argument: str) -> list[str]:
    options = session.options
    session.begin(
        parse_game_string(argument or "Base", opening=options.opening, repetition=options.repetition)
    )
    return _game(session)


def _play(session: UhpSession, argument: str) -> list[str]:
    if not argument:
        raise UsageError("expected play MOVESTRING")
    position = session.running_position
    position.push(parse_move(position, argument, "uhp"))
    return _game(session)


def _validmoves(session: UhpSession, argument: str) -> list[str]:
    position = session.running_position
    return [";".join(format_move(position, move) for move in position.legal_moves)]


def _bestmove(session: UhpSession, argument: str) -> list[str]:
    kind, _, value = argument.partition(" ")
    limit = read_limit(kind, value.strip())
    if limit is None:
        raise UsageError(
            f"expected bestmove time hh:mm:ss, bestmove depth N or bestmove nodes N, not {argument!r}"
        )
    position = session.running_position
    with session.think(limit) as search:
        return [format_move(position, search.result().move)]


def _undo(session: UhpSession, argument: str) -> list[str]:
    position = session.position
    count = integer(argument, "the number of plies to undo", 1) if argument else 1
    played = len(position.moves)
    if count > played:
        raise UsageError(f"cannot undo {count} plies: {played} have been played")
    for _ in range(count):
        position.pop()
    return _game(session)


def _options(session: UhpSession, argument: str) -> list[str]:
    words = argument.split(None, 2)
    if not words:
        return session.options.lines()
    if words[0] == "get" and len(words) == 2:
        return [session.options.line(words[1])]
    if words[0] == "set" and len(words) == 3:
        session.set_option(words[1], words[2])
        return [session.options.line(words[1])]
    raise UsageError(f"expected options, options get NAME or options set NAME VALUE, not {argument!r}")


def _exit(session: UhpSession, _: str) -> None:
    session.finished = True


def _game(session: UhpSession) -> list[str]:
    return [session.position.game_string()]


def _seconds(text: str) -> float:
    match = _TIME.fullmatch(text)
    if match is None or int(match[2]) > 59 or int(match[3]) > 59:
        raise UsageError(f"the time must be hh:mm:ss or hh:mm:ss.fff, not {text!r}")
    seconds = int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3]) + float(match[4] or 0)
    if seconds > LONGEST_SEARCH:
        raise UsageError(f"the time must be at most {LONGEST_SEARCH // 3600}:00:00, not {text!r}")
    return seconds


STANDARD_COMMANDS = table_of(
    ServerCommand(
        "info",
        "the name of the engine and the expansions it plays",
        lambda session, _: [f"id {session.identity}", "Mosquito;Ladybug;Pillbug"],
    ),
    ServerCommand("newgame [GAMETYPE|GAMESTRING]", "begin a game, by default of Base", _newgame),
    ServerCommand("play MOVESTRING", "play a move", _play),
    ServerCommand(
        "pass", "play a pass, legal when there is no other move", lambda session, _: _play(session, "pass")
    ),
    ServerCommand("validmoves", "the legal moves", _validmoves),
    ServerCommand("bestmove time hh:mm:ss | depth N", "find a move without playing it", _bestmove),
    ServerCommand("undo [N]", "take plies back", _undo),
    ServerCommand("options [get NAME | set NAME VALUE]", "show or set options", _options),
    ServerCommand("exit", "end the session", _exit),
)
