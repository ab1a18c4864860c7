"""The levels of play at Hive, 1 to 10.

A level does not depend on time, so it has the same strength on every machine. Levels 1 to 3 choose moves as
people do; levels 4 to 9 search fewer nodes, overlook some moves, and evaluate inexactly.
docs/explanation/hive-levels.md has the measured differences.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FULL_STRENGTH", "LEVELS", "Level"]


@dataclass(frozen=True, slots=True)
class Level:
    """The settings of a level."""

    nodes: int | None = None
    """Nodes per move; None: as many as the limit of the search allows."""
    noise: int = 0
    """The amplitude of the evaluation error, in hundredths of a point."""
    overlooked: int = 0
    """The share of both sides' moves that it overlooks, in thousandths; never a move that wins at once."""
    sharpness: float | None = None
    """If not None, the level does not search but draws moves as people choose them, with this sharpness; for
    people it is about 1.1.
    """


FULL_STRENGTH = 10

LEVELS: tuple[Level, ...] = (
    Level(sharpness=0.65),
    Level(sharpness=1.2),
    Level(sharpness=2.0),
    Level(nodes=150, noise=172, overlooked=335),
    Level(nodes=330, noise=120, overlooked=228),
    Level(nodes=1_500, noise=62, overlooked=117),
    Level(nodes=4_700, noise=32, overlooked=49),
    Level(nodes=15_000, noise=10, overlooked=12),
    Level(nodes=55_000, noise=3),
    Level(),
)
"""Level n is `LEVELS[n - 1]`."""
