"""`Value`: the value of a position or a move, from one player's point of view."""

from __future__ import annotations

import math
from dataclasses import dataclass

from hexapoda.games.win_probability import win_probability

__all__ = ["POINT", "Value"]

POINT = 100.0
"""The score that equals one point."""
_MOST = 1000.0
"""Scores are clipped to plus or minus this value before conversion to points: beyond it they are decisive."""


@dataclass(frozen=True, slots=True)
class Value:
    """A score, a proof, or both. If there are both, the proof counts.

    Attributes:
        score: the score in the engine's unit, higher is better; a drawn game has 0.
        win_in: the plies to a proven win (positive) or loss (negative); never 0.
        depth: the search depth in plies; None if unknown, as for a finished game or a proof by the solver.
    """

    score: float | None = None
    win_in: int | None = None
    depth: int | None = None

    @property
    def is_won(self) -> bool:
        """Whether a win is proven."""
        return self.win_in is not None and self.win_in > 0

    @property
    def is_lost(self) -> bool:
        """Whether a loss is proven."""
        return self.win_in is not None and self.win_in < 0

    def win_probability(self, scale: float) -> float:
        """Return the win probability, 0 to 1."""
        return win_probability(self.score, self.win_in, scale)

    def points(self) -> float:
        """Return the score in points, from -10 to 10; a proven win is 10 and a proven loss -10. Raises
        `ValueError` if there is neither a score nor a proof.
        """
        if self.win_in is not None:
            return math.copysign(_MOST / POINT, self.win_in)
        if self.score is None:
            raise ValueError("the value has neither a score nor a proof: expected one of them")
        return min(max(self.score, -_MOST), _MOST) / POINT

    def flipped(self) -> Value:
        """Return the value from the other player's point of view."""
        return Value(
            None if self.score is None else 0.0 - self.score,  # avoids -0.0
            None if self.win_in is None else -self.win_in,
            self.depth,
        )

    def with_move(self) -> Value:
        """Return the value of a move, given that this is the value of the position after it. Both are from
        the point of view of the player who moves. A proof becomes one ply longer.
        """
        if self.win_in is None:
            return self
        return Value(self.score, self.win_in + (1 if self.win_in > 0 else -1), self.depth)

    def without_move(self) -> Value:
        """Return the value of the position after a move, given that this is the value of the move. Both are
        from the point of view of the player who moves. A proof becomes one ply shorter. The move must not end
        the game.
        """
        if self.win_in is None:
            return self
        return Value(self.score, self.win_in - (1 if self.win_in > 0 else -1), self.depth)
