"""The opponents of `hexapoda rate` at Hex, with their ratings: see docs/reference/ladder.md."""

from __future__ import annotations

from hexapoda.games.ladder import Ladder, Rung

__all__ = ["LADDERS"]

_CLUB = Ladder(
    "11x11",
    (
        Rung("rave:level=1", 15, 1000),
        Rung("rave:level=1.5", 21, 1177),
        Rung("rave:level=2", 30, 1325),
        Rung("rave:level=2.5", 42, 1457),
        Rung("rave:level=3", 60, 1631),
        Rung("rave:level=3.5", 86, 1816),
        Rung("rave:level=4", 125, 1990),
        Rung("rave:level=4.5", 177, 2170),
        Rung("rave:level=5", 250, 2245),
        Rung("rave:level=5.5", 390, 2388),
        Rung("rave:level=6", 600, 2455),
        Rung("rave:level=6.5", 950, 2596),
        Rung("rave:level=7", 1_500, 2660),
        Rung("rave:level=7.5", 2_450, 2759),
        Rung("rave:level=8", 4_000, 2884),
        Rung("rave:level=8.5", 7_700, 3039),
        Rung("rave:level=8.75", 5_000, 3162),
        Rung("rave:level=9", 15_000, 3261),
    ),
)

_SMALL = Ladder(
    "7x7",
    (
        Rung("rave:level=1", 15, 1000),
        Rung("rave:level=1.5", 21, 1056),
        Rung("rave:level=2", 30, 1186),
        Rung("rave:level=2.5", 42, 1291),
        Rung("rave:level=3", 60, 1408),
        Rung("rave:level=3.5", 86, 1570),
        Rung("rave:level=4", 125, 1648),
        Rung("rave:level=4.5", 177, 1718),
        Rung("rave:level=5", 250, 1795),
        Rung("rave:level=5.5", 390, 1863),
        Rung("rave:level=6", 600, 1931),
        Rung("rave:level=6.5", 950, 1996),
        Rung("rave:level=7", 1_500, 2091),
    ),
)

_LARGE = Ladder(
    "13x13",
    (
        Rung("rave:level=1", 15, 1000),
        Rung("rave:level=2", 30, 1346),
        Rung("rave:level=3", 60, 1709),
        Rung("rave:level=4", 125, 2111),
        Rung("rave:level=5", 250, 2413),
        Rung("rave:level=6", 600, 2653),
        Rung("rave:level=7", 1_500, 2933),
    ),
)

LADDERS = (_CLUB, _SMALL, _LARGE)
