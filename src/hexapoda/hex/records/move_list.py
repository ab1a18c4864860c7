"""Games as lines of text: `11x11 swap=pieces a10 swap-pieces f6 ...`, or only moves.

Owns two formats: `gamestring`, whose first word is the board (see `hexapoda.hex.text.position_text`), and
`moves`, a line of moves separated by spaces, commas or semicolons, optionally numbered (`1.`) and optionally
followed by `resign`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.hex.position import BLACK, WHITE
from hexapoda.hex.records.draft import MAX_LINE, GameDraft, Ply, reading_error, too_long
from hexapoda.hex.text.position_text import parse_position
from hexapoda.hex.variant import board_size
from hexapoda.sentence import message_of

__all__ = ["is_move_list", "names_board", "read_lines"]

_BOARD = re.compile(r"\s*[0-9]{1,2}x[0-9]{1,2}(?=\s|$)", re.IGNORECASE)
_SPLIT = re.compile(r"[\s,;]+")
_NUMBER = re.compile(r"^[0-9]{1,3}\.+")
_CELL = re.compile(r"[a-z][0-9]{1,2}", re.IGNORECASE)
_WORDS = frozenset({"swap", "swap-pieces", "swap-sides", "pass"})
_GIVEN_UP = ("resign", "forfeit")


def names_board(line: str) -> bool:
    """Return whether the line begins with a board."""
    return _BOARD.match(line) is not None


def is_move_list(line: str) -> bool:
    """Return whether most words of the line are moves of Hex."""
    words = _words(line)
    return bool(words) and sum(_is_move(word) for word in words) * 2 > len(words)


def read_lines(text: str, source: str) -> Iterator[GameDraft]:
    """Yield the games of a text, one per line; skip blank lines and those that begin with `#`."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield _game(line, source, number) if names_board(line) else _moves(line, source, number)


def _game(line: str, source: str, number: int) -> GameDraft:
    words = line.split()
    head = [word for word in words[1:] if "=" in word]
    moves = [word for word in words[1:] if "=" not in word]
    try:
        start = parse_position(" ".join([words[0], *head]))
    except HexapodaError as bad:
        fault = reading_error(source, number, None, message_of(bad))
        return GameDraft(source, number, "gamestring", None, Ply(line=number), error=fault)
    root, ending, error = _plies(moves, source, number)
    stones = {cell: color for color in (BLACK, WHITE) for cell in start.stones(color)}
    return GameDraft(
        source,
        number,
        "gamestring",
        board_size(start.variant),
        root,
        swap=start.swap if any(word.lower().startswith("swap=") for word in head) else None,
        stones=stones,
        to_move=start.color_to_move if stones or start.color_to_move != BLACK else None,
        resigned="mover" if ending else None,
        ending=ending,
        error=error,
    )


def _moves(line: str, source: str, number: int) -> GameDraft:
    root, ending, error = _plies(_words(line), source, number)
    resigned: Literal["mover"] | None = "mover" if ending else None
    return GameDraft(source, number, "moves", None, root, resigned=resigned, ending=ending, error=error)


def _plies(words: list[str], source: str, number: int) -> tuple[Ply, str, InvalidGameError | None]:
    """Return the moves, the ending after them (`resign`, `forfeit` or empty), and an error if there are too
    many.
    """
    ending = words.pop().lower() if words and words[-1].lower() in _GIVEN_UP else ""
    root = ply = Ply(line=number)
    for word in words[:MAX_LINE]:
        ply = ply.add(word.lower(), None, number, word)
    error = None if len(words) <= MAX_LINE else too_long(source, number)
    return root, ending, error


def _words(line: str) -> list[str]:
    words = (_NUMBER.sub("", word) for word in _SPLIT.split(line.strip()))
    return [word for word in words if word]


def _is_move(word: str) -> bool:
    word = word.lower()
    return word in _WORDS or word in _GIVEN_UP or _CELL.fullmatch(word) is not None
