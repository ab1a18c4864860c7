"""Hex: rules, positions, notations and drawings.

Start with `Position`: `from hexapoda.hex import Position as HexPosition`. Do not import the package as `hex`:
that would hide Python's built-in function. The exact rules are in docs/explanation/hex-rules.md.
"""

from hexapoda.hex.cell import MAX_SIDE, STEPS, Cell, format_cell, neighbors, parse_cell
from hexapoda.hex.move import LegalMoves, Move, MoveKind
from hexapoda.hex.outcome import Outcome, Termination
from hexapoda.hex.perft import perft, perft_divide
from hexapoda.hex.position import BLACK, SWAPS, WHITE, Position, Swap
from hexapoda.hex.rule import Rule
from hexapoda.hex.variant import VARIANTS, board_size, parse_variant

__all__ = [
    "BLACK",
    "MAX_SIDE",
    "STEPS",
    "SWAPS",
    "VARIANTS",
    "WHITE",
    "Cell",
    "LegalMoves",
    "Move",
    "MoveKind",
    "Outcome",
    "Position",
    "Rule",
    "Swap",
    "Termination",
    "board_size",
    "format_cell",
    "neighbors",
    "parse_cell",
    "parse_variant",
    "perft",
    "perft_divide",
]
