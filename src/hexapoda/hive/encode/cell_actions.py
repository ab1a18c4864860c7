"""Action numbers of Hive by piece and cell of the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core.env import hive_numbers
from hexapoda.games.encodings import check_number, not_legal
from hexapoda.hive.encode.move_rows import MOVE_COLUMNS, move_rows, transform_rows
from hexapoda.hive.encode.symmetry import window_permutation
from hexapoda.hive.encode.window import HiveWindow, placed_pieces
from hexapoda.hive.move import Move
from hexapoda.hive.position import Position

__all__ = ["HiveCellActions"]


@dataclass(frozen=True, slots=True)
class HiveCellActions:
    """Action numbers by piece and cell: the move of piece p to row y and column x of the window has number
    (p * size + y) * size + x, where p is 0 to 13 for the pieces of the player to move and 14 to 27 for those
    of the opponent. The last number is the pass.

    The window and the order of the pieces are as in the observation `planes` with the same size.
    """

    window: HiveWindow
    name: str = "cells"

    @property
    def size(self) -> int:
        """The number of actions: 28 for each cell of the window, and the pass."""
        return 28 * self.window.cells + 1

    @property
    def piece_planes(self) -> int:
        """28: there is a block of numbers for each piece, in the order of the observation's planes."""
        return 28

    @property
    def move_columns(self) -> tuple[str, ...]:
        """What each column of `move_rows` contains."""
        return MOVE_COLUMNS

    def number(self, position: Position, move: Move) -> int:
        """Return the number of a legal move. Raises `IllegalMoveError`, as `Position.push` does, and
        `UsageError` if the hive does not fit in the window.
        """
        if not position.is_legal(move):
            from hexapoda.hive.explain import refuse

            raise refuse(position, move)
        if move.piece is None or move.to is None:
            return self.size - 1
        left, top = self.window.corner(placed_pieces(position))
        piece = (move.piece.index + 14 * position.turn) % 28
        return (piece * self.window.size + move.to[1] - top) * self.window.size + move.to[0] - left

    def numbers(self, position: Position, move: Move) -> tuple[int, ...]:
        """Return the only number of a legal move, as a tuple."""
        return (self.number(position, move),)

    def move(self, position: Position, number: int) -> Move:
        """Return the legal move with the given number. Raises `UsageError` if the number is out of range or
        the hive does not fit in the window, and `IllegalMoveError` if no legal move has the number.
        """
        number = check_number(number, self.size)
        numbers = self._numbers(position)
        if number not in numbers:
            raise not_legal(number, len(numbers))
        return position.legal_moves[numbers.index(number)]

    def mask(self, position: Position) -> NDArray[Any]:
        """Return an int8 array with 1 at the number of each legal move and 0 elsewhere. Raises `UsageError`
        if the hive does not fit in the window.
        """
        out = np.zeros(self.size, np.int8)
        out[self._numbers(position)] = 1
        return out

    def move_rows(self, position: Position) -> NDArray[Any]:
        """Return a row for each legal move. Raises `UsageError` if the hive does not fit in the window."""
        return move_rows(position, self._numbers(position))

    def transform_rows(self, rows: NDArray[Any], symmetry: int) -> NDArray[Any]:
        """Return the rows with their moves transformed by a symmetry."""
        return transform_rows(rows, self.permutation(symmetry), symmetry)

    def permutation(self, symmetry: int) -> NDArray[Any]:
        """Return, for each number, the number of the move's image under a symmetry."""
        cells = window_permutation(self.window.size, symmetry)
        first = np.arange(28)[:, None] * self.window.cells
        return np.append((first + cells).ravel(), self.size - 1)

    def color_permutation(self) -> NDArray[Any]:
        """Return the numbers unchanged: they encode whose piece moves, not its color."""
        return np.arange(self.size)

    def _numbers(self, position: Position) -> list[int]:
        """Return the number of each legal move, in the order of `legal_moves`."""
        try:
            return hive_numbers(position, action_window=self.window.size)
        except ValueError:
            self.window.corner(placed_pieces(position))  # raises an error that names the required size
            raise
