"""The compass notation: `ba3 NW wq1`, with lower-case pieces, compass directions, and `O` for on top.

Reads and writes this notation. Its hexagons are flat-topped and ours are pointy-topped, so its board is ours
rotated by thirty degrees: N is our north-west, NW our west, and so on. The name of a piece has three
characters. The first move of a game is the name alone (`wq1`).
"""

from __future__ import annotations

from typing import Final

from hexapoda.hive.cell import Cell
from hexapoda.hive.text.move_text import ONTO, MoveText, bad_move, read_move, read_piece, spell_piece
from hexapoda.text.sentence import Sentence

SIDES: Final[dict[str, Cell]] = {
    "N": (0, -1),
    "NE": (1, -1),
    "SE": (1, 0),
    "S": (0, 1),
    "SW": (-1, 1),
    "NW": (-1, 0),
    "O": ONTO,
}
"""The step from the reference piece to the destination, by side."""

_EXPECTED = Sentence("a side, one of {sides}", sides=" ".join(SIDES))


def read_compass(text: str) -> MoveText:
    """Parse a move in compass notation; the text must be stripped. Raises `InvalidMoveError`."""
    return read_move(text, _scan, _loosen, "ba3 NW wq1")


def write_compass(parts: MoveText) -> str:
    """Return a move in compass notation."""
    mover = spell_piece(parts.piece, numbered=True, lower=True)
    if parts.reference is None:
        return mover
    reference = spell_piece(parts.reference, numbered=True, lower=True)
    for side, step in SIDES.items():
        if step == parts.step:
            return f"{mover} {side} {reference}"
    raise ValueError(f"{parts.step} is not a step to an adjacent cell")


def _scan(text: str) -> MoveText:
    piece, at = read_piece(text, 0, numbered=True, lower=True)
    if at == len(text):
        return MoveText(piece, None, ONTO)
    at = _skip_blanks(text, at)
    end = text.find(" ", at)
    side = text[at:] if end < 0 else text[at:end]
    step = SIDES.get(side)
    if step is None:
        raise bad_move(text, at, _EXPECTED)
    reference, at = read_piece(text, _skip_blanks(text, at + len(side)), numbered=True, lower=True)
    if at < len(text):
        raise bad_move(text, at, Sentence("the end"))
    return MoveText(piece, reference, step)


def _skip_blanks(text: str, at: int) -> int:
    if text[at : at + 1] != " ":
        raise bad_move(text, at, Sentence("a blank"))
    while text[at : at + 1] == " ":
        at += 1
    return at


def _loosen(text: str) -> str:
    words = text.lower().split()
    if len(words) == 3:
        words[1] = words[1].upper()
    return " ".join(word + "1" if len(word) == 2 and word[1] in "qmlp" else word for word in words)
