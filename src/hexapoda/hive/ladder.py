"""The Hive opponents of `hexapoda rate`; docs/reference/ladder.md describes them."""

from __future__ import annotations

from hexapoda.games.ladder import Ladder, Rung

__all__ = ["LADDERS"]

_ALL_PIECES = Ladder(
    "Base+MLP",
    (
        Rung("alphabeta:level=1", 1, 1000),
        Rung("alphabeta:level=1.5", 1, 1069),
        Rung("alphabeta:level=2", 1, 1215),
        Rung("alphabeta:level=2.5", 1, 1299),
        Rung("greedy", 1, 1363),
        Rung("alphabeta:level=3", 1, 1435),
        Rung("alphabeta:level=3.5", 1, 1557),
        Rung("alphabeta:level=4", 150, 1611),
        Rung("alphabeta:level=4.5", 220, 1719),
        Rung("alphabeta:level=5", 330, 1813),
        Rung("alphabeta:level=5.5", 700, 1927),
        Rung("alphabeta:level=6", 1_500, 2060),
        Rung("alphabeta:level=6.5", 2_650, 2132),
        Rung("alphabeta:level=7", 4_700, 2274),
        Rung("alphabeta:level=7.5", 8_400, 2401),
        Rung("alphabeta:level=8", 15_000, 2489),
        Rung("alphabeta:level=8.5", 29_000, 2621),
        Rung("alphabeta:level=9", 55_000, 2708),
        Rung("alphabeta:level=9.25", 15_000, 2906),
        Rung("alphabeta:level=9.5", 30_000, 3059),
        Rung("alphabeta:level=9.75", 48_000, 3204),
    ),
)
_BASE = Ladder(
    "Base",
    (
        Rung("alphabeta:level=1", 1, 1000),
        Rung("alphabeta:level=1.5", 1, 1154),
        Rung("alphabeta:level=2", 1, 1308),
        Rung("alphabeta:level=2.5", 1, 1422),
        Rung("alphabeta:level=3", 1, 1523),
        Rung("alphabeta:level=3.5", 1, 1606),
        Rung("alphabeta:level=4", 150, 1647),
        Rung("alphabeta:level=4.5", 220, 1761),
        Rung("alphabeta:level=5", 330, 1901),
        Rung("alphabeta:level=5.5", 700, 2084),
        Rung("alphabeta:level=6", 1_500, 2275),
        Rung("alphabeta:level=6.5", 2_650, 2376),
        Rung("alphabeta:level=7", 4_700, 2447),
        Rung("alphabeta:level=7.5", 8_400, 2554),
        Rung("alphabeta:level=8", 15_000, 2681),
        Rung("alphabeta:level=8.5", 29_000, 2802),
        Rung("alphabeta:level=9", 55_000, 2848),
    ),
)

LADDERS = (_ALL_PIECES, _BASE)
