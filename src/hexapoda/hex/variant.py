"""The variants of Hex: boards with 1 to 26 columns and 1 to 26 rows, written `11x11` or `13x9`."""

from __future__ import annotations

import re

from hexapoda.errors import InvalidGameError
from hexapoda.hex.cell import MAX_SIDE
from hexapoda.text.sentence import Sentence

__all__ = ["VARIANTS", "board_size", "parse_variant", "variant_of"]

#: The usual boards, the default first. Other sizes up to 26x26 are valid too.
VARIANTS: tuple[str, ...] = ("11x11", "13x13", "14x14", "19x19", "9x9", "7x7", "5x5")

_SIZE = re.compile(r"([0-9]{1,2})(?:x([0-9]{1,2}))?", re.IGNORECASE | re.ASCII)


def parse_variant(text: str) -> str:
    """Return the canonical name of a board, columns first; `11` means `11x11`.

    Raises `InvalidGameError` if the text is not a valid board size.
    """
    return variant_of(*board_size(text))


def board_size(text: str) -> tuple[int, int]:
    """Return the columns and rows of a variant. Raises `InvalidGameError`."""
    match = _SIZE.fullmatch(text.strip())
    columns, rows = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not (1 <= columns <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
        raise InvalidGameError(
            Sentence(
                "unknown board {text!r}: expected COLUMNSxROWS, each from 1 to {most}, such as 11x11",
                text=text[:40],
                most=MAX_SIDE,
            )
        )
    return columns, rows


def variant_of(columns: int, rows: int) -> str:
    """Return the canonical name of a board."""
    return f"{columns}x{rows}"
