"""Why a piece in hand cannot be placed on a cell."""

from __future__ import annotations

from hexapoda.games.refusal import Refusal
from hexapoda.hive.cell import Cell
from hexapoda.hive.explain.snapshot import Snapshot
from hexapoda.hive.piece import PIECES, Bug, Piece
from hexapoda.hive.rule import Rule
from hexapoda.hive.text.piece_names import SIDES, pieces_of
from hexapoda.text.sentence import Sentence, listed


def in_hand(board: Snapshot, piece: Piece) -> Refusal | None:
    """Return why a piece in hand cannot be placed anywhere; None if no rule forbids it on all cells. The
    variant must include the piece.
    """
    if piece.color != board.color:
        text = Sentence(
            "{piece} belongs to {owner}, and {side} is to move",
            piece=piece,
            owner=SIDES[piece.color],
            side=board.side,
        )
        return Refusal(Rule.NOT_YOUR_PIECE, text, (), (piece,))
    if piece.number > 1:
        before = PIECES[piece.index - 1]
        if before.index not in board.places:
            while before.number > 1 and before.index - 1 not in board.places:
                before = PIECES[before.index - 1]
            text = Sentence(
                "{piece} cannot be placed while {before} is in hand: a bug's pieces enter in order",
                piece=piece,
                before=before,
            )
            return Refusal(Rule.PLACE_IN_ORDER, text, (), (before,))
    if piece.bug is Bug.QUEEN:
        if board.turn_number == 1 and board.tournament:
            text = Sentence(
                "{piece} cannot be placed on the first turn: the tournament opening forbids it", piece=piece
            )
            return Refusal(Rule.TOURNAMENT_OPENING, text, (), (piece,))
        return None
    return queen_is_due(board)


def queen_is_due(board: Snapshot) -> Refusal | None:
    """Return the refusal for every piece except the queen if the queen must be placed now, else None."""
    if board.turn_number >= 4 and board.queen_in_hand:
        text = Sentence("the queen must be placed by the fourth turn")
        return Refusal(Rule.QUEEN_BY_TURN_FOUR, text, (), (board.queen,))
    return None


class Placement:
    """Explains why a piece cannot be placed on a cell. The reason is the same for all pieces of the side to
    move, so it is cached.
    """

    def __init__(self, board: Snapshot) -> None:
        self._board = board
        self._faults: dict[Cell, Refusal] = {}

    def refusal(self, piece: Piece, to: Cell) -> Refusal:
        """Return why the piece cannot be placed on the cell."""
        fault = self._faults.get(to)
        if fault is None:
            fault = self._faults[to] = self._fault(to)
        text = Sentence("{piece} cannot be placed on {to}: {why}", piece=piece, to=to, why=fault.text)
        return Refusal(fault.rule, text, fault.cells, fault.pieces)

    def _fault(self, to: Cell) -> Refusal:
        board = self._board
        if not board.stacks:
            text = Sentence("the first piece goes to {to}", to=(0, 0))
            return Refusal(Rule.FIRST_PIECE_AT_ORIGIN, text, ((0, 0),))
        if to in board.top:
            text = Sentence("{other} is there", other=board.top[to])
            return Refusal(Rule.OCCUPIED, text, (to,), (board.top[to],))
        cells = [neighbor for neighbor in board.around(to) if neighbor in board.top]
        if not cells:
            return Refusal(Rule.NO_CONTACT, Sentence("that cell touches no piece of the hive"), (to,))
        foes = [neighbor for neighbor in cells if board.top[neighbor].color != board.color]
        pieces = tuple(board.top[neighbor] for neighbor in foes)
        foes_named = pieces_of(listed(pieces), SIDES[1 - board.color])
        if len(foes) < len(cells):
            text = Sentence("it would touch {foes}", foes=foes_named)
            return Refusal(Rule.TOUCHES_OPPONENT, text, tuple(foes), pieces)
        text = Sentence("it would touch {foes} and none of {own}'s pieces", foes=foes_named, own=board.side)
        return Refusal(Rule.TOUCHES_NO_OWN, text, (to,), pieces)
