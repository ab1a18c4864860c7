r"""The UHP MoveString: `wA1`, `wA1 bQ-`, `bB1 \wG2`, `wB1 bQ` (a climb).

Reads and writes MoveStrings; `notation` resolves the reference to a cell.
Specification: https://github.com/jonthysell/Mzinga/wiki/UniversalHiveProtocol#movestring
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from hexapoda.hive.cell import Cell
from hexapoda.hive.piece import Piece
from hexapoda.hive.text.move_text import (
    LOOSE_PIECE,
    ONTO,
    MoveText,
    bad_move,
    read_move,
    read_piece,
    spell_piece,
)
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence

BEFORE: Final[dict[str, Cell]] = {"-": (-1, 0), "/": (-1, 1), "\\": (0, -1)}
"""The step for each sign before the reference piece: `-X` west, `/X` south-west, `\\X` north-west."""
AFTER: Final[dict[str, Cell]] = {"-": (1, 0), "/": (1, -1), "\\": (0, 1)}
"""The step for each sign after the reference piece: `X-` east, `X/` north-east, `X\\` south-east."""


@lru_cache(maxsize=8192)
def read_uhp(text: str) -> MoveText:
    """Parse a MoveString other than `pass`; the text must be stripped. Cached, because there are only about
    5,500 such texts. Raises `InvalidMoveError`.
    """
    if text.lower() == "pass":
        raise bad_move(text, 0, Sentence("a piece, which begins with 'w' or 'b'"), quoted("pass"))
    return read_move(text, _scan, _loosen, "wA1 bQ-")


def write_uhp(parts: MoveText) -> str:
    """Return the MoveString of a move."""
    mover = spell_piece(parts.piece, numbered=False, lower=False)
    if parts.reference is None:
        return mover
    reference = spell_piece(parts.reference, numbered=False, lower=False)
    if parts.step == ONTO:
        return f"{mover} {reference}"
    for sign, step in BEFORE.items():
        if step == parts.step:
            return f"{mover} {sign}{reference}"
    for sign, step in AFTER.items():
        if step == parts.step:
            return f"{mover} {reference}{sign}"
    raise ValueError(f"{parts.step} is not a step to an adjacent cell")


def _scan(text: str) -> MoveText:
    piece, at = read_piece(text, 0, numbered=False, lower=False)
    if at == len(text):
        return MoveText(piece, None, ONTO)
    if text[at] != " ":
        raise bad_move(text, at, Sentence("a blank"))
    while text[at] == " ":  # the text does not end with a space
        at += 1
    step = BEFORE.get(text[at])
    if step is not None:
        at += 1
    reference, at = _read_reference(text, at, step is None)
    if at < len(text):
        if step is not None:
            expected = Sentence("the end (a direction is before or after the reference, not both)")
            raise bad_move(text, at, expected)
        step = AFTER.get(text[at])
        if step is None:
            raise bad_move(text, at, Sentence("one of the directions - / \\, or the end"))
        at += 1
    if at < len(text):
        raise bad_move(text, at, Sentence("the end"))
    return MoveText(piece, reference, ONTO if step is None else step)


def _read_reference(text: str, at: int, sign_possible: bool) -> tuple[Piece, int]:
    if text[at : at + 1] not in ("w", "b"):
        if sign_possible:
            raise bad_move(text, at, Sentence("a direction - / \\ or a reference piece"))
        raise bad_move(text, at, Sentence("a reference piece"))
    return read_piece(text, at, numbered=False, lower=False)


def _loosen(text: str) -> str:
    """Return the MoveString that was probably meant: in the right case, and without numbers on queens and
    expansion pieces.
    """

    def strict(match: re.Match[str]) -> str:
        color, bug, number = match[1].lower(), match[2].upper(), match[3]
        return color + bug + ("" if bug in "QMLP" and number == "1" else number)

    return LOOSE_PIECE.sub(strict, text)
