"""Hex positions as planes over the cells of the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import UsageError
from hexapoda.games.encodings import EncoderBase, seen_by
from hexapoda.hex.encode.symmetry import MIRROR, transform_board, turns_and_mirrors
from hexapoda.hex.position import BLACK, Position
from hexapoda.hex.variant import variant_of

__all__ = ["FEATURES", "HexPlanes"]

FEATURES = (
    "own stones",
    "the opponent's stones",
    "1 everywhere if the observer is Black, who connects top and bottom",
    "1 everywhere if the observer is to move",
    "1 everywhere if a swap is legal",
)
_BLACK = 2


@dataclass(frozen=True, slots=True)
class HexPlanes(EncoderBase):
    """The encoding `planes`: float32 of shape [5, rows, columns] with the values 0 and 1. `FEATURES` lists
    the planes.
    """

    columns: int
    rows: int
    name: str = "planes"
    dtype: str = "float32"
    bounds: tuple[int, int] = (0, 1)
    features: tuple[str, ...] = FEATURES

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of an observation."""
        return len(FEATURES), self.rows, self.columns

    def write(self, position: Position, out: NDArray[Any], player: int | None = None) -> None:
        """Write a position to `out`, as seen by `player`, by default the player to move. Raises `UsageError`
        for a position on another board.
        """
        if (position.columns, position.rows) != (self.columns, self.rows):
            raise UsageError(
                f"the position is on {position.variant}: expected {variant_of(self.columns, self.rows)}"
            )
        player = seen_by(position, player)
        color = player ^ position.sides_swapped
        out[:2] = 0
        for plane, stones in enumerate((position._stones(color), position._stones(1 - color))):
            if stones:
                column, row = np.array(stones).T
                out[plane, row, column] = 1
        out[_BLACK] = color == BLACK
        out[3] = position.turn == player
        out[4] = position.swap_now is not None

    def transform(self, observation: NDArray[Any], symmetry: int) -> NDArray[Any]:
        """Return the planes of the image of a position. A mirror exchanges rows and columns, and gives
        the observer the other color.
        """
        out = transform_board(observation, symmetry).copy()
        if turns_and_mirrors(symmetry)[1]:
            out[_BLACK] = 1 - out[_BLACK]
        return out

    def exchange_colors(self, observation: NDArray[Any]) -> NDArray[Any]:
        """Return the planes after the mirror, which maps the edges of each color to those of the other."""
        return self.transform(observation, MIRROR)
