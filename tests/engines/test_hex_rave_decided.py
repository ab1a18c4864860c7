"""The strong engine of Hex in decided positions, its budget in hard ones, and the lines of its analysis."""

from __future__ import annotations

import time
from random import Random

import pytest

from hexapoda._core import hex as core
from hexapoda.engine import Limit, SearchInfo
from hexapoda.hex import Position
from hexapoda.hex.cell import parse_cell, rotated
from tests.engines.test_hex_bruteforce import random_position
from tests.engines.test_hex_rave import engine
from tests.hex.test_solver_limits import needless

HARD = "13x13 l2 k4 j4 j5 i5 i6 h6 h7 g7 g8 f8 f9 e9 e10 d10 d11"
"""The virtual connections of a long diagonal of stones are many."""


@pytest.mark.parametrize("text", ["5x5 c3", "5x5 b4", "5x5 b2"])
def test_a_lost_position_is_defended(text: str) -> None:
    """By moves that have to be answered, to the end, also in the tree of a search that proved the loss."""
    position = Position.from_text(text)
    loser = position.turn
    player, solver = engine(without="solver"), core.SolverCore(5, 5, [], 1, 16)
    moves = 0
    while position.outcome() is None:
        if position.turn != loser:
            cell = solver.best(position, 0.0, None)
            assert cell is not None
            position.push(next(move for move in position.legal_moves if move.cell == cell))
            continue
        info = player.search(position, Limit(nodes=3000)).info
        assert info.win_in is not None and info.win_in < 0 and info.score == -100
        dead, black, white, _ = core.inferior_cells(position)
        filled = {*dead, *black, *white}
        worth = [move.cell for move in position.legal_moves if move.cell not in filled]
        chosen = info.pv[0].cell
        assert chosen is not None
        if not all(needless(position, cell) for cell in worth if cell is not None):
            assert info.nodes
            assert chosen in worth and not needless(position, chosen), (position.text(), str(info.pv[0]))
            moves += 1
        position.push(info.pv[0])
    assert moves > 1


def test_a_win_that_was_proven_is_not_lost_sight_of() -> None:
    """Whatever the opponent plays, and though the tree does not hold its move."""
    position = Position.from_text("9x9 d6 d8 f3")
    rng = Random(2)
    strong = engine()
    proven = 0
    while position.outcome() is None:
        info = strong.search(position, Limit(time=60 if proven else 0.3)).info
        assert not proven or (info.win_in or 0) > 0, position.text()
        proven += (info.win_in or 0) > 0
        position.push(info.pv[0])
        if position.outcome() is None:
            position.push(rng.choice(list(position.legal_moves)))
    assert proven > 3


def test_what_the_solver_proves_late_on_a_larger_board_is_played() -> None:
    position = random_position("9x9", 24, 5)
    solver = core.SolverCore(9, 9, [], 1, 80)
    if solver.winner(position, 0.0, None, None) != position.color_to_move:
        position.push(position.legal_moves[0])
    assert solver.winner(position, 0.0, None, None) == position.color_to_move
    info = engine().search(position, Limit(time=60)).info
    assert info.win_in is not None and info.win_in > 0


def test_virtual_connection_analyses_leave_time_for_playouts() -> None:
    """They took 96% of it; a search of 1 s was over after 2.4 s with 15 playouts."""
    position = Position.from_text(HARD)

    def seconds(without: str) -> float:
        began = time.thread_time()
        assert engine(without=without).search(position, Limit(nodes=6000)).info.nodes == 6000
        return time.thread_time() - began

    assert seconds("nothing") < 15 * seconds("advice")


@pytest.mark.parametrize("variant", ["13x13", "15x15", "19x19", "26x26"])
def test_the_time_is_kept_on_every_board(variant: str) -> None:
    position = Position.from_text(HARD.replace("13x13", variant, 1))
    player = engine(book=False)
    player.search(position, Limit(nodes=1))
    began = time.thread_time()
    info = player.search(position, Limit(time=0.05)).info
    assert time.thread_time() - began < 0.15, info


def lines_of(position: Position, nodes: int, lines: int) -> list[SearchInfo]:
    heard: list[SearchInfo] = []
    engine(multipv=lines).search(position, Limit(nodes=nodes), heard.append)
    count = max(info.multipv for info in heard)
    return heard[-count:]


@pytest.mark.parametrize("seed", range(4))
def test_lines_are_sorted_by_their_scores(seed: int) -> None:
    for nodes in (40, 400, 4000):
        lines = lines_of(random_position("9x9", 4 + seed, seed), nodes, 8)
        scores = [info.score for info in lines if info.score is not None]
        assert len(scores) == 8 and scores == sorted(scores, reverse=True)
        proven = [info.win_in or 0 for info in lines]
        assert proven == sorted(proven, key=lambda end: (end <= 0, end < 0))


@pytest.mark.parametrize("text", ["7x7", "8x6", "7x7 d4", "9x9 c3 d5 g7 f5"])
def test_no_line_is_the_half_turn_of_another(text: str) -> None:
    position = Position.from_text(text)
    first = [info.pv[0].cell for info in lines_of(position, 3000, 30)]
    assert len(first) > 20
    for i, cell in enumerate(first):
        assert cell is not None
        turned = rotated(cell, position.columns, position.rows)
        assert turned not in first[:i]


def test_twins_of_other_positions_are_kept() -> None:
    position = Position.from_text("5x5 b2")
    first = {info.pv[0].cell for info in lines_of(position, 300, 64)}
    assert {parse_cell("a1"), parse_cell("e5")} <= first and len(first) == 24
