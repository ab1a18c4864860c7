"""The opponents of `hexapoda rate` at Hive: docs/reference/ladder.md."""

from __future__ import annotations

from hexapoda.games.ladder import Ladder, Rung

__all__ = ["LADDER"]

LADDER = Ladder(
    "Base+MLP",
    (
        Rung("alphabeta:level=1", 1, 1000),
        Rung("alphabeta:level=2", 1, 1207),
        Rung("greedy", 1, 1357),
        Rung("alphabeta:level=3", 1, 1429),
        Rung("alphabeta:level=4", 150, 1600),
        Rung("alphabeta:level=5", 330, 1794),
        Rung("alphabeta:level=6", 1_500, 2050),
        Rung("alphabeta:level=7", 4_700, 2267),
        Rung("alphabeta:level=8", 15_000, 2477),
        Rung("alphabeta:level=9", 55_000, 2699),
    ),
)
