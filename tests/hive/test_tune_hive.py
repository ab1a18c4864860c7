"""The tuning script: what it writes the core was compiled with, and it finds weights that were hidden."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hexapoda._core import hive as core
from hexapoda.errors import UsageError
from hexapoda.hive.bench import midgames
from hexapoda.train.expert.hive.samples import SCALE
from tests.hive.game_files import write_random_games
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


def test_files_are_sampled(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write_random_games(path, 21)
    samples = tune_hive.sample([path], 1.0, 0.0, 1)
    assert samples.counts.shape == (len(samples.results), len(core.evaluation_features()))
    assert set(samples.results.tolist()) <= {0.0, 0.5, 1.0}
    parts = [samples.part(validation) for validation in (True, False)]
    assert 0 < len(parts[0].results) < len(parts[1].results)
    assert sum(len(part.results) for part in parts) == len(samples.results)
    assert samples.phase.min() == 0 and samples.phase.max() == 1
    assert (tune_hive.sample([path], 1.0, 1.0, 1).results == samples.results).all(), "there are no scores"


def test_a_file_without_games_is_told(tmp_path: Path) -> None:
    empty = tmp_path / "games.jsonl"
    empty.touch()
    with pytest.raises(UsageError, match=r"no positions in .*games\.jsonl: expected games of"):
        tune_hive.sample([empty], 1.0, 0.0, 1)


def test_a_fit_finds_the_weights_that_made_the_results() -> None:
    counts = np.concatenate([core.evaluation_counts(midgames())] * 2)
    rows = np.random.default_rng(1).permutation(len(counts))
    hidden = np.array([feature[4] for feature in core.evaluation_features()], np.float64).T.ravel()
    phase = (rows % 11 / 10).astype(np.float32)
    made = tune_hive.Samples(counts[rows], np.zeros(len(rows), np.float32), rows < 0, phase)
    results = tune_hive.predicted(made, hidden).astype(np.float32)
    samples = tune_hive.Samples(made.counts, results, made.held_out, made.phase)
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
            counts, np.zeros(1, np.float32), np.zeros(1, np.bool_), np.array([share], np.float32)
        )
        points = tune_hive.predicted(one, np.concatenate([early, late]))[0]
        sums.append(-SCALE * np.log(1 / points - 1))
    total = counts.sum()
    assert np.allclose(sums, [3 * total, 0.5 * total, -2 * total], atol=0.01)
