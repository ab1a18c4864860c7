"""`GameResult`: how a game ended, in words."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["GameResult"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended. `winner` is None and `name` empty for a draw; otherwise `name` is the winner's side."""

    winner: int | None
    name: str
    reason: str

    @property
    def text(self) -> str:
        """`White wins: the queen of Black is surrounded`."""
        who = "draw" if self.winner is None else f"{self.name} wins"
        return f"{who}: {self.reason}"
