"""The rules of Hex that an illegal move can break, as data.

Defines the names of the rules and the meaning of their cells; `hexapoda.hex.explain` applies the rules.
"""

from __future__ import annotations

from enum import Enum

__all__ = ["Rule"]


class Rule(Enum):
    """A rule that an illegal move breaks. Each member states which cells of a `Refusal` prove it."""

    GAME_OVER = "game_over"
    """A color has joined its edges. Cells: the winning chain."""

    OFF_BOARD = "off_board"
    """The cell is not on the board. Cells: the cell."""

    OCCUPIED = "occupied"
    """There is already a stone on the cell. Cells: the cell."""

    SWAP_OFF = "swap_off"
    """The game is played without this swap (rule switch `swap`). No cells."""

    SWAP_NOT_NOW = "swap_not_now"
    """Only the second move of a game can be a swap, with a single stone on the board. Cells: all stones."""

    NO_PASS = "no_pass"
    """Passing is never allowed. No cells."""
