"""Moves of Hex: `Move` and its four kinds."""

from __future__ import annotations

import enum

from hexapoda._core import hex as _core
from hexapoda._core.hex import LegalMoves, Move

__all__ = ["LegalMoves", "Move", "MoveKind"]


class MoveKind(enum.Enum):
    """What a move does. Resignation is not a move: it ends the game, but does not change the board."""

    PLACE = "place"
    SWAP_PIECES = "swap-pieces"
    SWAP_SIDES = "swap-sides"
    PASS = "pass"


_core.set_vocabulary(list(MoveKind))
