"""Hive positions as planes over a window of cells around the hive's center."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core.env import hive_planes
from hexapoda.errors import UsageError
from hexapoda.games.encodings import EncoderBase, seen_by
from hexapoda.hive.encode.symmetry import window_permutation
from hexapoda.hive.encode.window import HiveWindow, largest_window, placed_pieces
from hexapoda.hive.piece import PIECES
from hexapoda.hive.position import Position

__all__ = ["FEATURES", "HivePlanes"]

FEATURES = (
    *(f"own {str(piece)[1:]}: its level / 7, 1 on the ground" for piece in PIECES[:14]),
    *(f"the opponent's {str(piece)[1:]}: its level / 7" for piece in PIECES[:14]),
    "the height of the stack / 7",
    "the piece that moved in the last ply",
    "1 everywhere if the observer is to move",
    "the ply / 8, at most 1",
    "how often the position has occurred before / 2, at most 1",
    "consecutive passes / 2, at most 1",
    "1 everywhere if the mosquito is in the variant",
    "1 everywhere if the ladybug is in the variant",
    "1 everywhere if the pillbug is in the variant",
    "1 everywhere if the opening rule is tournament",
    "1 everywhere if repetition is a draw",
)


@dataclass(frozen=True, slots=True)
class HivePlanes(EncoderBase):
    """Observations as float32 of shape [39, size, size] with values from 0 to 1; `FEATURES` names the planes.

    The planes of pieces in hand are 0. Together, the planes contain everything that the rules depend on,
    except how often other positions have occurred.
    """

    variant: str
    window: HiveWindow
    name: str = "planes"
    dtype: str = "float32"
    bounds: tuple[int, int] = (0, 1)
    features: tuple[str, ...] = FEATURES

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of an observation."""
        return len(FEATURES), self.window.size, self.window.size

    def write(self, position: Position, out: NDArray[Any], player: int | None = None) -> None:
        """Write a position to `out` as `player` sees it, by default the player to move. Raises `UsageError`
        if the hive does not fit in the window or the position is of another variant.
        """
        if position.variant != self.variant:
            raise UsageError(f"the variant of the position is {position.variant}: expected {self.variant}")
        player = seen_by(position, player)
        if out.shape != self.shape or out.dtype != self.dtype or not out.flags.carray:
            out[:] = self.encode(position, player)
            return
        try:
            hive_planes(position, player, window=self.window.size, out=out)
        except ValueError:
            self.window.corner(placed_pieces(position))  # raises an error that names the required size
            raise

    def check(self, position: Position) -> None:
        """Raise `UsageError` if the hive does not fit in the window."""
        if self.window.size < largest_window(self.variant):
            self.window.corner(placed_pieces(position))

    def transform(self, observation: NDArray[Any], symmetry: int) -> NDArray[Any]:
        """Return the planes of the position's image under a symmetry."""
        out = np.empty((len(FEATURES), self.window.cells), observation.dtype)
        out[:, window_permutation(self.window.size, symmetry)] = observation.reshape(out.shape)
        return out.reshape(self.shape)

    def exchange_colors(self, observation: NDArray[Any]) -> NDArray[Any]:
        """Return the planes unchanged: they encode who owns a piece, not its color.

        If several cells could be the center, that of a white piece is preferred, so the planes of the
        position with exchanged colors may be shifted.
        """
        return observation
