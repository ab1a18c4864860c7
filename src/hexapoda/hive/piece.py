"""The 28 pieces of a full Hive set, and the eight bugs."""

from __future__ import annotations

import enum
from functools import total_ordering
from typing import Any

from hexapoda.errors import InvalidMoveError
from hexapoda.text.sentence import Sentence

__all__ = ["BLACK", "NUMBERED", "PIECES", "QUEENS", "WHITE", "Bug", "Piece"]

WHITE = 0
BLACK = 1


class Bug(enum.Enum):
    """A kind of piece; the value is its letter in every notation."""

    QUEEN = "Q"
    SPIDER = "S"
    BEETLE = "B"
    GRASSHOPPER = "G"
    ANT = "A"
    MOSQUITO = "M"
    LADYBUG = "L"
    PILLBUG = "P"


_SLOTS = ("Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3", "M", "L", "P")


@total_ordering
class Piece:
    """One piece, such as `Piece("wA1")`, White's first ant.

    There are 28 pieces, and `Piece(text)` always returns the same object for the same name. They are ordered
    by `index`, which is 14 * color plus the position in Q S1 S2 B1 B2 G1 G2 G3 A1 A2 A3 M L P, from 0.

    Attributes:
        color: 0 for White, 1 for Black.
        bug: the kind of piece.
        number: 1 to 3; 1 if a side has only one piece of this bug.
        index: 0 to 27.
    """

    __slots__ = ("_text", "bug", "color", "index", "number")

    color: int
    bug: Bug
    number: int
    index: int
    _text: str

    def __new__(cls, text: str) -> Piece:
        """Return the piece with the given UHP name; raises `InvalidMoveError` for any other text."""
        piece = _BY_NAME.get(text)
        if piece is None:
            raise InvalidMoveError(
                Sentence(
                    "not a piece: {text!r}; expected w or b, a bug (one of QSBGAMLP) and its number, "
                    "such as wA1 or bQ",
                    text=str(text)[:40],
                ),
                text=text,
                expected="a piece such as wA1 or bQ",
            )
        return piece

    @classmethod
    def _make(cls, index: int) -> Piece:
        self = object.__new__(cls)
        slot = _SLOTS[index % 14]
        self.color = index // 14
        self.bug = Bug(slot[0])
        self.number = int(slot[1:] or 1)
        self.index = index
        self._text = "wb"[self.color] + slot
        return self

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Piece({self._text!r})"

    def __eq__(self, other: object) -> bool:
        return self is other

    def __lt__(self, other: Piece) -> bool:
        if not isinstance(other, Piece):
            return NotImplemented
        return self.index < other.index

    def __hash__(self) -> int:
        return self.index

    def __reduce__(self) -> tuple[Any, ...]:
        return Piece, (self._text,)

    def __copy__(self) -> Piece:
        return self

    def __deepcopy__(self, memo: object) -> Piece:
        return self


#: All pieces of a full set, sorted by index.
PIECES: tuple[Piece, ...] = tuple(Piece._make(index) for index in range(28))
#: The queens of White and Black.
QUEENS: tuple[Piece, Piece] = (PIECES[0], PIECES[14])
#: The bugs of which each side has several pieces. Their names include a number.
NUMBERED: frozenset[Bug] = frozenset(piece.bug for piece in PIECES if piece.number > 1)

_BY_NAME = {str(piece): piece for piece in PIECES}
