"""The swap, for every engine of Hex: whether to, and what to begin with where the opponent may.

After a swap, of pieces or of sides, the opponent is where the player to move was: a swap is worth what is
left of the position's value, so one search of the position without it decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexapoda.engines.chance import Chance
    from hexapoda.hex import Move, Position

__all__ = ["FAIR_OPENINGS", "better_swap", "fair_opening"]

FAIR_OPENINGS: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {
        7: ("a6", "g2"),
        8: ("a7", "h2"),
        9: ("a8", "i2"),
        10: ("a9", "j2"),
        11: ("a10", "k2"),
        13: ("a12", "m2"),
        14: ("a13", "n2"),
    }
)
"""For the side of a square board, first stones that are worth about as much to either side: a cell and the
one opposite, after which `rave` wins about half of its playouts (docs/explanation/hex-engine.md)."""


def better_swap(position: Position, value: float) -> Move | None:
    """The swap, when it is legal and better than moves that win with a chance of `value`, 0 to 1."""
    return position.swap_now if value < 0.5 else None


def fair_opening(position: Position, chance: Chance) -> Move | None:
    """A first stone that the opponent gains little by swapping; None unless it may swap the stone."""
    if position.ply != 0 or position.swap == "off" or position.stones(0) or position.stones(1):
        return None
    columns, rows = position.columns, position.rows
    texts = FAIR_OPENINGS.get(columns, ()) if columns == rows else ()
    if not texts:
        return None
    moves: list[Move] = [position.parse_move(text) for text in texts]
    return moves[chance.number(position) % len(moves)]
