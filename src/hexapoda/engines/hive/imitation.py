"""How the lowest levels choose a move: as people do, in proportion to how likely people are to choose it.

A conditional logit model (McFadden, 1974): the probability of a move is proportional to exp(sharpness *
utility). Its utility is the evaluation of the position after it, plus what people prefer apart from that.
`tools/hive_imitation.py` fits it to games of people and says how well it predicts them.
"""

from __future__ import annotations

import math

from hexapoda._core import hive as _core
from hexapoda.hive import Move, Position

__all__ = ["CLEAR", "PLACING", "SAME_PIECE", "WON", "chances", "evaluation_after", "is_same_piece"]

SAME_PIECE = 66
"""How much higher the utility of a move is if the player moved or placed the same piece on the turn before,
in hundredths of a point.
"""
PLACING = -46
"""The same for placing a piece; negative, because they prefer to move."""
CLEAR = 800
"""Evaluations beyond this, in hundredths of a point, count as this."""
WON = 1600
"""The evaluation of a won game; people hardly ever overlook a win."""


def evaluation_after(position: Position, move: Move) -> int:
    """The evaluation after a legal move, for the side that makes it, from -`WON` to `WON`. The position is as
    before when this returns.
    """
    player = position.turn
    position.push(move)
    try:
        outcome = position.outcome()
        if outcome is not None:
            return 0 if outcome.winner is None else WON if outcome.winner == player else -WON
        return max(-CLEAR, min(CLEAR, -_core.evaluate(position)))
    finally:
        position.pop()


def is_same_piece(position: Position, move: Move) -> bool:
    """Whether the side to move made its last move with the same piece."""
    played = position.moves[-2:-1]
    return bool(played) and move.piece is not None and played[0].piece == move.piece


def chances(position: Position, moves: list[Move], sharpness: float) -> list[float]:
    """How likely each of these legal moves is to be chosen, relative to the best one.

    `sharpness`: per point of the evaluation; 0 makes all moves equally likely, for people it is about 1.1.
    """
    utilities = [
        evaluation_after(position, move)
        + SAME_PIECE * is_same_piece(position, move)
        + PLACING * (move.origin is None)
        for move in moves
    ]
    best = max(utilities)
    return [math.exp(sharpness * (each - best) / 100) for each in utilities]
