"""The grid of boardspace.net: converts columns, rows and destinations to cells.

Rows increase to the north-west, columns to the east. Columns are letters; `1Z` is the first column after
`Z`, and `1A` the first before `A`. On some boards, columns and rows wrap at 26, so that only the destination
(`wQ-`) determines the cell. If the grid and the destination contradict each other, the destination is used.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hexapoda.errors import InvalidMoveError
from hexapoda.hive.cell import Cell
from hexapoda.hive.piece import Piece
from hexapoda.hive.text.uhp_move import AFTER, BEFORE
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence

__all__ = ["Grid", "GridError", "GridPlace"]

_WRAP = 26
_COLUMN = re.compile(r"([0-9]{1,3})([AZ])|([A-Z]{1,2})")
_ROW = re.compile(r"-?[0-9]{1,6}")
_DEST = re.compile(r"\.|([-/\\])?([wb])?([qsbgamlp])([1-3])?([-/\\.])?", re.IGNORECASE)


class GridError(Exception):
    """A place on the grid cannot be read."""


class GridPlace(NamedTuple):
    """The place where a piece was put down, as given in the file."""

    piece: Piece
    column: int
    row: int
    destination: str

    @classmethod
    def read(cls, piece: Piece, column: str, row: str, destination: str) -> GridPlace:
        """Return the place given by a piece and the words of the file; `destination` may be empty. Raises
        `GridError`.
        """
        letters = _COLUMN.fullmatch(column.upper())
        if letters is None or not _ROW.fullmatch(row):
            found = quoted(f"{column} {row}")
            raise GridError(f"expected a column letter and a row number, found {found}")
        if destination and not _DEST.fullmatch(destination):
            found = quoted(destination)
            raise GridError(f"expected a destination such as 'wA1-' or '.', found {found}")
        return cls(piece, _index(letters), int(row), destination)


def _index(column: re.Match[str]) -> int:
    """Return the number of a column; `A` is 1."""
    beyond, edge, letters = column.groups()
    if edge is not None:
        return _WRAP + int(beyond) if edge == "Z" else 1 - int(beyond)
    index = 0
    for letter in letters:
        index = index * _WRAP + ord(letter) - ord("A") + 1
    return index


class Grid:
    """The pieces of one game and their cells. Pieces are numbered as in the file."""

    def __init__(self) -> None:
        self._cells: dict[Piece, Cell] = {}
        self._first: tuple[int, int] | None = None

    def put(self, place: GridPlace) -> tuple[tuple[Piece, Cell], Sentence | None]:
        """Put a piece down. Return it with its cell, and a remark if the column and the row contradict the
        destination, else None.
        """
        if self._first is None:
            self._first = (place.column, place.row)
        by_grid = (place.column - self._first[0], self._first[1] - place.row)
        by_words = self._named(place)
        doubt = None
        if by_words is None:
            cell = self._unwrapped(by_grid, place.piece)
        else:
            cell = by_words
            if (cell[0] - by_grid[0]) % _WRAP or (cell[1] - by_grid[1]) % _WRAP:
                doubt = Sentence(
                    "the destination {destination} and the column and row contradict each other: the "
                    "destination is used",
                    destination=quoted(place.destination),
                )
        self._cells[place.piece] = cell
        return (place.piece, cell), doubt

    def _named(self, place: GridPlace) -> Cell | None:
        """Return the cell that the destination names; None if it names no piece on the board."""
        found = _DEST.fullmatch(place.destination)
        if found is None or found[3] is None or found[2] is None:
            return None
        before, color, bug, number, after = found.groups()
        name = color.lower() + bug.upper()
        try:
            reference = Piece(name if name[1] in "QMLP" else name + (number or ""))
        except InvalidMoveError:
            return None
        cell = self._cells.get(reference)
        if cell is None or (before and after):
            return None
        step = BEFORE.get(before or "") or AFTER.get(after or "") or (0, 0)
        return (cell[0] + step[0], cell[1] + step[1])

    def _unwrapped(self, cell: Cell, piece: Piece) -> Cell:
        """Return the cell if another piece is on or beside it. Otherwise, return a cell that wraps to the
        same coordinates and touches the hive, or the cell itself if there is none.
        """
        others = {where for name, where in self._cells.items() if name is not piece}
        if not others:
            return cell
        steps = [(0, 0), *BEFORE.values(), *AFTER.values()]
        for columns in (0, _WRAP, -_WRAP):
            for rows in (0, _WRAP, -_WRAP):
                q, r = cell[0] + columns, cell[1] + rows
                if any((q + step[0], r + step[1]) in others for step in steps):
                    return (q, r)
        return cell
