"""The action numbers of Hex moves: the cells row by row, then the swap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import UsageError
from hexapoda.games.encodings import check_number, not_legal
from hexapoda.hex.encode.symmetry import MIRROR, transform_board
from hexapoda.hex.move import Move
from hexapoda.hex.position import Position
from hexapoda.hex.variant import variant_of

__all__ = ["HexCellActions"]


@dataclass(frozen=True, slots=True)
class HexCellActions:
    """The action layout `cells`: a stone in column c and row r, both from 0, has the number r * columns + c.
    Under a swap rule the last number is the swap, of pieces or of sides.
    """

    columns: int
    rows: int
    swap: bool = False
    name: str = "cells"

    @property
    def size(self) -> int:
        """The number of actions: the number of cells, plus one under a swap rule."""
        return self.columns * self.rows + self.swap

    @property
    def piece_planes(self) -> int:
        """0, because stones do not move."""
        return 0

    @property
    def move_columns(self) -> tuple[str, ...]:
        """The contents of the columns of `move_rows`."""
        return "number of the move", "column; -1 for the swap", "row; -1 for the swap"

    def number(self, position: Position, move: Move) -> int:
        """Return the number of a legal move. Raises `IllegalMoveError`, as `Position.push` does."""
        self._check(position)
        if not position.is_legal(move):
            from hexapoda.hex.explain import refuse

            raise refuse(position, move)
        return self.size - 1 if move.cell is None else move.cell[1] * self.columns + move.cell[0]

    def numbers(self, position: Position, move: Move) -> tuple[int, ...]:
        """Return a tuple that contains only the number of a legal move."""
        return (self.number(position, move),)

    def move(self, position: Position, number: int) -> Move:
        """Return the legal move with the given number. Raises `UsageError` for a number out of range and
        `IllegalMoveError` for a number that belongs to no legal move.
        """
        self._check(position)
        number = check_number(number, self.size)
        row, column = divmod(number, self.columns)
        move = Move((column, row)) if row < self.rows else position.swap_now
        if move is None or not position.is_legal(move):
            raise not_legal(number, len(position.legal_moves))
        return move

    def mask(self, position: Position) -> NDArray[Any]:
        """Return an int8 array with 1 at the number of each legal move, 0 elsewhere."""
        self._check(position)
        out = np.zeros(self.size, np.int8)
        kind, column, row = position.legal_moves.to_numpy().T
        out[np.where(kind == 0, row * self.columns + column, self.size - 1)] = 1
        return out

    def move_rows(self, position: Position) -> NDArray[Any]:
        """Return an int16 array with a row of `move_columns` for each legal move."""
        self._check(position)
        kind, column, row = position.legal_moves.to_numpy().T
        swap = kind != 0
        number = np.where(swap, self.size - 1, row * self.columns + column)
        return np.stack(
            [number, np.where(swap, -1, column), np.where(swap, -1, row)],
            axis=1,
            dtype=np.int16,
            casting="unsafe",
        )

    def transform_rows(self, rows: NDArray[Any], symmetry: int) -> NDArray[Any]:
        """Return the `move_rows` of the images of moves; after a mirror, on the board with rows and columns
        exchanged. Rows of -1, which pad an array, stay as they are.
        """
        number = np.where(rows[..., 0] < 0, -1, self.permutation(symmetry)[rows[..., 0]])
        row, column = np.divmod(number, self.columns if symmetry < MIRROR else self.rows)
        no_cell = rows[..., 1] < 0
        cells = np.where(no_cell, -1, column), np.where(no_cell, -1, row)
        return np.stack((number, *cells), axis=-1).astype(np.int16)

    def permutation(self, symmetry: int) -> NDArray[Any]:
        """Return the number of each move's image, indexed by the number of the move. After a mirror, images
        are on the board with rows and columns exchanged. The swap keeps its number.
        """
        cells = np.arange(self.columns * self.rows)
        out = np.arange(self.size)
        out[transform_board(cells.reshape(self.rows, self.columns), symmetry).ravel()] = cells
        return out

    def color_permutation(self) -> NDArray[Any]:
        """Return the number of each move's image under the mirror, indexed by the number of the move."""
        return self.permutation(MIRROR)

    def _check(self, position: Position) -> None:
        board = (self.columns, self.rows, self.swap)
        if (position.columns, position.rows, position.swap != "off") != board:
            raise UsageError(
                f"the position is on {position.variant} with the swap rule {position.swap!r}: expected "
                f"{variant_of(self.columns, self.rows)} {'with' if self.swap else 'without'} a swap rule"
            )
