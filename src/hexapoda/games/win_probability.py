"""The conversion of scores to win probabilities.

The curve is the one used to fit the weights of the evaluation. It also fits games between people: in 81 games
from Board Game Arena and boardspace.net (2,756 positions from ply 6 on, 5,000 nodes each), its log loss is
0.585 with a scale of 250, and 0.590, 0.586 and 0.595 with 200, 300 and 400. When a strong engine plays
itself, smaller advantages are enough to win.
"""

from __future__ import annotations

import math

__all__ = ["SCALE", "win_probability"]

SCALE = 250.0
"""The score, in the unit of `alphabeta`, that corresponds to a win probability of 1 / (1 + 1/e) = 73%."""


def win_probability(score: float | None, win_in: int | None = None, scale: float = SCALE) -> float:
    """Return the win probability, 0 to 1, of the player who has this score; a draw counts as half a win.

    If `win_in` is given, the winner is proven, and the result is 1 or 0. Engines whose scores have another
    unit need another `scale`. Raises `ValueError` if there is neither a score nor a proof.
    """
    if win_in is not None:
        return 1.0 if win_in > 0 else 0.0
    if score is None or math.isnan(score):
        raise ValueError(f"score {score!r} has no win probability: expected a number")
    # This is the logistic function; tanh does not overflow for extreme scores.
    return 0.5 + 0.5 * math.tanh(score / scale / 2)
