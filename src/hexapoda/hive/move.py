"""Moves of Hive: `Move`, the pass `PASS`, and the four kinds of moves."""

from __future__ import annotations

import enum

from hexapoda._core import hive as _core
from hexapoda._core.hive import LegalMoves, Move
from hexapoda.hive.piece import PIECES

__all__ = ["PASS", "LegalMoves", "Move", "MoveKind"]


class MoveKind(enum.Enum):
    """The kind of a move. If a piece can reach a cell both by itself and by a throw, the kind is `MOVE`."""

    PLACE = "place"
    MOVE = "move"
    THROW = "throw"
    PASS = "pass"


_core.set_vocabulary(PIECES, list(MoveKind))

#: The pass, legal only if there is no other move.
PASS: Move = Move.PASS
