"""The rules of Hive that an illegal move can break, as data.

Owns the names of the rules and the meaning of their cells and pieces; `hexapoda.hive.explain` applies them.
"""

from __future__ import annotations

from enum import Enum


class Rule(Enum):
    """A rule that an illegal move breaks; each member says which cells and pieces of a `Refusal` prove it."""

    GAME_OVER = "game_over"
    """The game has ended on the board. Cells and pieces: the surrounded queens; none after three passes."""

    NOT_IN_VARIANT = "not_in_variant"
    """The game type is played without this bug. Pieces: the piece."""

    NOT_YOUR_PIECE = "not_your_piece"
    """The piece is the opponent's and cannot be thrown. Cells: its cell, none if it is in hand. Pieces: the
    piece, then the pillbugs and mosquitoes beside it that cannot throw.
    """

    PLACE_IN_ORDER = "place_in_order"
    """Pieces of one bug enter in order of their numbers. Pieces: the lower-numbered one still in hand."""

    TOURNAMENT_OPENING = "tournament_opening"
    """No queen on a player's first turn (rule switch `opening`). Pieces: the queen."""

    QUEEN_BY_TURN_FOUR = "queen_by_turn_four"
    """From the fourth turn on, a queen in hand is the only piece that may be placed. Pieces: the queen."""

    QUEEN_NOT_PLACED = "queen_not_placed"
    """A side may not move or throw pieces before its queen is placed. Pieces: the queen."""

    FIRST_PIECE_AT_ORIGIN = "first_piece_at_origin"
    """The first piece of the game goes to the origin. Cells: the origin."""

    OCCUPIED = "occupied"
    """The cell is taken and the piece cannot climb. Cells: the cell. Pieces: what lies on top of it."""

    NO_CONTACT = "no_contact"
    """The cell does not touch the hive, or a slide would lose contact with it. Cells: the cell; for a slide,
    also the two empty cells beside the step.
    """

    TOUCHES_OPPONENT = "touches_opponent"
    """A new piece may not touch a stack topped by the opponent. Cells and pieces: those tops."""

    TOUCHES_NO_OWN = "touches_no_own"
    """A new piece must touch a stack topped by its own side. Cells: the cell. Pieces: the tops around it."""

    SAME_CELL = "same_cell"
    """The piece is already there. Cells: the cell. Pieces: the piece."""

    COVERED = "covered"
    """A covered piece cannot move. Cells: the stack. Pieces: those above, from bottom to top."""

    RESTING = "resting"
    """A piece that moved in the last ply may not move, be thrown or throw. Cells and pieces: that piece."""

    ONE_HIVE = "one_hive"
    """Lifting the piece would split the hive. Cells and pieces: all outside the largest part."""

    GATE = "gate"
    """A slide does not fit between two occupied cells. Cells and pieces: the two, with what lies on top."""

    HEIGHT_GATE = "height_gate"
    """A climb does not fit between two higher stacks. Cells and pieces: the two, with what lies on top."""

    OUT_OF_REACH = "out_of_reach"
    """The bug does not move that way or that far. Cells: the cell; for a grasshopper in line with it, the
    first empty cell of that line. Pieces: those that a mosquito copies.
    """

    NOTHING_TO_COPY = "nothing_to_copy"
    """A mosquito that touches only mosquitoes cannot move. Cells and pieces: the mosquitoes beside it."""

    NOT_A_THROW = "not_a_throw"
    """A pillbug throws only between ground cells beside it. Cells: the cell, or the stack that the piece is
    on. Pieces: the throwers.
    """

    PASS_NOT_ALLOWED = "pass_not_allowed"
    """Passing is allowed only without any other move. Cells and pieces: one legal move, as a proof."""

    MUST_PASS = "must_pass"
    """Passing is the only move. No cells, no pieces."""
