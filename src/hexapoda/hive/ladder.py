"""The opponents of `hexapoda rate` at Hive: docs/reference/ladder.md."""

from __future__ import annotations

from hexapoda.games.ladder import Ladder, Rung

__all__ = ["LADDER"]

LADDER = Ladder(
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
)
