"""The files of reviews: locks, damage, and a disk that cannot be written or read."""

from __future__ import annotations

import errno
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.pages import serving
from tests.web.test_reviews import FAST, HEX, HIVE, begin, finish, progress, watching


def folder(home: Path) -> Path:
    return home / "web" / "reviews"


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of the file of a review that is done and that no server has in memory."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEXAPODA_HOME", str(home))
        with serving(FAST) as client:
            id = begin(client, text=HIVE)
            finish(client, id)
    assert [path.name for path in folder(home).iterdir()] == [f"{id}.json"], "without its lock"
    return (folder(home) / f"{id}.json").read_text("utf-8")


def test_two_servers_do_not_write_one_review(home: Path) -> None:
    with serving(FAST) as second:
        with serving(FAST) as first:
            id = begin(first, text=HIVE)
            answer = second.get(f"/api/v1/reviews/{id}")
            assert (
                answer.status_code == 409 and "another server has it open" in answer.json()["error"]["text"]
            )
            assert len(finish(first, id)["judgments"]) == 11
        assert second.get(f"/api/v1/reviews/{id}").json()["status"] == "done"


def test_a_review_that_cannot_be_saved_says_so(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder(home).parent.mkdir(parents=True)
    folder(home).write_text("a file in place of the folder", "utf-8")
    with serving(FAST) as client:
        made = client.post("/api/v1/reviews", json={"text": HIVE}).json()
        assert made["saved"] is False
        with watching(client, made["id"]) as socket:
            assert progress(socket, "done")[0]["saved"] is False
        assert client.get(f"/api/v1/reviews/{made['id']}").json()["saved"] is False
        assert caplog.text.count(f"{made['id']}.json cannot be saved") == 1
        folder(home).unlink()
        moves = {"text": HEX}
        assert client.post("/api/v1/reviews", json=moves).json()["saved"] is True


def test_a_side_that_the_disk_refuses_is_asked_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(FAST) as client:
        place = f"/api/v1/reviews/{begin(client, text=HEX, you=0)}"
        finish(client, place.rpartition("/")[2])
        with monkeypatch.context() as patch:
            patch.setattr("hexapoda.practice.collection.write_atomically", full)
            answer = client.put(f"{place}/you", json={"you": 1})
        assert answer.status_code == 503 and "no space left on device" in answer.json()["error"]["text"]
        assert client.get(place).json()["you"] is None, "neither side is wrong"
        assert client.put(f"{place}/you", json={"you": 1}).json()["added"] > 0
        assert {row["player"] for row in client.get("/api/v1/practice").json()["queue"]} == {1}


def test_an_exercise_that_the_disk_does_not_give(home: Path) -> None:
    (home / "practice" / "local" / f"{0:016}.json").mkdir(parents=True)
    with serving() as client:
        answer = client.get(f"/api/v1/practice/exercises/{0:016}")
        assert answer.status_code == 503 and str(home) not in answer.text
        assert answer.json()["error"]["text"] == "this cannot be read: is a directory"


def full(path: Path, text: str) -> None:
    raise OSError(errno.ENOSPC, "No space left on device", str(path))


def in_state(change: Callable[[Any], object]) -> Callable[[Any], object]:
    return lambda saved: change(saved["state"])


FACT = {"kind": "ring", "gains": 0, "ply": 1, "pieces": ["wQ"], "cells": [[0, 0]], "count": 1}
REMARK = {"text": "Because.", "fact": FACT, "line": [], "good": True}
DAMAGES: list[Callable[[Any], object]] = [
    lambda saved: saved.clear(),
    lambda saved: saved.update(status="purple"),
    lambda saved: saved.update(state=3),
    lambda saved: saved["game"]["header"].update(game="go"),
    lambda saved: saved["game"].update(nodes=[{}]),
    lambda saved: saved["game"]["nodes"].reverse(),
    in_state(lambda state: state.update(deep=[99])),
    in_state(lambda state: state["moves"][0].update(ply=99)),
    in_state(lambda state: state["moves"][0].update(ply="1")),
    in_state(lambda state: state["moves"][0].update(move="wQ wQ-")),
    in_state(lambda state: state["moves"][0].update(move=7)),
    in_state(lambda state: state["moves"][0].update(player=5)),
    in_state(lambda state: state["moves"][0].update(line=[])),
    in_state(lambda state: state["moves"][0].update(win_probability_before="much")),
    in_state(lambda state: state["moves"][0].update(win_probability_before=float("nan"))),
    in_state(lambda state: state["moves"][0].update(judgment="rather good")),
    in_state(lambda state: state["moves"][0].update(before=[None])),
    in_state(lambda state: state["moves"][0].update(remarks=[{}])),
    in_state(lambda state: state["moves"][0].update(remarks=[{**REMARK, "line": 7}])),
    in_state(lambda state: state["moves"][0].update(remarks=[{**REMARK, "fact": {**FACT, "gains": 7}}])),
    in_state(lambda state: state["moves"][0].update(remarks=[{**REMARK, "fact": {**FACT, "ply": math.inf}}])),
    lambda saved: saved.update(sides={"somebody": math.inf}),
    in_state(lambda state: state["known"].update({"x": []})),
    in_state(lambda state: state["known"].update({"0": [[1, 2, 3], 7, []]})),
]


def test_a_damaged_file_is_a_clear_problem(
    reviewed: str, home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder(home).mkdir(parents=True)
    with serving(FAST) as client:
        for number, damage in enumerate(DAMAGES):
            saved = json.loads(reviewed)
            damage(saved)
            path = folder(home) / f"{number:032x}.json"
            path.write_text(json.dumps(saved), "utf-8")
            before = path.read_bytes()
            for part in ("", "/positions/1"):
                answer = client.get(f"/api/v1/reviews/{path.stem}{part}")
                assert answer.status_code == 409, (number, answer.text)
                text = answer.json()["error"]["text"]
                assert "the saved review is damaged" in text and str(path.parent) not in text, number
            assert f"{path} cannot be read" in caplog.text
            assert path.read_bytes() == before and not path.with_suffix(".lock").exists(), number


def test_the_file_that_is_damaged_was_whole(reviewed: str, home: Path) -> None:
    folder(home).mkdir(parents=True)
    (folder(home) / f"{0:032x}.json").write_text(reviewed, "utf-8")
    with serving(FAST) as client:
        assert client.get(f"/api/v1/reviews/{0:032x}").json()["status"] == "done"
