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
    Level(nodes=30, noise=320, overlooked=620, sees_wins=False),
    Level(nodes=70, noise=237, overlooked=475, sees_wins=False),
    Level(nodes=145, noise=175, overlooked=340, sees_wins=False),
    Level(nodes=280, noise=130, overlooked=245),
    Level(nodes=750, noise=85, overlooked=165),
    Level(nodes=1_600, noise=60, overlooked=110),
    Level(nodes=4_000, noise=35, overlooked=55),
    Level(nodes=11_000, noise=12, overlooked=15),
    Level(nodes=40_000, noise=3),
    Level(nodes=None),
)
"""Level n is `LEVELS[n - 1]`."""
