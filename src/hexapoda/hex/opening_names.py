"""The names of Hex openings: the cell of the first stone, whether it was swapped, and the answer.

The words for the regions of a board and for points in a corner ("4-4 in the obtuse corner") are those of
HexWiki (hexwiki.net: Board, Joseki, Openings on 11 x 11). A rotation by 180 degrees does not change a name.
`docs/explanation/openings.md` has the table. Unlike Hive, Hex has no list of named lines.
"""

from __future__ import annotations

from hexapoda.games.opening_names import OpeningName
from hexapoda.hex.cell import Cell, format_cell, rotated
from hexapoda.hex.move import MoveKind
from hexapoda.hex.position import Position
from hexapoda.hex.variant import board_size
from hexapoda.text.sentence import Sentence

__all__ = ["opening_name", "region"]

_CORNER = 5
"""A corner extends up to this row from both of its edges, less far on small boards."""
_EDGE = 2
"""Cells up to this row from an edge belong to the edge."""
_SWAPS = (MoveKind.SWAP_PIECES, MoveKind.SWAP_SIDES)


def opening_name(position: Position) -> OpeningName | None:
    """Return a name such as `a2 opening (acute corner 2-1), swapped; answer: obtuse corner 4-4`, or as much
    of it as the moves determine. None before the first stone, or if the game began with stones on the board.
    """
    moves = position.moves[:3]
    if not moves or moves[0].cell is None:
        return None
    start = position.start
    if start.stones(0) or start.stones(1):
        return None
    size = board_size(position.variant)
    cell = _named(moves[0].cell, *size)
    name = Sentence("{cell} opening ({region})", cell=format_cell(cell), region=region(cell, *size))
    rest = moves[1:]
    if rest and rest[0].kind in _SWAPS:
        name = Sentence("{opening}, swapped", opening=name)
        rest = rest[1:]
    if rest and rest[0].cell is not None:
        name = Sentence("{opening}; answer: {region}", opening=name, region=region(rest[0].cell, *size))
    return OpeningName(name)


def region(cell: Cell, columns: int, rows: int) -> Sentence:
    """Return the region of a cell, such as `acute corner 4-4`: the first number is the row counted from the
    nearer edge of Black, the second the column counted from the nearer edge of White.
    """
    column, row = cell
    from_black = min(row, rows - 1 - row) + 1
    from_white = min(column, columns - 1 - column) + 1
    if 2 * from_black >= rows and 2 * from_white >= columns:
        return Sentence("center")
    if max(from_black, from_white) <= min(_CORNER, (min(columns, rows) - 1) // 2):
        acute = (2 * column < columns) == (2 * row < rows)
        point = f"{from_black}-{from_white}"
        return (
            Sentence("acute corner {point}", point=point)
            if acute
            else Sentence("obtuse corner {point}", point=point)
        )
    if from_black <= _EDGE:
        return Sentence("Black's edge, row {row}", row=from_black)
    if from_white <= _EDGE:
        return Sentence("White's edge, row {row}", row=from_white)
    if columns == rows and column == row:
        return Sentence("long diagonal")
    if columns == rows and column + row == columns - 1:
        return Sentence("short diagonal")
    return Sentence("open board")


def _named(cell: Cell, columns: int, rows: int) -> Cell:
    """Return the cell itself or its image under rotation: whichever is nearer to column a or row 1, because
    players use the name of that cell.
    """
    return min(cell, rotated(cell, columns, rows), key=lambda each: (min(each), each))
