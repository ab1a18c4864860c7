"""The interface for a game's opening tree: what searches and recorded games say about the first moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from hexapoda.games.position import P_contra

__all__ = ["OpeningMove", "OpeningTree"]


@dataclass(frozen=True, slots=True)
class OpeningMove:
    """A move of the tree, together with the moves that are equivalent to it by symmetry.

    Attributes:
        texts: the texts of all these moves.
        win_probability: the win probability of the player who makes the move, 0 to 1, if both sides then play
            the best moves of the tree.
        results: the numbers of recorded games through the resulting position: wins of the first player, wins
            of the second player, and draws.
    """

    texts: tuple[str, ...]
    win_probability: float
    results: tuple[int, int, int] = (0, 0, 0)


class OpeningTree(Protocol[P_contra]):
    """The tree of a game, usually the module `opening_tree` of its package."""

    def opening_moves(self, position: P_contra, /) -> list[OpeningMove]:
        """Return the moves of the tree in a position, the best first; empty if the tree has none."""
