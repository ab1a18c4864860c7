"""The names of the sides and the bugs, as sentences use them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexapoda.hive.piece import Bug
from hexapoda.text.sentence import Sentence

__all__ = ["BUG_NAMES", "SIDES"]

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
