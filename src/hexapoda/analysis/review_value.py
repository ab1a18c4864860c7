"""`Value`: what an analysis says about a position or a move, from one player's view."""

from __future__ import annotations

import math
from dataclasses import dataclass

from hexapoda.analysis.winning_chance import winning_chance

__all__ = ["POINT", "Value"]

POINT = 100.0
"""What one point is in the unit of scores."""
_MOST = 1000.0
"""Scores beyond this are not told apart when losses are counted: who is won is won."""


@dataclass(frozen=True, slots=True)
class Value:
    """A score, or a proof that makes it certain.

    Attributes:
        score: in the engine's unit, higher is better; a game that is drawn has 0.
        win_in: plies to a proven win (positive) or loss (negative); never 0.
        depth: plies the engine looked ahead; None for what the rules say.
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

    def chance(self, scale: float) -> float:
        """The winning chance, 0 to 1."""
        return winning_chance(self.score, self.win_in, scale)

    def points(self) -> float:
        """The score in points, within ten points; a proven win is ten."""
        if self.win_in is not None:
            return math.copysign(_MOST / POINT, self.win_in)
        if self.score is None:
            raise ValueError("a value without a score or a proof: expected one of them")
        return min(max(self.score, -_MOST), _MOST) / POINT

    def flipped(self) -> Value:
        """The same from the other player's view."""
        return Value(
            None if self.score is None else 0.0 - self.score,  # no minus nought
            None if self.win_in is None else -self.win_in,
            self.depth,
        )

    def counted_before(self) -> Value:
        """The value of a move from that of the position behind it, in the mover's view: one ply more."""
        if self.win_in is None:
            return self
        return Value(self.score, self.win_in + (1 if self.win_in > 0 else -1), self.depth)

    def counted_behind(self) -> Value:
        """The value of the position behind a move, in the mover's view: one ply less.

        Not for a move that ends the game: nothing is left to count then.
        """
        if self.win_in is None:
            return self
        return Value(self.score, self.win_in - (1 if self.win_in > 0 else -1), self.depth)
