"""The levels of play at Hex, 1 to 10: whole levels, and levels between them. They weaken the strong engine.

A level below 10 is limited by playouts, so it has the same strength on every machine. Its weaknesses are
human-like: it searches less, and up to 8.5 it overlooks some moves. A search that overlooks moves cannot use
the proofs of virtual connections, so level 8.75, which overlooks none, needs fewer playouts than 8.5.
docs/explanation/hex-engine.md has the measured differences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["FULL_STRENGTH", "HEX_LEVELS", "HexLevel"]


@dataclass(frozen=True, slots=True)
class HexLevel:
    """The limits of a level."""

    playouts: int | None
    """Playouts per move; None: as many as the limit of the search allows."""
    overlooked: int = 0
    """The share of both sides' moves that the level overlooks, in thousandths."""
    sees_wins: bool = True
    """Whether the level never overlooks a move that wins at once, for either side."""
    network: bool = False
    """Whether the level uses the network and the patterns."""


FULL_STRENGTH = 10

HEX_LEVELS: Mapping[float, HexLevel] = MappingProxyType(
    {
        1: HexLevel(playouts=15, overlooked=600, sees_wins=False),
        1.5: HexLevel(playouts=21, overlooked=540, sees_wins=False),
        2: HexLevel(playouts=30, overlooked=480, sees_wins=False),
        2.5: HexLevel(playouts=42, overlooked=430, sees_wins=False),
        3: HexLevel(playouts=60, overlooked=380, sees_wins=False),
        3.5: HexLevel(playouts=86, overlooked=339),
        4: HexLevel(playouts=125, overlooked=300),
        4.5: HexLevel(playouts=177, overlooked=260),
        5: HexLevel(playouts=250, overlooked=220),
        5.5: HexLevel(playouts=390, overlooked=185),
        6: HexLevel(playouts=600, overlooked=150),
        6.5: HexLevel(playouts=950, overlooked=115),
        7: HexLevel(playouts=1_500, overlooked=80),
        7.5: HexLevel(playouts=2_450, overlooked=55),
        8: HexLevel(playouts=4_000, overlooked=30),
        8.5: HexLevel(playouts=7_700, overlooked=12),
        8.75: HexLevel(playouts=5_000),
        9: HexLevel(playouts=15_000),
        FULL_STRENGTH: HexLevel(playouts=None, network=True),
    }
)
"""The limits by level, the weakest first."""
