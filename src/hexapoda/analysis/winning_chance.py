"""What a score means for the game: the chance to win it.

Owns the one curve from scores to chances: the one that the weights of the evaluation were fitted with. It
suits people's games too: for the results of 81 of them (Board Game Arena and boardspace.net, 2,756 positions
from ply 6 on, 5,000 nodes each) its log loss is 0.585 with a scale of 250, and 0.590, 0.586, 0.595 with 200,
300, 400. Games of the strong engine against itself are decided by less.
"""

from __future__ import annotations

import math

__all__ = ["SCALE", "winning_chance"]

SCALE = 250.0
"""The score, in the unit of the engine `alphabeta`, at which the chance is 1 / (1 + 1/e) = 73%."""


def winning_chance(score: float | None, win_in: int | None = None, scale: float = SCALE) -> float:
    """The chance, 0 to 1, of the player whose score this is; a draw is half a win.

    A proven win or loss is certain. `scale`: for engines with another unit. Raises `ValueError` when there is
    neither a score nor a proof.
    """
    if win_in is not None:
        return 1.0 if win_in > 0 else 0.0
    if score is None or math.isnan(score):
        raise ValueError(f"score {score!r} has no chance: expected a number")
    # tanh does not overflow, whatever an engine calls a score.
    return 0.5 + 0.5 * math.tanh(score / scale / 2)
