"""A typed line: which command it is, or a move, or the number of a move in a list.

Owns the words of the terminal game, their short forms and their one-line help.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["COMMANDS", "Command", "number_in", "parse_command"]

COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("moves", "moves [PIECE|all]", "list a piece's moves and number them on the board"),
    ("why", "why [MOVE]", "say why a move is not legal"),
    ("hint", "hint [SECONDS]", "show the best moves, why, and how it may go on"),
    ("undo", "undo [PLIES]", "take back your last move and the answer to it"),
    ("pass", "pass", "pass, when nothing can move"),
    ("resign", "resign", "give up the game"),
    ("history", "history", "list the moves played"),
    ("notation", "notation NAME", "write moves as uhp, contact or compass"),
    ("board", "board", "draw the board again, without marks"),
    ("save", "save FILE", "write the game: .pgn, .json, else a game string"),
    ("load", "load FILE [N]", "go on with the N-th game of a file of any format"),
    ("new", "new", "begin another game"),
    ("help", "help", "show this list"),
    ("quit", "quit", "leave; the game is kept and offered again"),
)
"""Name, how it is written, what it does."""

_SHORT = {"m": "moves", "?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo"}
_NAMES = frozenset(name for name, _, _ in COMMANDS)


@dataclass(frozen=True, slots=True)
class Command:
    """`name` is a word of `COMMANDS`, or `move`, `number`, or `nothing` for an empty line."""

    name: str
    argument: str = ""


def number_in(text: str) -> int | None:
    """The number that `text` is, None when it is none: no sign, and no more digits than anybody needs."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def parse_command(line: str) -> Command:
    """The command of a line. A line that begins with no known word is taken for a move."""
    line = line.strip()
    if not line:
        return Command("nothing")
    if re.fullmatch(r"[0-9]{1,4}", line):
        return Command("number", line)
    word, _, rest = line.partition(" ")
    name = word.lower()
    name = _SHORT.get(name, name)
    if name == "pass" and not rest:
        return Command("move", "pass")
    if name in _NAMES:
        return Command(name, rest.strip())
    return Command("move", line)
