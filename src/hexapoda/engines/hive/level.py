"""Levels of play, 1 to 10: what the strong engine gives up to be an opponent for everybody.

Owns the table. A level is fixed in nodes, so that it is the same player on every machine, and errs as people
do: it looks less far, does not see some of the moves, and is unsure what a position is worth. How far the
levels are apart is measured in docs/explanation/hive-levels.md.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FULL_STRENGTH", "LEVELS", "Level"]


@dataclass(frozen=True, slots=True)
class Level:
    """What a player of this level can do."""

    nodes: int | None
    """Positions visited for a move; None: as many as the limit of the search allows."""
    noise: int = 0
    """Amplitude of the error in judging a position, in hundredths of a point."""
    overlooked: int = 0
    """Thousandths of the moves, its own and its opponent's, that it does not see."""
    sees_wins: bool = True
    """Whether it never overlooks a move that wins at once, be it its own or its opponent's."""


FULL_STRENGTH = 10

LEVELS: tuple[Level, ...] = (
    Level(nodes=32, noise=310, overlooked=610, sees_wins=False),
    Level(nodes=70, noise=237, overlooked=475, sees_wins=False),
    Level(nodes=145, noise=175, overlooked=340, sees_wins=False),
    Level(nodes=280, noise=130, overlooked=245),
    Level(nodes=800, noise=82, overlooked=160),
    Level(nodes=2_100, noise=52, overlooked=95),
    Level(nodes=5_200, noise=30, overlooked=45),
    Level(nodes=15_000, noise=10, overlooked=12),
    Level(nodes=55_000, noise=3),
    Level(nodes=None),
)
"""Level n is `LEVELS[n - 1]`."""
