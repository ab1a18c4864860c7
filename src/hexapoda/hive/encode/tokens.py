"""Hive positions as tokens: one for each piece, and one for the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from hexapoda._core.env import hive_tokens
from hexapoda.errors import UsageError
from hexapoda.games.encodings import EncoderBase, seen_by
from hexapoda.hive.encode.symmetry import matrix_of
from hexapoda.hive.position import Position

__all__ = ["FEATURES", "HiveTokens"]

FEATURES = (
    "owner: 0 the observer, 1 the opponent",
    "kind: 0 to 7 for Q S B G A M L P",
    "number: 1 to 3",
    "place: 0 not in the variant, 1 in hand, 2 on top of its cell, 3 covered",
    "q of its cell, from the center of the hive",
    "r of its cell, from the center of the hive",
    "height: the number of pieces below it",
    "1 if it moved in the last ply",
)
_Q, _R = 4, 5
_GAME, _COLOR = 28, 6
"""The row of the game's token, and its column with the player's color."""


@dataclass(frozen=True, slots=True)
class HiveTokens(EncoderBase):
    """Observations as int8 of shape [29, 8]: rows 0 to 13 are the player's own pieces in the order of their
    indices, rows 14 to 27 the opponent's; `FEATURES` names their columns. For a piece that is not on the
    board, the columns from q on are 0.

    Row 28 describes the game: 1 if the player is to move; the ply, at most 8; how often the position has
    occurred, including now, at most 3; consecutive passes, at most 3; 1 for the opening rule tournament; 1 if
    repetition is a draw; the player's color; and a constant 0.
    """

    variant: str
    name: str = "tokens"
    shape: tuple[int, int] = (29, 8)
    dtype: str = "int8"
    bounds: tuple[int, int] = (-14, 14)
    features: tuple[str, ...] = FEATURES

    def write(self, position: Position, out: NDArray[Any], player: int | None = None) -> None:
        """Write a position to `out` as `player` sees it, by default the player to move. Raises `UsageError`
        if the position has another variant.
        """
        if position.variant != self.variant:
            raise UsageError(f"the variant of the position is {position.variant}: expected {self.variant}")
        player = seen_by(position, player)
        if out.shape != self.shape or out.dtype != self.dtype or not out.flags.carray:
            out[:] = self.encode(position, player)
            return
        hive_tokens(position, player, out=out)

    def transform(self, observation: NDArray[Any], symmetry: int) -> NDArray[Any]:
        """Return the tokens of the position's image under a symmetry."""
        (a, b), (c, d) = matrix_of(symmetry)
        out = observation.copy()
        q, r = observation[:_GAME, _Q], observation[:_GAME, _R]
        out[:_GAME, _Q] = a * q + b * r
        out[:_GAME, _R] = c * q + d * r
        return out

    def exchange_colors(self, observation: NDArray[Any]) -> NDArray[Any]:
        """Return the tokens with the player's color exchanged; the tokens of pieces do not encode colors."""
        out = observation.copy()
        out[_GAME, _COLOR] = 1 - out[_GAME, _COLOR]
        return out
