"""The words for the result of a game of Hex in records.

Owns the translation between players and words. A game is won by the player, Black or White, who began it or
did not, whatever colour that player's stones have after a swap of sides.
"""

from __future__ import annotations

from typing import Final

__all__ = ["WINS", "state_word"]

WINS: Final = ("BlackWins", "WhiteWins")
"""By player: Black is the one who begins."""


def state_word(winner: int | None, ply: int) -> str:
    """NotStarted, InProgress, or the player who won."""
    if winner is not None:
        return WINS[winner]
    return "InProgress" if ply else "NotStarted"
