"""Mapping the piece numbers of a record to numbers in the order of placement.

Board Game Arena uses the number printed on the physical piece, so its games may place `wG3` first. For
records that already number pieces in the order of placement, the mapping changes nothing.
"""

from __future__ import annotations

from hexapoda.hive.piece import PIECES, Piece


class Numbering:
    """The mapping of one game, built while its plies are read in order."""

    def __init__(self) -> None:
        self._ours: list[Piece | None] = [None] * len(PIECES)
        self._placed: dict[str, int] = {}

    def mover(self, piece: Piece) -> Piece:
        """Return the moving piece in our numbering; a new piece gets the next number of its bug."""
        ours = self._ours[piece.index]
        if ours is None:
            name = str(piece)
            kind = name[:2]
            count = self._placed.get(kind, 0) + 1
            self._placed[kind] = count
            ours = piece if name == kind else Piece(kind + str(count))
            self._ours[piece.index] = ours
        return ours

    def reference(self, piece: Piece) -> Piece | None:
        """Return a reference piece in our numbering; None if it has not been placed."""
        return self._ours[piece.index]
