"""How the evaluation network of Hive learns from games, and that the core computes the same."""

from __future__ import annotations

import importlib.util
import json
import math
import random
from dataclasses import asdict
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from hexapoda._core import hive as core
from hexapoda.errors import UsageError
from hexapoda.hive.network import network_shape, read_evaluation
from hexapoda.nets.network_file import NetworkHeader, read_header, read_network, write_network
from hexapoda.nets.shipped import find_network
from hexapoda.record import GameRecord, scan_games
from hexapoda.train.expert.game_lines import Guide, append_games, check_terms
from hexapoda.train.expert.hive.games import AlphaBetaTerms, play_game
from hexapoda.train.expert.hive.samples import HEAD, SCALE, sample, sampled_games
from tests.hive.game_files import write_random_games
from tests.hive.test_evaluation import POSITIONS
from tests.train.expert_runs import learn_up_to

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    play = partial(play_game, AlphaBetaTerms(150, seed=5), None)
    append_games(path, play, range(12), 1, lambda done, all: None)
    return path


def test_a_game_follows_from_its_seed() -> None:
    terms = AlphaBetaTerms(20, seed=7, boards=(("Base+M", 1),))
    game = play_game(terms, None, 3)
    assert game == play_game(terms, None, 3) != play_game(terms, None, 4)
    record = GameRecord.from_json(game)
    chosen = [move for move in record.moves if not move.book]
    assert record.variant == "Base+M" and record.finished
    assert 4 <= record.plies - len(chosen) <= 8 and all(move.score is not None for move in chosen)
    assert not any(move.book for move in record.moves[8:])
    guide = Guide("hive-evaluation.net", read_network(find_network("hive-evaluation")).values.tobytes())
    guided = play_game(terms, guide, 3)
    assert guided["players"][0]["engine"] == "net:hive-evaluation.net" and guided["moves"] != game["moves"]


def test_the_files_are_game_files(games: Path) -> None:
    assert all(game.error is None for game in scan_games(games))
    check_terms(games, asdict(AlphaBetaTerms(150, seed=5)))
    with pytest.raises(UsageError, match="has games with different terms: nodes 150, not 151"):
        check_terms(games, asdict(AlphaBetaTerms(151, seed=5)))


def test_what_is_learned_from_does_not_depend_on_the_variant(tmp_path: Path) -> None:
    """The first random number of a game chose its variant. It must not choose its positions too."""
    terms = AlphaBetaTerms(1, seed=5)
    names, counts = [board for board, _ in terms.boards], [count for _, count in terms.boards]
    line = json.dumps(play_game(terms, None, 0))
    path = tmp_path / "games.jsonl"
    path.write_text(f"{line}\n" * 400, "utf-8")
    moves = GameRecord.from_json(json.loads(line)).moves
    first = next(ply for ply, move in enumerate(moves) if not move.book and ply >= HEAD)
    taken: dict[str, list[bool]] = {}
    for number, game in enumerate(sampled_games([path], 0.7, 0.0, seed=5)):
        [variant] = random.Random(f"5/{number}").choices(names, counts)
        taken.setdefault(variant, []).append(any(one.ply == first for one in game.positions))
    assert 0.6 < fmean(one for each in taken.values() for one in each) < 0.8
    assert 0.55 < fmean(taken["Base"]) < 0.85 and 0.55 < fmean(taken["Base+MLP"]) < 0.85


def test_samples_are_seen_by_the_side_to_move(games: Path) -> None:
    samples, held_out = sample([games], 1.0, 0.0, 1)
    assert samples.features.shape == (len(samples), 2, 80) and 0 < len(held_out) < len(samples)
    found = [
        (core.evaluate(position), label)
        for game in sampled_games([games], 1.0, 0.0, 1)
        for position, label in zip(game.positions, game.labels, strict=True)
    ]
    scores, labels = np.array(found).T
    assert labels[scores > 300].mean() > 0.6 > 0.4 > labels[scores < -300].mean()
    searched, _ = sample([games], 1.0, 1.0, 1)
    assert np.corrcoef(searched.labels, samples.labels)[0, 1] > 0.3
    # Each file has its own numbers, so that a game is held out whatever comes before.
    taken = list(sampled_games([games, games], 1.0, 0.0, 1))
    assert [number for number, game in enumerate(taken) if game.held_out] == [0, 12]
    both, both_held_out = sample([games, games], 1.0, 0.0, 1)
    for found_samples, out in ((both, False), (both_held_out, True)):
        assert len(found_samples) == sum(len(game.positions) for game in taken if game.held_out == out)
    half, _ = sample([games], 0.5, 0.0, 1)
    assert 0.3 < len(half) / len(samples) < 0.7


