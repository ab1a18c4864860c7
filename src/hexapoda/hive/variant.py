"""The eight variants of Hive (game types in UHP): Base, with or without Mosquito, Ladybug and Pillbug."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hexapoda.errors import InvalidGameError
from hexapoda.hive.piece import PIECES, Bug, Piece
from hexapoda.text.sentence import Sentence

__all__ = ["VARIANTS", "parse_variant", "pieces_of_variant"]

#: The canonical names of all variants.
VARIANTS: tuple[str, ...] = (
    "Base",
    "Base+M",
    "Base+L",
    "Base+P",
    "Base+ML",
    "Base+MP",
    "Base+LP",
    "Base+MLP",
)

_EXPANSIONS = "MLP"

# Expansions as bits: 1 Mosquito, 2 Ladybug, 4 Pillbug.
_BITS = {name: sum(1 << i for i, letter in enumerate(_EXPANSIONS) if letter in name[5:]) for name in VARIANTS}
_NAMES = tuple(sorted(VARIANTS, key=_BITS.__getitem__))


def parse_variant(text: str) -> str:
    """Return the canonical name of a variant. The expansion letters may come in any order.

    Raises `InvalidGameError` for any other text.
    """
    if text in _BITS:  # fast path: called for every game that is read
        return text
    match = re.fullmatch(r"Base(?:\+([MLP]{1,3}))?", text.strip()) if len(text) < 100 else None
    letters = (match[1] or "") if match else ""
    if match is None or len(set(letters)) != len(letters):
        raise InvalidGameError(
            Sentence(
                "unknown variant {text!r}: expected Base, or Base+ and letters of MLP, each once",
                text=text[:60],
            )
        )
    return variant_of(letter in letters for letter in _EXPANSIONS)


def variant_of(expansions: Iterable[bool]) -> str:
    """Return the variant for three flags: Mosquito, Ladybug, Pillbug."""
    letters = "".join(letter for letter, used in zip(_EXPANSIONS, expansions, strict=True) if used)
    return f"Base+{letters}" if letters else "Base"


def expansion_bits(variant: str) -> int:
    """Return the expansions of a canonical variant as bits: 1 Mosquito, 2 Ladybug, 4 Pillbug."""
    return _BITS[variant]


def variant_of_bits(bits: int) -> str:
    """Return the variant with these expansions; the inverse of `expansion_bits`."""
    return _NAMES[bits]


def pieces_of_variant(variant: str) -> tuple[Piece, ...]:
    """Return the pieces of both sides in a variant, sorted by index."""
    letters = parse_variant(variant)[5:]
    absent = {Bug(letter) for letter in _EXPANSIONS if letter not in letters}
    return tuple(piece for piece in PIECES if piece.bug not in absent)
