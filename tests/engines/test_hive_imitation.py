"""The lowest levels of Hive: the model of how people choose moves, and how moves are drawn from it."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from hexapoda._core import hive as core
from hexapoda.engine import Limit
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.engines.hive.imitation import (
    CLEAR,
    PLACING,
    SAME_PIECE,
    WON,
    chances,
    evaluation_after,
    is_same_piece,
)
from hexapoda.hive import Position
from hexapoda.hive.bench import midgames
from tests.engines.test_alphabeta import WIN_IN_1


def test_the_worth_of_a_move() -> None:
    position = midgames()[0]
    for _ in range(2):
        position.push(next(move for move in position.legal_moves if move.origin is not None))
    before = position.key, position.ply
    moves = list(position.legal_moves)
    values = []
    for move in moves:
        position.push(move)
        values.append(max(-CLEAR, min(CLEAR, -core.evaluate(position))))
        position.pop()
    assert [evaluation_after(position, move) for move in moves] == values
    same = [is_same_piece(position, move) for move in moves]
    placed = [move.origin is None for move in moves]
    assert any(same) and any(placed) and not all(placed)
    assert all(
        move.piece == position.moves[-2].piece for move, again in zip(moves, same, strict=True) if again
    )
    worth = [
        value + SAME_PIECE * again + PLACING * place
        for value, again, place in zip(values, same, placed, strict=True)
    ]
    found = chances(position, moves, 2.0)
    assert max(found) == 1
    assert found == pytest.approx([math.exp(2 * (each - max(worth)) / 100) for each in worth])
    assert chances(position, moves, 0) == [1] * len(moves)
    assert (position.key, position.ply) == before


def test_a_position_without_a_history_has_no_piece_that_moved_last() -> None:
    position = Position()
    for _ in range(3):
        assert not any(is_same_piece(position, move) for move in position.legal_moves)
        position.push(next(iter(position.legal_moves)))


def test_a_win_counts_most_and_is_announced() -> None:
    position = Position.from_game_string(WIN_IN_1)
    values = {evaluation_after(position, move) for move in position.legal_moves}
    assert max(values) == WON and sorted(values)[-2] <= CLEAR
    for level in (1, 2, 3):
        info = AlphaBetaEngine(level=level, seed=1).search(position, Limit()).info
        assert (info.win_in, info.score) == (1, WON)


def test_moves_are_drawn_in_proportion_to_their_chances() -> None:
    position = midgames()[3]
    moves = list(position.legal_moves)
    found = chances(position, moves, 1.1)
    drawn = Counter(AlphaBetaEngine(level=1, seed=seed).search(position, Limit()).move for seed in range(600))
    for move, chance in zip(moves, found, strict=True):
        expected = 600 * chance / sum(found)
        assert abs(drawn[move] - expected) < 4 * math.sqrt(expected) + 2
    assert len(drawn) > 5
    best = moves[found.index(1)]
    assert drawn[best] < 600  # it errs


def test_a_seed_repeats_its_choice_whatever_the_history_of_the_engine() -> None:
    engine = AlphaBetaEngine(level=2, seed=5)
    chosen = [engine.search(position, Limit()).move for position in midgames()[:4]]
    assert chosen == [
        AlphaBetaEngine(level=2, seed=5).search(position, Limit()).move for position in midgames()[:4]
    ]
