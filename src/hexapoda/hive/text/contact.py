r"""The contact notation: `wG2/*bA1`. The star stands for the reference piece, and the sign beside it shows
which side of that piece the moving piece touches.

Reads and writes this notation. The slashes are mirrored compared to UHP: `/*` is the upper left side (UHP
`\X`), `*\` the upper right side (UHP `X/`). The name of a piece has three characters (`wQ1`), there are no
spaces, and the first move of a game is the name alone.
"""

from __future__ import annotations

import re
from typing import Final

from hexapoda.hive.cell import Cell
from hexapoda.hive.text.move_text import (
    LOOSE_PIECE,
    ONTO,
    MoveText,
    bad_move,
    read_move,
    read_piece,
    spell_piece,
)
from hexapoda.text.sentence import Sentence

MARKS: Final[dict[str, Cell]] = {
    "/*": (0, -1),
    "|*": (-1, 0),
    "\\*": (-1, 1),
    "*\\": (1, -1),
    "*|": (1, 0),
    "*/": (0, 1),
    "=*": ONTO,
}
"""The step from the reference piece to the destination, by point of contact."""

_EXPECTED = Sentence("a point of contact, one of {marks}", marks="  ".join(MARKS))


def read_contact(text: str) -> MoveText:
    """Parse a move in contact notation; the text must be stripped. Raises `InvalidMoveError`."""
    return read_move(text, _scan, _loosen, "wG2/*bA1")


def write_contact(parts: MoveText) -> str:
    """Return a move in contact notation."""
    mover = spell_piece(parts.piece, numbered=True, lower=False)
    if parts.reference is None:
        return mover
    reference = spell_piece(parts.reference, numbered=True, lower=False)
    for mark, step in MARKS.items():
        if step == parts.step:
            return f"{mover}{mark}{reference}"
    raise ValueError(f"{parts.step} is not a step to an adjacent cell")


def _scan(text: str) -> MoveText:
    piece, at = read_piece(text, 0, numbered=True, lower=False)
    if at == len(text):
        return MoveText(piece, None, ONTO)
    step = MARKS.get(text[at : at + 2])
    if step is None:
        raise bad_move(text, at, _EXPECTED)
    reference, at = read_piece(text, at + 2, numbered=True, lower=False)
    if at < len(text):
        raise bad_move(text, at, Sentence("the end"))
    return MoveText(piece, reference, step)


def _loosen(text: str) -> str:
    def strict(match: re.Match[str]) -> str:
        bug = match[2].upper()
        return match[1].lower() + bug + (match[3] or ("1" if bug in "QMLP" else ""))

    return LOOSE_PIECE.sub(strict, text.replace(" ", ""))
