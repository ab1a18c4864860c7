"""The interface for a game's opening tree: what searches and games found out about first moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from hexapoda.games.position import P_contra

__all__ = ["OpeningMove", "OpeningTree"]


@dataclass(frozen=True, slots=True)
class OpeningMove:
    """A move of the tree, with all moves that lead to the same position by symmetry.

    Attributes:
        texts: the texts of these moves.
        win_probability: of its mover, from 0 to 1, if both sides play the best moves of the tree.
        results: games that went through the position after it: won by the first player, won by the second,
            drawn.
    """

    texts: tuple[str, ...]
    win_probability: float
    results: tuple[int, int, int] = (0, 0, 0)


class OpeningTree(Protocol[P_contra]):
    """The tree of a game, usually the module `opening_tree` of its package."""

    def opening_moves(self, position: P_contra, /) -> list[OpeningMove]:
        """Return the moves of the tree in a position, best first; none if it has no move."""
