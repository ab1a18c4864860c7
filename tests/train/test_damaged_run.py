"""Files of a training run that are damaged, lost or left over."""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path

import pytest

from hexapoda.errors import UsageError
from hexapoda.train.run_folder import write_checked
from tests.train.training_runs import Cut, cut_at, finish, training

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


def test_damage_is_named(tmp_path: Path) -> None:
    begun = training(tmp_path)
    begun.step()
    begun.close()
    for name, message in (
        ("checkpoint.pt", "is damaged: the checksum"),
        ("games-00001.samples", "are damaged"),
    ):
        file = tmp_path / name
        content = file.read_bytes()
        for damaged in (content[:-7], content[:50] + b"x" + content[51:], b""):
            file.write_bytes(damaged)
            with pytest.raises(UsageError, match=f"{name}.*{message}"):
                again = training(tmp_path)
                try:
                    again.step()
                finally:
                    again.close()
        file.write_bytes(content)
        begun.close()
    (tmp_path / "games-00001.samples").unlink()
    again = training(tmp_path)
    with pytest.raises(UsageError, match="cannot read the samples"):
        again.step()


def test_what_a_killed_process_has_left_is_removed(tmp_path: Path) -> None:
    begun = training(tmp_path)
    finish(begun)
    begun.close()
    kept = {path.name for path in tmp_path.iterdir()}
    for name in ("games-00001.samples", "games-00001.json", ".checkpoint.pt.12-34.part"):
        (tmp_path / name).touch()
    training(tmp_path).close()
    assert {path.name for path in tmp_path.iterdir()} == kept
    assert "games-00003.samples" in kept and "games-00002.samples" not in kept


@pytest.mark.timeout(30)
def test_files_that_are_none_are_named(tmp_path: Path) -> None:
    begun = training(tmp_path)
    begun.step()
    begun.close()
    write_checked(tmp_path / "checkpoint.pt", b"junk")
    with pytest.raises(UsageError, match=r"checkpoint\.pt.* is for another network or version"):
        training(tmp_path)
    (tmp_path / "settings.json").write_text("[" * 100_000)
    with pytest.raises(UsageError, match=r"cannot read .*settings\.json"):
        training(tmp_path)
    other = tmp_path / "other"
    training(other).close()
    (other / "progress.jsonl").unlink(missing_ok=True)
    os.mkfifo(other / "progress.jsonl")
    with pytest.raises(UsageError, match=r"progress\.jsonl' is not a file"):
        training(other)


def test_a_file_that_was_lost_is_missed(tmp_path: Path) -> None:
    begun = training(tmp_path)
    finish(begun)
    begun.close()
    progress = (tmp_path / "progress.jsonl").read_bytes()
    for name, message in (
        ("checkpoint.pt", "has 0 iterations.* beside it has 3"),
        ("gates.json", "has 0 matches.* beside it has 2"),
    ):
        content = (tmp_path / name).read_bytes()
        (tmp_path / name).unlink()
        with pytest.raises(UsageError, match=f"{name}' {message}"):
            training(tmp_path)
        (tmp_path / name).write_bytes(content)
        assert (tmp_path / "progress.jsonl").read_bytes() == progress
    (tmp_path / "checkpoint.pt").unlink()
    (tmp_path / "gates.json").unlink()
    (tmp_path / "progress.jsonl").unlink()
    assert training(tmp_path).iteration == 0


def test_more_damage(tmp_path: Path) -> None:
    begun = training(tmp_path)
    begun.step()
    with pytest.raises(Cut):
        begun.step(cut_at("learning"))
    begun.close()
    summary = (tmp_path / "games-00002.json").read_text()
    good = json.loads(summary)
    wrong = [
        {"self_play_seconds": float("nan")},
        {"decisive": 99},
        {"games": 0, "decisive": 0},
        {"plies": None},
    ]
    for damaged in ("{", "[]", "{}", "[" * 9999, *(json.dumps(good | one) for one in wrong)):
        (tmp_path / "games-00002.json").write_text(damaged)
        again = training(tmp_path)
        with pytest.raises(
            UsageError, match=r"games-00002.json' is damaged; without it the games are played again"
        ):
            again.step()
        again.close()
    (tmp_path / "games-00002.json").unlink()
    training(tmp_path).step()