def test_a_position_learns_from_the_searches_after_it(games: Path) -> None:
    [record, *_] = (GameRecord.from_json(json.loads(line)) for line in games.read_text("utf-8").splitlines())
    [game, *_] = sampled_games([games], 1.0, 0.25, 1)
    played = record.moves[game.positions[0].ply :]
    points = [1 / (1 + math.exp(-(move.score or 0.0) / SCALE)) for move in played]
    # The last ply is not sampled: its label is of the result of the game.
    result = record.score_of(record.plies % 2) or 0.0
    last = 0.25 * points[-1] + 0.75 * (1 - result)
    for found, own, after in zip(game.labels, points, [*game.labels[1:], last], strict=False):
        assert found == pytest.approx(0.25 * own + 0.75 * (1 - after), abs=1e-4)
    assert len(game.labels) == len(points) - 1


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"moves": [{"move": "wS1"}, {"move": "bS1 wS1"}]}, "'bS1 wS1' is not legal at ply 1"),
        ({"finished": False, "winner": None}, "expected a finished game of Hive from the start"),
        ({"game": "hex"}, "expected a finished game of Hive from the start"),
        ({"moves": [], "ending": "normal"}, "the record says that the game is over, the board does not"),
        ({"players": 3}, "not a game record"),
    ],
)
def test_damaged_games_are_named(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    path = tmp_path / "games.jsonl"
    write_random_games(path, 2)
    first, second = path.read_text("utf-8").splitlines()
    path.write_text(f"{first}\n{json.dumps({**json.loads(second), **changed})}\n", "utf-8")
    with pytest.raises(UsageError, match=rf"games\.jsonl: game 2 of the file: .*{message}"):
        sample([path], 1.0, 0.2, 1)


@needs_torch
def test_it_learns_and_is_continued(games: Path, tmp_path: Path) -> None:
    import torch

    from hexapoda.train.expert.hive.lesson import EvaluationLesson
    from hexapoda.train.expert.hive.network import weights_of
    from hexapoda.train.expert.learning import Learning

    torch.set_num_threads(1)

    def begin(checkpoint: str, start: Path | None = None) -> tuple[EvaluationLesson, Learning]:
        torch.manual_seed(1)
        lesson = EvaluationLesson([games], start, share=1.0, search=0.2, seed=3)
        settings = {"seed": 1, "steps": 40, "rate": 0.02, "batch": 100}
        return lesson, Learning(lesson, settings, tmp_path / checkpoint)

    def loss(lesson: EvaluationLesson) -> float:
        with torch.no_grad():
            return float(lesson.loss(0, 1, lesson.positions))

    lesson, learning = begin("half.pt")
    features = torch.from_numpy(lesson.samples.features.astype(np.int64))
    begun = loss(lesson)

    learn_up_to(learning, 17)
    lesson, learning = begin("half.pt")
    assert learning.step == 17
    learning.run()
    whole, at_once = begin("whole.pt")
    at_once.run()
    assert (weights_of(whole.network) == weights_of(lesson.network)).all()
    assert loss(lesson) < begun - 0.02
    found = learning.measured()
    assert found.policy is None and found.value is not None and 0 < found.value < 2
    lesson.write(tmp_path / "a.net", {"settings": {"seed": 1}})
    again, _ = begin("none.pt", tmp_path / "a.net")
    with torch.no_grad():
        late = torch.from_numpy(lesson.samples.late)
        assert torch.allclose(again.network(features, late), lesson.network(features, late), atol=1e-5)
    assert read_network(tmp_path / "a.net").values == pytest.approx(weights_of(again.network), abs=1e-4)


@needs_torch
def test_it_begins_with_the_weights_of_the_features() -> None:
    import torch

    from hexapoda.train.expert.hive.network import EvaluationNetwork

    network = EvaluationNetwork()
    with torch.no_grad():
        network.output.weight.zero_()
        found = SCALE * network(*tensors()).numpy()
    expected = np.array([core.evaluate(position) for position in POSITIONS])
    assert abs(found - expected)[expected != 0].max() <= 5  # its weights are rounded for each phase


@needs_torch
def test_samples_are_what_the_network_sees(games: Path) -> None:
    import torch

    from hexapoda.train.expert.hive.network import EvaluationNetwork

    network, (samples, _) = EvaluationNetwork(), sample([games], 1.0, 0.0, 1)
    with torch.no_grad():
        network.output.weight.zero_()
        features = torch.from_numpy(samples.features.astype(np.int64))
        found = SCALE * network(features, torch.from_numpy(samples.late)).numpy()
    taken = [game for game in sampled_games([games], 1.0, 0.0, 1) if not game.held_out]
    expected = np.array([core.evaluate(position) for game in taken for position in game.positions])
    assert abs(found - expected)[expected != 0].max() <= 10


def test_a_move_without_a_score_counts_by_the_result(tmp_path: Path) -> None:
    write_random_games(tmp_path / "games.jsonl", 4)
    for game in sampled_games([tmp_path / "games.jsonl"], 1.0, 0.9, 1):
        assert game.positions and set(game.labels) <= {0.0, 0.5, 1.0}


@needs_torch
def test_no_position_comes_again_before_all_have_been_learned(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hexapoda.train.expert.hive.lesson import EvaluationLesson

    lesson = EvaluationLesson([games], share=1.0, search=0.2, seed=3)
    count, batch = lesson.positions, lesson.positions * 2 // 5
    learned: list[int] = []
    predicted = lesson._predicted

    def watched(samples: Any, rows: Any) -> Any:
        learned.extend(rows.tolist())
        return predicted(samples, rows)

    monkeypatch.setattr(lesson, "_predicted", watched)
    for step in range(4):
        lesson.loss(step, 4, batch)
    assert sorted(learned[:count]) == sorted(learned[count:]) == list(range(count))
    assert learned[:count] != learned[count:]


def tensors() -> tuple[Any, Any]:
    """What a network is given for `POSITIONS`."""
    import torch

    lists = core.evaluation_lists(POSITIONS).astype(np.int64)
    turns, rows = np.array([position.turn for position in POSITIONS]), np.arange(len(POSITIONS))
    late = torch.tensor([core.evaluation_phase(position) for position in POSITIONS]).float()
    return torch.from_numpy(np.stack([lists[rows, turns], lists[rows, 1 - turns]], 1)), late


@needs_torch
def test_the_core_computes_what_pytorch_does(tmp_path: Path) -> None:
    import torch

    from hexapoda.train.expert.hive.network import EvaluationNetwork, write

    torch.manual_seed(1)
    network = EvaluationNetwork()
    with torch.no_grad():
        for weights, size in [
            (network.rows, 0.1),
            (network.bias, 0.4),
            (network.hidden.weight, 0.3),
            (network.hidden.bias, 0.4),
            (network.output.weight, 0.5),
            (network.output.bias, 0.5),
        ]:
            weights.normal_(std=size)
    path = tmp_path / "a.net"
    write(path, network, {"settings": {"seed": 1}})
    assert read_header(path).training["settings"] == {"seed": 1}
    with torch.no_grad():
        expected = SCALE * network(*tensors()).numpy()
    in_core = read_evaluation(path)
    found = np.array([in_core.evaluate(position) for position in POSITIONS])
    # Rounding moves a score by some points; a stuck side is not ahead.
    assert abs(found - expected)[found != 0].max() < 16 < expected.std() / 5


@needs_torch
def test_an_older_network_is_continued(tmp_path: Path) -> None:
    import torch

    from hexapoda.train.expert.hive.network import EvaluationNetwork, load, weights_of

    torch.manual_seed(1)
    weights = weights_of(EvaluationNetwork())
    shape, width = network_shape(shapes=False), network_shape()["sizes"]["inputs"] + 2
    named, features = shape["sizes"]["features"], network_shape()["sizes"]["features"]
    older = np.delete(weights, slice(named * width, features * width))
    write_network(tmp_path / "older.net", NetworkHeader(weights=len(older), **shape), older)
    network = EvaluationNetwork()
    load(tmp_path / "older.net", network)
    weights[named * width : features * width] = 0
    assert weights_of(network) == pytest.approx(weights, abs=1e-3)


@needs_torch
def test_weights_that_the_core_refuses_are_not_written(games: Path, tmp_path: Path) -> None:
    import torch

    from hexapoda.train.expert.hive.lesson import EvaluationLesson
    from hexapoda.train.expert.learning import Learning
    from hexapoda.train.learner import TrainingDivergedError

    lesson = EvaluationLesson([games], share=0.1, search=0.2, seed=3)
    settings = {"seed": 1, "steps": 40, "rate": 0.02, "batch": 100}
    learning = Learning(lesson, settings, tmp_path / "half.pt")
    with torch.no_grad():
        lesson.network.hidden.weight[0, 0] = 9.0
    message = "has diverged: weight .* expected an absolute value of at most 8"
    with pytest.raises(TrainingDivergedError, match=message):
        learning.measured()
    with pytest.raises(ValueError, match="expected an absolute value of at most"):
        lesson.write(tmp_path / "a.net", {})
    assert list(tmp_path.iterdir()) == []


@needs_torch
def test_nothing_to_learn_from_is_reported(tmp_path: Path) -> None:
    from hexapoda.train.expert.hive.lesson import EvaluationLesson

    empty = tmp_path / "games.jsonl"
    empty.touch()
    with pytest.raises(UsageError, match="expected positions to learn from"):
        EvaluationLesson([empty], share=1.0, search=0.0, seed=1)
