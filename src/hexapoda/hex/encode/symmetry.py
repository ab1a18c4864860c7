"""The symmetries of Hex: the half-turn, and the mirror in the long diagonal with the colors exchanged.

The mirror turns a 13x9 board into a 9x13 board, and Black into White.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hexapoda.errors import UsageError
from hexapoda.games.encodings import check_symmetry
from hexapoda.hex.cell import Cell, mirrored, rotated
from hexapoda.hex.position import Position
from hexapoda.hex.variant import variant_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MIRROR", "SYMMETRIES", "transform_board", "transform_position", "turns_and_mirrors"]

SYMMETRIES = (
    "nothing",
    "half-turn",
    "mirror in the long diagonal, colors exchanged",
    "half-turn and mirror, colors exchanged",
)
"""The symmetries by number: bit 0 is the half-turn, bit 1 the mirror. Their order does not matter."""

_HALF_TURN: Final = 1
MIRROR: Final = 2
"""The number of the mirror alone."""


def turns_and_mirrors(symmetry: int) -> tuple[bool, bool]:
    """Return whether a symmetry turns the board, and whether it mirrors it. Raises `UsageError` if there is
    no symmetry with this number.
    """
    symmetry = check_symmetry(symmetry, len(SYMMETRIES))
    return bool(symmetry & _HALF_TURN), bool(symmetry & MIRROR)


def transform_position(position: Position, symmetry: int) -> Position:
    """Return the image of a position, without its history; the same player is to move.

    Raises `UsageError` if there is no symmetry with this number, and for a mirror while a swap is still
    possible: it would give White the stone to swap, which only Black can place.
    """
    turn, mirror = turns_and_mirrors(symmetry)
    if mirror and position.swap != "off" and position.ply < 2:
        raise UsageError(
            f"ply {position.ply} has no image with the colors exchanged: the second player may still swap"
        )

    def image(cell: Cell) -> Cell:
        cell = rotated(cell, position.columns, position.rows) if turn else cell
        return mirrored(cell) if mirror else cell

    black, white = ([image(cell) for cell in position.stones(color)] for color in (0, 1))
    columns, rows = (position.rows, position.columns) if mirror else (position.columns, position.rows)
    return Position.from_stones(
        variant_of(columns, rows),
        white if mirror else black,
        black if mirror else white,
        color_to_move=position.color_to_move ^ mirror,
        sides_swapped=position.sides_swapped ^ mirror,
        ply=position.ply,
        swap=position.swap,
    )


def transform_board(array: NDArray[Any], symmetry: int) -> NDArray[Any]:
    """Return the image of an array [..., rows, columns] as a view of it. The mirror exchanges the two axes;
    exchanging the colors is up to the caller. Raises `UsageError` if there is no such symmetry.
    """
    turn, mirror = turns_and_mirrors(symmetry)
    array = array[..., ::-1, ::-1] if turn else array
    return array.swapaxes(-1, -2) if mirror else array
