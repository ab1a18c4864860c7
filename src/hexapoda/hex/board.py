"""`Board`: a position as drawings show it, with the winning chain, the last move and the ply of each stone.

Text diagrams and SVG pictures are drawn from it. It is plain data and does not depend on the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from hexapoda.errors import UsageError
from hexapoda.hex.cell import Cell, mirrored
from hexapoda.hex.move import MoveKind

if TYPE_CHECKING:
    from hexapoda.hex.position import Position

__all__ = ["COLORS", "Board", "Colors", "board_of", "column_name", "player_names"]

Colors = Literal["black-white", "red-blue"]
COLORS: tuple[Colors, ...] = ("black-white", "red-blue")
"""The color names to choose from. Protocols and records use the first pair, most game sites the second."""

_NAMES: Mapping[Colors, tuple[str, str]] = {"black-white": ("Black", "White"), "red-blue": ("Red", "Blue")}


def column_name(column: int) -> str:
    """Return the letter of a column: `a` for column 0."""
    return chr(ord("a") + column)


def player_names(colors: str) -> tuple[str, str]:
    """Return the names of both colors, starting with the one that joins top and bottom. Raises `UsageError`
    if `colors` is not in `COLORS`.
    """
    if colors not in COLORS:
        raise UsageError(f"unknown colors {colors!r}, expected one of {', '.join(COLORS)}")
    return _NAMES[colors]


@dataclass(frozen=True, slots=True)
class Board:
    """A board of `columns` by `rows` cells with stones on it.

    Attributes:
        stones: the color of each stone by cell: 0 for black, which joins top and bottom, 1 for white.
        chain: the cells of the winning chain, from one edge to the other; () while there is none.
        last: the cell of the last stone placed, or None.
        plies: the ply in which each stone was placed, counted from 1, by cell. Initial stones have none.
    """

    columns: int
    rows: int
    stones: Mapping[Cell, int] = field(default_factory=dict)
    chain: tuple[Cell, ...] = ()
    last: Cell | None = None
    plies: Mapping[Cell, int] = field(default_factory=dict)

    def cells(self) -> Iterator[Cell]:
        """Return all cells, row by row."""
        return ((column, row) for row in range(self.rows) for column in range(self.columns))

    def contains(self, cell: Cell) -> bool:
        """Return whether the cell is on the board."""
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def check(self, cells: Iterable[Cell]) -> None:
        """Raise `UsageError` for the first of `cells` that is not on the board."""
        for cell in cells:
            if not self.contains(cell):
                raise UsageError(f"no cell {cell!r} on a board of {self.columns} x {self.rows}")


def board_of(position: Position) -> Board:
    """Return the board of a position. A swap of pieces counts as placing the mirrored stone, and a swap of
    sides leaves the last stone as it was.
    """
    stones = {cell: color for color in (0, 1) for cell in position.stones(color)}
    played = position.moves
    plies: dict[Cell, int] = {}
    last: Cell | None = None
    for ply, move in enumerate(played, position.ply - len(played) + 1):
        if move.kind is MoveKind.PLACE:
            last = move.cell
        elif move.kind is MoveKind.SWAP_PIECES:
            # The only stone is now on the mirrored cell.
            last = mirrored(last) if last is not None else None
            plies.clear()
        elif move.kind is MoveKind.PASS:
            last = None
        if last is not None and move.kind is not MoveKind.SWAP_SIDES:
            plies[last] = ply
    if last is not None and last not in stones:
        last = None
    return Board(position.columns, position.rows, stones, position.winning_chain(), last, plies)
