"""`NearCopies`: finds puzzles that are nearly the same as another one.

Owns the measure. Two puzzles differ by the things (pieces or stones with their places) that only one of them
has; of the two counts the larger one, and of all symmetries of the board the one in which they differ least.
"""

from __future__ import annotations

from collections.abc import Hashable

from hexapoda.games import Game
from hexapoda.puzzles.making import forced_wins_of
from hexapoda.puzzles.puzzle import Puzzle

__all__ = ["ALIKE", "ALIKE_FIRST", "NearCopies"]

ALIKE = 2
"""Puzzles that differ by so few things are near-copies: two plies of a game, or a piece somewhere else."""
ALIKE_FIRST = 4
"""Puzzles that begin with the same move are near-copies if they differ by so few things."""


class NearCopies:
    """The puzzles of one game so far."""

    def __init__(self, game: Game) -> None:
        """Raises `UsageError` if the game has no puzzles."""
        self._game = game
        self._wins = forced_wins_of(game)
        self._known: dict[str, tuple[frozenset[Hashable], Hashable]] = {}
        self._with: dict[Hashable, set[str]] = {}

    def add(self, puzzle: Puzzle) -> None:
        """Remember a puzzle."""
        things, first = next(self._wins.looks(*self._begin(puzzle)))
        self._known[puzzle.id] = things, first
        for thing in things:
            self._with.setdefault(thing, set()).add(puzzle.id)

    def find(self, puzzle: Puzzle) -> str | None:
        """Return the id of another puzzle of which this one is a near-copy, or None."""
        for things, first in self._wins.looks(*self._begin(puzzle)):
            # A near-copy has at least one of any five things, so the rarest are enough to find it.
            rare = sorted(things, key=lambda thing: len(self._with.get(thing, ())))[: ALIKE_FIRST + 1]
            for id in sorted(set[str]().union(*(self._with.get(thing, set()) for thing in rare))):
                others, begun = self._known[id]
                common = len(things & others)
                differ = max(len(things), len(others)) - common
                if id != puzzle.id and differ <= (ALIKE_FIRST if first == begun else ALIKE):
                    return id
        return None

    def _begin(self, puzzle: Puzzle) -> tuple[object, object]:
        position = puzzle.position()
        return position, self._game.parse_move(position, puzzle.solution[0])
