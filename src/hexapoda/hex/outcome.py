"""How a game of Hex ends."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

__all__ = ["WINS", "Outcome", "Termination"]

WINS: Final = ("BlackWins", "WhiteWins")
"""The results, indexed by the winner. "Black" is the player who moved first, even if the players swapped
colors later.
"""


class Termination(enum.Enum):
    """Why a game is over. There are no draws: on a full board exactly one color connects its edges."""

    CONNECTION = "edges joined"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    Attributes:
        winner: the player who won, 0 or 1. Player 0 moved first, with the black stones.
        color: the color that connected its edges, 0 for black or 1 for white. It differs from `winner` after
            a swap of sides.
        termination: why the game is over.
    """

    winner: int
    color: int
    termination: Termination = Termination.CONNECTION

    @property
    def state(self) -> str:
        """The result as text: BlackWins or WhiteWins. It names the player, as `WINS` does, not the color."""
        return WINS[self.winner]
