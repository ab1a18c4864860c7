"""Maps the piece numbers of a game file, which may be in any order, to numbers in the order of placement.

Board Game Arena and OpenSpiel use the number printed on the physical piece, so their games may place `wA3`
first. UHP numbers pieces in the order of placement, and so does this package. For a file that does the same,
the mapping changes nothing.

Also reads the moves in game files; `notation` reads the moves that users type.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hexapoda.errors import InvalidMoveError
from hexapoda.hive.cell import Cell
from hexapoda.hive.move import PASS, Move
from hexapoda.hive.piece import PIECES, Piece
from hexapoda.hive.text.move_text import MoveText, bad_move
from hexapoda.hive.text.notation import format_move, resolve_cell
from hexapoda.hive.text.uhp_move import read_uhp
from hexapoda.text.sentence import Sentence

if TYPE_CHECKING:
    from hexapoda.hive.position import Position

__all__ = ["Numbering"]

_NUMBERED_SINGLE = re.compile(r"\b([wb][QMLP])1(?![0-9])")


class Numbering:
    """The mapping for one game. It also plays the game's moves on a position.

    Pieces that are on the board at the start keep their numbers.
    """

    def __init__(self, position: Position) -> None:
        self._ours: list[Piece | None] = [None] * len(PIECES)
        for piece in position.pieces():
            self._ours[piece.index] = piece

    def play(self, position: Position, text: str) -> str:
        """Play a MoveString and return its canonical text. Raises `InvalidMoveError` if the text
        is not a move, and `IllegalMoveError` if the move is not legal.
        """
        bare = text.strip()
        if bare == "pass":
            position.push(PASS)
            return bare
        parts = _read(bare)
        return self.put(position, parts.piece, self._cell(position, bare, parts))

    def put(self, position: Position, named: Piece, cell: Cell) -> str:
        """Place a piece on a cell, or move it there, and return the canonical text. Raises
        `IllegalMoveError`.
        """
        known = self._ours[named.index]
        piece = _next(position, named) if known is None else known
        move = Move(piece, cell)
        text = format_move(position, move) if position.is_legal(move) else ""
        position.push(move)
        self._ours[named.index] = piece
        return text

    def undo(self, position: Position) -> None:
        """Undo the last move and, if it placed a piece, the mapping of its name."""
        piece = position.pop().piece
        if piece is not None and position.cell_of(piece) is None:
            self._ours[self._ours.index(piece)] = None

    def _cell(self, position: Position, text: str, parts: MoveText) -> Cell:
        if parts.reference is None:
            return resolve_cell(position, text, parts)
        reference = self._ours[parts.reference.index]
        cell = None if reference is None else position.cell_of(reference)
        if cell is None:
            expected = Sentence("a piece on the board ({piece} is not)", piece=parts.reference)
            raise bad_move(text, max(text.rfind(str(parts.reference)), 0), expected)
        return (cell[0] + parts.step[0], cell[1] + parts.step[1])


def _read(text: str) -> MoveText:
    try:
        return read_uhp(text)
    except InvalidMoveError:
        plain = _NUMBERED_SINGLE.sub(r"\1", text)  # old converters write `wM1`
        if plain == text:
            raise
        return read_uhp(plain)


def _next(position: Position, named: Piece) -> Piece:
    """Return the next piece in hand of the same kind, or else `named`, which the core refuses."""
    return next((piece for piece in position.hand(named.color) if piece.bug is named.bug), named)
