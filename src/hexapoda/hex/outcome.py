"""How a game of Hex ends."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

__all__ = ["WINS", "Outcome", "Termination"]

WINS: Final = ("BlackWins", "WhiteWins")
"""The result by player: Black is the player who began, even if a swap of sides changed the color of its
stones.
"""


class Termination(enum.Enum):
    """Why a game is over. There are no draws: on a full board one color has joined its edges."""

    CONNECTION = "edges joined"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    Attributes:
        winner: the player who won, 0 or 1; player 0 began with black.
        color: the color that joined its edges, 0 Black or 1 White; differs from the winner's number after a
            swap of sides.
        termination: why the game is over.
    """

    winner: int
    color: int
    termination: Termination = Termination.CONNECTION

    @property
    def state(self) -> str:
        """The result by player: BlackWins or WhiteWins."""
        return WINS[self.winner]
