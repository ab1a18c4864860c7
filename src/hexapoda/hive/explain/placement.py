"""Why a piece in hand cannot be placed on a cell."""

from __future__ import annotations

from hexapoda.games.refusal import Refusal
from hexapoda.hive.cell import Cell
from hexapoda.hive.explain.snapshot import NAMES, SIDES, Snapshot, listed
from hexapoda.hive.piece import PIECES, Bug, Piece
from hexapoda.hive.rule import Rule


def in_hand(board: Snapshot, piece: Piece) -> Refusal | None:
    """Return why a piece in hand cannot be placed on any cell, or None. The variant must have the piece."""
    name = NAMES[piece.index]
    if piece.color != board.color:
        text = f"{name} belongs to {SIDES[piece.color]}, and {board.side} is to move"
        return Refusal(Rule.NOT_YOUR_PIECE, text, (), (piece,))
    if piece.number > 1:
        before = PIECES[piece.index - 1]
        if before.index not in board.places:
            while before.number > 1 and before.index - 1 not in board.places:
                before = PIECES[before.index - 1]
            text = f"{name} cannot be placed while {before} is in hand: a bug's pieces enter in order"
            return Refusal(Rule.PLACE_IN_ORDER, text, (), (before,))
    if piece.bug is Bug.QUEEN:
        if board.turn_number == 1 and board.tournament:
            text = f"{name} cannot be placed on the first turn: the tournament opening forbids it"
            return Refusal(Rule.TOURNAMENT_OPENING, text, (), (piece,))
        return None
    return queen_is_due(board)


def queen_is_due(board: Snapshot) -> Refusal | None:
    """Return the refusal of all pieces except the queen, if the queen must be placed now."""
    if board.turn_number >= 4 and board.queen_in_hand:
        text = "the queen must be placed by the fourth turn"
        return Refusal(Rule.QUEEN_BY_TURN_FOUR, text, (), (board.queen,))
    return None


class Placement:
    """Explains why a piece cannot be placed on a cell. The reason is the same for all pieces, and cached."""

    def __init__(self, board: Snapshot) -> None:
        self._board = board
        self._faults: dict[Cell, Refusal] = {}

    def refusal(self, piece: Piece, to: Cell) -> Refusal:
        """Return why the piece cannot be placed on the cell."""
        fault = self._faults.get(to)
        if fault is None:
            fault = self._faults[to] = self._fault(to)
        text = f"{NAMES[piece.index]} cannot be placed on {to}: {fault.text}"
        return Refusal(fault.rule, text, fault.cells, fault.pieces)

    def _fault(self, to: Cell) -> Refusal:
        board = self._board
        if not board.stacks:
            return Refusal(Rule.FIRST_PIECE_AT_ORIGIN, "the first piece goes to (0, 0)", ((0, 0),))
        if to in board.top:
            return Refusal(Rule.OCCUPIED, f"{board.top[to]} is there", (to,), (board.top[to],))
        cells = [near for near in board.around(to) if near in board.top]
        if not cells:
            return Refusal(Rule.NO_CONTACT, "that cell touches no piece of the hive", (to,))
        foes = [near for near in cells if board.top[near].color != board.color]
        pieces = tuple(board.top[near] for near in foes)
        names = f"{listed(map(str, pieces))} of {SIDES[1 - board.color]}"
        if len(foes) < len(cells):
            return Refusal(Rule.TOUCHES_OPPONENT, f"it would touch {names}", tuple(foes), pieces)
        text = f"it would touch {names} and no piece of {board.side}"
        return Refusal(Rule.TOUCHES_NO_OWN, text, (to,), pieces)
