"""How the lowest levels choose a move: at random, with probabilities like those of human players.

A conditional logit model (McFadden, 1974): the probability of a move is proportional to exp(sharpness *
utility). The utility of a move is the evaluation of the position after it, plus bonuses for other preferences
of human players. `tools/hive_imitation.py` fits the model to human games and reports how well it predicts
them.
"""

from __future__ import annotations

import math

from hexapoda._core import hive as _core
from hexapoda.hive import Move, Position

__all__ = [
    "MAX_EVALUATION",
    "PLACEMENT_BONUS",
    "SAME_PIECE_BONUS",
    "WIN_UTILITY",
    "evaluation_after",
    "is_same_piece",
    "move_weights",
]

SAME_PIECE_BONUS = 66
"""How much higher the utility of a move is if the player's previous move was with the same piece, in
hundredths of a point.
"""
PLACEMENT_BONUS = -46
"""How much higher the utility of a placement is, in hundredths of a point; negative, because people prefer
moving a piece to placing one.
"""
MAX_EVALUATION = 800
"""Evaluations are clamped to plus or minus this, in hundredths of a point."""
WIN_UTILITY = 1600
"""The evaluation of a won game, in hundredths of a point; people hardly ever overlook a win."""


def evaluation_after(position: Position, move: Move) -> int:
    """Return the evaluation after a legal move for the side that makes it, from -`WIN_UTILITY` to
    `WIN_UTILITY`. Leaves the position unchanged.
    """
    player = position.turn
    position.push(move)
    try:
        outcome = position.outcome()
        if outcome is None:
            return max(-MAX_EVALUATION, min(MAX_EVALUATION, -_core.evaluate(position)))
        if outcome.winner is None:
            return 0
        return WIN_UTILITY if outcome.winner == player else -WIN_UTILITY
    finally:
        position.pop()


def is_same_piece(position: Position, move: Move) -> bool:
    """Return whether the side to move made its previous move with the same piece."""
    played = position.moves[-2:-1]
    return bool(played) and move.piece is not None and played[0].piece == move.piece


def move_weights(position: Position, moves: list[Move], sharpness: float) -> list[float]:
    """Return the weight of each of these legal moves: its probability relative to the likeliest move. There
    must be at least one move.

    `sharpness`: the weight of one point of evaluation. 0 makes all moves equally likely; the value for human
    players is about 1.1.
    """
    utilities = [
        evaluation_after(position, move)
        + SAME_PIECE_BONUS * is_same_piece(position, move)
        + PLACEMENT_BONUS * (move.origin is None)
        for move in moves
    ]
    best = max(utilities)
    return [math.exp(sharpness * (utility - best) / 100) for utility in utilities]
