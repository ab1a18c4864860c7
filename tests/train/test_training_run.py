"""Training from scratch: it learns, goes on where it was cut, and stops at damage."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hexapoda.arena.journal import Journal
from hexapoda.errors import EngineError, UsageError
from hexapoda.games import find_game
from hexapoda.train.any_settings import read_any_settings
from hexapoda.train.packed_samples import PackedSamples
from hexapoda.train.run_settings import (
    LearnerSettings,
    NetworkSettings,
    RunSettings,
    SelfPlaySettings,
)
from hexapoda.train.samples import Samples, symmetries_of
from tests.arena.settings import small
from tests.cli.command_line import complaint, objects, run
from tests.train.expert_runs import CONFIG as EXPERT_CONFIG
from tests.train.training_runs import CONFIG, TINY, Cut, cut_at, finish, training, weights
from tests.train.won_positions import won_positions

# PyTorch is only looked for: to import it takes more than a second, and every process of a parallel run
# imports this file.
pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")

HUGE = "0x" + "f" * 6000


def test_a_run_that_is_cut_goes_on_to_the_same_network(tmp_path: Path) -> None:
    whole = training(tmp_path / "whole")
    finish(whole)
    assert [report.iteration for report in whole.reports] == [1, 2, 3]
    assert all(report.games == report.decisive == 16 for report in whole.reports)
    for what in ("self-play", "learning"):
        folder = tmp_path / what
        part = training(folder)
        part.step()
        with pytest.raises(Cut):
            part.step(cut_at(what))
        if what == "learning":
            with pytest.raises(UsageError, match="learning was interrupted: open the run again"):
                part.step()
        part.close()
        part = training(folder)
        assert part.iteration == 1
        finish(part)
        assert weights(part) == weights(whole), what
        assert part.reports == whole.reports
    assert not (tmp_path / "whole" / "games-00001.samples").exists(), "the window has passed"


def test_a_folder_belongs_to_one_run(tmp_path: Path) -> None:
    begun = training(tmp_path / "run")
    with pytest.raises(UsageError, match="another process is training in"):
        training(tmp_path / "run")
    begun.step()
    begun.close()
    with pytest.raises(UsageError, match="has a run with a different 'seed'"):
        training(tmp_path / "run", dataclasses.replace(TINY, seed=2))
    longer = training(tmp_path / "run", dataclasses.replace(TINY, iterations=9, threads=2))
    assert longer.iteration == 1
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("precious")
    match = tmp_path / "match"
    Journal.write(match, small(), ())
    before = {path.name: path.read_bytes() for path in match.iterdir()}
    with pytest.raises(UsageError, match="is not empty and has no training run"):
        training(match)
    assert {path.name: path.read_bytes() for path in match.iterdir()} == before
    with pytest.raises(UsageError, match="is not empty and has no training run"):
        training(tmp_path / "mine")


def test_a_network_that_diverges_is_not_kept(tmp_path: Path) -> None:
    from hexapoda.train.learner import TrainingDivergedError

    begun = training(tmp_path)
    begun.step()
    good = weights(begun)
    begun.learner.optimizer.param_groups[0]["lr"] = float("inf")
    with pytest.raises(TrainingDivergedError, match="has diverged"):
        begun.step()
    begun.close()
    again = training(tmp_path)
    assert again.iteration == 1 and weights(again) == good
    import torch

    with torch.no_grad():
        again.network.moves.bias.fill_(float("nan"))
    (tmp_path / "games-00002.json").unlink()
    with pytest.raises(EngineError, match="expected finite numbers"):
        again.step()


def test_samples_under_symmetries(tmp_path: Path) -> None:
    for game, variant, rules, expected in (
        ("hex", "4x4", {}, [0, 1, 2, 3]),
        ("hex", "4x4", {"swap": "sides"}, [0, 1]),
        ("hex", "5x4", {}, [0, 1]),
        ("hive", "Base", {}, list(range(12))),
    ):
        encodings = find_game(game).encodings
        assert encodings is not None
        start = find_game(game).initial(variant, rules)
        symmetries = symmetries_of(encodings, start)
        assert symmetries == expected
        encoder, layout = (
            encodings.encoder("planes", variant, rules),
            encodings.layout("cells", variant, rules),
        )
        start.push(start.legal_moves[0])
        start.push(next(move for move in start.legal_moves))
        row = np.arange(layout.size, dtype=np.float32)
        many = Samples(
            np.repeat(encoder.encode(start)[None], 150, 0),
            np.repeat((layout.mask(start) * row)[None], 150, 0),
            np.ones(150, np.float32),
            np.ones(150, np.float32),
            np.repeat((layout.mask(start) > 0)[None], 150, 0),
        )
        path = tmp_path / f"{game}{variant}{len(rules)}"
        PackedSamples.of(many).save(path)
        loaded = PackedSamples.load(path).part(np.arange(150))
        varied = loaded.augmented(encoder, layout, symmetries, np.random.default_rng(1))
        images = {symmetry: encodings.transform(start, symmetry) for symmetry in symmetries}
        met = set()
        for observation, policy, legal in zip(
            varied.observations, varied.policies, varied.legal, strict=True
        ):
            fitting = [
                symmetry
                for symmetry, image in images.items()
                if np.array_equal(observation, encoder.encode(image))
                and np.array_equal(policy[layout.permutation(symmetry)], many.policies[0])
                and np.array_equal(legal[layout.permutation(symmetry)], many.legal[0])
            ]
            assert fitting
            met.update(fitting)
        assert met == set(symmetries)


@pytest.mark.slow
def test_it_learns_a_small_board(tmp_path: Path) -> None:
    settings = dataclasses.replace(
        TINY,
        iterations=8,
        network=NetworkSettings(channels=16, blocks=2),
        self_play=SelfPlaySettings(games=64, simulations=16, considered=8, random_plies=3),
        learner=LearnerSettings(window=4, updates=40, batch=128, learning_rate=0.005),
    )
    learner = training(tmp_path, settings)
    positions = won_positions("3x3", 150, seed=5)
    before = positions.rate_of_policy(learner.network.evaluate)
    finish(learner)
    after = positions.rate_of_policy(learner.network.evaluate)
    assert before < 0.7 and after > 0.85, (before, after)
    assert positions.rate_of_search(learner.network.evaluate, 32) > 0.98


def test_the_published_network_is_the_trained_one(tmp_path: Path) -> None:
    from hexapoda._core import nn
    from hexapoda.nets.network_file import read_network

    with contextlib.closing(training(tmp_path)) as learner:
        learner.step()
        file = read_network(learner.network_file)
        planes = np.random.default_rng(3).integers(0, 2, (20, *learner.encoder.shape)).astype(np.float32)
        expected = learner.network.evaluate(planes, np.empty(0))
    logits, values = np.empty((20, 9), np.float32), np.empty(20, np.float32)
    core = nn.BoardNetwork(weights=file.values, **file.header.sizes)
    core.evaluate(planes.reshape(20, -1), logits, values)
    # The file has weights of 16 bits.
    np.testing.assert_allclose(logits, expected[0], atol=0.01)
    np.testing.assert_allclose(values, expected[1], atol=0.01)


@pytest.mark.deep
def test_it_learns_5x5(tmp_path: Path) -> None:
    """From scratch, in under 15 minutes on two cores: docs/how-to/train-a-network.md."""
    config = Path(__file__).parents[2] / "docs" / "how-to" / "hex-5x5.toml"
    settings = read_any_settings(config)
    assert isinstance(settings, RunSettings)
    learner = training(tmp_path, settings)
    finish(learner)
    positions = won_positions("5x5", 400, seed=99)
    assert positions.rate_of_policy(learner.network.evaluate) >= 0.95
    assert positions.rate_of_search(learner.network.evaluate, 64) >= 0.99


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    config = tmp_path / "small.toml"
    config.write_text(CONFIG)
    printed = objects("train", str(config))
    assert [(one["kind"], one["iteration"]) for one in printed] == [
        ("iteration", 1),
        ("match", 1),
        ("iteration", 2),
        ("match", 2),
    ]
    assert printed[0]["games"] == 8 and printed[1]["result"] is None and printed[1]["published"]
    found = printed[3]["result"]
    assert (printed[3]["against"], sum(found["pairs"]), found["wins"] + found["losses"]) == (1, 2, 4)
    folder = tmp_path / "home" / "runs" / "small"
    again = run("train", str(config))
    network = folder / "network.net"
    lines = again.stdout.splitlines()
    assert lines[0].split() == ["iteration", "Elo", "published"] and lines[1].split()[:2] == ["1", "+0"]
    assert lines[-1] == f"2 iterations are complete; the network is {network}"
    [card] = objects("nets", str(network))
    assert (card["game"], card["variant"]) == ("hex", "3x3")
    assert card["training"]["iteration"] == (2 if printed[3]["published"] else 1)
    search = ("--variant", "3x3", "--engine", f"net:{network}", "--nodes", "20")
    *_, answer = objects("bestmove", "hex", *search)
    assert answer["move"] == answer["pv"][0] and answer["engine"] == f"net:{network}"
    assert f"continuing after iteration 2 in {folder}" in again.stderr
    config.write_text(CONFIG.replace("iterations = 2", "iterations = 3"))
    assert run("train", str(config)).stdout.startswith("iteration 3: 8 games, 8 decisive")


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    config = tmp_path / "notepad.toml"
    config.write_text('game = "hex"\nseed = 7\n', "utf-8-sig")
    assert read_any_settings(config).seed == 7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = ", "is not a TOML file"),
        (f"seed = {'1' * 5000}", "is not a TOML file"),
        (f"seed = {'[' * 9999}", "is not a TOML file"),
        (
            f"game = 'hex'\nseed = {HUGE}",
            "seed must be an integer from 0 up, not a number with thousands of digits",
        ),
        (
            f"game = 'hex'\nvariant = [{HUGE}]",
            "variant must be a string, not a number with thousands of digits",
        ),
        ("variant = '3x3'", "has no 'game': expected a line such as game = \"hex\""),
        ("game = 3", "game must be a string, not 3"),
        ("game = 'hex'\nseeds = 3", "no setting is called 'seeds'; did you mean 'seed'?"),
        ("game = 'hex'\n[self_play]\ngame = 3", "no setting is called 'self_play.game'"),
        ("game = 'hex'\nlearner = 3", "learner must be a table, such as [learner]"),
        ("game = 'hex'\n[gate]\nscore = 1.5", "gate.score must be a number from 0.0 to 1.0, not 1.5"),
        ("game = 'hex'\n[gate]\nscore = nan", "gate.score must be a number from 0.0 to 1.0, not nan"),
        (
            "game = 'hex'\n[gate]\nrandom_plies = 0",
            "gate.random_plies must be an integer from 1 to 65536, not 0",
        ),
        ("game = 'hex'\n[network]\nchannels = 100000", "network.channels must be an integer from 1 to 1024"),
        ("game = 'hex'\n[network]\nblocks = 257", "network.blocks must be an integer from 1 to 256"),
        ("game = 'hex'\n[self_play]\nconsidered = 100000", "considered must be an integer from 1 to 65536"),
        (
            "game = 'hex'\n[gate]\ngames = 100000000",
            "gate.games must be an integer from 1 to 1048576, not 100000000",
        ),
        ("game = 'hex'\n[learner]\nupdates = 0", "learner.updates must be an integer from 1 up, not 0"),
        (
            "game = 'hex'\n[learner]\nlearning_rate = 'x'",
            "learner.learning_rate must be a number from 0.0 to 1.0",
        ),
        (
            "game = 'hex'\n[learner]\nlearning_rate = 5",
            "learner.learning_rate must be a number from 0.0 to 1.0, not 5",
        ),
        ("game = 'hex'\n[rules]\nswap = 1", "rules must be a table of strings"),
        ("game = 'hex'\nseed = -1", "seed must be an integer from 0 up, not -1"),
        ("game = 'chess'", "no game is called 'chess'"),
        (
            "game = 'hive'\nobservation = 'tokens'",
            "the network needs planes, not observations of shape (29, 8)",
        ),
        ("game = 'hive'\nactions = 'openspiel'", "the network needs actions numbered by cell"),
    ],
)
def test_wrong_settings(tmp_path: Path, text: str, message: str) -> None:
    config = tmp_path / "config.toml"
    config.write_text(text)
    assert message in complaint("train", str(config), "--folder", str(tmp_path / "run"))


def test_a_missing_file(tmp_path: Path) -> None:
    assert "cannot read" in complaint("train", str(tmp_path / "none.toml"))


def test_self_play_counts_all_plies_and_learns_from_its_own() -> None:
    from hexapoda.train.self_play import play_games
    from tests.train.plain_puct import fake_network

    settings = dataclasses.replace(
        TINY, self_play=SelfPlaySettings(games=40, simulations=4, considered=2, random_plies=4)
    )
    played = play_games(settings, fake_network, seed=3)
    assert played.games == played.decisive == 40
    assert 40 * 5 <= played.plies <= 40 * 9 and len(played.samples) < played.plies
    assert set(played.samples.values) == {1.0, -1.0} and played.samples.weights.all()
    # The winner has made the last move, so the player before it has lost.
    cut = dataclasses.replace(settings, self_play=dataclasses.replace(settings.self_play, max_plies=3))
    short = play_games(cut, fake_network, seed=3)
    assert short.plies == 120 and not short.decisive and not short.samples.weights.any()
    again = play_games(settings, fake_network, seed=3)
    rows = np.arange(len(played.samples))
    assert np.array_equal(again.samples.part(rows).policies, played.samples.part(rows).policies)


@pytest.mark.parametrize(("updates", "rate"), [(1, 1e12), (3, 1e4), (1, 1e5)])
def test_a_network_that_diverges_in_the_last_step(tmp_path: Path, updates: int, rate: float) -> None:
    from hexapoda.train.learner import TrainingDivergedError

    settings = dataclasses.replace(
        TINY, learner=LearnerSettings(window=2, updates=updates, batch=32, learning_rate=rate)
    )
    begun = training(tmp_path, settings)
    with pytest.raises(TrainingDivergedError, match="has diverged: expected a run in another folder"):
        begun.step()
    assert not (tmp_path / "checkpoint.pt").exists()


@pytest.mark.parametrize("settings", [CONFIG, EXPERT_CONFIG], ids=["self-play", "expert"])
def test_without_pytorch(tmp_path: Path, settings: str) -> None:
    config = tmp_path / "small.toml"
    config.write_text(settings)
    script = (
        "import sys; sys.modules['torch'] = None\n"
        "from hexapoda.__main__ import main\n"
        f"sys.argv = ['hexapoda', 'train', {str(config)!r}, '--folder', {str(tmp_path / 'run')!r}]\n"
        "main()"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert found.returncode == 2 and "training needs PyTorch: pip install 'hexapoda[train]'" in found.stderr
