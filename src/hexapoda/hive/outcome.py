"""How a game of Hive ends."""

from __future__ import annotations

import enum
from dataclasses import dataclass

__all__ = ["Outcome", "Termination"]


class Termination(enum.Enum):
    """Why a game is over."""

    QUEEN_SURROUNDED = "queen surrounded"
    BOTH_SURROUNDED = "both queens surrounded"
    REPETITION = "third occurrence of a position"
    NO_MOVES = "nothing can ever move"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    Attributes:
        winner: 0 White, 1 Black, None for a draw.
        termination: why the game is over.
    """

    winner: int | None
    termination: Termination

    @property
    def state(self) -> str:
        """The UHP name of the result: WhiteWins, BlackWins or Draw."""
        return "Draw" if self.winner is None else ("WhiteWins", "BlackWins")[self.winner]
