"""`NearCopies`: finds puzzles that are nearly the same as another puzzle.

Computes the distance between two puzzles. Count the pieces or stones, each on its cell, that only the first
puzzle has, and those that only the second has: the larger count is the distance. Of all symmetries of the
board, the one with the smallest distance is used.
"""

from __future__ import annotations

from collections.abc import Hashable

from hexapoda.games import Game
from hexapoda.puzzles.making import forced_wins_of
from hexapoda.puzzles.puzzle import Puzzle

__all__ = ["ALIKE", "ALIKE_FIRST", "NearCopies"]

ALIKE = 2
"""The maximum distance between near-copies, such as positions two plies apart in one game."""
ALIKE_FIRST = 4
"""The maximum distance between near-copies whose solutions begin with the same move."""


class NearCopies:
    """The puzzles of one game, among which to look for near-copies."""

    def __init__(self, game: Game) -> None:
        """Create an empty collection. Raises `UsageError` if the game has no puzzles."""
        self._game = game
        self._wins = forced_wins_of(game)
        self._known: dict[str, tuple[frozenset[Hashable], Hashable]] = {}
        self._with: dict[Hashable, set[str]] = {}

    def add(self, puzzle: Puzzle) -> None:
        """Add a puzzle, which `find` then compares with others."""
        things, first = next(self._wins.looks(*self._begin(puzzle)))
        self._known[puzzle.id] = things, first
        for thing in things:
            self._with.setdefault(thing, set()).add(puzzle.id)

    def find(self, puzzle: Puzzle) -> str | None:
        """Return the id of an added puzzle that this one nearly copies, or None."""
        for things, first in self._wins.looks(*self._begin(puzzle)):
            # A near-copy lacks at most four of these things, so it has at least one of the five rarest.
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
