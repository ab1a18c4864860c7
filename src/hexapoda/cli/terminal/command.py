"""Parses a typed line: a command, a move, or the number of a choice in a list.

Lists the commands of the terminal game with their short forms, groups and one-line help.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hexapoda.text.suggestion import closest

__all__ = ["COMMANDS", "GROUPS", "Command", "number_in", "parse_command", "similar_word"]

COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("moves", "moves [PIECE|all]", "list a piece's moves and number them on the board"),
    ("why", "why [MOVE]", "say why a move is not legal, or what it does"),
    ("hint", "hint [SECONDS]", "show the best moves, a reason and the best line"),
    ("undo", "undo [PLIES]", "undo your last move and the reply to it"),
    ("redo", "redo [PLIES]", "redo undone moves"),
    ("pass", "pass", "pass, if there is no other legal move"),
    ("draw", "draw", "offer a draw, in a game between two people"),
    ("resign", "resign", "resign the game"),
    ("back", "back [PLIES]", "show the position before; also <"),
    ("forward", "forward [PLIES]", "show the position after; also >"),
    ("history", "history", "list the moves played"),
    ("review", "review [SECONDS]", "show the mistakes, and what was better"),
    ("notation", "notation NAME", "write moves as uhp, contact or compass"),
    ("marks", "marks", "list the marked cells, and what each mark means"),
    ("board", "board", "redraw the board without marks"),
    ("save", "save FILE", "save the game as .pgn, .json, or else a game string"),
    ("load", "load FILE [N]", "continue the N-th game of a file of any format"),
    ("rematch", "rematch", "play again with the sides exchanged"),
    ("new", "new", "begin another game"),
    ("help", "help [WORD]", "show how to play, or explain a command"),
    ("quit", "quit", "leave; an unfinished game is saved"),
)
"""The name, usage and description of each command."""

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Your move", ("moves", "why", "hint", "marks", "undo", "redo", "pass", "draw", "resign")),
    ("Looking back", ("back", "forward", "history", "review")),
    ("The game", ("save", "load", "rematch", "new", "board", "notation", "help", "quit")),
)
"""The headings of the help, with the commands below each."""

_SHORT = {
    "m": "moves",
    "?": "help",
    "h": "help",
    "q": "quit",
    "exit": "quit",
    "u": "undo",
    "<": "back",
    ">": "forward",
}
_NAMES = frozenset(name for name, _, _ in COMMANDS)
_SIMILARITY = 0.7
"""The minimum `difflib` ratio of a suggestion: `undo` is suggested for `udno`, but not `hint` for `paint`."""


@dataclass(frozen=True, slots=True)
class Command:
    """A parsed line. `name` is one of `COMMANDS`, `move`, `number`, or `nothing` for an empty line."""

    name: str
    argument: str = ""


def number_in(text: str) -> int | None:
    """Parse an unsigned number of at most 9 digits. Returns None for any other text."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def parse_command(line: str, claims: Callable[[str], bool] = lambda word: False) -> Command:
    """Parse a line. It is a move unless it is empty, consists of 1 to 4 digits, or begins with a known
    command.

    `claims`: returns whether the game itself uses a single letter, which is then not short for a command.
    """
    line = line.strip()
    if not line:
        return Command("nothing")
    if re.fullmatch(r"[0-9]{1,4}", line):
        return Command("number", line)
    word, _, rest = line.partition(" ")
    name = word.lower()
    if name in _SHORT and not (len(name) == 1 and claims(name)):
        name = _SHORT[name]
    if name == "pass" and not rest:
        return Command("move", "pass")
    if name in _NAMES:
        return Command(name, rest.strip())
    return Command("move", line)


def similar_word(word: str, words: Iterable[str]) -> str | None:
    """Return the most similar of `words`; None if `word` is too short or no word is similar enough."""
    if len(word) < 4 or not word.isalpha():
        return None
    return closest(word.lower(), words, cutoff=_SIMILARITY)
