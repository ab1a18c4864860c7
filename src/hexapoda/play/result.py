"""`GameResult`: how a game ended, in words."""

from __future__ import annotations

from dataclasses import dataclass

from hexapoda.text.sentence import Sentence

__all__ = ["GameResult"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended. `name` is the winner's side. For a draw, `winner` is None and `name` is empty."""

    winner: int | None
    name: str
    reason: str

    @property
    def text(self) -> Sentence:
        """`White wins: Black's queen is surrounded`."""
        if self.winner is None:
            return Sentence("draw: {reason}", reason=self.reason)
        return Sentence("{name} wins: {reason}", name=self.name, reason=self.reason)
