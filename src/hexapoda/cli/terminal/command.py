"""A typed line: which command it is, or a move, or the number of a move in a list.

Owns the words of the terminal game, their short forms, their groups and their one-line help.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hexapoda.suggestion import closest

__all__ = ["COMMANDS", "GROUPS", "Command", "number_in", "parse_command", "similar_word"]

COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("moves", "moves [PIECE|all]", "list a piece's moves and number them on the board"),
    ("why", "why [MOVE]", "say why a move is not legal"),
    ("hint", "hint [SECONDS]", "show the best moves, why, and how it may go on"),
    ("undo", "undo [PLIES]", "take back your last move and the answer to it"),
    ("redo", "redo [PLIES]", "play again what was taken back"),
    ("pass", "pass", "pass, when nothing can move"),
    ("draw", "draw", "agree on a draw, when two people play"),
    ("resign", "resign", "give up the game"),
    ("back", "back [PLIES]", "look at the position before; also <"),
    ("forward", "forward [PLIES]", "look at the position after; also >"),
    ("history", "history", "list the moves played"),
    ("review", "review [SECONDS]", "say which moves were mistakes, and what was better"),
    ("notation", "notation NAME", "write moves as uhp, contact or compass"),
    ("board", "board", "draw the board again, without marks"),
    ("save", "save FILE", "write the game: .pgn, .json, else a game string"),
    ("load", "load FILE [N]", "go on with the N-th game of a file of any format"),
    ("rematch", "rematch", "play again, with the sides exchanged"),
    ("new", "new", "begin another game"),
    ("help", "help [WORD]", "show how to play, or explain a command"),
    ("quit", "quit", "leave; an unfinished game is saved"),
)
"""Name, how it is written, what it does."""

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Your move", ("moves", "why", "hint", "undo", "redo", "pass", "draw", "resign")),
    ("Looking back", ("back", "forward", "history", "review")),
    ("The game", ("save", "load", "rematch", "new", "board", "notation", "help", "quit")),
)
"""The headings of the help."""

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
_LIKENESS = 0.7
"""How alike words must be to be taken for each other: `udno` and `undo` are, `ant` and `hint` are not."""


@dataclass(frozen=True, slots=True)
class Command:
    """`name` is a word of `COMMANDS`, or `move`, `number`, or `nothing` for an empty line."""

    name: str
    argument: str = ""


def number_in(text: str) -> int | None:
    """The number that `text` is, None when it is none: no sign, and no more digits than anybody needs."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def parse_command(line: str, claims: Callable[[str], bool] = lambda word: False) -> Command:
    """The command of a line. A line that begins with no known word is taken for a move.

    `claims`: whether a single letter that is short for a command is a word of the game. It comes first.
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
    """The one of `words` that was probably meant; None for short words, and when none is much alike."""
    if len(word) < 4 or not word.isalpha():
        return None
    return closest(word.lower(), words, cutoff=_LIKENESS)
