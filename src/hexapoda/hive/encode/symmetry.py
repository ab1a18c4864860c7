"""The twelve symmetries of Hive: six rotations by multiples of 60 degrees, with and without a reflection."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hexapoda.games.encodings import check_symmetry
from hexapoda.hive.cell import Cell
from hexapoda.hive.move import Move
from hexapoda.hive.position import Position

__all__ = ["MATRICES", "SYMMETRIES", "Matrix", "matrix_of", "transform_position", "window_permutation"]

Matrix: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""The rows of a matrix: ((a, b), (c, d)) maps a cell (q, r) to (a * q + b * r, c * q + d * r)."""

_TURNS: tuple[Matrix, ...] = (
    ((1, 0), (0, 1)),
    ((0, -1), (1, 1)),
    ((-1, -1), (1, 0)),
    ((-1, 0), (0, -1)),
    ((0, 1), (-1, -1)),
    ((1, 1), (-1, 0)),
)
"""The identity and the clockwise rotations, which map the step E to E, SE, SW, W, NW and NE."""

MATRICES: tuple[Matrix, ...] = (
    *_TURNS,
    # The reflection exchanges q and r, so the columns of each matrix are exchanged.
    *(((b, a), (d, c)) for (a, b), (c, d) in _TURNS),
)

SYMMETRIES: tuple[str, ...] = (
    "nothing",
    *(f"turn by {60 * turn} degrees" for turn in range(1, 6)),
    "mirror",
    *(f"mirror, then turn by {60 * turn} degrees" for turn in range(1, 6)),
)


def matrix_of(symmetry: int) -> Matrix:
    """Return the matrix of a symmetry. Raises `UsageError` if no symmetry has this number."""
    return MATRICES[check_symmetry(symmetry, len(MATRICES))]


def transform_position(position: Position, symmetry: int) -> Position:
    """Return the image of a position and its history under a symmetry."""
    (a, b), (c, d) = matrix_of(symmetry)

    def image(cell: Cell) -> Cell:
        q, r = cell
        return a * q + b * r, c * q + d * r

    start = position.start
    out = Position.from_pieces(
        start.variant,
        {piece: (image(cell), height) for piece, (cell, height) in start.pieces().items()},
        ply=start.ply,
        resting=start.resting,
        opening=start.opening,
        repetition=start.repetition,
    )
    for move in position.moves:
        if move.piece is None or move.to is None:
            out.push_pass()  # the pass may be illegal
        else:
            out.push(Move(move.piece, image(move.to)))
    return out


def window_permutation(size: int, symmetry: int) -> NDArray[Any]:
    """Return the image of each cell of a square window under a symmetry; cells are numbered row by row.

    A rotation maps only the largest hexagon in the window to itself. The cells outside it, where no piece
    ever stands, stay in place.
    """
    (a, b), (c, d) = matrix_of(symmetry)
    radius = size // 2
    r, q = np.divmod(np.arange(size * size), size) - np.array([[radius], [radius]])
    moved = (c * q + d * r + radius) * size + a * q + b * r + radius
    inside = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r)) <= radius
    return np.where(inside, moved, np.arange(size * size))
