"""The levels of play at Hex, 1 to 10: limits that weaken the strong engine.

A level is defined by playouts, so it has the same strength on every machine. Its weaknesses are human-like:
it searches less and overlooks some moves. docs/explanation/hex-engine.md has the measured differences.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FULL_STRENGTH", "HEX_LEVELS", "HexLevel"]


@dataclass(frozen=True, slots=True)
class HexLevel:
    """The limits of a level."""

    playouts: int | None
    """Playouts per move; None: as many as the limit of the search allows."""
    overlooked: int = 0
    """The share of both sides' moves that it overlooks, in thousandths."""
    sees_wins: bool = True
    """Whether it never overlooks a move that wins at once, for either side."""


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
