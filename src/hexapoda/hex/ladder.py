"""The opponents of `hexapoda rate` at Hex: docs/reference/ladder.md."""

from __future__ import annotations

from hexapoda.games.ladder import Ladder, Rung

__all__ = ["LADDER"]

LADDER = Ladder(
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
)
