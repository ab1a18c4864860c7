"""How an iteration plays and learns: quick searches, targets, averages of weights, learning rates."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hexapoda.errors import UsageError
from hexapoda.nets.network_file import read_network
from hexapoda.train.run_settings import NetworkSettings, RunSettings, SelfPlaySettings, settings_of
from hexapoda.train.samples import Samples
from hexapoda.train.self_play import SelfPlayed, copies_of, play_games
from tests.train.plain_puct import fake_network
from tests.train.training_runs import TINY, finish, training, weights

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")

LEARNS_MORE = replace(
    TINY,
    self_play=replace(TINY.self_play, full=0.5, quick_simulations=2),
    learner=replace(TINY.learner, search_value=0.5, averaging=0.5, final_learning_rate=0.0001),
)


def played(search_value: float = 0.0, **changes: Any) -> SelfPlayed:
    settings = RunSettings(
        "hex",
        "4x4",
        threads=1,
        self_play=SelfPlaySettings(**{"games": 40, "simulations": 12, "random_plies": 4, **changes}),
        learner=replace(TINY.learner, search_value=search_value),
    )
    return play_games(settings, fake_network, seed=1)


def samples_of(run: Any, count: int = 64) -> Samples:
    """Random samples for the network of a run."""
    rng = np.random.default_rng(1)
    actions = run.layout.size
    return Samples(
        rng.integers(0, 2, (count, *run.encoder.shape)).astype(np.float32),
        rng.dirichlet(np.ones(actions), count).astype(np.float32),
        rng.choice([-1, 1], count).astype(np.float32),
        np.ones(count, np.float32),
        np.zeros((count, 0), np.bool_),
    )


def test_positions_of_quick_searches_are_not_learned_from() -> None:
    asked: list[int] = []

    def network(observations: NDArray[Any], masks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        asked[-1] += len(masks)
        return fake_network(observations, masks)

    found = []
    for full in (1.0, 0.25):
        asked.append(0)
        play = SelfPlaySettings(games=40, simulations=24, full=full, quick_simulations=3)
        found.append(play_games(RunSettings("hex", "4x4", threads=1, self_play=play), network, seed=1))
    all_full, mixed = found
    assert len(all_full.samples) == all_full.plies
    assert 0.15 * mixed.plies < len(mixed.samples) < 0.35 * mixed.plies
    assert asked[1] / mixed.plies < 0.6 * asked[0] / all_full.plies


def test_the_value_of_the_search_is_a_part_of_the_target() -> None:
    result, half, searched = (played(share).samples for share in (0.0, 0.5, 1.0))
    assert set(result.values) == {-1, 1}
    np.testing.assert_allclose(half.values, (result.values + searched.values) / 2, atol=1e-6)
    # Proven values agree with the result; most others are near it at the end of a game.
    assert len(set(searched.values)) > 20 and np.corrcoef(result.values, searched.values)[0, 1] > 0.2


def test_surprising_positions_are_learned_from_more_often() -> None:
    even, surprised = (played(surprise=share) for share in (0.0, 1.0))
    assert len(even.samples) == even.positions == surprised.positions
    assert 0.8 * even.positions < len(surprised.samples) < 1.2 * even.positions
    rng = np.random.default_rng(1)
    surprises = np.array([0, 0.5, 1.5, 2], np.float32)
    for share, expected in ((1.0, [0, 0.5, 1.5, 2]), (0.5, [0.5, 0.75, 1.25, 1.5]), (0.0, [1] * 4)):
        found = np.mean([copies_of(surprises, share, rng) for _ in range(4000)], axis=0)
        np.testing.assert_allclose(found, expected, atol=0.05)
    for nothing in (np.zeros(3, np.float32), np.full(3, -1e-7, np.float32)):
        assert (copies_of(nothing, 0.5, rng) <= 1).all()
    unexpected = np.array([80, *[0.001] * 999], np.float32)
    assert copies_of(unexpected, 1.0, rng).max() <= 16


def test_a_network_with_averaged_weights_plays(tmp_path: Path) -> None:
    run = training(tmp_path, LEARNS_MORE)
    learner, seen = run.learner, []
    learner.fit(samples_of(run), np.random.default_rng(2), lambda *_: seen.append(run.network.weights()))
    expected = seen[0]
    for later in seen[1:]:
        expected = 0.5 * expected + 0.5 * later
    np.testing.assert_allclose(learner.playing.weights(), expected, atol=1e-6)
    assert not np.allclose(learner.playing.weights(), run.network.weights(), atol=1e-4)


def test_the_learning_rate_falls(tmp_path: Path) -> None:
    run = training(tmp_path, LEARNS_MORE)
    [group] = run.learner.optimizer.param_groups
    rates = []
    for progress in (0.0, 0.5, 1.0):
        run.learner.fit(samples_of(run), np.random.default_rng(1), progress=progress)
        rates.append(group["lr"])
    assert rates == pytest.approx([0.002, 0.00105, 0.0001])


def test_each_step_has_symmetries_of_its_own(tmp_path: Path) -> None:
    run, sizes = training(tmp_path), []

    def augment(batch: Samples) -> Samples:
        sizes.append(len(batch))
        return batch

    run.learner.fit(samples_of(run), np.random.default_rng(1), augment=augment)
    assert sizes == [32] * 5


def test_a_run_with_all_of_it_resumes(tmp_path: Path) -> None:
    whole = training(tmp_path / "whole", LEARNS_MORE)
    finish(whole)
    part = training(tmp_path / "part", LEARNS_MORE)
    part.step()
    part.close()
    again = training(tmp_path / "part", LEARNS_MORE)
    finish(again)
    assert weights(again) == weights(whole)
    assert again.learner.playing.weights().tolist() == whole.learner.playing.weights().tolist()
    published = [(run.folder / "network.net").read_bytes() for run in (whole, again)]
    assert published[0] == published[1]


def test_a_run_begins_with_a_network_of_a_smaller_board(tmp_path: Path) -> None:
    small = training(tmp_path / "small")
    small.step()
    start = NetworkSettings(channels=8, blocks=1, start=str(small.network_file))
    larger = replace(TINY, variant="4x4", network=start)
    begun = training(tmp_path / "larger", larger)
    np.testing.assert_allclose(begun.network.weights(), small.network.weights(), atol=0.001)
    begun.step()
    begun.close()
    learned = weights(begun)
    small.network_file.unlink()
    again = training(tmp_path / "larger", larger)  # which no longer needs the first network
    assert weights(again) == learned
    with pytest.raises(UsageError, match="no network is called"):
        training(tmp_path / "gone", larger)


def test_a_run_refuses_a_network_of_other_sizes(tmp_path: Path) -> None:
    small = training(tmp_path / "small")
    small.step()
    start = NetworkSettings(channels=16, blocks=1, start=str(small.network_file))
    with pytest.raises(UsageError, match="different sizes: channels 8, not 16"):
        training(tmp_path / "wider", replace(TINY, network=start))
    hive = replace(TINY, game="hive", variant="Base", network=start)
    with pytest.raises(UsageError, match="for hex, with 'planes' and 'cells': expected 'board' for hive"):
        training(tmp_path / "hive", hive)


def test_a_learning_rate_does_not_rise() -> None:
    learner = {"learning_rate": 0.01, "final_learning_rate": 0.02}
    with pytest.raises(UsageError, match=r"final_learning_rate must be at most learner.learning_rate, 0.01"):
        settings_of({"game": "hex", "learner": learner})


def test_the_loss_of_the_value_is_that_of_known_results(tmp_path: Path) -> None:
    run = training(tmp_path, replace(TINY, learner=replace(TINY.learner, batch=2, updates=60)))
    samples, still = samples_of(run), np.random.default_rng(1)
    samples.weights[8:] = 0
    for group in run.learner.optimizer.param_groups:
        group["lr"] = 0.0  # the network stays as it is
    expected = run.learner.measure(samples).value
    assert run.learner.fit(samples, still).value == pytest.approx(expected, rel=0.3)
    samples.weights[:] = 0
    assert run.learner.fit(samples, still).value is None


def test_names_are_kept_as_engines_know_them(tmp_path: Path) -> None:
    run = training(tmp_path, replace(TINY, game="Hex", observation="", actions=""))
    run.step()
    run.close()
    begun = json.loads((tmp_path / "settings.json").read_text())
    (tmp_path / "settings.json").write_text(
        json.dumps(begun | {"game": "Hex", "actions": ""})
    )  # an earlier version
    run = training(tmp_path, replace(TINY, game="Hex", observation="", actions=""))
    header = read_network(run.network_file).header
    assert (header.game, header.observation, header.actions) == ("hex", "planes", "cells")
