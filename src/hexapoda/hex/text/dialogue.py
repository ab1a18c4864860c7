"""The dialogue with Hex players in the terminal, who can type a cell as `c2` or as `2c`."""

from __future__ import annotations

import re

from hexapoda.errors import InvalidMoveError
from hexapoda.games.answer import Cell
from hexapoda.games.dialogue import Dialogue
from hexapoda.hex.cell import format_cell
from hexapoda.hex.move import Move
from hexapoda.hex.position import Position

__all__ = ["HexDialogue"]

_CELL = re.compile(r"([a-z])[\s,-]*([0-9]{1,2})|([0-9]{1,2})[\s,-]*([a-z])")


class HexDialogue(Dialogue[Position, Move]):
    """The dialogue with a Hex player."""

    def cell_words(self, position: Position, cell: Cell) -> str:
        """Return the name of a cell, such as `e5`."""
        return format_cell(cell)

    def cell(self, move: Move) -> Cell | None:
        """Return the cell of the stone; None for a swap."""
        return move.cell

    def read(self, position: Position, text: str) -> Move:
        """Return the legal move that a text such as `c2`, `C 2`, `2c` or `swap` names. Raises
        `InvalidMoveError` or `IllegalMoveError`.
        """
        try:
            return position.parse_move(text)
        except InvalidMoveError:
            found = _CELL.fullmatch(text.strip().lower())
            if found is None:
                raise
            letter, number = found[1] or found[4], found[2] or found[3]
            return position.parse_move(f"{letter}{int(number)}")

    def words(self, position: Position) -> list[str]:
        """Return the legal moves as completions."""
        return [str(move) for move in position.legal_moves]
