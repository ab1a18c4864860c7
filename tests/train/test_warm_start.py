"""Networks that learn from recorded games before they play themselves."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import io
import itertools
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.train.batch import BatchEnv
from hexapoda.train.episode import EpisodeSettings
from hexapoda.train.packed_samples import PackedSamples
from hexapoda.train.progress import read_progress
from hexapoda.train.recorded_games import RecordedParts, read_recorded_games
from hexapoda.train.run_folder import read_checked, write_checked
from hexapoda.train.run_settings import LearnerSettings, WarmSettings, settings_of
from tests.cli.command_line import complaint, objects, run
from tests.train.test_progress import SHORT, killed_before_every_write, lines
from tests.train.training_runs import CONFIG, TINY, Cut, finish, training, weights

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
HEX = EpisodeSettings.of("hex", variant="3x3")
WON = ("b2", "a1", "b1", "a2", "b3")
"""Player 0 connects the rows by the middle column."""


def record(
    moves: tuple[str, ...] = WON,
    winner: int | None = 0,
    *,
    book: int = 0,
    scores: tuple[float | None, ...] = (),
    variant: str = "3x3",
    **more: Any,
) -> GameRecord:
    played = tuple(
        MoveRecord(text, score=scores[ply] if scores else None, book=ply < book)
        for ply, text in enumerate(moves)
    )
    values: Any = {"finished": True, "ending": Ending.NORMAL} | more
    return GameRecord("hex", variant, (PlayerRecord("a"), PlayerRecord("b")), played, winner, **values)


def write(path: Path, *records: GameRecord) -> Path:
    path.write_text("".join(json.dumps(one.to_json()) + "\n" for one in records), "utf-8")
    return path


def random_records(count: int) -> list[GameRecord]:
    """Games of random moves, with their winners."""
    game, rng, found = find_game("hex"), np.random.default_rng(3), []
    for _ in range(count):
        position, moves = game.initial("3x3"), []
        while (outcome := position.outcome()) is None:
            move = position.legal_moves[int(rng.integers(len(position.legal_moves)))]
            moves.append(game.format_move(position, move))
            position.push(move)
        found.append(record(tuple(moves), outcome.winner))
    return found


def test_positions_have_the_move_that_was_played_and_who_won(tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", record(book=2), record(WON[:4], winner=None, finished=False))
    games = read_recorded_games(path, HEX, WarmSettings())
    assert len(games) == 2 and games.left_out == 0 and games.lengths.tolist() == [3, 4]
    found = games.samples([0], legal_only=True)
    position = find_game("hex").initial("3x3")
    for text in WON[:2]:
        position.push(position.parse_move(text))
    for row, text in enumerate(WON[2:]):
        move = position.parse_move(text)
        assert np.array_equal(found.observations[row], HEX.encoder.encode(position))
        assert np.flatnonzero(found.policies[row]).tolist() == [HEX.layout.number(position, move)]
        assert np.array_equal(found.legal[row], HEX.layout.mask(position))
        assert found.values[row] == (1 if position.turn == 0 else -1)
        position.push(move)
    assert found.weights.tolist() == [1, 1, 1]
    unfinished = games.samples([1])
    assert unfinished.weights.tolist() == [0] * 4 and unfinished.legal.shape == (4, 0)
    assert len(games.samples([0, 1], most=4)) == 4


def test_scores_of_engines_count_as_much_as_the_result(tmp_path: Path) -> None:
    scores = (250.0, None, -500.0, 0.0, 1e6)
    path = write(
        tmp_path / "games.jsonl",
        record(scores=scores),
        record(WON[:4], scores=scores, finished=False, winner=None),
    )
    games = read_recorded_games(path, HEX, WarmSettings(score_scale=250))
    found = games.samples([0])
    expected = [2 / (1 + math.exp(-score / 250)) - 1 if score is not None else None for score in scores[:4]]
    assert expected[0] == pytest.approx(2 * 0.731 - 1, abs=0.001)
    for row, (own, score) in enumerate(zip((1, -1, 1, -1, 1), [*expected, 1.0], strict=True)):
        assert found.values[row] == pytest.approx(own if score is None else (own + score) / 2, abs=1e-6)
    unfinished = games.samples([1])
    assert unfinished.weights.tolist() == [1, 0, 1, 1]
    assert unfinished.values[2] == pytest.approx(expected[2], abs=1e-6)


def test_a_record_with_an_enormous_score_is_left_out(tmp_path: Path) -> None:
    path = write(
        tmp_path / "games.jsonl", record(scores=(10**400, 0, 0, 0, 0)), record(scores=(1e308, 0, 0, 0, 0))
    )
    games = read_recorded_games(path, HEX, WarmSettings(score_scale=1e-300))
    assert len(games) == 1 and games.left_out == 1
    assert games.samples([0]).values[0] == 1


def test_games_that_do_not_fit_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    write(folder / "a.jsonl", record(), record(variant="4x4"), record(("b2", "b2")))
    (folder / "b.txt").write_text("Base;InProgress;White[2];wS1;bS1 wS1-\n", "utf-8")
    (folder / "notes.txt").write_text("nothing to see\n", "utf-8")
    games = read_recorded_games(folder, HEX, WarmSettings(skipped_plies=4))
    assert len(games) == 1 and games.left_out == 3
    assert games.lengths.tolist() == [1]
    for settings, path in ((WarmSettings(skipped_plies=5), folder), (WarmSettings(), folder / "b.txt")):
        with pytest.raises(UsageError, match=r"has no games of Hex, 3x3 to learn from"):
            read_recorded_games(path, HEX, settings)
    with pytest.raises(UsageError, match="no such file"):
        read_recorded_games(tmp_path / "none", HEX, WarmSettings())


def test_a_game_that_is_held_out_is_not_learned_from(tmp_path: Path) -> None:
    """Not even if it is there twice."""
    three = [record(("a1", "b1", "a2", text)) for text in ("b2", "c1", "c2")]
    path = write(tmp_path / "games.jsonl", *three, *three)
    warm = WarmSettings(str(path), positions=10)
    games = read_recorded_games(path, HEX, warm)
    parts = RecordedParts(games, dataclasses.replace(TINY, warm=warm))
    last = HEX.layout.number(HEX.begin().position, find_game("hex").initial("3x3").parse_move("c2"))
    assert parts.learned_games == 4 and parts.held_out().policies[:, last].sum() == 2
    assert parts.part(0).policies.sum() >= 16 and parts.part(0).policies[:, last].sum() == 0
    with pytest.raises(UsageError, match="expected at least two different recorded games"):
        RecordedParts(read_recorded_games(write(path, three[0], three[0]), HEX, warm), TINY)


def test_games_with_other_rules_are_left_out(tmp_path: Path) -> None:
    records = (record(rules=(("swap", choice),)) for choice in ("off", "sides", "sides", "nonsense"))
    path = write(tmp_path / "games.jsonl", *records)
    for choice, count in (("off", 1), ("sides", 2)):
        settings = EpisodeSettings.of("hex", variant="3x3", rules={"swap": choice})
        games = read_recorded_games(path, settings, WarmSettings())
        assert len(games) == count and games.left_out == 4 - count


def test_only_play_decides_a_result(tmp_path: Path) -> None:
    endings = (Ending.CRASH, Ending.TIMEOUT, Ending.MOVE_CAP, Ending.RESIGN, Ending.UNKNOWN)
    path = write(tmp_path / "games.jsonl", *(record(WON[:4], ending=ending) for ending in endings))
    games = read_recorded_games(path, HEX, WarmSettings())
    assert [games.samples([game]).weights[0] for game in range(5)] == [0, 0, 0, 1, 1]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", record())
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "nowhere")
    assert len(read_recorded_games(tmp_path, HEX, WarmSettings())) == 1
    (tmp_path / "b.jsonl").write_bytes(b"\xff\xfe\x00\xd8\x00")
    with pytest.raises(UsageError, match=r"b\.jsonl' is damaged"):
        read_recorded_games(tmp_path, HEX, WarmSettings())


def test_a_game_counts_as_far_as_it_fits_the_encodings(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    line = ["wS1", "bS1 -wS1", "wQ wS1-", "bQ -bS1", "wA1 wQ-", "bA1 -bQ", "wA2 wA1-", "bA2 -bA1"]
    path.write_text(f"Base;InProgress;White[5];{';'.join(line)}\n", "utf-8")
    small = EpisodeSettings.of(
        "hive", variant="Base", observation="planes:window=7", actions="cells:window=7"
    )
    found = read_recorded_games(path, small, WarmSettings()).samples([0])
    assert 3 <= len(found) < len(line)
    assert found.policies.sum() == len(found)


@needs_torch
def test_a_warm_start_that_is_cut_goes_on_to_the_same_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RecordedParts, "SIZE", 100)
    path = write(tmp_path / "games.jsonl", *random_records(120))
    warm = WarmSettings(str(path), positions=1500, share=0.5)
    settings = dataclasses.replace(TINY, iterations=1, warm=warm)
    whole = training(tmp_path / "whole", settings)
    assert whole.warm_start_due and not whole.gate_due and not whole.complete
    with pytest.raises(UsageError, match="the warm start is due"):
        whole.step()
    report = whole.start_warm()
    assert report.games == 118 and report.positions > 1400
    assert not whole.warm_start_due and whole.gate_due, "the network after it is the first that is measured"
    finish(whole)
    assert [gate.iteration for gate in whole.gates.reports] == [0, 1]
    part = training(tmp_path / "part", settings)
    with pytest.raises(Cut):
        part.start_warm(cut_in_the_middle)
    part.close()
    part = training(tmp_path / "part", settings)
    assert part.warm_start_due
    assert part.start_warm() == report
    with pytest.raises(UsageError, match="no warm start is due"):
        part.start_warm()
    finish_from_gate(part)
    assert weights(part) == weights(whole)
    assert read_progress(tmp_path / "part").warm_start == report
    (tmp_path / "part" / "checkpoint.pt").unlink()
    part.close()
    with pytest.raises(UsageError, match=r"has 0 warm starts, but 'progress\.jsonl' beside it has 1"):
        training(tmp_path / "part", settings)


def cut_in_the_middle(what: str, done: int, all: int) -> None:
    if what == "warm start" and done > all / 2:
        raise Cut


def finish_from_gate(run: Any) -> None:
    run.gate()
    finish(run)


@needs_torch
def test_a_kill_before_any_write_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RecordedParts, "SIZE", 100)
    path = write(tmp_path / "games.jsonl", *random_records(60))
    warm = WarmSettings(str(path), positions=300, share=0.3)
    settings = dataclasses.replace(
        SHORT, iterations=1, warm=warm, self_play=dataclasses.replace(SHORT.self_play, parts=3)
    )
    whole = training(tmp_path / "whole", settings)
    finish(whole)
    expected = lines(tmp_path / "whole")
    assert [one["kind"] for one in expected] == ["warm_start", "match", "iteration", "match"]
    run, names = killed_before_every_write(tmp_path / "part", settings, expected, monkeypatch)
    assert names.count("checkpoint.pt") == 2 and names.count("games-00001-part-2.samples") >= 1
    assert weights(run) == weights(whole) and lines(tmp_path / "part") == expected
    assert not list((tmp_path / "part").glob("*-part-*"))


@needs_torch
def test_recorded_games_teach(tmp_path: Path) -> None:
    others = itertools.permutations(("a1", "a2", "a3", "c1", "c2", "c3"), 2)
    games_won = [record(("b2", one, "b1", other, "b3")) for one, other in others]
    path = write(tmp_path / "games.jsonl", *games_won * 20)
    learner = LearnerSettings(batch=64, legal_only=True)
    settings = dataclasses.replace(TINY, learner=learner, warm=WarmSettings(str(path), positions=12000))
    taught = training(tmp_path / "run", settings)
    games = read_recorded_games(path, HEX, settings.warm)
    held_out = RecordedParts(games, settings).held_out()
    before = taught.learner.measure(held_out)
    report = taught.start_warm()
    assert report.policy_loss < 0.8 * before.policy and report.value_loss < 0.9 * before.value
    assert report.predicted > 0.3, "a random move is right in 15%"


@needs_torch
def test_the_policy_of_illegal_moves_is_not_learned(tmp_path: Path) -> None:
    from hexapoda.train.learner import Learner
    from hexapoda.train.samples import Samples

    path = write(tmp_path / "games.jsonl", record())
    found = read_recorded_games(path, HEX, WarmSettings())
    learned = training(tmp_path / "run")
    among_legal = Learner(learned.network, learned.settings.learner).measure(
        found.samples([0], legal_only=True)
    )
    among_all = Learner(learned.network, learned.settings.learner).measure(found.samples([0]))
    assert among_legal.policy < among_all.policy
    nothing = Learner(learned.network, learned.settings.learner).measure(
        Samples(*(values[:0] for values in dataclasses.astuple(found.samples([0]))))
    )
    assert (nothing.policy, nothing.value, nothing.predicted) == (0, 0, 0)


@needs_torch
def test_games_that_have_changed_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RecordedParts, "SIZE", 50)
    path = write(tmp_path / "games.jsonl", *random_records(40))
    settings = dataclasses.replace(TINY, warm=WarmSettings("games.jsonl", positions=200))
    from hexapoda.train.training_run import TrainingRun

    begun = TrainingRun(tmp_path / "run", settings, tmp_path)
    with pytest.raises(Cut):
        begun.start_warm(cut_in_the_middle)
    begun.close()
    write(path, *random_records(39))
    changed = TrainingRun(tmp_path / "run", settings, tmp_path)
    with pytest.raises(UsageError, match=r"games\.jsonl' has changed: expected the games"):
        changed.start_warm()
    changed.close()
    path.unlink()
    with pytest.raises(UsageError, match="no such file"):
        TrainingRun(tmp_path / "run", settings, tmp_path)


@needs_torch
def test_the_command_says_what_was_learned(tmp_path: Path) -> None:
    write(tmp_path / "games.jsonl", *random_records(60), record(variant="4x4"))
    config = tmp_path / "run.toml"
    config.write_text(CONFIG + '[warm]\ngames = "games.jsonl"\npositions = 300\n', "utf-8")
    folder = ["--folder", str(tmp_path / "run")]
    message = run("train", str(config), *folder)
    assert "warm start: " in message.stdout and "positions of 59 games" in message.stdout
    assert "1 game was left out: with a different variant" in message.stdout
    assert "network after the warm start: published, the first" in message.stdout
    assert "against the one after the warm start" in message.stdout
    lines = [
        json.loads(line) for line in (tmp_path / "run" / "progress.jsonl").read_text("utf-8").splitlines()
    ]
    assert [line["kind"] for line in lines] == [
        "warm_start",
        "match",
        "iteration",
        "match",
        "iteration",
        "match",
    ]
    assert objects("train", str(config), "--folder", str(tmp_path / "again"))[0]["games"] == 59
    for line, says in (
        ("share = 0.95", "warm.share must be a number from 0.0 to 0.9"),
        ("games = 3", "warm.games must be a string"),
        ('games = "gone"', "no such file or folder"),
    ):
        text = config.read_text("utf-8").replace(
            'games = "games.jsonl"', 'games = "games.jsonl"' * ("games" not in line)
        )
        config.with_name("bad.toml").write_text(text + line + "\n", "utf-8")
        bad = ["train", str(tmp_path / "bad.toml"), "--folder", str(tmp_path / "bad")]
        assert says in complaint(*bad)


@needs_torch
def test_games_are_asked_for_only_while_they_are_needed(tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", *random_records(30))
    settings = dataclasses.replace(TINY, iterations=1, warm=WarmSettings(str(path), positions=100))
    begun = training(tmp_path / "run", settings)
    report = begun.start_warm()
    assert report.games == 29 and report.policy_loss > 0, "one game is held out however few there are"
    begun.close()
    path.unlink()
    gone_on = training(tmp_path / "run", settings)
    finish(gone_on)
    gone_on.close()
    shared = dataclasses.replace(settings.warm, share=0.5)
    with pytest.raises(UsageError, match="no such file"):
        training(tmp_path / "other", dataclasses.replace(settings, warm=shared))


@needs_torch
def test_settings_are_free_until_something_depends_on_them(tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", *random_records(30))
    wrong = dataclasses.replace(TINY, warm=WarmSettings(str(path), positions=100, skipped_plies=50))
    begun = training(tmp_path / "run", wrong)
    with pytest.raises(UsageError, match="to learn from"):
        begun.start_warm()
    begun.close()
    right = dataclasses.replace(wrong, warm=dataclasses.replace(wrong.warm, skipped_plies=0))
    begun = training(tmp_path / "run", right)
    begun.start_warm()
    begun.close()
    with pytest.raises(UsageError, match="has a run with a different 'warm'"):
        training(tmp_path / "run", wrong)


@needs_torch
def test_a_run_does_not_learn_from_its_own_journals(tmp_path: Path) -> None:
    write(tmp_path / "games.jsonl", *random_records(5))
    settings = dataclasses.replace(TINY, warm=WarmSettings(str(tmp_path)))
    with pytest.raises(UsageError, match="is in the folder of the recorded games"):
        training(tmp_path / "runs" / "a", settings)


@contextlib.contextmanager
def changed_checkpoint(folder: Path) -> Iterator[dict[str, Any]]:
    """Change what the checkpoint of a run says."""
    import torch

    path = folder / "checkpoint.pt"
    stored = torch.load(io.BytesIO(read_checked(path) or b""), weights_only=True)
    yield stored
    data = io.BytesIO()
    torch.save(stored, data)
    write_checked(path, data.getvalue())


@needs_torch
def test_a_network_without_pieces_is_of_an_earlier_version(tmp_path: Path) -> None:
    settings = dataclasses.replace(
        TINY,
        game="hive",
        variant="Base",
        observation="planes:window=7",
        actions="cells:window=7",
        self_play=dataclasses.replace(TINY.self_play, games=2, simulations=2, max_plies=6),
    )
    begun = training(tmp_path, settings)
    begun.step()
    begun.close()
    with changed_checkpoint(tmp_path) as stored:
        stored["network"] = {k: v for k, v in stored["network"].items() if not k.startswith("pieces")}
    with pytest.raises(UsageError, match="begun by an earlier version"):
        training(tmp_path, settings)


@needs_torch
def test_what_cannot_be_learned_from_is_reported(tmp_path: Path) -> None:
    one = write(tmp_path / "one.jsonl", record())
    with pytest.raises(UsageError, match="expected at least two different recorded games"):
        training(tmp_path / "a", dataclasses.replace(TINY, warm=WarmSettings(str(one)))).start_warm()
    line = ["wS1", "bS1 -wS1", "wQ wS1-", "bQ -bS1", "wA1 wQ-", "bA1 -bQ", "wA2 wA1-", "bA2 -bA1", "wA3 wA2-"]
    wide = tmp_path / "wide.txt"
    texts = (";".join(line), ";".join([*line[:-1], "wG1 wA2-"]))
    wide.write_text("".join(f"Base;InProgress;Black[5];{text}\n" for text in texts), "utf-8")
    small = dataclasses.replace(
        TINY,
        game="hive",
        variant="Base",
        observation="planes:window=5",
        actions="cells:window=5",
        warm=WarmSettings(str(wide), positions=10, skipped_plies=8),
    )
    with pytest.raises(UsageError, match="expected a larger window"):
        training(tmp_path / "b", small).start_warm()
    with pytest.raises(UsageError, match=r"warm\.games is missing"):
        settings_of({"game": "hex", "warm": {"share": 0.5}})


@needs_torch
def test_a_run_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    begun = training(tmp_path)
    begun.step()
    begun.close()
    path = tmp_path / "settings.json"
    settings = json.loads(path.read_text("utf-8"))
    del settings["warm"], settings["learner"]["legal_only"], settings["self_play"]["parts"]
    path.write_text(json.dumps(settings), "utf-8")
    with changed_checkpoint(tmp_path) as stored:
        del stored["warm"]
    samples = tmp_path / "games-00001.samples"
    packed = PackedSamples.load(samples)
    whole = packed.part(np.arange(len(packed)))
    old = ("observations", "policies", "values", "weights")
    data = io.BytesIO()
    np.savez_compressed(data, **{name: getattr(whole, name) for name in old})
    write_checked(samples, data.getvalue())
    gone_on = training(tmp_path)
    assert gone_on.iteration == 1
    gone_on.step()


@needs_torch
def test_a_network_of_pieces_is_the_same_in_the_core(tmp_path: Path) -> None:
    from hexapoda._core import nn
    from hexapoda.nets.network_file import read_network

    path = tmp_path / "games.txt"
    lines = (f"Base;InProgress;White[3];wS1;bS1 -wS1;wQ wS1-;b{bug} -bS1\n" for bug in ("Q", "A1"))
    path.write_text("".join(lines) * 30, "utf-8")
    learner = dataclasses.replace(TINY.learner, legal_only=True)
    settings = dataclasses.replace(
        TINY,
        game="hive",
        variant="Base",
        observation="planes:window=7",
        actions="cells:window=7",
        iterations=1,
        learner=learner,
        self_play=dataclasses.replace(TINY.self_play, max_plies=12),
        warm=WarmSettings(str(path), positions=200),
    )
    trained = training(tmp_path / "run", settings)
    finish(trained)
    file = read_network(trained.network_file)
    assert (
        file.header.sizes["pieces"] == 28 and file.header.training["settings"]["warm"]["games"] == "games.txt"
    )
    core = nn.BoardNetwork(weights=trained.network.weights(), **file.header.sizes)
    batch = BatchEnv("hive", 8, variant="Base", observation="planes:window=7", actions="cells:window=7")
    for _ in range(6):
        batch.step(batch.sample())
    assert batch.observations is not None
    expected, expected_values = trained.network.evaluate(batch.observations, batch.masks)
    logits, values = np.zeros(expected.shape, np.float32), np.zeros(8, np.float32)
    core.evaluate(batch.observations.reshape(8, -1), logits, values)
    assert np.allclose(logits, expected, atol=1e-4) and np.allclose(values, expected_values, atol=1e-4)
