"""`GameResult`: how a game ended, in words."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["GameResult"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended. `name` is the winner's side. For a draw, `winner` is None and `name` is empty."""

    winner: int | None
    name: str
    reason: str

    @property
    def text(self) -> str:
        """`White wins: the queen of Black is surrounded`."""
        who = "draw" if self.winner is None else f"{self.name} wins"
        return f"{who}: {self.reason}"
