"""Cells and pieces in plain words: a cell is named after the piece on it or beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from hexapoda.hive.cell import Cell
from hexapoda.hive.piece import Piece
from hexapoda.hive.position import Position
from hexapoda.hive.text.piece_names import piece_words, pieces_of
from hexapoda.text.sentence import Sentence

__all__ = ["cell_words", "in_plain_words", "names_cell"]

_PIECES_OF = pieces_of("", "").pattern
_SIDES: Mapping[Cell, Callable[[Piece], Sentence]] = MappingProxyType(
    {
        (-1, 0): lambda piece: Sentence("the cell left of {piece}", piece=piece_words(piece)),
        (1, 0): lambda piece: Sentence("the cell right of {piece}", piece=piece_words(piece)),
        (0, -1): lambda piece: Sentence("the cell upper left of {piece}", piece=piece_words(piece)),
        (1, -1): lambda piece: Sentence("the cell upper right of {piece}", piece=piece_words(piece)),
        (-1, 1): lambda piece: Sentence("the cell lower left of {piece}", piece=piece_words(piece)),
        (0, 1): lambda piece: Sentence("the cell lower right of {piece}", piece=piece_words(piece)),
    }
)
"""The words for a cell, by the step from the piece beside it."""


def cell_words(position: Position, cell: Cell, *, but: Piece | None = None) -> Sentence:
    """Return words such as `the cell of the white spider (wS1)` or `the cell left of the black queen`; `that
    cell` if no piece touches it; `the middle` on an empty board. `but` is the moving piece, which is ignored.
    """

    def top_of(cell: Cell) -> Piece | None:
        return next((piece for piece in reversed(position.stack(cell)) if piece != but), None)

    top = top_of(cell)
    if top is not None:
        return Sentence("the cell of {piece}", piece=piece_words(top))
    beside = [
        (piece, words)
        for step, words in _SIDES.items()
        if (piece := top_of((cell[0] - step[0], cell[1] - step[1]))) is not None
    ]
    if beside:
        piece, words = min(beside, key=lambda found: found[0].color != position.turn)  # prefer the mover's
        return words(piece)
    return Sentence("that cell") if position.pieces() else Sentence("the middle")


def in_plain_words(position: Position, text: str) -> str:
    """Return a message with all cells and pieces in plain words. Text that is not a `Sentence` is returned
    unchanged.
    """

    def in_words(value: Any) -> Any:
        if isinstance(value, Piece):
            return piece_words(value)
        if isinstance(value, Sentence) and value.pattern == _PIECES_OF:
            return value.values["pieces"]  # the plain words already say the color
        return cell_words(position, value) if isinstance(value, tuple) else value

    return text.changed(in_words) if isinstance(text, Sentence) else text


def names_cell(text: str) -> bool:
    """Return whether a message mentions a cell, such as a destination."""
    values = text.values.values() if isinstance(text, Sentence) else ()
    return any(isinstance(value, tuple) or names_cell(value) for value in values)
