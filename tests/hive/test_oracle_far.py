"""The library against the oracle where a bounded board fails: long lines, wide hives, far away, towers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from random import Random

import pytest

from tests.hive.side_by_side import SideBySide
from tests.oracle.hive_hard_games import crossing_moves, hard_moves, line_moves, rolling_moves, span
from tests.oracle.hive_random_positions import random_position
from tests.oracle.hive_rules import VARIANTS, Board, State, neighbors

Record = Callable[[str, object], None]
DIRECTIONS = [*range(6)[::3], *(pytest.param(one, marks=pytest.mark.deep) for one in (1, 2, 4, 5))]
"""One and its opposite; the deep run has all."""


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_line_of_all_28_pieces(direction: int) -> None:
    pair = SideBySide(State("Base+MLP"))
    for move in line_moves(direction):
        pair.push(move)
        pair.check_board()
    assert span(pair.game.state.board) == 28
    for move in hard_moves(
        Random(direction), pair.game, 60, ("plain", "stretch", "wander", "crowd", "stacks")
    ):
        pair.push(move)
        pair.check_moves()
    pair.check_board()
    pair.unwind()


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_hive_that_wanders_beyond_1000_cells(direction: int) -> None:
    pair = SideBySide(State("Base+MLP", tournament=False), repetition=False)
    for ply, move in enumerate(islice(rolling_moves(direction), 2050)):
        pair.push(move)
        if ply % 16 == 0:
            pair.check_moves()
    pair.check_board()
    pair.check_copies()
    assert min(max(abs(q), abs(r)) for q, r in pair.game.state.board) > 1000
    for move in hard_moves(Random(direction), pair.game, 100):
        pair.push(move)
        pair.check_moves()
    pair.check_board()
    for _ in range(100):
        pair.pop()
        pair.check_moves()
    while pair.game.moves:
        pair.pop()
    pair.check_board()


def play_breathing_hives(narrowest: int, widest: int, positions: int, crossing: float) -> Counter[str]:
    """Compare so many positions of hives that begin with a span of some cells, and the way back from each.

    The core keeps hives of up to 14 cells across in another way than wider ones; `crossing` is the chance
    that a move which leads from one to the other is taken when there is one.
    """
    rng = Random(widest)
    met: Counter[str] = Counter()
    while met["positions"] < positions:
        start = random_position(rng, rng.choice(VARIANTS))
        if not narrowest <= span(start.board) <= widest:
            continue
        pair = SideBySide(start)
        for move in hard_moves(rng, pair.game, 50, ("plain", "stretch", "wander", "throws")):
            state = pair.game.state
            crossings = crossing_moves(state, pair.game.legal, 14) if crossing else []
            pair.push(rng.choice(crossings) if crossings and rng.random() < crossing else move)
            pair.check_moves()
            before, width = span(state.board), span(pair.game.state.board)
            met["positions"] += 1
            met["widened past 14"] += before <= 14 < width
            met["closed to 14"] += width <= 14 < before
            met["hive wider than 20"] += width > 20
            if rng.random() < 0.05:
                for _ in range(rng.randint(1, len(pair.game.moves))):
                    pair.pop()
                    pair.check_moves()
                pair.check_board()
        pair.check_copies()
        pair.unwind()
    return met


@pytest.mark.parametrize(("narrowest", "widest"), [(13, 15), (12, 17)])
def test_hives_that_widen_and_close_again(narrowest: int, widest: int, record_property: Record) -> None:
    met = play_breathing_hives(narrowest, widest, 400, 0.7)
    record_property("met", dict(met))
    assert min(met["widened past 14"], met["closed to 14"]) >= 20, met


@pytest.mark.parametrize(("narrowest", "widest"), [pytest.param(19, 22, marks=pytest.mark.deep), (22, 28)])
def test_wide_hives(narrowest: int, widest: int, record_property: Record) -> None:
    met = play_breathing_hives(narrowest, widest, 200, 0.0)
    record_property("met", dict(met))
    assert met["hive wider than 20"] >= 50, met


@pytest.mark.deep
@pytest.mark.parametrize("widest", range(14, 29, 2))
def test_many_breathing_hives(widest: int, record_property: Record) -> None:
    record_property("met", dict(play_breathing_hives(widest - 3, widest, 3000, 0.5)))


def tower_of_six(rng: Random) -> State:
    """Six high on one cell, and beside it a beetle that can make it seven."""
    climbers = ["wB1", "wB2", "wM", "bB1", "bM"]
    rng.shuffle(climbers)
    board: Board = {(0, 0): ("bS1", *climbers)}
    ring = list(neighbors((0, 0)))
    rng.shuffle(ring)
    for piece, cell in zip(("bB2", "wQ", "bQ", "wL", "wP"), ring, strict=False):
        board[cell] = (piece,)
    return State("Base+MLP", board, ply=41)


@pytest.mark.parametrize("seed", range(6))
def test_towers_of_seven(seed: int) -> None:
    rng = Random(seed)
    pair = SideBySide(tower_of_six(rng))
    pair.push(("bB2", (0, 0)))
    pair.check_board()
    assert pair.position.height((0, 0)) == 7
    for move in hard_moves(rng, pair.game, 60, ("towers", "stacks", "height gates")):
        pair.push(move)
        pair.check_board()
    pair.check_copies()
    pair.unwind()
