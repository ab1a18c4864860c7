"""How a game of Hex ends."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

__all__ = ["WINS", "Outcome", "Termination"]

WINS: Final = ("BlackWins", "WhiteWins")
"""The word for a result, by player: Black is the one who begins, whatever colour its stones have after a
swap of sides."""


class Termination(enum.Enum):
    """Why a game is over. There is no draw: a full board always has one colour joined."""

    CONNECTION = "edges joined"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    Attributes:
        winner: the player who won, 0 or 1; player 0 began with black.
        colour: the colour that joined its edges, 0 Black or 1 White; another number than the winner's once
            the players have exchanged their sides.
        termination: why the game is over.
    """

    winner: int
    colour: int
    termination: Termination = Termination.CONNECTION

    @property
    def state(self) -> str:
        """The result by player: BlackWins or WhiteWins."""
        return WINS[self.winner]
