"""`hexapoda practice`: what is due, how one does, and what cannot be read."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hexapoda.cli.app import command_line
from hexapoda.practice.collection import Collection
from hexapoda.practice.memory import AnswerRating
from tests.practice.exercises import exercise


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    return tmp_path


def practice(*arguments: str, code: int = 0) -> tuple[str, str]:
    result = CliRunner().invoke(
        command_line("practice"), ["practice", *arguments], prog_name="hexapoda", terminal_width=200
    )
    assert result.exit_code == code, (result.exit_code, result.output)
    return result.stdout, result.stderr


def test_nothing_to_practice(home: Path) -> None:
    assert "choose your side" in practice(code=1)[0]
    assert not (home / "practice").exists(), "to look makes nothing"


def test_what_is_due_and_how_one_does(home: Path) -> None:
    own = Collection("local")
    own.add([exercise("b2", themes=("pins a queen",)), exercise("c2", kind="win")])
    own.answer(exercise("b2").id, AnswerRating.GOOD, "one")
    out, _ = practice()
    assert exercise("c2").id in out and exercise("b2").id not in out
    assert "2 exercises: 1 due, 1 new, 1 learning, 0 known" in out and "find the forced win" in out
    assert "pins a queen" in out and "100%" in out and "hexapoda web" in out
    every, _ = practice("--all")
    assert exercise("b2").id in every and "in 2 days" in every
    assert "no exercises" in practice("--game", "hive", code=1)[0]
    assert "chess" in practice("--game", "chess", code=2)[1]
    *rows, figures = map(json.loads, practice("--json", "--all", "--game", "hex")[0].splitlines())
    assert [(row["id"], row["is_due"], row["answers"]) for row in rows] == [
        (exercise("c2").id, True, 0),
        (exercise("b2").id, False, 1),
    ]
    assert (figures["cards"], figures["due"], figures["themes"][0]["cards"]) == (2, 1, 1)
    own.answer(exercise("c2").id, AnswerRating.AGAIN, "two")
    assert "the next one is due in 10 minutes" in practice(code=1)[0]
    assert figures["next"] > time.time()


def test_what_a_wrong_clock_has_put_off_is_due(home: Path) -> None:
    own, later = Collection("local"), time.time() + 1000 * 86400
    own.add([exercise("b2"), exercise("c2")], later)
    own.answer(exercise("b2").id, AnswerRating.GOOD, "one", later)
    assert "2 exercises: 2 due" in practice()[0]


def test_a_damaged_file_is_named(home: Path) -> None:
    own = Collection("local")
    own.add([exercise("b2"), exercise("c2")])
    (own.folder / f"{exercise('b2').id}.json").write_text("{", "utf-8")
    out, said = practice()
    assert "1 exercise: 1 due" in out and f"{exercise('b2').id}.json is damaged" in said
