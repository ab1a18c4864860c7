"""Numbers for the moves of Hive as in OpenSpiel: by piece, reference piece and direction.

A move has a number for each piece beside its destination. This module chooses one of them, and accepts all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import UsageError
from hexapoda.games.encodings import check_number, not_legal
from hexapoda.hive.cell import Cell
from hexapoda.hive.encode.symmetry import matrix_of
from hexapoda.hive.encode.window import placed_pieces
from hexapoda.hive.move import PASS, Move
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
"""The place in `TILES` by the index of a piece."""

_TILES_BY_INDEX: Final = np.array([_TILE_OF[index] for index in range(28)])
_RIGHT, _DOWN = np.array(STEPS).T
_NO_TILE = 28

_Stacks = dict[Cell, list[int]]
"""The tiles on each occupied cell, the lowest first."""


@dataclass(frozen=True, slots=True)
class OpenSpielActions:
    """Tile m beside tile n in direction d is number (m * 28 + n) * 7 + d, where tiles are in the order
    `TILES` and directions in the order `STEPS`; 6 is on top of tile n. The first piece of a game is placed on
    top of itself. The last number, 5488, is the pass.

    The reference tiles are the top pieces beside the destination, but never the piece that moves: if that is
    the top of a stack, the piece below it is a reference. On top of other pieces, the only reference is the
    piece directly below. If there are several, `number` and `mask` use the one that comes first in `TILES`,
    which gives the lowest number; `move` accepts every one.
    """

    name: str = "openspiel"
    size: int = 28 * 28 * 7 + 1

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
        """Return the legal move with a number. Raises `UsageError` or `IllegalMoveError`."""
        number = check_number(number, self.size)
        if number == self.size - 1:
            move: Move | None = PASS if position.is_legal(PASS) else None
        else:
            tile, code = divmod(number, 196)
            to = _destination(position, tile, code)
            move = None if to is None else position.find_move(TILES[tile], to)
            if move is not None and to is not None and code not in _references(_stacks(position), to, tile):
                move = None
        if move is None:
            raise not_legal(number, len(position.legal_moves))
        return move

    def mask(self, position: Position) -> NDArray[Any]:
        """Return 1 for the lowest number of each legal move, else 0, as int8."""
        out = np.zeros(self.size, np.int8)
        index, _, _, _, q, r = position.legal_moves.to_numpy().T
        if len(index) and index[0] < 0:
            out[-1] = 1
        elif len(index):
            out[_lowest_numbers(placed_pieces(position), _TILES_BY_INDEX[index], q, r)] = 1
        return out

    def permutation(self, symmetry: int) -> NDArray[Any]:
        """Return the number of the image of each move: only the direction changes."""
        (a, b), (c, d) = matrix_of(symmetry)
        steps = [STEPS.index((a * q + b * r, c * q + d * r)) for q, r in STEPS]
        number = np.arange(self.size)
        out: NDArray[Any] = number - number % 7 + np.array([*steps, _ABOVE])[number % 7]
        out[-1] = self.size - 1
        return out

    def color_permutation(self) -> NDArray[Any]:
        """Raises `UsageError`: the reference of the lowest number is White's piece if there is one, so with
        the colors exchanged another number would be the lowest.
        """
        raise UsageError("the action layout 'openspiel' names colors: expected one that does not, 'cells'")


def _stacks(position: Position) -> _Stacks:
    found: _Stacks = {}
    for index, q, r, _ in sorted(position._pieces(), key=lambda row: row[3]):
        found.setdefault((q, r), []).append(_TILE_OF[index])
    return found


def _references(stacks: _Stacks, to: Cell, tile: int) -> list[int]:
    """Return reference * 7 + direction for each reference of a move of `tile`, sorted."""
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
    """Return the cell that a reference and a direction name; None if the reference is not on the board."""
    reference, direction = divmod(code, 7)
    if reference == tile and direction == _ABOVE and not position._pieces():
        return 0, 0
    cell = position.cell_of(TILES[reference])
    if cell is None or direction == _ABOVE:
        return cell
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


def _lowest_numbers(
    pieces: NDArray[Any], tile: NDArray[Any], q: NDArray[Any], r: NDArray[Any]
) -> NDArray[Any]:
    """Return the lowest number of each move of `tile` to (q, r), with the same result as `_references`."""
    if not len(pieces):
        return tile * 203 + _ABOVE
    # Two more cells on each side: moves end beside the hive, and their neighbors are looked up.
    left, top = pieces[:, 1].min() - 2, pieces[:, 2].min() - 2
    width = int(pieces[:, 1].max() - left + 3)
    cells = width * int(pieces[:, 2].max() - top + 3)
    pieces = pieces[pieces[:, 3].argsort()]
    at, level = (pieces[:, 2] - top) * width + pieces[:, 1] - left, pieces[:, 3]
    height, highest, below = np.full(cells, -1), np.full(cells, _NO_TILE), np.full(cells, _NO_TILE)
    height[at] = level  # the last one written to a cell stays, and that is its top piece
    highest[at] = _TILES_BY_INDEX[pieces[:, 0]]
    second = level == height[at] - 1
    below[at[second]] = _TILES_BY_INDEX[pieces[second, 0]]

    to = (r - top) * width + q - left
    beside = to[:, None] - _DOWN * width - _RIGHT
    reference = np.where(highest[beside] == tile[:, None], below[beside], highest[beside])
    lowest = (reference * 7 + np.arange(6)).min(axis=1)
    code: NDArray[Any] = np.where(height[to] >= 0, highest[to] * 7 + _ABOVE, lowest)
    code += tile * 196
    return code
