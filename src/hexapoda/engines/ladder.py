"""The ladder of each game: the opponents of `hexapoda rate` with their fixed ratings.

The ratings come from tournaments, in which level 1 has 1000 by definition; docs/reference/ladder.md has their
results and commands. They say nothing about the ratings of people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hexapoda.errors import UsageError

__all__ = ["LADDERS", "Ladder", "Rung", "ladder_of"]


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
    """The opponents of one game, from the weakest."""

    variant: str
    """The variant in which they were rated."""
    rungs: tuple[Rung, ...]


LADDERS: Mapping[str, Ladder] = MappingProxyType(
    {
        "hive": Ladder(
            "Base+MLP",
            (
                Rung("alphabeta:level=1", 24, 1000),
                Rung("greedy", 1, 1119),
                Rung("alphabeta:level=2", 32, 1254),
                Rung("alphabeta:level=3", 70, 1491),
                Rung("alphabeta:level=4", 150, 1719),
                Rung("alphabeta:level=5", 330, 1913),
                Rung("alphabeta:level=6", 1_500, 2169),
                Rung("alphabeta:level=7", 4_700, 2386),
                Rung("alphabeta:level=8", 15_000, 2596),
                Rung("alphabeta:level=9", 55_000, 2818),
            ),
        ),
        "hex": Ladder(
            "11x11",
            (
                Rung("rave:level=1", 15, 1000),
                Rung("rave:level=2", 30, 1330),
                Rung("rave:level=3", 60, 1655),
                Rung("rave:level=4", 125, 2024),
                Rung("rave:level=5", 250, 2276),
                Rung("rave:level=6", 600, 2489),
                Rung("rave:level=7", 1_500, 2683),
                Rung("rave:level=8", 4_000, 2918),
                Rung("rave:level=9", 15_000, 3300),
            ),
        ),
    }
)


def ladder_of(game: str) -> Ladder:
    """Return the ladder of a game. Raises `UsageError` if it has none."""
    if game not in LADDERS:
        raise UsageError(f"there is no ladder for {game!r}: expected one of {', '.join(LADDERS)}")
    return LADDERS[game]
