"""`PositionEditor`: the interface through which users edit the positions of a game.

A position may be invalid while a user edits it. In that case the game says what is wrong and where, and still
describes the board.
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
        piece: the name of the piece.
        player: the player to whom it belongs, 0 or 1.
        left: how many more can be put on the board; None if there is no limit.
    """

    piece: str
    player: int
    left: int | None


@dataclass(frozen=True, slots=True)
class EditedPosition(Generic[P]):
    """A position that a user is editing.

    Attributes:
        position: the position; None if it is not valid.
        problem: what is wrong, in a sentence; empty if the position is valid.
        cells: the cells that the problem concerns.
        board: the board as `Game.board_json` describes it, even if the position is not valid.
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
    """The conversion of positions to pieces and back, usually the module `editor` of a game's package."""

    def pieces_of(self, position: P, /) -> list[PieceOnBoard]:
        """Return the pieces of a position; in a stack, the lowest first."""

    def edited(
        self, variant: str, rules: Mapping[str, str], pieces: Sequence[PieceOnBoard], player: int, /
    ) -> EditedPosition[P]:
        """Return the position with these pieces and this player to move; in a stack, the lowest piece comes
        first. Raises `UsageError` for an unknown piece and for a bad rule, and `InvalidGameError` for an
        unknown variant.
        """
