"""Levels of play at Hex, 1 to 10: what the strong engine gives up to be an opponent for everybody.

Owns the table. A level is fixed in playouts, so that it is the same player on every machine, and errs as
people do: it thinks less long and does not see some of the moves. How far the levels are apart is measured
in docs/explanation/hex-engine.md.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FULL_STRENGTH", "HEX_LEVELS", "HexLevel"]


@dataclass(frozen=True, slots=True)
class HexLevel:
    """What a player of this level can do."""

    playouts: int | None
    """Playouts for a move; None: as many as the limit of the search allows."""
    overlooked: int = 0
    """Thousandths of the moves, its own and its opponent's, that it does not see."""
    sees_wins: bool = True
    """Whether it never overlooks a move that wins at once, be it its own or its opponent's."""


FULL_STRENGTH = 10

HEX_LEVELS: tuple[HexLevel, ...] = (
    HexLevel(playouts=15, overlooked=600, sees_wins=False),
    HexLevel(playouts=30, overlooked=480, sees_wins=False),
    HexLevel(playouts=60, overlooked=380, sees_wins=False),
    HexLevel(playouts=125, overlooked=300),
    HexLevel(playouts=250, overlooked=220),
    HexLevel(playouts=600, overlooked=150),
    HexLevel(playouts=1_500, overlooked=80),
    HexLevel(playouts=4_000, overlooked=30),
    HexLevel(playouts=15_000),
    HexLevel(playouts=None),
)
"""Level n is `HEX_LEVELS[n - 1]`."""
