"""Games as lines of text: `11x11 swap=pieces a10 swap-pieces f6 ...`, or only moves.

There are two formats: `gamestring`, whose first word is the board (see `hexapoda.hex.text.position_text`),
and `moves`, a line of moves, run together (`a5d7f3`) or separated by spaces, commas or semicolons, and
optionally numbered (`1.`). Both may end with `resign` or `forfeit`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hexapoda.errors import HexapodaError
from hexapoda.files.game_file import Contents
from hexapoda.hex.position import BLACK, WHITE
from hexapoda.hex.records.line import Word, line_draft, words_of, written
from hexapoda.hex.text.position_text import format_position, parse_position
from hexapoda.record import GameTree
from hexapoda.record.draft import Draft, unreadable
from hexapoda.record.format import Head, RecordFormat
from hexapoda.text.sentence import message_of

__all__ = ["GAMESTRING", "names_board"]

_NAME, _MOVES = "gamestring", "moves"
_BOARD = re.compile(r"\s*[0-9]{1,2}x[0-9]{1,2}(?=\s|$)", re.IGNORECASE)
_SPLIT = re.compile(r"[\s,;]+")
_NUMBER = re.compile(r"(?<![^\s,;])[0-9]{1,3}\.+")
_RUN_ON = re.compile(r"(?:[a-z][1-9][0-9]?|:[sp]|swap(?:-pieces|-sides)?|pass){2,}", re.IGNORECASE)
_LONGEST_CELL = 3
_CELL = re.compile(r"[a-z][0-9]{1,2}", re.IGNORECASE)
_WORDS = frozenset({"swap", "swap-pieces", "swap-sides", "pass"})
_GIVEN_UP = ("resign", "forfeit")


def names_board(line: str) -> bool:
    """Return whether the line begins with a board."""
    return _BOARD.match(line) is not None


def _detect(head: Head) -> bool | Contents:
    lines = [line for line in head.lines if not line.lstrip().startswith("#")]
    return sum(names_board(line) or _is_move_list(line) for line in lines) * 2 > len(lines)


def _is_move_list(line: str) -> bool:
    """Return whether most words of the line are moves of Hex, `resign` or `forfeit`."""
    words = _words(line)
    return bool(words) and sum(map(_is_move, words)) * 2 > len(words)


def _read(text: str, source: str) -> Iterator[Draft]:
    """Yield the games of a text, one per line. Skips blank lines and those that begin with `#`."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield _game(line, source, number) if names_board(line) else _moves(line, source, number)


def _game(line: str, source: str, number: int) -> Draft:
    words = line.split()
    head = [word for word in words[1:] if "=" in word]
    try:
        start = parse_position(" ".join([words[0], *head]))
    except HexapodaError as bad:
        return unreadable("hex", _NAME, source, number, message_of(bad))
    moves, ending = _ending([word for word in words[1:] if "=" not in word])
    is_set_up = start.stones(BLACK) or start.stones(WHITE) or start.color_to_move != BLACK or start.ply
    return line_draft(
        _NAME,
        source,
        number,
        _moves_of(moves),
        variant=start.variant,
        swap=start.swap if any(word.lower().startswith("swap=") for word in head) else None,
        start=format_position(start) if is_set_up or start.sides_swapped else None,
        resigned="mover" if ending else None,
        forfeit=ending == "forfeit",
    )


def _moves(line: str, source: str, number: int) -> Draft:
    moves, ending = _ending(_words(line))
    return line_draft(
        _MOVES,
        source,
        number,
        _moves_of(moves),
        resigned="mover" if ending else None,
        forfeit=ending == "forfeit",
    )


def _write(tree: GameTree, plain: bool) -> str:
    start: Any = tree.start
    return " ".join([format_position(start), *(node.text for node in tree.main_line())]) + "\n"


def _ending(words: list[str]) -> tuple[list[str], str]:
    """Return the moves, and the word that ends the game after them: `resign`, `forfeit` or empty."""
    if words and words[-1].lower() in _GIVEN_UP:
        return words[:-1], words[-1].lower()
    return words, ""


def _moves_of(words: list[str]) -> Iterator[Word]:
    for word in words:
        if len(word) <= _LONGEST_CELL:
            yield written(word)
        elif _RUN_ON.fullmatch(word):
            yield from words_of(word)
        else:
            yield Word(word, word.lower())


def _words(line: str) -> list[str]:
    return [word for word in _SPLIT.split(_NUMBER.sub("", line)) if word]


def _is_move(word: str) -> bool:
    word = word.lower()
    known = word in _WORDS or word in _GIVEN_UP
    return known or _CELL.fullmatch(word) is not None or _RUN_ON.fullmatch(word) is not None


GAMESTRING = RecordFormat(
    _NAME, _detect, _read, _write, (".txt", ".gs", ".gamestring", ".gamestrings"), title="Game string"
)
