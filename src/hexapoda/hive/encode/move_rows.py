"""The legal moves of Hive as rows of small integers, for networks that score moves one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.hive.encode.symmetry import matrix_of
from hexapoda.hive.encode.window import center_of, placed_pieces
from hexapoda.hive.position import Position

__all__ = ["MOVE_COLUMNS", "move_rows", "transform_rows"]

MOVE_COLUMNS: tuple[str, ...] = (
    "number of the move",
    "piece: its row in the tokens and its plane, 0 to 13 own, 14 to 27 the opponent's; -1 for the pass",
    "q of the destination from the center",
    "r of the destination from the center",
    "height: the number of pieces below the piece after the move",
)


def move_rows(position: Position, numbers: Sequence[int]) -> NDArray[Any]:
    """Return a row for each legal move, in the order of `legal_moves`, as int16. `numbers` contains the
    moves' numbers in the action layout.
    """
    piece, _, _, _, q, r = position.legal_moves.to_numpy().T
    out = np.zeros((len(piece), len(MOVE_COLUMNS)), np.int16)
    (center_q, center_r), _ = center_of(placed_pieces(position))
    passes = piece < 0
    out[:, 0] = numbers
    out[:, 1] = np.where(passes, -1, (piece + 14 * position.turn) % 28)
    out[:, 2] = np.where(passes, 0, q - center_q)
    out[:, 3] = np.where(passes, 0, r - center_r)
    cells = zip(q.tolist(), r.tolist(), strict=True)
    out[:, 4] = np.where(passes, 0, [position.height(cell) for cell in cells])
    return out


def transform_rows(rows: NDArray[Any], permutation: NDArray[Any], symmetry: int) -> NDArray[Any]:
    """Return the rows with their moves transformed by a symmetry. `permutation` is the action layout's
    permutation for this symmetry. Rows filled with -1 stay unchanged.
    """
    (a, b), (c, d) = matrix_of(symmetry)
    number, q, r = rows[..., 0], rows[..., 2], rows[..., 3]
    out = rows.copy()
    out[..., 0] = permutation[number]
    out[..., 2] = a * q + b * r
    out[..., 3] = c * q + d * r
    return np.where(number[..., None] < 0, rows, out)
