"""Explains why a move is illegal: a rule that it breaks, with the cells and pieces that prove it.

If a move breaks several rules, the first in this order is reported: the end of the game, the variant, the
owner of the piece, the order of placement and the tournament opening, the rules about the queen, a move to
the piece's own cell, the rules that hold the piece there (covered, resting, one hive), and finally the rules
about the destination.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.games.refusal import Refusal
from hexapoda.hive.cell import Cell
from hexapoda.hive.explain.placement import Placement, in_hand, queen_is_due
from hexapoda.hive.explain.snapshot import BUG_WORDS, NAMES, Snapshot
from hexapoda.hive.explain.throw import Throw
from hexapoda.hive.explain.walk import Walk
from hexapoda.hive.move import PASS, Move
from hexapoda.hive.piece import PIECES, Bug, Piece
from hexapoda.hive.rule import Rule
from hexapoda.hive.text.piece_names import SIDES
from hexapoda.text.sentence import Sentence, joined, listed

if TYPE_CHECKING:
    from hexapoda.hive.position import Position

_Check = Callable[[Cell], Refusal]


class Explainer:
    """Explains illegal moves in one position. The position is read only once, so create a new explainer after
    a push or a pop.
    """

    def __init__(self, position: Position) -> None:
        self._board = Snapshot(position)
        self._outcome = position.board_outcome()
        self._legal = position.legal_moves
        self._must_pass = len(self._legal) == 1 and self._legal[0] == PASS
        self._destinations: dict[int, set[Cell]] = {}
        for move in self._legal:
            if move.piece is not None and move.to is not None:
                self._destinations.setdefault(move.piece.index, set()).add(move.to)
        self._checks: list[_Check | Refusal | None] = [None] * len(PIECES)

    def why_not(self, piece: Piece, to: Cell) -> Refusal | None:
        """Return why the piece cannot move to the cell; None if the move is legal."""
        index = piece.index
        if index in self._destinations and to in self._destinations[index]:
            return None
        check = self._checks[index]
        if check is None:
            check = self._checks[index] = self._check(piece)
        refusal = check if isinstance(check, Refusal) else check(to)
        return self._with_pass(refusal) if self._must_pass else refusal

    def why_not_pass(self) -> Refusal | None:
        """Return why passing is illegal; None if it is the only legal move."""
        if self._must_pass:
            return None
        if self._game_over is not None:
            return self._game_over
        count = len(self._legal)
        proof = self._legal[0]
        cells = () if proof.to is None else (proof.to,)
        pieces = () if proof.piece is None else (proof.piece,)
        named = {"side": self._board.side, "piece": proof.piece, "to": proof.to}
        if count == 1:
            text = Sentence("{side} cannot pass: it has one legal move, {piece} to {to}", **named)
        else:
            text = Sentence(
                "{side} cannot pass: it has {count} legal moves, such as {piece} to {to}",
                count=count,
                **named,
            )
        return Refusal(Rule.PASS_NOT_ALLOWED, text, cells, pieces)

    def _with_pass(self, refusal: Refusal) -> Refusal:
        """Return the refusal with a note that the side to move can only pass. For an opponent's piece, return
        a refusal that states only this.
        """
        side = self._board.side
        if refusal.rule is Rule.NOT_YOUR_PIECE:
            return Refusal(Rule.MUST_PASS, Sentence("{side} has no move and must pass", side=side))
        text = Sentence("{refusal}; {side} can only pass", refusal=refusal.text, side=side)
        return replace(refusal, text=text)

    @cached_property
    def _placement(self) -> Placement:
        return Placement(self._board)

    @cached_property
    def _game_over(self) -> Refusal | None:
        """The refusal of every move if the game is over on the board, else None. A draw by repetition does
        not count, because moves remain legal after it.
        """
        outcome = self._outcome
        if outcome is None:
            return None
        board = self._board
        queens = [piece for piece in PIECES if piece.bug is Bug.QUEEN and piece.index in board.places]
        cells = {queen: board.places[queen.index][0] for queen in queens}
        lost = [queen for queen in queens if len(board.tops_around(cells[queen])) == 6]
        if not lost:
            text = Sentence("the game is over: neither side can ever move again, which is a draw")
        elif outcome.winner is None:
            names = listed(lost)
            text = Sentence("the game is over: {queens} are surrounded, which is a draw", queens=names)
        else:
            text = Sentence(
                "the game is over: {queen} is surrounded, and {side} has won",
                queen=lost[0],
                side=SIDES[outcome.winner],
            )
        proof = tuple(cells[queen] for queen in lost)
        return Refusal(Rule.GAME_OVER, text, proof, tuple(lost))

    def _check(self, piece: Piece) -> _Check | Refusal:
        """Return the refusal if all cells have the same one, otherwise a function that explains one cell."""
        board = self._board
        if self._game_over is not None:
            return self._game_over
        if NAMES[piece.index][1] in "MLP" and NAMES[piece.index][1] not in board.variant.partition("+")[2]:
            text = Sentence(
                "{piece} is not in play: the variant {variant} has no {bug}",
                piece=piece,
                variant=board.variant,
                bug=BUG_WORDS[piece.index],
            )
            return Refusal(Rule.NOT_IN_VARIANT, text, (), (piece,))
        if piece.index in board.places:
            return self._check_on_board(piece)
        return in_hand(board, piece) or (lambda to: self._placement_refusal(piece, to))

    def _placement_refusal(self, piece: Piece, to: Cell) -> Refusal:
        return self._placement.refusal(piece, to)

    def _check_on_board(self, piece: Piece) -> _Check | Refusal:
        board, index = self._board, piece.index
        own = piece.color == board.color
        throw = Throw(board, index)
        if not own and not throw.throwers:
            return throw.no_thrower()
        if board.queen_in_hand:
            named = {"piece": piece, "queen": board.queen}
            if own:
                text = Sentence("{piece} cannot move before {queen} is placed", **named)
            else:
                text = Sentence("{piece} cannot be thrown before {queen} is placed", **named)
            return queen_is_due(board) or Refusal(Rule.QUEEN_NOT_PLACED, text, (), (board.queen,))
        start, _ = board.places[index]
        held = self._held(piece) or (None if own else throw.fixed())
        walk = Walk(board, index) if own and held is None else None

        def check(to: Cell) -> Refusal:
            if to == start:
                text = Sentence("{piece} is already on {to}", piece=piece, to=to)
                return Refusal(Rule.SAME_CELL, text, (to,), (piece,))
            if held is not None:
                return held
            if walk is None:
                return throw.refusal(to)
            refusal = walk.refusal(to)
            if throw.throwers and refusal.rule in (Rule.OUT_OF_REACH, Rule.NOTHING_TO_COPY):
                return throw.near_miss(to) or refusal
            return refusal

        return check

    def _held(self, piece: Piece) -> Refusal | None:
        """Return why a piece on the board can neither move nor be thrown; None if nothing holds it."""
        board = self._board
        cell, level = board.places[piece.index]
        above = tuple(board.stacks[cell][level + 1 :])
        if above:
            text = Sentence("{piece} is covered by {pieces}", piece=piece, pieces=listed(above))
            return Refusal(Rule.COVERED, text, (cell,), above)
        if piece == board.resting:
            text = Sentence("{piece} moved in the last ply and must rest", piece=piece)
            return Refusal(Rule.RESTING, text, (cell,), (piece,))
        if level or cell not in board.pinned:
            return None
        cells = board.cut_off(cell)
        pieces = tuple(sorted((piece for cell in cells for piece in board.stacks[cell]), key=str))
        text = Sentence(
            "moving {piece} would split the hive: {pieces} would be cut off",
            piece=piece,
            pieces=joined(", ", pieces),
        )
        return Refusal(Rule.ONE_HIVE, text, tuple(cells), pieces)


def why_not(position: Position, move: Move | str) -> Refusal | None:
    """Return why a move, given as a `Move` or as text, is illegal; None if it is legal.

    To explain several moves in one position, use an `Explainer`. Raises `InvalidMoveError` if the text is not
    a move.
    """
    if isinstance(move, str):
        from hexapoda.hive.text.notation import resolve_move

        move = resolve_move(position, move)
    explainer = Explainer(position)
    if move.piece is None or move.to is None:
        return explainer.why_not_pass()
    return explainer.why_not(move.piece, move.to)


def refuse(position: Position, move: Move) -> IllegalMoveError:
    """Return the error to raise for an illegal move. Raises `UsageError` if the move is legal."""
    refusal = why_not(position, move)
    if refusal is None:
        raise UsageError(f"{move!r} is legal, expected an illegal move")
    return IllegalMoveError(
        refusal.text, rule=refusal.rule, cells=refusal.cells, pieces=refusal.pieces, move=move
    )
