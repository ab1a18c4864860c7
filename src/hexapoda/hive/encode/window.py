"""The center of the hive, and the square window of cells around it.

The center is the cell of a piece, so it turns with the hive. Its distance from each piece is at most half the
number of pieces, so a window of a known size holds every hive of a variant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import UsageError
from hexapoda.hive.cell import Cell
from hexapoda.hive.position import Position
from hexapoda.hive.variant import pieces_of_variant

__all__ = ["HiveWindow", "center_of", "largest_window", "placed_pieces"]


def placed_pieces(position: Position) -> NDArray[Any]:
    """Return the pieces on the board as rows of piece index, q, r and height, sorted by index."""
    return np.array(position._pieces(), np.int32).reshape(-1, 4)


def center_of(pieces: NDArray[Any]) -> tuple[Cell, int]:
    """Return the center of the hive, and the greatest distance of a piece from it; `(0, 0), 0` if there are
    no pieces.

    The center is the cell of the piece whose greatest distance to other pieces is smallest. Ties are broken
    by the sum of the distances, then by the lowest piece index.
    """
    if not len(pieces):
        return (0, 0), 0
    q, r = pieces[:, 1], pieces[:, 2]
    dq, dr = q[:, None] - q, r[:, None] - r
    distances = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
    greatest = distances.max(axis=1)
    # A sum is less than 28 * 28, so it never outweighs the greatest distance.
    best = int(np.argmin(greatest * 1024 + distances.sum(axis=1)))
    return (int(q[best]), int(r[best])), int(greatest[best])


def largest_window(variant: str) -> int:
    """Return the size of the smallest window that holds every hive of a variant, and every legal move."""
    # A connected graph of n cells has a cell that is at most n // 2 steps from all others; a move ends at
    # most one step further away.
    return 2 * (len(pieces_of_variant(variant)) // 2 + 1) + 1


@dataclass(frozen=True, slots=True)
class HiveWindow:
    """A square window of `size` x `size` cells; `size` is odd. Rows are r, columns are q.

    A hive fits if its pieces are within `size` // 2 - 1 steps of its center: then all legal moves end inside
    the window, and so do their images under all symmetries.
    """

    size: int

    @classmethod
    def of(cls, size: int | None, variant: str) -> HiveWindow:
        """Return a window of a given size, by default the one that holds every hive of the variant. Raises
        `UsageError` for a size that is not odd or is out of range.
        """
        most = largest_window(variant)
        if size is None:
            return cls(most)
        if size % 2 == 0 or not 5 <= size <= 31:
            raise UsageError(
                f"the window must be an odd number from 5 to 31, not {size}; "
                f"{most} holds every hive of {variant}"
            )
        return cls(size)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.size * self.size

    def corner(self, pieces: NDArray[Any]) -> Cell:
        """Return the cell in the first row and column. Raises `UsageError` if the hive does not fit."""
        (q, r), reach = center_of(pieces)
        radius = self.size // 2
        if reach >= radius:
            raise UsageError(
                f"the hive reaches {reach} cells from its center: expected at most {radius - 1} in a window "
                f"of {self.size}x{self.size}; a window of {2 * reach + 3} holds it"
            )
        return q - radius, r - radius
