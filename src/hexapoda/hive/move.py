"""Moves of Hive: `Move`, the passing move `PASS`, and the four kinds."""

from __future__ import annotations

import enum

from hexapoda._core import hive as _core
from hexapoda._core.hive import LegalMoves, Move
from hexapoda.hive.piece import PIECES

__all__ = ["PASS", "LegalMoves", "Move", "MoveKind"]


class MoveKind(enum.Enum):
    """How a piece comes to its cell. A throw that the piece could also walk is a `MOVE`."""

    PLACE = "place"
    MOVE = "move"
    THROW = "throw"
    PASS = "pass"


_core.set_vocabulary(PIECES, list(MoveKind))

#: The passing move, legal only when nothing else is.
PASS: Move = Move.PASS
