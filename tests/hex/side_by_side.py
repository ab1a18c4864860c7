"""A game of Hex played on the library and on the oracle at once, and the comparison of the two."""

from __future__ import annotations

import pickle
from itertools import pairwise
from random import Random
from typing import cast

import pytest

from hexapoda.errors import IllegalMoveError
from hexapoda.hex import Move, Position, Swap, format_cell, neighbors, parse_cell
from hexapoda.hex.cell import mirrored, rotated
from tests.oracle import hex_rules as oracle
from tests.oracle.hex_rules import BLACK, WHITE, State

COLORS = (BLACK, WHITE)


def position_of(state: State) -> Position:
    """The library's position of a state, set up without a history."""
    return Position.from_stones(
        f"{state.columns}x{state.rows}",
        sorted(state.cells_of(BLACK)),
        sorted(state.cells_of(WHITE)),
        color_to_move=COLORS.index(state.to_move),
        sides_swapped=state.owner_of_black == 1,
        ply=state.ply,
        swap=cast(Swap, state.swap),
    )


def move_of(text: str) -> Move:
    words = {"swap-pieces": Move.SWAP_PIECES, "swap-sides": Move.SWAP_SIDES}
    return words[text] if text in words else Move(parse_cell(text))


class KeyBook:
    """Keys of all positions met: equal exactly where the oracle calls the positions equal."""

    def __init__(self) -> None:
        self.states: dict[int, State] = {}
        self.images: dict[int, frozenset[State]] = {}
        self.canonical: dict[State, int] = {}

    def check(self, position: Position, state: State) -> None:
        normalized, images = oracle.normalized(state), oracle.images(state)
        assert self.states.setdefault(position.key, normalized) == normalized
        assert self.images.setdefault(position.canonical_key, images) == images
        for image in images:
            assert self.canonical.setdefault(image, position.canonical_key) == position.canonical_key


class SideBySide:
    """The two, and how to move both."""

    def __init__(self, state: State, book: KeyBook) -> None:
        self.states = [state]
        self.position = position_of(state)
        self.played: list[Move] = []
        self.book = book

    @property
    def state(self) -> State:
        return self.states[-1]

    def push(self, text: str) -> None:
        move = move_of(text)
        self.position.push(move)
        self.played.append(move)
        self.states.append(oracle.play(self.state, text))

    def pop(self) -> None:
        self.states.pop()
        assert self.position.pop() == self.played.pop()

    def check_moves(self) -> set[str]:
        """The set of legal moves; returns it."""
        legal = oracle.legal_moves(self.state)
        moves = self.position.legal_moves
        assert len(moves) == len(legal)
        assert {str(move) for move in moves} == legal
        return legal

    def check_board(self) -> None:
        """All that a position tells of itself."""
        state, position = self.state, self.position
        assert (position.ply, position.turn) == (state.ply, state.player)
        assert COLORS[position.color_to_move] == state.to_move
        assert position.sides_swapped == (state.owner_of_black == 1)
        assert position.moves == self.played
        for color, word in enumerate(COLORS):
            assert position.stones(color) == state.cells_of(word)
        swap = oracle.may_swap(state)
        assert position.swap_now == (move_of(f"swap-{state.swap}") if swap else None)
        self.check_end()
        self.book.check(position, state)

    def check_end(self) -> None:
        """The winner, and the shortest chain that proves it."""
        state, position = self.state, self.position
        won = oracle.winner(state)
        outcome, chain = position.outcome(), position.winning_chain()
        if won is None:
            assert outcome is None and chain == ()
            return
        assert outcome is not None
        assert COLORS[outcome.color] == won
        assert outcome.winner == (state.owner_of_black if won == BLACK else 1 - state.owner_of_black)
        assert outcome.state == position.state == ("WhiteWins" if outcome.winner else "BlackWins")
        first, last = oracle.edges(state, won)
        assert chain[0] in first and chain[-1] in last
        assert set(chain) <= state.cells_of(won)
        assert all(b in oracle.neighbors(a) for a, b in pairwise(chain))
        assert len(chain) == oracle.chain_length(state, won)

    def check_copies(self) -> None:
        """Copies, pickles and texts are equal positions that live on their own."""
        position = self.position
        for twin in (
            position.copy(),
            pickle.loads(pickle.dumps(position)),
            Position.from_text(position.text()),
        ):
            assert twin == position and twin.key == position.key
            assert (twin.ply, twin.turn, twin.outcome()) == (position.ply, position.turn, position.outcome())
            assert set(twin.legal_moves) == set(position.legal_moves)
        again = Position.from_text(position.game_string())
        assert again.moves == position.moves and again.start == position.start

    def check_tries(self, rng: Random, count: int) -> None:
        """Random tries on and off the board: refused exactly when they are not legal, and nothing changes."""
        legal = oracle.legal_moves(self.state)
        key = self.position.key
        tries = [Move((rng.randrange(26), rng.randrange(26))) for _ in range(count)]
        tries += [
            Move((rng.randrange(self.state.columns), rng.randrange(self.state.rows))) for _ in range(count)
        ]
        for move in (*tries, Move.SWAP_PIECES, Move.SWAP_SIDES, Move.PASS):
            assert self.position.is_legal(move) == (str(move) in legal) == (move in self.position.legal_moves)
            if str(move) not in legal:
                with pytest.raises(IllegalMoveError):
                    self.position.push(move)
        assert self.position.key == key

    def check_symmetries(self) -> None:
        """Half a turn and the mirror image have the same canonical key."""
        core = oracle.normalized(self.state)
        # A mirror image with an open swap cannot be set up: black has the first move and the first stone.
        images = oracle.images(self.state) if core.swap == "off" else {oracle.rotated(self.state)}
        for image in images:
            assert position_of(image).canonical_key == self.position.canonical_key


def check_geometry(columns: int, rows: int) -> None:
    """The library's own geometry in Python, cell by cell."""
    board = State(columns, rows)
    for cell in oracle.all_cells(board):
        assert format_cell(cell) == oracle.name(cell)
        assert parse_cell(oracle.name(cell).upper()) == cell
        assert set(neighbors(cell, columns, rows)) == oracle.neighbors(cell) & oracle.all_cells(board)
        stone = State(columns, rows, stones=frozenset({(cell, BLACK)}))
        assert oracle.rotated(stone).cells_of(BLACK) == {rotated(cell, columns, rows)}
        assert oracle.mirrored(stone).cells_of(WHITE) == {mirrored(cell)}
