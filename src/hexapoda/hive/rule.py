"""The rules of Hive that an illegal move can break, as data.

Defines the names of the rules and the meaning of their cells and pieces; `hexapoda.hive.explain` applies
them.
"""

from __future__ import annotations

from enum import Enum


class Rule(Enum):
    """A rule that an illegal move breaks; each member says which cells and pieces of a `Refusal` prove it."""

    GAME_OVER = "game_over"
    """The game is over on the board. Cells and pieces: the surrounded queens; none if neither side can ever
    move again."""

    NOT_IN_VARIANT = "not_in_variant"
    """The variant does not include this bug. Pieces: the piece."""

    NOT_YOUR_PIECE = "not_your_piece"
    """The piece is the opponent's, and the side to move cannot throw it. Cells: its cell, or none if it is in
    hand. Pieces: the piece, then the adjacent pillbugs and mosquitoes of the side to move."""

    PLACE_IN_ORDER = "place_in_order"
    """Pieces of the same bug are placed in the order of their numbers. Pieces: the piece in hand that must be
    placed first."""

    TOURNAMENT_OPENING = "tournament_opening"
    """The queen may not be placed on a player's first turn (rule switch `opening`). Pieces: the queen."""

    QUEEN_BY_TURN_FOUR = "queen_by_turn_four"
    """A queen must be placed by its side's fourth turn. Pieces: the queen."""

    QUEEN_NOT_PLACED = "queen_not_placed"
    """A side whose queen is not on the board may not move or throw pieces. Pieces: the queen."""

    FIRST_PIECE_AT_ORIGIN = "first_piece_at_origin"
    """The first piece of the game goes to the origin. Cells: the origin."""

    OCCUPIED = "occupied"
    """The cell is occupied, and this move cannot end on top of a piece. Cells: the cell. Pieces: the piece on
    top of it."""

    NO_CONTACT = "no_contact"
    """The cell does not touch the hive, or the piece would lose contact with the hive while sliding. Cells:
    the cell; for a slide that loses contact, the cell and the two empty cells beside the step."""

    TOUCHES_OPPONENT = "touches_opponent"
    """A new piece may not touch a stack with an opponent's piece on top. Cells and pieces: the tops of these
    stacks."""

    TOUCHES_NO_OWN = "touches_no_own"
    """A new piece must touch a stack with a piece of its own side on top. Cells: the cell. Pieces: the tops
    of the stacks around it."""

    SAME_CELL = "same_cell"
    """The piece is already on the cell. Cells: the cell. Pieces: the piece."""

    COVERED = "covered"
    """A piece under another piece cannot leave its cell. Cells: the stack. Pieces: those above it, from
    bottom to top."""

    RESTING = "resting"
    """The piece that was moved or thrown in the previous ply may not move, throw or be thrown. Cells and
    pieces: the resting piece."""

    ONE_HIVE = "one_hive"
    """Lifting the piece would split the hive. Cells and pieces: those that would be cut off from the largest
    part."""

    GATE = "gate"
    """A sliding piece does not fit between two occupied cells. Cells and pieces: the two cells and the pieces
    on top of them."""

    HEIGHT_GATE = "height_gate"
    """A climbing or thrown piece does not fit between two higher stacks. Cells and pieces: the two cells and
    the pieces on top of them."""

    OUT_OF_REACH = "out_of_reach"
    """The bug does not move that way or that far. Cells: the cell; for a grasshopper in line with the cell,
    the first empty cell on that line. Pieces: if the piece is a mosquito, those that it copies."""

    NOTHING_TO_COPY = "nothing_to_copy"
    """A mosquito that touches only mosquitoes cannot move. Cells and pieces: the mosquitoes beside it."""

    NOT_A_THROW = "not_a_throw"
    """A pillbug throws pieces only from one ground cell beside it to another. Cells: the cell, or the cell of
    the piece if it stands on a stack. Pieces: the throwers.
    """

    PASS_NOT_ALLOWED = "pass_not_allowed"
    """Passing is allowed only if there is no other move. Cells and pieces: those of one legal move."""

    MUST_PASS = "must_pass"
    """Passing is the only move. No cells, no pieces."""
