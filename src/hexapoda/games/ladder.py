"""The ladders of a game: the opponents of `hexapoda rate` with their fixed ratings.

The ratings come from matches between neighbors on the ladder; the rating of level 1 is 1000 by definition.
docs/reference/ladder.md describes the method and says where the results are. The ratings are not comparable
with ratings from elsewhere. Each variant has its own scale.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["NO_LADDERS", "Ladder", "Rung"]


@dataclass(frozen=True, slots=True)
class Rung:
    """An opponent, with the limit at which it was rated."""

    engine: str
    """The text of the engine, without the limit."""
    nodes: int
    """Nodes per move."""
    elo: int

    @property
    def text(self) -> str:
        """The text of the engine with its limit, as a match accepts it."""
        return f"{self.engine}{',' if ':' in self.engine else ':'}nodes={self.nodes}"


@dataclass(frozen=True, slots=True)
class Ladder:
    """The opponents in one variant of a game, the weakest first."""

    variant: str
    """The variant in which they were rated."""
    rungs: tuple[Rung, ...]


NO_LADDERS: tuple[Ladder, ...] = ()
"""The ladders of a game without rated opponents."""
