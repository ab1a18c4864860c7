"""The levels of play at Hive, 1 to 10: whole levels, and levels between them.

A level below 10 does not depend on time, so it has the same strength on every machine. Levels up to 3.5 draw
their moves with probabilities like those of human players. Levels from 4 to 9.75 search fewer nodes than
full strength. Up to 8.5 they also overlook some moves, and up to 9 they evaluate inexactly.
docs/explanation/hive-levels.md has the measured differences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hexapoda.hive.network import DEFAULT

__all__ = ["FULL_STRENGTH", "LEVELS", "Level"]


@dataclass(frozen=True, slots=True)
class Level:
    """The settings of a level."""

    nodes: int | None = None
    """Nodes per move; None: as many as the limit of the search allows."""
    noise: int = 0
    """The amplitude of the evaluation error, in hundredths of a point."""
    overlooked: int = 0
    """The share of both sides' moves that the level overlooks, in thousandths; never a move that wins at
    once.
    """
    sharpness: float | None = None
    """If not None, the level does not search but draws moves by `hexapoda.engines.hive.imitation`, with this
    sharpness. The sharpness of human players is about 1.1.
    """
    network: str = ""
    """The name of the package's network that evaluates positions. If empty, weighted features evaluate them,
    and the search leaves out its newer parts.
    """


FULL_STRENGTH = 10
_KEPT = "hive-evaluation-levels"
"""A network that never changes, so that the levels that use it keep their strength."""

LEVELS: Mapping[float, Level] = MappingProxyType(
    {
        1: Level(sharpness=0.65),
        1.5: Level(sharpness=0.88),
        2: Level(sharpness=1.2),
        2.5: Level(sharpness=1.55),
        3: Level(sharpness=2.0),
        3.5: Level(sharpness=3.0),
        4: Level(nodes=150, noise=172, overlooked=335),
        4.5: Level(nodes=220, noise=144, overlooked=280),
        5: Level(nodes=330, noise=120, overlooked=228),
        5.5: Level(nodes=700, noise=90, overlooked=170),
        6: Level(nodes=1_500, noise=62, overlooked=117),
        6.5: Level(nodes=2_650, noise=46, overlooked=82),
        7: Level(nodes=4_700, noise=32, overlooked=49),
        7.5: Level(nodes=8_400, noise=20, overlooked=29),
        8: Level(nodes=15_000, noise=10, overlooked=12),
        8.5: Level(nodes=29_000, noise=6, overlooked=5),
        9: Level(nodes=55_000, noise=3),
        9.25: Level(nodes=15_000, network=_KEPT),
        9.5: Level(nodes=30_000, network=_KEPT),
        9.75: Level(nodes=48_000, network=_KEPT),
        FULL_STRENGTH: Level(network=DEFAULT),
    }
)
"""The settings by level, the weakest first."""
