"""The tuning script: what it writes the core was compiled with, and it finds weights that were hidden."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from hexapoda._core import hive as core
from hexapoda.hive.bench import midgames
from hexapoda.record import GameRecord
from hexapoda.storage.files import read_file
from hexapoda.storage.indexing import IndexedGame
from tools import tune_hive


def test_the_weights_in_the_repository_are_written_by_the_script() -> None:
    weights = [list(phase) for phase in zip(*(f[4] for f in core.evaluation_features()), strict=True)]
    assert tune_hive.HEADER.read_text("utf-8") == tune_hive.header(weights)


def test_a_side_without_mobile_pieces_scores_less_whatever_the_enemy_can_do() -> None:
    for weights in np.array([feature[4] for feature in core.evaluation_features()], np.float64).T:
        bound, one = tune_hive.bind_scores(weights)
        assert (bound <= one - tune_hive.BIND_PENALTY).all()
        misled = weights + np.random.default_rng(1).integers(-300, 300, len(weights))
        bound, one = tune_hive.bind_scores(tune_hive.with_bind_penalty(misled))
        assert (bound <= one - tune_hive.BIND_PENALTY).all()


def test_a_game_follows_from_its_seed() -> None:
    task = tune_hive.Task(number=3, seed=7, engine="random:seed=1", nodes=1)
    game = tune_hive.play_game(task)
    assert game == tune_hive.play_game(task)
    record = GameRecord.from_json(game)
    chosen = [move for move in record.moves if not move.book]
    assert 4 <= record.plies - len(chosen) <= 8 and all(move.score == 0 for move in chosen)
    assert not any(move.book for move in record.moves[8:]) and record.finished


def test_the_files_are_game_files(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    tune_hive.play(path, 3, "alphabeta", 20, 5, 1)
    found = list(read_file(path))
    assert [isinstance(game, IndexedGame) for game in found] == [True] * 3


def test_files_are_gone_on_with_and_sampled(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    tune_hive.play(path, 2, "random:seed=1", 1, 5, 1)
    first = path.read_text("utf-8")
    path.write_text(first + first[:30], "utf-8")
    tune_hive.play(path, 3, "random:seed=1", 1, 5, 1)
    assert path.read_text("utf-8").startswith(first) and len(path.read_text("utf-8").splitlines()) == 3
    samples = tune_hive.sample([path], 1.0, 0.0, 1)
    assert samples.counts.shape == (len(samples.results), len(core.evaluation_features()))
    assert set(samples.results.tolist()) <= {0.0, 0.5, 1.0} and set(samples.game.tolist()) == {0, 1, 2}
    parts = [samples.part(validation) for validation in (True, False)]
    assert [set(part.game.tolist()) for part in parts] == [{0}, {1, 2}]
    assert sum(len(part.game) for part in parts) == len(samples.game)
    assert samples.phase.min() == 0 and samples.phase.max() == 1
    mixed = tune_hive.sample([path], 1.0, 1.0, 1)
    assert np.allclose(mixed.results, 0.5)  # the engine random reports no scores


def test_a_fit_finds_the_weights_that_made_the_results() -> None:
    counts = np.concatenate([core.evaluation_counts(midgames())] * 2)
    rows = np.random.default_rng(1).permutation(len(counts))
    hidden = np.array([feature[4] for feature in core.evaluation_features()], np.float64).T.ravel()
    phase = (rows % 11 / 10).astype(np.float32)
    made = tune_hive.Samples(counts[rows], np.zeros(len(rows), np.float32), rows.astype(np.int32), phase)
    results = tune_hive.predicted(made, hidden).astype(np.float32)
    samples = tune_hive.Samples(made.counts, results, made.game, made.phase)
    found = tune_hive.fit(samples, 1e-6, np.zeros_like(hidden), steps=4)
    assert tune_hive.loss(samples, found) < tune_hive.loss(samples, np.zeros_like(hidden))
    assert np.abs(tune_hive.predicted(samples, found) - results).max() < 0.02


def test_the_weights_of_the_two_phases_are_mixed() -> None:
    counts = core.evaluation_counts(midgames()[:1])
    features = counts.shape[1]
    early, late = np.full(features, 3.0), np.full(features, -2.0)
    sums = []
    for share in (0.0, 0.5, 1.0):
        one = tune_hive.Samples(
            counts, np.zeros(1, np.float32), np.zeros(1, np.int32), np.array([share], np.float32)
        )
        points = tune_hive.predicted(one, np.concatenate([early, late]))[0]
        sums.append(-tune_hive.SCALE * np.log(1 / points - 1))
    total = counts.sum()
    assert np.allclose(sums, [3 * total, 0.5 * total, -2 * total], atol=0.01)
