"""`with_other_turn`: a position with the other side to move, to see what that side could do next."""

from __future__ import annotations

from hexapoda.errors import IllegalMoveError
from hexapoda.hive.position import Position

__all__ = ["with_other_turn"]


def with_other_turn(position: Position) -> Position | None:
    """Return the position after a pass, legal or not: the other side is to move, and no piece rests. Return
    None before both sides have placed a piece, when no side can pass, and if the game is over on the board.
    """
    found = position.copy(stack=False)
    try:
        found.push_pass()
    except IllegalMoveError:
        return None
    return found.copy(stack=False)
