"""The files of reviews: locks, damage, and a disk that cannot be written."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexapoda.file_lock import take_lock
from hexapoda.web.live.review_file import tidy_reviews
from tests.web.pages import serving
from tests.web.test_reviews import FAST, HEX, HIVE, begin, finish, progress, watching


def folder(home: Path) -> Path:
    return home / "web" / "reviews"


@pytest.fixture
def reviewed(home: Path) -> Path:
    """The file of a review that is done and that no server has in memory."""
    with serving(FAST) as client:
        id = begin(client, text=HIVE)
        finish(client, id)
    assert [path.name for path in folder(home).iterdir()] == [f"{id}.json"], "without its lock"
    return folder(home) / f"{id}.json"


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


def test_the_oldest_files_go(home: Path) -> None:
    with serving(FAST) as client:
        ids = [begin(client, text=HEX) for _ in range(4)]
        for id in ids:
            finish(client, id)
    for age, id in enumerate(ids):
        os.utime(folder(home) / f"{id}.json", (1e9 - age, 1e9 - age))
    lock = take_lock(folder(home) / f"{ids[2]}.lock")
    assert lock is not None
    tidy_reviews(3, keep=[ids[3]])
    left = {path.stem for path in folder(home).glob("*.json")}
    assert left == {ids[0], ids[2], ids[3]}, "the last one is in use here, the one before on another server"
    lock.release()
    tidy_reviews(0)
    assert not list(folder(home).iterdir())


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


def in_state(change: Callable[[Any], object]) -> Callable[[Any], object]:
    return lambda saved: change(saved["state"])


@pytest.mark.parametrize(
    "damage",
    [
        lambda saved: saved.clear(),
        lambda saved: saved.update(status="purple"),
        lambda saved: saved.update(themes={"x": []}),
        lambda saved: saved.update(themes={"99": ["a fork"]}),
        lambda saved: saved.update(state=3),
        lambda saved: saved["record"].update(game="go"),
        lambda saved: saved["record"].update(moves=[]),
        lambda saved: saved["record"]["moves"].reverse(),
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
        in_state(lambda state: state["known"].update({"x": []})),
        in_state(lambda state: state["known"].update({"0": [[1, 2, 3], 7, []]})),
    ],
)
def test_a_damaged_file_is_a_clear_problem(
    reviewed: Path, caplog: pytest.LogCaptureFixture, damage: Callable[[Any], object]
) -> None:
    saved = json.loads(reviewed.read_text("utf-8"))
    damage(saved)
    reviewed.write_text(json.dumps(saved), "utf-8")
    before = reviewed.read_bytes()
    with serving(FAST) as client:
        for path in ("", "/positions/1"):
            answer = client.get(f"/api/v1/reviews/{reviewed.stem}{path}")
            assert answer.status_code == 409, answer.text
            text = answer.json()["error"]["text"]
            assert "the saved review is damaged" in text and str(reviewed.parent) not in text
        assert f"{reviewed} cannot be read" in caplog.text
    assert reviewed.read_bytes() == before and not reviewed.with_suffix(".lock").exists()
