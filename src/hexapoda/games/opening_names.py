"""The names of openings: `OpeningName`, and `OpeningNames`, the protocol that a game implements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from hexapoda.games.position import P_contra

__all__ = ["LONGEST_OPENING", "OpeningName", "OpeningNames"]

LONGEST_OPENING = 24
"""The number of plies after which no move changes the name of an opening."""


@dataclass(frozen=True, slots=True)
class OpeningName:
    """The name of a game's opening.

    Attributes:
        name: the name, a `Sentence` without a full stop.
        book: how many of the first plies are in the game's opening book; 0 if the game has no book.
    """

    name: str
    book: int = 0


class OpeningNames(Protocol[P_contra]):
    """The naming of a game's openings, usually the module `opening_names` of its package."""

    def opening_name(self, position: P_contra, /) -> OpeningName | None:
        """Return the name of the opening that led to a position; symmetric openings have the same name. None
        before the first move, and if the game began from a custom position.
        """
