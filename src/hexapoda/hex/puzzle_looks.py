"""The looks of a Hex position: its stones by cell, on the board as it is and rotated by 180 degrees.

Comparing looks reveals puzzles that are copies of each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexapoda.games.forced_wins import Look
from hexapoda.hex.cell import Cell, mirrored, rotated
from hexapoda.hex.move import Move
from hexapoda.hex.position import Position

__all__ = ["looks"]


def looks(position: Position, first: Move) -> Iterator[Look]:
    """Yield the two looks of a position whose solution begins with `first`. The board is mirrored if White is
    to move, so that the side to move always joins top and bottom.
    """
    color = position.color_to_move
    stones = [(color == side, cell) for side in (0, 1) for cell in position.stones(side)]
    columns, rows = (position.rows, position.columns) if color else (position.columns, position.rows)
    for turned in (False, True):

        def image(cell: Cell, turned: bool = turned) -> Cell:
            seen = mirrored(cell) if color else cell
            return rotated(seen, columns, rows) if turned else seen

        things = frozenset((own, columns, rows, *image(cell)) for own, cell in stones)
        yield things, None if first.cell is None else image(first.cell)
