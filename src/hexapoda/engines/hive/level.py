"""The levels of play at Hive, 1 to 10: limits that weaken the strong engine.

A level is defined by nodes, so it has the same strength on every machine. Its weaknesses are human-like: the
lowest levels choose moves as people do; the others search less, overlook some moves, and evaluate inexactly.
docs/explanation/hive-levels.md has the measured differences.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FULL_STRENGTH", "LEVELS", "Level"]


@dataclass(frozen=True, slots=True)
class Level:
    """The limits of a level."""

    nodes: int | None
    """Nodes per move; None: as many as the limit of the search allows."""
    noise: int = 0
    """The amplitude of the evaluation error, in hundredths of a point."""
    overlooked: int = 0
    """The share of both sides' moves that it overlooks, in thousandths; never a move that wins at once."""
    sharpness: float | None = None
    """If there is one, it does not search: it chooses moves as people do, of whom 1.1 is typical."""


FULL_STRENGTH = 10

LEVELS: tuple[Level, ...] = (
    Level(nodes=1, sharpness=0.65),
    Level(nodes=1, sharpness=1.2),
    Level(nodes=1, sharpness=2.0),
    Level(nodes=150, noise=172, overlooked=335),
    Level(nodes=330, noise=120, overlooked=228),
    Level(nodes=1_500, noise=62, overlooked=117),
    Level(nodes=4_700, noise=32, overlooked=49),
    Level(nodes=15_000, noise=10, overlooked=12),
    Level(nodes=55_000, noise=3),
    Level(nodes=None),
)
"""Level n is `LEVELS[n - 1]`."""
