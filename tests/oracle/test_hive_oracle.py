"""Tests of the plain Hive oracle: known perft counts, endings, and a broken rule for every illegal move."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.oracle.hive_broken import RuleChecker, broken_rules
from tests.oracle.hive_game import OracleGame
from tests.oracle.hive_hard_games import hard_moves
from tests.oracle.hive_random_positions import random_position
from tests.oracle.hive_rules import (
    COPIES,
    PASS,
    VARIANTS,
    Board,
    Cell,
    State,
    board_outcome,
    is_connected,
    is_pinned,
    legal_moves,
    lifted,
    neighbors,
    play,
    position_key,
)

# Perft of depth 1 to 4 from the start, confirmed by two other engines.
PERFT = {
    "Base": (4, 96, 1440, 21600),
    "Base+M": (5, 150, 2610, 45414),
    "Base+L": (5, 150, 2610, 45414),
    "Base+P": (5, 150, 2610, 45414),
    "Base+ML": (6, 216, 4320, 86400),
    "Base+MP": (6, 216, 4320, 86400),
    "Base+LP": (6, 216, 4320, 86400),
    "Base+MLP": (7, 294, 6678, 151686),
}
PERFT_5 = {"Base": 516240, "Base+L": 1252800, "Base+MP": 2730888}
ALL_PIECES = [f"{c}{b}{n + 1 if k > 1 else ''}" for c in "wb" for b, k in COPIES.items() for n in range(k)]
RULES = {
    "GAME_OVER",
    "NOT_IN_VARIANT",
    "NOT_YOUR_PIECE",
    "PLACE_IN_ORDER",
    "TOURNAMENT_OPENING",
    "QUEEN_BY_TURN_FOUR",
    "QUEEN_NOT_PLACED",
    "FIRST_PIECE_AT_ORIGIN",
    "OCCUPIED",
    "NO_CONTACT",
    "TOUCHES_OPPONENT",
    "TOUCHES_NO_OWN",
    "SAME_CELL",
    "COVERED",
    "RESTING",
    "ONE_HIVE",
    "GATE",
    "HEIGHT_GATE",
    "OUT_OF_REACH",
    "NOTHING_TO_COPY",
    "NOT_A_THROW",
    "PASS_NOT_ALLOWED",
    "MUST_PASS",
}


def perft(state: State, depth: int) -> int:
    moves = legal_moves(state)
    return len(moves) if depth == 1 else sum(perft(play(state, move), depth - 1) for move in moves)


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_of_the_oracle(variant: str) -> None:
    assert tuple(perft(State(variant), depth) for depth in (1, 2, 3, 4)) == PERFT[variant]


@pytest.mark.deep
@pytest.mark.parametrize("variant", PERFT_5)
def test_deeper_perft_of_the_oracle(variant: str) -> None:
    assert perft(State(variant), 5) == PERFT_5[variant]


def test_the_shortcut_for_pins_changes_nothing() -> None:
    """`is_pinned` skips the search if the neighbors are connected; the result must be that of the search."""
    rng = Random(7)
    for _ in range(300):
        board = random_position(rng, "Base+MLP").board
        for cell, stack in board.items():
            assert is_pinned(board, cell) == (len(stack) == 1 and not is_connected(lifted(board, cell)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_illegal_move_breaks_a_rule(variant: str) -> None:
    rng = Random(variant)
    met: set[str] = set()
    for number in range(20):
        state = State(variant) if number == 0 else random_position(rng, variant)
        game = OracleGame(state)
        for move in hard_moves(rng, game, 5):
            legal = game.legal
            checker = RuleChecker(game.state, legal)
            near = {n for cell in game.state.board for n in neighbors(cell)} | {(0, 0), (5000, 1)}
            for piece in ALL_PIECES:
                for cell in near:
                    broken = checker.broken_rules(piece, cell)
                    assert bool(broken) == ((piece, cell) not in legal), (piece, cell, game.state)
                    met |= broken
            assert bool(checker.broken_rules(*PASS)) == (PASS not in legal)
            game.play(move)
    assert met <= RULES
    assert {"GATE", "OUT_OF_REACH", "ONE_HIVE", "COVERED", "OCCUPIED", "TOUCHES_OPPONENT"} <= met


def row(*stacks: str) -> Board:
    """A row of stacks from the origin to the east; a stack lists its pieces bottom first, a dash is an empty
    cell.
    """
    return {(q, 0): tuple(stack.split()) for q, stack in enumerate(stacks) if stack != "-"}


MIDGAME = State("Base+MLP", row("wA1", "wQ", "bQ", "bP", "bA1"), ply=10)


@pytest.mark.parametrize(
    ("state", "piece", "cell", "broken"),
    [
        (State("Base"), "wL", (0, 0), {"NOT_IN_VARIANT"}),
        (State("Base"), "wQ", (0, 0), {"TOURNAMENT_OPENING"}),
        (State("Base"), "wS2", (1, 0), {"PLACE_IN_ORDER", "FIRST_PIECE_AT_ORIGIN"}),
        (State("Base"), "bS1", (0, 0), {"NOT_YOUR_PIECE"}),
        (State("Base", row("wS1"), ply=1), "bS1", (0, 0), {"OCCUPIED"}),
        (State("Base", row("wS1"), ply=1), "bS1", (2, 0), {"NO_CONTACT"}),
        (State("Base", row("wS1"), ply=1), "wS1", (0, 1), {"QUEEN_NOT_PLACED", "NOT_YOUR_PIECE"}),
        (State("Base", row("wS1", "bS1"), ply=6), "wA1", (-1, 0), {"QUEEN_BY_TURN_FOUR"}),
        (MIDGAME, "wA2", (1, 1), {"TOUCHES_OPPONENT"}),
        (MIDGAME, "wA2", (5, 0), {"TOUCHES_OPPONENT", "TOUCHES_NO_OWN"}),
        (MIDGAME, "wQ", (2, -1), {"ONE_HIVE"}),
        (MIDGAME, "wA1", (0, 0), {"SAME_CELL"}),
        (MIDGAME, "wA1", (4, 0), {"OCCUPIED"}),
        (MIDGAME, "bA1", (4, 1), {"NOT_YOUR_PIECE"}),
        (MIDGAME, *PASS, {"PASS_NOT_ALLOWED"}),
        (replace(MIDGAME, ply=11), "bA1", (3, -1), set()),
        (replace(MIDGAME, ply=11, resting="bA1"), "bA1", (3, -1), {"RESTING"}),
        (replace(MIDGAME, ply=11, resting="bP"), "bA1", (3, -1), set()),  # it walks there
        (replace(MIDGAME, ply=11), "wQ", (3, -1), {"NOT_YOUR_PIECE", "ONE_HIVE"}),
        (replace(MIDGAME, ply=13, passes=3), "bA1", (3, -1), {"GAME_OVER"}),
    ],
)
def test_broken_rules(state: State, piece: str, cell: Cell, broken: set[str]) -> None:
    assert broken_rules(state, piece, cell) == broken


def test_a_throw_needs_a_power_no_resting_piece_and_no_height_gate() -> None:
    board: Board = {(0, 0): ("wP",), (1, 0): ("bA1",), (-1, 0): ("wQ",), (0, 1): ("bQ",)}
    state = State("Base+P", board, ply=20)
    assert broken_rules(state, "bA1", (0, -1)) == set()
    assert broken_rules(state, "bA1", (3, 0)) == {"NOT_A_THROW", "NO_CONTACT"}
    assert broken_rules(replace(state, resting="bA1"), "bA1", (0, -1)) == {"RESTING"}
    assert broken_rules(replace(state, resting="wP"), "bA1", (0, -1)) == {"RESTING"}
    walls: Board = {**board, (1, -1): ("bS1", "bB1"), (0, 1): ("bQ", "bB2")}
    assert broken_rules(replace(state, board=walls), "bA1", (0, -1)) == {"HEIGHT_GATE"}
    covered: Board = {**board, (0, 0): ("wP", "wB1")}
    assert broken_rules(replace(state, board=covered), "bA1", (0, -1)) == {"NOT_YOUR_PIECE"}


def surrounded(*centers: Cell, colors: str) -> Board:
    """Queens on some cells, with every cell around them occupied by spiders, ants and grasshoppers."""
    board: Board = {cell: (f"{color}Q",) for cell, color in zip(centers, colors, strict=True)}
    ring = {n for cell in centers for n in neighbors(cell)} - set(centers)
    names = [name for name in ALL_PIECES if name[1] in "SAG"]
    return board | {cell: (name,) for cell, name in zip(sorted(ring), names, strict=False)}


def test_endings() -> None:
    black_lost = surrounded((0, 0), colors="b")
    assert board_outcome(State("Base", black_lost, ply=20)) == (0, "QUEEN_SURROUNDED")
    assert board_outcome(State("Base", surrounded((0, 0), colors="w"), ply=20)) == (1, "QUEEN_SURROUNDED")
    assert board_outcome(State("Base", surrounded((0, 0), (1, 0), colors="wb"), ply=20)) == (
        None,
        "BOTH_SURROUNDED",
    )
    assert board_outcome(State("Base", lifted(black_lost, (1, 0)), ply=20)) is None
    assert legal_moves(State("Base", black_lost, ply=20)) == set()
    assert board_outcome(replace(MIDGAME, passes=2)) is None
    assert board_outcome(replace(MIDGAME, passes=3)) == (None, "NO_MOVES")


def test_equal_positions_have_the_same_legal_moves() -> None:
    """Numbers and translation do not matter; the resting piece matters only if it changes the legal moves."""
    state = replace(MIDGAME, ply=11)

    def key(other: State) -> object:
        return position_key(other, legal_moves(other))

    moved: Board = {(q + 3, r - 7): stack for (q, r), stack in state.board.items()}
    assert key(replace(state, board=moved)) == key(state)
    assert key(replace(state, board=row("wA2", "wQ", "bQ", "bP", "bA3"))) == key(state)
    assert key(replace(state, resting="wA1")) == key(state)
    assert key(replace(state, resting="bA1")) != key(state)
    assert key(replace(state, ply=12)) != key(state)
