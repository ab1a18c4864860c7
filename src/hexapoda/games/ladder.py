"""The ladders of a game: the opponents of `hexapoda rate` with their fixed ratings.

The ratings come from matches between neighbors, in which level 1 has 1000 by definition;
docs/reference/ladder.md has the method, and where the results are. They say nothing about ratings of people.
Each variant has a scale of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["NO_LADDERS", "Ladder", "Rung"]


@dataclass(frozen=True, slots=True)
class Rung:
    """An opponent, with the limit at which it was rated."""

    engine: str
    """The text of the engine."""
    nodes: int
    """Nodes per move."""
    elo: int

    @property
    def text(self) -> str:
        """The engine with its limit, for a match."""
        return f"{self.engine}{',' if ':' in self.engine else ':'}nodes={self.nodes}"


@dataclass(frozen=True, slots=True)
class Ladder:
    """The opponents in one variant of a game, from the weakest."""

    variant: str
    """The variant in which they were rated."""
    rungs: tuple[Rung, ...]


NO_LADDERS: tuple[Ladder, ...] = ()
"""Those of a game without rated opponents."""
