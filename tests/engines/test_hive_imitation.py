"""The lowest levels of Hive: the model of how people choose moves, and how moves are drawn from it."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from hexapoda._core import hive as core
from hexapoda.engine import Limit
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.engines.hive.imitation import (
    MAX_EVALUATION,
    PLACEMENT_BONUS,
    SAME_PIECE_BONUS,
    WIN_UTILITY,
    evaluation_after,
    is_same_piece,
    move_weights,
)
from hexapoda.engines.hive.level import LEVELS
from hexapoda.errors import HexapodaError
from hexapoda.hive import Position
from hexapoda.hive.bench import midgames
from tests.engines.test_alphabeta import WIN_IN_1
from tests.shared_data import SHARED
from tools import hive_imitation


def test_the_worth_of_a_move() -> None:
    position = midgames()[0]
    for _ in range(2):
        position.push(next(move for move in position.legal_moves if move.origin is not None))
    before = position.key, position.ply
    moves = list(position.legal_moves)
    values = []
    for move in moves:
        position.push(move)
        values.append(max(-MAX_EVALUATION, min(MAX_EVALUATION, -core.evaluate(position))))
        position.pop()
    assert [evaluation_after(position, move) for move in moves] == values
    same = [is_same_piece(position, move) for move in moves]
    placed = [move.origin is None for move in moves]
    assert any(same) and any(placed) and not all(placed)
    assert all(
        move.piece == position.moves[-2].piece for move, again in zip(moves, same, strict=True) if again
    )
    worth = [
        value + SAME_PIECE_BONUS * again + PLACEMENT_BONUS * place
        for value, again, place in zip(values, same, placed, strict=True)
    ]
    found = move_weights(position, moves, 2.0)
    assert max(found) == 1
    assert found == pytest.approx([math.exp(2 * (each - max(worth)) / 100) for each in worth])
    assert move_weights(position, moves, 0) == [1] * len(moves)
    assert (position.key, position.ply) == before


def test_a_position_without_a_history_has_no_piece_that_moved_last() -> None:
    position = Position()
    for _ in range(3):
        assert not any(is_same_piece(position, move) for move in position.legal_moves)
        position.push(next(iter(position.legal_moves)))


def test_a_win_counts_most_and_is_announced() -> None:
    position = Position.from_game_string(WIN_IN_1)
    values = {evaluation_after(position, move) for move in position.legal_moves}
    assert max(values) == WIN_UTILITY and sorted(values)[-2] <= MAX_EVALUATION
    for level in (1, 2, 3):
        info = AlphaBetaEngine(level=level, seed=1).search(position, Limit()).info
        assert (info.win_in, info.score) == (1, WIN_UTILITY)


def test_moves_are_drawn_in_proportion_to_their_chances() -> None:
    position = midgames()[3]
    moves = list(position.legal_moves)
    sharpness = LEVELS[1].sharpness
    assert sharpness is not None
    found = move_weights(position, moves, sharpness)
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


def test_the_fit_finds_the_weights_that_made_the_choices() -> None:
    rng = np.random.default_rng(1)
    weights = np.array([1.1, 0.8, -0.5])
    made = []
    for _ in range(1200):
        features = np.stack([rng.normal(0, 1, 20), rng.random(20) < 0.2, rng.random(20) < 0.5], 1).astype(
            float
        )
        share = hive_imitation.probabilities(hive_imitation.Choice(features, 0), weights)
        made.append(hive_imitation.Choice(features, int(rng.choice(20, p=share))))
    found, errors = hive_imitation.fitted([made[at : at + 30] for at in range(0, len(made), 30)])
    assert (abs(found - weights) < 4 * errors).all() and (errors < 0.1).all()
    one, _ = hive_imitation.fitted([[hive_imitation.Choice(np.array([[9.0, 1, 0], [0, 0, 1]]), 0)]])
    assert np.isfinite(one).all()  # although any larger weight would fit better


@pytest.mark.shared("hive_games")
def test_the_choices_in_a_game(tmp_path: Path) -> None:
    [record, *_] = hive_imitation.records([SHARED / "hive_games" / "gamestrings_bga_as_exported.txt"])
    found = hive_imitation.choices(record)
    assert 10 < len(found) <= len(record.moves) - hive_imitation.OPENING
    position = Position(record.variant)
    for number, (reached, moves, played) in enumerate(hive_imitation.decisions(record)):
        assert played in moves and reached.ply >= hive_imitation.OPENING
        if number == 0:
            while position.ply < reached.ply:
                position.push(position.parse_move(record.moves[position.ply].text))
            assert reached.key == position.key
            assert found[0].features[found[0].played, 0] == evaluation_after(position, played) / 100
    other = tmp_path / "notes.txt"
    other.write_text("no game", "utf-8")
    for path in (tmp_path / "no such file", other):
        with pytest.raises(HexapodaError, match=path.name):
            hive_imitation.records([path])
