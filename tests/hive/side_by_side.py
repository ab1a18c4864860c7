"""A game played on the library and on the oracle at once, and the comparison of the two."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Literal

import pytest

from hexapoda.errors import IllegalMoveError
from hexapoda.hive import PASS as HEXAPODA_PASS
from hexapoda.hive import PIECES, Move, MoveKind, Outcome, Piece, Position
from tests.oracle.hive_game import OracleGame
from tests.oracle.hive_rules import (
    PASS,
    Cell,
    State,
    cell_of,
    hand,
    is_pinned,
    legal_moves,
    neighbors,
    placement_cells,
    play,
    queen_in_hand,
    throws,
    walks,
)
from tests.oracle.hive_rules import Move as OracleMove


def to_hexapoda(move: OracleMove) -> Move:
    return HEXAPODA_PASS if move == PASS else Move(Piece(move[0]), move[1])


def to_oracle(move: Move) -> OracleMove:
    if move.piece is None or move.to is None:
        return PASS
    return str(move.piece), move.to


def ending(outcome: Outcome | None) -> tuple[int | None, str] | None:
    return None if outcome is None else (outcome.winner, outcome.termination.name)


def shape(position: Position) -> tuple[object, ...]:
    """All that a position tells of itself at once, to see that nothing changed."""
    return (
        position.pieces(),
        position.resting,
        position.ply,
        position.passes,
        position.key,
        position.repetitions(),
        position.outcome(),
        sorted(map(to_oracle, position.legal_moves)),
    )


class KeyBook:
    """The library's key of every position met, by the oracle's: one must be a function of the other."""

    def __init__(self) -> None:
        self.by_oracle: dict[object, int] = {}
        self.by_key: dict[int, object] = {}
        self.by_canonical_key: dict[int, object] = {}

    def check(self, oracle_key: object, key: int) -> None:
        assert self.by_oracle.setdefault(oracle_key, key) == key, "equal positions, two keys"
        assert self.by_key.setdefault(key, oracle_key) == oracle_key, "one key, two positions"

    def check_canonical(self, state: State, key: int) -> None:
        """What symmetric positions have in common must be the same for all positions of a canonical key."""
        kinds = sorted(tuple(piece[:2] for piece in stack) for stack in state.board.values())
        contacts = sum(n in state.board for cell in state.board for n in neighbors(cell))
        told = (state.variant, state.side, kinds, contacts)
        assert self.by_canonical_key.setdefault(key, told) == told, "one canonical key, two positions"


class SideBySide:
    """The two games; every method that changes one changes the other."""

    def __init__(
        self,
        start: State,
        *,
        repetition: bool = True,
        book: KeyBook | None = None,
        position: Position | None = None,
    ) -> None:
        self.game = OracleGame(start, repetition)
        self.position = position or position_of(start, repetition=repetition)
        self.book = book or KeyBook()
        self.check_board()

    def push(self, move: OracleMove) -> None:
        self.position.push(to_hexapoda(move))
        self.game.play(move)

    def pop(self) -> None:
        assert to_oracle(self.position.pop()) == self.game.undo()

    def unwind(self) -> None:
        """Take everything back; each position on the way must be what it was."""
        while self.game.moves:
            self.pop()
            self.check_moves()
        assert self.position.moves == []

    def check_moves(self) -> None:
        """The set of legal moves, the outcome, the board and the key."""
        state, position = self.game.state, self.position
        moves = position.legal_moves
        listed = [to_oracle(move) for move in moves]
        assert set(listed) == self.game.legal, self.difference(set(listed))
        assert len(listed) == len(self.game.legal) == moves.count, "a move is listed twice"
        assert ending(position.outcome()) == self.game.outcome(), position
        assert (position.ply, position.turn) == (state.ply, "wb".index(state.side))
        assert position.passes == state.passes
        assert {str(p): at for p, at in position.pieces().items()} == {
            piece: (cell, level) for cell, stack in state.board.items() for level, piece in enumerate(stack)
        }
        self.book.check(self.game.plies[-1].key, position.key)

    def check_board(self) -> None:
        """`check_moves` and every other question a position answers about its board."""
        self.check_moves()
        state, position = self.game.state, self.position
        board = state.board
        resting = position.resting
        assert (None if resting is None else str(resting)) == state.resting
        assert position.repetitions() == self.game.repetitions()
        for color in (0, 1):
            names = hand(state, "wb"[color])
            assert [str(piece) for piece in position.hand(color)] == names
            lowest = sorted({name[:2]: name for name in reversed(names)}.values())
            assert sorted(str(piece) for piece in position.next_in_hand(color)) == lowest
            seen_by = replace(state, ply=2 + color) if len(board) > 1 else state
            if color == position.turn or len(board) > 1:
                assert position.placements(color) == placement_cells(seen_by)
        for cell in {n for occupied in board for n in neighbors(occupied)} | set(board):
            stack = board.get(cell, ())
            assert tuple(map(str, position.stack(cell))) == stack
            assert position.height(cell) == len(stack)
            top = position.top(cell)
            assert (None if top is None else str(top)) == (stack[-1] if stack else None)
        assert position.pinned() == {cell for cell in board if is_pinned(board, cell)}
        self.check_kinds()

    def check_kinds(self) -> None:
        """Where each legal move comes from, its kind, and `moves_of`."""
        state, board = self.game.state, self.game.state.board
        thrown_only = set() if queen_in_hand(state) else throws(state) - walks(state)
        for move in self.position.legal_moves:
            if move == HEXAPODA_PASS:
                assert (move.origin, move.kind) == (None, MoveKind.PASS)
                continue
            assert move.piece is not None
            start = cell_of(board, str(move.piece))
            assert move.origin == start
            kind = MoveKind.THROW if to_oracle(move) in thrown_only else MoveKind.MOVE
            assert move.kind is (MoveKind.PLACE if start is None else kind)
        for piece in PIECES:
            of_piece = {move for move in self.game.legal if move[0] == str(piece)}
            assert {to_oracle(move) for move in self.position.moves_of(piece)} == of_piece

    def check_tries(self, rng: Random, tries: int) -> None:
        """Random tries near the hive are legal to the library exactly when the oracle lists them."""
        cells = sorted({n for cell in self.game.state.board for n in neighbors(cell)} | {(0, 0)})
        for _ in range(tries):
            q, r = rng.choice(cells)
            piece = rng.choice(PIECES)
            # Also the same cell in the next copy of a grid that would wrap around.
            cell = (q + rng.choice((0, 0, 16, -32)), r + rng.choice((0, 0, -16, 32)))
            legal = (str(piece), cell) in self.game.legal
            assert self.position.is_legal(Move(piece, cell)) == legal
            assert (Move(piece, cell) in self.position.legal_moves) == legal
            if not legal and rng.random() < 0.02:
                before = shape(self.position)
                with pytest.raises(IllegalMoveError):
                    self.position.push(Move(piece, cell))
                assert shape(self.position) == before
        assert self.position.is_legal(HEXAPODA_PASS) == (PASS in self.game.legal)

    def check_copies(self) -> None:
        """A copy, a pickle, the text and the same hive elsewhere are the same position."""
        position = self.position
        assert [to_oracle(move) for move in position.moves] == self.game.moves
        start = self.game.plies[0].state
        assert position.start.pieces() == position_of(start).pieces()
        assert position.start.ply == start.ply
        for twin in (position.copy(), pickle.loads(pickle.dumps(position))):
            assert twin == position
            assert shape(twin) == shape(position)
            assert twin.moves == position.moves
        if position.passes:
            return  # a text has no room for passes: they are history
        again = Position.from_text(position.text(), opening=opening_of(self.game.state))
        assert again == position
        assert again.key == position.key
        assert set(again.legal_moves) == set(position.legal_moves)
        state = self.game.state
        if not state.board:
            return
        far = position_of(placed_by(state, lambda q, r: (q - 123_456, r + 7_890)))
        assert far.key == position.key
        turned = position_of(placed_by(state, lambda q, r: (-r, q + r)))
        mirrored = position_of(placed_by(state, lambda q, r: (r, q)))
        assert {p.canonical_key for p in (far, turned, mirrored)} == {position.canonical_key}
        assert {p.legal_moves.count for p in (far, turned, mirrored)} == {position.legal_moves.count}
        self.book.check_canonical(state, position.canonical_key)

    def difference(self, listed: set[OracleMove]) -> str:
        """What a failed comparison of move sets prints: enough to set the position up again."""
        missing, extra = sorted(self.game.legal - listed), sorted(listed - self.game.legal)
        return f"missing {missing}, extra {extra} in {self.position.text()} after {self.game.moves}"


def opening_of(state: State) -> Literal["tournament", "free"]:
    return "tournament" if state.tournament else "free"


def placed_by(state: State, place: Callable[[int, int], Cell]) -> State:
    """The state with every cell brought to another one."""
    return replace(state, board={place(q, r): stack for (q, r), stack in state.board.items()})


def position_of(state: State, *, repetition: bool = True) -> Position:
    """The library's position for a state of the oracle, without a history."""
    pieces = [(Piece(p), cell, level) for cell, stack in state.board.items() for level, p in enumerate(stack)]
    return Position.from_pieces(
        state.variant,
        pieces,
        ply=state.ply,
        resting=None if state.resting is None else Piece(state.resting),
        opening=opening_of(state),
        repetition=repetition,
    )


def state_of(position: Position) -> State:
    """The oracle's state for a position of the library, without its history."""
    board: dict[Cell, tuple[str, ...]] = {}
    for piece, (cell, _) in sorted(position.pieces().items(), key=lambda item: item[1][1]):
        board[cell] = (*board.get(cell, ()), str(piece))
    resting = None if position.resting is None else str(position.resting)
    tournament = position.opening == "tournament"
    return State(position.variant, board, position.ply, resting, position.passes, tournament)


def states_along(position: Position, line: Sequence[Move]) -> list[State]:
    """The oracle's states before a line of moves and after each of them."""
    states = [state_of(position)]
    for move in map(to_oracle, line):
        if move not in legal_moves(states[-1]):
            raise ValueError(f"illegal move {move}")
        states.append(play(states[-1], move))
    return states
