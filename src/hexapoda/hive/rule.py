"""The rules of Hive that a try can break, as data.

Owns the names and what each proves by its cells and pieces; the judging lives in `hexapoda.hive.explain`.
"""

from __future__ import annotations

from enum import Enum


class Rule(Enum):
    """A rule that an illegal try breaks; each member says which cells and pieces of a `Refusal` prove it."""

    GAME_OVER = "game_over"
    """The game has ended on the board. Cells and pieces: the surrounded queens; none after three passes."""

    NOT_IN_VARIANT = "not_in_variant"
    """The game type is played without this bug. Pieces: the piece."""

    NOT_YOUR_PIECE = "not_your_piece"
    """The piece is the opponent's and nothing of the side to move could throw it. Cells: where it stands,
    none when in hand. Pieces: the piece, then own pillbugs and mosquitoes beside it that cannot throw."""

    PLACE_IN_ORDER = "place_in_order"
    """Pieces of a bug enter by number. Pieces: the lower-numbered one that is still in hand."""

    TOURNAMENT_OPENING = "tournament_opening"
    """No queen on a player's first turn (rule switch `opening`). Pieces: the queen."""

    QUEEN_BY_TURN_FOUR = "queen_by_turn_four"
    """From the fourth turn on only the queen may be placed while it is in hand. Pieces: the queen."""

    QUEEN_NOT_PLACED = "queen_not_placed"
    """Without its queen on the board a side neither moves nor throws. Pieces: the queen."""

    FIRST_PIECE_AT_ORIGIN = "first_piece_at_origin"
    """The first piece of the game goes to the origin. Cells: the origin."""

    OCCUPIED = "occupied"
    """The cell is taken and the piece cannot climb. Cells: the cell. Pieces: what lies on top of it."""

    NO_CONTACT = "no_contact"
    """The cell touches nothing of the hive, or a slide would leave the hive on its way. Cells: the cell; for
    a slide that loses contact, the cell and the two empty cells beside the step."""

    TOUCHES_OPPONENT = "touches_opponent"
    """A new piece may not touch a stack topped by the opponent. Cells and pieces: these tops."""

    TOUCHES_NO_OWN = "touches_no_own"
    """A new piece must touch a stack topped by its own side. Cells: the cell. Pieces: the tops around it."""

    SAME_CELL = "same_cell"
    """The piece stands there already. Cells: the cell. Pieces: the piece."""

    COVERED = "covered"
    """A piece under another one cannot leave. Cells: the stack. Pieces: those above, from bottom to top."""

    RESTING = "resting"
    """What moved in the ply before may not move, be thrown or throw. Cells and pieces: the resting piece."""

    ONE_HIVE = "one_hive"
    """Lifting the piece would split the hive. Cells and pieces: all that the largest part would lose."""

    GATE = "gate"
    """A slide does not fit between two occupied cells. Cells and pieces: the two, with what lies on top."""

    HEIGHT_GATE = "height_gate"
    """A climb does not fit between two higher stacks. Cells and pieces: the two, with what lies on top."""

    OUT_OF_REACH = "out_of_reach"
    """The bug does not move that way or that far. Cells: the cell; of a grasshopper in line with it, the
    first empty cell of that line. Pieces: those that a mosquito copies."""

    NOTHING_TO_COPY = "nothing_to_copy"
    """A mosquito that touches only mosquitoes cannot move. Cells and pieces: the mosquitoes beside it."""

    NOT_A_THROW = "not_a_throw"
    """A pillbug throws only from the ground beside it to the ground beside it. Cells: the cell, or the stack
    that the piece stands on. Pieces: the throwers."""

    PASS_NOT_ALLOWED = "pass_not_allowed"
    """Passing is allowed only when nothing else is. Cells and pieces: one legal move, as a proof."""

    MUST_PASS = "must_pass"
    """Passing is the only move. No cells, no pieces."""
