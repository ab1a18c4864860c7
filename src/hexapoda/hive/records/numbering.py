"""Piece numbers of a record -> ours, which count in order of placement.

Board Game Arena keeps the number printed on the physical piece, so its games may place `wG3` first. Owns the
mapping for one game; a record that counts as we do is mapped onto itself.
"""

from __future__ import annotations

from hexapoda.hive.piece import PIECES, Piece


class Numbering:
    """The mapping of one game, filled while its plies are read in order."""

    def __init__(self) -> None:
        self._ours: list[Piece | None] = [None] * len(PIECES)
        self._placed: dict[str, int] = {}

    def mover(self, piece: Piece) -> Piece:
        """Our name of the piece that is placed or moved; a new one gets the next number of its bug."""
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
        """Our name of a piece referred to; None when the record has not placed it."""
        return self._ours[piece.index]
