"""Everyday words for pieces and moves: `ant`, `A1`, `white queen`, `wa`, `ant -q`, `beetle 2 on spider`.

Defines these words and how they can be combined. `dialogue` finds the pieces and cells in a
position; `notation` handles the exact notations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hexapoda.hive.cell import Cell
from hexapoda.hive.piece import PIECES, Bug, Piece
from hexapoda.hive.text.uhp_move import AFTER, BEFORE

__all__ = ["PIECE_WORDS", "Spoken", "SpokenPiece", "read_spoken"]

PIECE_WORDS: Final[Mapping[str, Bug]] = {
    "queen bee": Bug.QUEEN,
    "queen": Bug.QUEEN,
    "bee": Bug.QUEEN,
    "spider": Bug.SPIDER,
    "beetle": Bug.BEETLE,
    "grasshopper": Bug.GRASSHOPPER,
    "hopper": Bug.GRASSHOPPER,
    "soldier ant": Bug.ANT,
    "ant": Bug.ANT,
    "mosquito": Bug.MOSQUITO,
    "ladybug": Bug.LADYBUG,
    "ladybird": Bug.LADYBUG,
    "pillbug": Bug.PILLBUG,
}
"""The names of the bugs. A name comes before any shorter name that is a prefix of it, because the first match
is used."""
_LETTERS = {bug.value.lower(): bug for bug in Bug}
_LONGEST = 60
"""The maximum length of input; longer text is not parsed."""
_PIECE = (
    r"(?:(?P<{0}long>white|black)\s+|(?P<{0}short>[wb])(?=[qsbgamlp](?![a-z])))?"
    rf"(?P<{{0}}bug>{'|'.join(PIECE_WORDS)}|[qsbgamlp])(?:\s*(?P<{{0}}number>[1-3]))?(?![a-z0-9])"
)
_LINE = re.compile(
    r"(?:(?:my|the)\s+)?"
    + _PIECE.format("mover_")
    + r"(?:\s*(?P<before>[-/\\])?\s*(?:(?:the|to|on|onto|at|by|next to|beside)\s+)*"
    + _PIECE.format("other_")
    + r"\s*(?P<after>[-/\\])?)?"
)


@dataclass(frozen=True, slots=True)
class SpokenPiece:
    """A piece as the user named it.

    Attributes:
        bug: its kind.
        color: 0 (White) or 1 (Black); None if it was not given.
        number: 1 to 3; None if it was not given.
    """

    bug: Bug
    color: int | None = None
    number: int | None = None

    def fits(self, piece: Piece) -> bool:
        """Return whether `piece` matches the name."""
        return (
            piece.bug is self.bug
            and self.color in (None, piece.color)
            and self.number in (None, piece.number)
        )

    def pieces(self) -> tuple[Piece, ...]:
        """Return all pieces of a full set that match the name."""
        return tuple(piece for piece in PIECES if self.fits(piece))


@dataclass(frozen=True, slots=True)
class Spoken:
    """A move as the user named it: a mover, and optionally a reference piece.

    Attributes:
        mover: the piece to move.
        other: the reference piece, which the mover goes beside or onto; None if only the mover was named.
        step: the step from the cell of `other` to the destination; None if no direction was given.
    """

    mover: SpokenPiece
    other: SpokenPiece | None = None
    step: Cell | None = None


def read_spoken(text: str) -> Spoken | None:
    """Parse text in upper or lower case; return None if it does not name a piece or a move."""
    found = _LINE.fullmatch(" ".join(text.lower().split())) if len(text) <= _LONGEST else None
    if found is None or (found["before"] and found["after"]):
        return None
    mover = _piece(found, "mover_")
    if found["other_bug"] is None:
        return Spoken(mover)
    other = _piece(found, "other_")
    sign = found["before"]
    step = BEFORE[sign] if sign else AFTER[found["after"]] if found["after"] else None
    same_kind = other.bug is mover.bug and other.color in (None, mover.color)
    if step is None and same_kind and mover.number is None and other.number is not None:
        return Spoken(SpokenPiece(other.bug, mover.color, other.number))  # `ant A1` is one piece, named twice
    return Spoken(mover, other, step)


def _piece(found: re.Match[str], prefix: str) -> SpokenPiece:
    """Return the piece in the groups of `_LINE` whose names begin with `prefix`."""
    color = (found[f"{prefix}long"] or found[f"{prefix}short"] or "")[:1]
    name = found[f"{prefix}bug"]
    number = found[f"{prefix}number"]
    bug = PIECE_WORDS.get(name) or _LETTERS[name]
    return SpokenPiece(bug, {"w": 0, "b": 1}.get(color), int(number) if number else None)
