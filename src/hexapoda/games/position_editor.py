"""Putting a position together by hand: what a game must offer for that.

Owns the types. The position may be wrong while a user edits it: then the game says what is wrong and where,
and still describes the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeAlias

from hexapoda.games.position import P

if TYPE_CHECKING:
    from hexapoda.games.json_types import BoardJson

__all__ = ["EditedPosition", "PieceOnBoard", "PositionEditor", "TrayPiece"]

Cell: TypeAlias = tuple[int, int]


class PieceOnBoard(NamedTuple):
    """A piece and its cell."""

    piece: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class TrayPiece:
    """A piece that can be put on the board.

    Attributes:
        piece: its name.
        player: the side to which it belongs, 0 or 1.
        left: how many more there are; None for as many as one likes.
    """

    piece: str
    player: int
    left: int | None


@dataclass(frozen=True, slots=True)
class EditedPosition(Generic[P]):
    """A position that a user puts together.

    Attributes:
        position: the position; None if it is not valid.
        problem: what is wrong, in a sentence; empty if it is valid.
        cells: the cells that prove it.
        board: the board as `Game.board_json` describes it, also if it is not valid.
        tray: the pieces that can be put on the board.
        free: the cells on which a piece can be put; None for all cells of the board.
    """

    position: P | None
    problem: str
    cells: tuple[Cell, ...]
    board: BoardJson
    tray: tuple[TrayPiece, ...]
    free: tuple[Cell, ...] | None = None


class PositionEditor(Protocol[P]):
    """How positions of a game are put together, usually the module `editor` of its package."""

    def pieces_of(self, position: P, /) -> list[PieceOnBoard]:
        """Return the pieces of a position; in a stack, the lowest first."""

    def edited(
        self, variant: str, rules: Mapping[str, str], pieces: Sequence[PieceOnBoard], player: int, /
    ) -> EditedPosition[P]:
        """Return the position with these pieces and this player to move; in a stack, the lowest piece comes
        first. Raises `UsageError` for an unknown piece and for a bad rule, and `InvalidGameError` for an
        unknown variant.
        """
