"""The opponents of `hexapoda rate` at Hive: docs/reference/ladder.md."""

from __future__ import annotations

from hexapoda.games.ladder import Ladder, Rung

__all__ = ["LADDER"]

LADDER = Ladder(
    "Base+MLP",
    (
        Rung("alphabeta:level=1", 1, 1000),
        Rung("alphabeta:level=2", 1, 1171),
        Rung("greedy", 1, 1300),
        Rung("alphabeta:level=3", 1, 1359),
        Rung("alphabeta:level=4", 150, 1523),
        Rung("alphabeta:level=5", 330, 1717),
        Rung("alphabeta:level=6", 1_500, 1973),
        Rung("alphabeta:level=7", 4_700, 2190),
        Rung("alphabeta:level=8", 15_000, 2400),
        Rung("alphabeta:level=9", 55_000, 2622),
    ),
)
