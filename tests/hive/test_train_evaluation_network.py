"""The training script of the evaluation network: it learns, and the core computes what PyTorch does."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from hexapoda._core import hive as core
from hexapoda.engines.hive.evaluation_network import read_evaluation
from hexapoda.nets.network_file import read_header
from tests.hive.test_evaluation import POSITIONS
from tools import tune_hive

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    tune_hive.play(path, 12, "alphabeta:seed=1", 150, 5, 1)
    return path


def test_samples_are_seen_by_the_side_to_move(games: Path) -> None:
    from tools.hive_network import sample

    samples = sample([games], 1.0, 0.0, 1)
    ahead = samples.scores > 300
    assert samples.features.shape == (len(samples.labels), 2, 64) and ahead.sum() > 10
    assert samples.labels[ahead].mean() > 0.6 > 0.4 > samples.labels[samples.scores < -300].mean()
    assert set(samples.part(True).game.tolist()) == {0, 10}
    searched = sample([games], 1.0, 1.0, 1)
    assert np.corrcoef(searched.labels, searched.scores)[0, 1] > 0.3


def test_it_learns(games: Path, tmp_path: Path) -> None:
    import torch

    from tools import hive_network

    samples = hive_network.sample([games], 1.0, 0.2, 1)
    torch.set_num_threads(1)
    run = hive_network.Training(samples, 12, 0.02, seed=1)
    begun = hive_network.loss_of(run.network, samples)
    assert begun == pytest.approx(hive_network.loss_of_features(samples), abs=0.02)
    for _ in range(12):
        run.epoch()
    assert hive_network.loss_of(run.network, samples) < begun - 0.05


def test_the_core_computes_what_pytorch_does(tmp_path: Path) -> None:
    import torch

    from tools import hive_network

    torch.manual_seed(1)
    network = hive_network.EvaluationNetwork()
    with torch.no_grad():
        for weights, size in [
            (network.rows.weight, 0.1),
            (network.bias, 0.4),
            (network.hidden.weight, 0.3),
            (network.hidden.bias, 0.4),
            (network.output.weight, 0.5),
            (network.output.bias, 0.5),
        ]:
            weights.normal_(std=size)
        network.rows.weight[network.features] = 0
    path = tmp_path / "a.net"
    hive_network.write(path, network, {"seed": 1})
    assert read_header(path).training["settings"] == {"seed": 1}
    lists = core.evaluation_lists(POSITIONS).astype(np.int32)
    lists[lists < 0] = network.features
    late = torch.tensor([core.evaluation_phase(position) for position in POSITIONS])
    turns, rows = np.array([position.turn for position in POSITIONS]), np.arange(len(POSITIONS))
    ordered = torch.from_numpy(np.stack([lists[rows, turns], lists[rows, 1 - turns]], 1))
    with torch.no_grad():
        expected = tune_hive.SCALE * network(ordered, late.float()).numpy()
    in_core = read_evaluation(path)
    found = np.array([in_core.evaluate(position) for position in POSITIONS])
    # Rounding moves a score by some points; a stuck side is not ahead.
    assert abs(found - expected)[found != 0].max() < 12 < expected.std() / 5


def test_weights_that_the_core_refuses_are_not_written(tmp_path: Path) -> None:
    import torch

    from tools import hive_network

    network = hive_network.EvaluationNetwork()
    with torch.no_grad():
        network.bias[0] = 2.1
    with pytest.raises(ValueError, match="expected at most"):
        hive_network.write(tmp_path / "a.net", network, {})
    assert list(tmp_path.iterdir()) == []


def test_a_file_without_games_is_told(tmp_path: Path) -> None:
    from tools import hive_network

    empty = tmp_path / "games.jsonl"
    empty.touch()
    with pytest.raises(SystemExit, match="no positions in"):
        hive_network.sample([empty], 1.0, 0.0, 1)


def test_the_same_seed_gives_the_same_network(games: Path) -> None:
    from tools.hive_network import Training, sample

    samples = sample([games], 0.5, 0.2, 3)
    found = []
    for _ in range(2):
        run = Training(samples, 2, 0.01, seed=4)
        run.epoch()
        found.append(run.network.weights())
    assert (found[0] == found[1]).all()
