"""Hive: rules, positions, notations and drawings.

Start with `Position`. The exact rules are in docs/explanation/rules.md.
"""

from hexapoda.hive.cell import DIRECTIONS, Cell, distance, neighbors
from hexapoda.hive.move import PASS, LegalMoves, Move, MoveKind
from hexapoda.hive.outcome import Outcome, Termination
from hexapoda.hive.perft import perft, perft_divide
from hexapoda.hive.piece import BLACK, PIECES, WHITE, Bug, Piece
from hexapoda.hive.position import Position
from hexapoda.hive.rule import Rule
from hexapoda.hive.variant import VARIANTS, parse_variant, pieces_of_variant

__all__ = [
    "BLACK",
    "DIRECTIONS",
    "PASS",
    "PIECES",
    "VARIANTS",
    "WHITE",
    "Bug",
    "Cell",
    "LegalMoves",
    "Move",
    "MoveKind",
    "Outcome",
    "Piece",
    "Position",
    "Rule",
    "Termination",
    "distance",
    "neighbors",
    "parse_variant",
    "perft",
    "perft_divide",
    "pieces_of_variant",
]
