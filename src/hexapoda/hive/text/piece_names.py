"""The names of the sides, the bugs and the pieces, for use in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexapoda.hive.piece import NUMBERED, Bug, Piece
from hexapoda.text.sentence import Sentence

__all__ = ["BUG_NAMES", "PIECE_NAMES", "SIDES", "piece_words", "pieces_of"]

SIDES: tuple[Sentence, Sentence] = (Sentence("White"), Sentence("Black"))
BUG_NAMES: Mapping[Bug, Sentence] = MappingProxyType(
    {
        Bug.QUEEN: Sentence("queen"),
        Bug.SPIDER: Sentence("spider"),
        Bug.BEETLE: Sentence("beetle"),
        Bug.GRASSHOPPER: Sentence("grasshopper"),
        Bug.ANT: Sentence("ant"),
        Bug.MOSQUITO: Sentence("mosquito"),
        Bug.LADYBUG: Sentence("ladybug"),
        Bug.PILLBUG: Sentence("pillbug"),
    }
)
PIECE_NAMES: Mapping[Bug, tuple[Sentence, Sentence, Sentence]] = MappingProxyType(
    {
        Bug.QUEEN: (Sentence("the white queen"), Sentence("the black queen"), Sentence("your queen")),
        Bug.SPIDER: (Sentence("the white spider"), Sentence("the black spider"), Sentence("your spider")),
        Bug.BEETLE: (Sentence("the white beetle"), Sentence("the black beetle"), Sentence("your beetle")),
        Bug.GRASSHOPPER: (
            Sentence("the white grasshopper"),
            Sentence("the black grasshopper"),
            Sentence("your grasshopper"),
        ),
        Bug.ANT: (Sentence("the white ant"), Sentence("the black ant"), Sentence("your ant")),
        Bug.MOSQUITO: (
            Sentence("the white mosquito"),
            Sentence("the black mosquito"),
            Sentence("your mosquito"),
        ),
        Bug.LADYBUG: (Sentence("the white ladybug"), Sentence("the black ladybug"), Sentence("your ladybug")),
        Bug.PILLBUG: (Sentence("the white pillbug"), Sentence("the black pillbug"), Sentence("your pillbug")),
    }
)
"""The names of a white piece, a black piece, and a piece of the player addressed as "you", by bug."""


def pieces_of(pieces: str, side: str) -> Sentence:
    """Return pieces in notation with their side: `White's wA1`."""
    return Sentence("{side}'s {pieces}", pieces=pieces, side=side)


def piece_words(piece: Piece) -> Sentence:
    """Return the name of a piece, with its notation if a side has several of them: `the white ant (wA1)`,
    `the black queen`.
    """
    name = PIECE_NAMES[piece.bug][piece.color]
    return Sentence("{name} ({piece})", name=name, piece=str(piece)) if piece.bug in NUMBERED else name
