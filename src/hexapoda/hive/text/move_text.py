"""The code that the three notations share: the parts of a written move and the spelling of pieces.

Contains `MoveText` (mover, reference piece, step from the reference to the destination), the spelling of
pieces, and the error messages, which point at the wrong character. `notation` resolves moves in a position;
`uhp_move`, `contact` and `compass` define the signs for directions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from hexapoda.errors import InvalidMoveError
from hexapoda.hive.cell import Cell
from hexapoda.hive.piece import PIECES, Piece
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence

MAX_TEXT = 48
"""The maximum length of a move in any notation; longer text is rejected without parsing."""

LOOSE_PIECE: Final = re.compile(r"([wb])([qsbgamlp])([1-3]?)", re.IGNORECASE)
"""A piece in upper or lower case, for suggestions."""

ONTO: Cell = (0, 0)
"""The step of a climb: the destination is the cell of the reference piece."""

_BUGS = "QSBGAMLP"
_SINGLE = "QMLP"
_HIGHEST = {"S": 2, "B": 2, "G": 3, "A": 3}
_BY_NAME = {str(piece): piece for piece in PIECES}


class MoveText(NamedTuple):
    """A move as written: a mover and a direction from a reference piece, not yet resolved to a cell."""

    piece: Piece
    reference: Piece | None
    """None only if the text is a single piece, the first move of a game."""
    step: Cell
    """The step from the reference's cell to the destination; `ONTO` for a climb."""


def bad_move(text: str, offset: int, expected: str, hint: str = "") -> InvalidMoveError:
    """Return the error for text that is not a move. It says where the text is wrong and what was expected."""
    message = Sentence(
        "{text} is not a move: expected {expected} at character {number}, found {found}",
        text=quoted(text),
        expected=expected,
        number=offset + 1,
        found=quoted(text[offset:]) if offset < len(text) else Sentence("the end"),
    )
    if hint:
        message = Sentence("{message}; did you mean {hint}?", message=message, hint=hint)
    return InvalidMoveError(message, text=text, offset=offset, expected=expected)


def read_move(
    text: str, scan: Callable[[str], MoveText], loosen: Callable[[str], str], example: str
) -> MoveText:
    """Return `scan(text)`. Raises `InvalidMoveError`, which suggests `loosen(text)` if that is a move."""
    if not 0 < len(text) <= MAX_TEXT:
        raise bad_move(
            text, min(len(text), MAX_TEXT), Sentence("a move such as '{example}', or 'pass'", example=example)
        )
    try:
        return scan(text)
    except InvalidMoveError as error:
        candidate = loosen(text)
        try:
            scan(candidate)
        except InvalidMoveError:
            raise error from None
        if candidate == text:
            raise
        raise bad_move(text, error.offset or 0, error.expected, quoted(candidate)) from None


def read_piece(text: str, offset: int, *, numbered: bool, lower: bool) -> tuple[Piece, int]:
    """Return the piece spelled at `offset` and the offset after it. With `numbered`, Q, M, L and P must have
    the number 1 (contact and compass), otherwise no number (UHP). With `lower`, the bug letter is in lower
    case. Raises `InvalidMoveError` at the first wrong character.
    """
    color = text[offset : offset + 1]
    if color not in ("w", "b"):
        raise bad_move(text, offset, Sentence("a piece, which begins with 'w' or 'b'"))
    letter = text[offset + 1 : offset + 2]
    bugs = _BUGS.lower() if lower else _BUGS
    if letter == "" or letter not in bugs:
        raise bad_move(text, offset + 1, Sentence("a bug, one of {letters}", letters=" ".join(bugs)))
    bug = letter.upper()
    digit = text[offset + 2 : offset + 3]
    if bug in _SINGLE:
        if not numbered:
            if "0" <= digit <= "9" and digit:
                raise bad_move(text, offset + 2, Sentence("no number after {name}", name=color + letter))
            return _BY_NAME[color + bug], offset + 2
        if digit != "1":
            raise bad_move(text, offset + 2, Sentence("the number 1 after {name}", name=color + letter))
        return _BY_NAME[color + bug], offset + 3
    if not "1" <= digit <= str(_HIGHEST[bug]):
        expected = Sentence("a number from 1 to {most} after {name}", most=_HIGHEST[bug], name=color + letter)
        raise bad_move(text, offset + 2, expected)
    return _BY_NAME[color + bug + digit], offset + 3


def spell_piece(piece: Piece, *, numbered: bool, lower: bool) -> str:
    """Return the name of a piece in the spelling of a notation; the inverse of `read_piece`."""
    name = str(piece)
    if numbered and len(name) == 2:
        name += "1"
    return name.lower() if lower else name
