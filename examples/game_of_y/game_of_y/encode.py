"""Positions of Y as planes and moves as numbers, so that Y has environments for learning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game_of_y.position import PASS, SIZES, YMove, YPosition, cells
from hexapoda.errors import UsageError
from hexapoda.games.encodings import (
    ActionLayout,
    Batch,
    BatchArrays,
    EncoderBase,
    ObservationEncoder,
    check_number,
    check_symmetry,
    not_legal,
    read_encoding,
    seen_by,
)

__all__ = ["ENCODINGS", "YCells", "YEncodings", "YPlanes"]

SYMMETRIES = ("nothing", "mirror at the vertical axis")


@dataclass(frozen=True, slots=True)
class YPlanes(EncoderBase):
    """Three planes of n x n: own stones, stones of the opponent, the cells of the board."""

    size: int
    name: str = "planes"
    dtype: str = "float32"
    bounds: tuple[int, int] = (0, 1)
    features: tuple[str, ...] = ("own stones", "stones of the opponent", "cells of the board")

    @property
    def shape(self) -> tuple[int, ...]:
        """Three planes."""
        return (3, self.size, self.size)

    def write(self, position: YPosition, out: NDArray[Any], player: int | None = None) -> None:
        """Write a position as `player` sees it."""
        viewer = seen_by(position, player)
        if position.size != self.size:
            raise UsageError(f"the board has {position.size} rows: expected {self.size}")
        out[:] = 0
        for cell, owner in position.stones.items():
            out[owner ^ viewer][cell] = 1
        for cell in cells(self.size):
            out[2][cell] = 1

    def transform(self, observation: NDArray[Any], symmetry: int) -> NDArray[Any]:
        """Return the observation of the image of a position."""
        image = np.zeros_like(observation)
        for cell in cells(self.size):
            image[:, *_image(cell, symmetry)] = observation[:, *cell]
        return image

    def exchange_colors(self, observation: NDArray[Any]) -> NDArray[Any]:
        """Return the observation itself: what a player sees does not depend on who began."""
        return observation


@dataclass(frozen=True, slots=True)
class YCells:
    """A stone has the number of its cell, row by row. A pass, if the rules have it, has the last number."""

    rows: int
    passes: bool
    name: str = "cells"
    piece_planes: int = 0
    move_columns: tuple[str, ...] = ("number",)

    @property
    def moves(self) -> tuple[YMove, ...]:
        """The move of each number."""
        return (*cells(self.rows), *([PASS] if self.passes else []))

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.moves)

    def number(self, position: YPosition, move: YMove) -> int:
        """Return the number of a legal move."""
        position.parse_move(str(move))
        return self.moves.index(move)

    def numbers(self, position: YPosition, move: YMove) -> Sequence[int]:
        """Return the only number of a move."""
        return (self.number(position, move),)

    def move(self, position: YPosition, number: int) -> YMove:
        """Return the legal move with a number."""
        move = self.moves[check_number(number, self.size)]
        if not position.is_legal(move):
            raise not_legal(number, len(position.legal_moves))
        return move

    def mask(self, position: YPosition) -> NDArray[Any]:
        """Return 1 at the number of each legal move."""
        legal = set(position.legal_moves)
        return np.array([move in legal for move in self.moves], np.int8)

    def move_rows(self, position: YPosition) -> NDArray[Any]:
        """Return the numbers of the legal moves, one in each row."""
        return np.array([[self.moves.index(move)] for move in position.legal_moves], np.int16).reshape(-1, 1)

    def transform_rows(self, rows: NDArray[Any], symmetry: int) -> NDArray[Any]:
        """Return the rows of the images of moves."""
        images = self.permutation(symmetry).astype(rows.dtype)
        return np.where(rows < 0, rows, images[rows])

    def permutation(self, symmetry: int) -> NDArray[Any]:
        """Return the number of the image of each move."""
        return np.array([self.moves.index(_image(move, symmetry)) for move in self.moves], np.int64)

    def color_permutation(self) -> NDArray[Any]:
        """Return the numbers themselves: a move has no color."""
        return np.arange(self.size)


@dataclass(frozen=True, slots=True)
class YEncodings:
    """One encoding of positions, planes, and one of moves, cells."""

    observations: tuple[str, ...] = ("planes",)
    actions: tuple[str, ...] = ("cells",)
    symmetries: tuple[str, ...] = SYMMETRIES
    color_symmetries: tuple[int, ...] = (0, 1)

    def color_of(self, position: YPosition, player: int) -> int:
        """Return the player: the first one has the first color."""
        return player

    def state_text(self, position: YPosition) -> str:
        """Return the stones, and whether the last move was a pass."""
        stones = [f"{cell}:{owner}" for cell, owner in sorted(position.stones.items())]
        return " ".join([position.variant, str(position.ply), str(position.moves[-1:] == [PASS]), *stones])

    def encoder(self, text: str, variant: str, rules: Mapping[str, str] | None = None) -> YPlanes:
        """Return the planes of a board. Raises `UsageError`."""
        read_encoding(text, "observation of Y", self.observations, {})
        return YPlanes(SIZES[variant])

    def layout(self, text: str, variant: str, rules: Mapping[str, str] | None = None) -> YCells:
        """Return the numbers of the moves on a board. Raises `UsageError`."""
        read_encoding(text, "action layout of Y", self.actions, {})
        return YCells(SIZES[variant], (rules or {}).get("pass") == "on")

    def transform(self, position: YPosition, symmetry: int) -> YPosition:
        """Return the image of a position, with the image of its history."""
        image = YPosition(position.variant, passes=position.passes)
        image.moves = [_image(move, symmetry) for move in position.moves]
        return image

    def batch(
        self,
        start: YPosition,
        encoder: ObservationEncoder,
        layout: ActionLayout,
        arrays: BatchArrays,
        **settings: Any,
    ) -> Batch:
        """Raise `UsageError`: only games with a compiled core play many games at once."""
        raise UsageError("y has no batches of games: expected an environment for one game")


def _image(move: YMove, symmetry: int) -> YMove:
    if move == PASS or check_symmetry(symmetry, len(SYMMETRIES)) == 0:
        return move
    return YMove(move.row, move.row - move.place)


ENCODINGS = YEncodings()
