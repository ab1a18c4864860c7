"""`NearCopies`: finds puzzles that are nearly the same as another one.

Owns the distance between two puzzles. Count the things (pieces or stones with their places) that only the
first has, and those that only the second has: the distance is the larger count, under the symmetry of the
board that makes it smallest.
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
    """The puzzles of one game, in which to look for near-copies."""

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
        """Return the id of an added puzzle of which this one is a near-copy, or None."""
        for things, first in self._wins.looks(*self._begin(puzzle)):
            # A near-copy lacks at most four of the things, so it has one of the five rarest.
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
