"""`with_other_turn`: a position as if the other side were to move, for what a side could do next."""

from __future__ import annotations

from hexapoda.errors import InvalidPositionError
from hexapoda.hive.position import Position

__all__ = ["with_other_turn"]


def with_other_turn(position: Position) -> Position | None:
    """Return the position with the other side to move and no piece at rest, as after a pass, which need not
    be legal. None before both sides have placed a piece, which no side can pass, and if the game is over on
    the board.
    """
    try:
        found = Position.from_pieces(
            position.variant,
            position.pieces(),
            ply=position.ply + 1,
            opening=position.opening,
            repetition=position.repetition,
        )
    except InvalidPositionError:
        return None
    return found if found.outcome() is None else None
