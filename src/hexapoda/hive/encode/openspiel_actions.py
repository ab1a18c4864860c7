"""OpenSpiel's action numbers for Hive: by piece, reference piece and direction.

A move has a number for each reference piece beside its destination. The core finds the lowest number, the
one set in the mask; this module finds all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexapoda._core.env import hive_numbers
from hexapoda.errors import UsageError
from hexapoda.games.encodings import check_number, not_legal
from hexapoda.hive.cell import Cell
from hexapoda.hive.encode.move_rows import MOVE_COLUMNS, move_rows, transform_rows
from hexapoda.hive.encode.symmetry import matrix_of
from hexapoda.hive.move import Move
from hexapoda.hive.piece import Piece
from hexapoda.hive.position import Position

__all__ = ["STEPS", "TILES", "OpenSpielActions"]

_ORDER: Final = ["Q", "A1", "A2", "A3", "G1", "G2", "G3", "S1", "S2", "B1", "B2", "M", "L", "P"]

TILES: tuple[Piece, ...] = tuple(Piece(color + name) for color in "wb" for name in _ORDER)
"""The pieces in OpenSpiel's order."""

STEPS: tuple[Cell, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The directions 0 to 5, from the reference piece to the destination: NE, E, SE, SW, W, NW."""

_ABOVE = 6
_TILE_OF: Mapping[int, int] = MappingProxyType({piece.index: tile for tile, piece in enumerate(TILES)})
"""The position of each piece in `TILES`, by piece index."""

_Stacks = dict[Cell, list[int]]
"""The tiles on each occupied cell, the lowest first."""


@dataclass(frozen=True, slots=True)
class OpenSpielActions:
    """OpenSpiel's action numbers: the move of tile m to the cell in direction d from tile n has number
    (m * 28 + n) * 7 + d, with tiles in the order of `TILES` and directions in the order of `STEPS`; direction
    6 means on top of tile n. The first piece of a game counts as placed on top of itself. The last number,
    5488, is the pass.

    The reference tiles are the top pieces beside the destination, except for the piece that moves: if it
    leaves a stack, the piece below it is the reference. For a move onto other pieces, the only reference is
    the piece directly below. If there are several references, `number` and `mask` use the first one in
    `TILES`, which gives the lowest number; `move` accepts all of them.
    """

    name: str = "openspiel"
    size: int = 28 * 28 * 7 + 1
    piece_planes: int = 0

    @property
    def move_columns(self) -> tuple[str, ...]:
        """What each column of `move_rows` contains."""
        return MOVE_COLUMNS

    def number(self, position: Position, move: Move) -> int:
        """Return the lowest number of a legal move. Raises `IllegalMoveError`, as `Position.push` does."""
        return self.numbers(position, move)[0]

    def numbers(self, position: Position, move: Move) -> tuple[int, ...]:
        """Return all numbers of a legal move, sorted. Raises `IllegalMoveError`."""
        if not position.is_legal(move):
            from hexapoda.hive.explain import refuse

            raise refuse(position, move)
        if move.piece is None or move.to is None:
            return (self.size - 1,)
        tile = _TILE_OF[move.piece.index]
        return tuple(tile * 196 + code for code in _references(_stacks(position), move.to, tile))

    def move(self, position: Position, number: int) -> Move:
        """Return the legal move with the given number. Raises `UsageError` if the number is out of range, and
        `IllegalMoveError` if no legal move has the number.
        """
        number = check_number(number, self.size)
        lowest = hive_numbers(position, action_window=0)
        if number in lowest:
            return position.legal_moves[lowest.index(number)]
        tile, code = divmod(number, 196)
        to = _destination(position, tile, code) if number < self.size - 1 else None
        move = None if to is None else position.find_move(TILES[tile], to)
        if move is None or to is None or code not in _references(_stacks(position), to, tile):
            raise not_legal(number, len(lowest))
        return move

    def mask(self, position: Position) -> NDArray[Any]:
        """Return an int8 array with 1 at the lowest number of each legal move and 0 elsewhere."""
        out = np.zeros(self.size, np.int8)
        out[hive_numbers(position, action_window=0)] = 1
        return out

    def move_rows(self, position: Position) -> NDArray[Any]:
        """Return a row for each legal move, with its lowest number."""
        return move_rows(position, hive_numbers(position, action_window=0))

    def transform_rows(self, rows: NDArray[Any], symmetry: int) -> NDArray[Any]:
        """Return the rows with their moves transformed by a symmetry."""
        return transform_rows(rows, self.permutation(symmetry), symmetry)

    def permutation(self, symmetry: int) -> NDArray[Any]:
        """Return, for each number, the number of the move's image under a symmetry. Only the direction
        changes.
        """
        (a, b), (c, d) = matrix_of(symmetry)
        steps = [STEPS.index((a * q + b * r, c * q + d * r)) for q, r in STEPS]
        number = np.arange(self.size)
        out: NDArray[Any] = number - number % 7 + np.array([*steps, _ABOVE])[number % 7]
        out[-1] = self.size - 1
        return out

    def color_permutation(self) -> NDArray[Any]:
        """Raise `UsageError`: the lowest number refers to a white piece if there is one, so an exchange of
        colors would change which number is the lowest.
        """
        raise UsageError("the action layout 'openspiel' depends on the colors of pieces: use 'cells' instead")


def _stacks(position: Position) -> _Stacks:
    found: _Stacks = {}
    for index, q, r, _ in sorted(position._pieces(), key=lambda row: row[3]):
        found.setdefault((q, r), []).append(_TILE_OF[index])
    return found


def _references(stacks: _Stacks, to: Cell, tile: int) -> list[int]:
    """Return reference * 7 + direction, sorted, for each reference of a move of `tile` to a cell."""
    below = stacks.get(to)
    if below is not None:
        return [below[-1] * 7 + _ABOVE]
    found = []
    q, r = to
    for direction, (right, down) in enumerate(STEPS):
        stack = stacks.get((q - right, r - down))
        if stack is None:
            continue
        if stack[-1] != tile:
            found.append(stack[-1] * 7 + direction)
        elif len(stack) > 1:
            found.append(stack[-2] * 7 + direction)
    return sorted(found) if stacks else [tile * 7 + _ABOVE]


def _destination(position: Position, tile: int, code: int) -> Cell | None:
    """Return the cell given by a reference and a direction; None if the reference is not on the board."""
    reference, direction = divmod(code, 7)
    if reference == tile and direction == _ABOVE and not position._pieces():
        return 0, 0
    cell = position.cell_of(TILES[reference])
    if cell is None or direction == _ABOVE:
        return cell
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]
