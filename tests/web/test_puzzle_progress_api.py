"""What a visitor has solved, on the server: counted once, merged, and kept for each owner."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.puzzles.progress import PuzzleProgress
from hexapoda.puzzles.puzzle_file import all_puzzles
from hexapoda.web.owner import owner_with
from hexapoda.web.settings import WebSettings
from tests.web.pages import serving
from tests.web.test_belongings import owner

ONE, TWO, *_ = [puzzle for puzzle in all_puzzles() if puzzle.game == "hex"]
PLACE = "/api/v1/puzzles/progress"


def count(client: TestClient, puzzle: str, solved: bool, attempt: str) -> Any:
    answer = client.post(PLACE, json={"puzzle": puzzle, "solved": solved, "attempt": attempt})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_an_attempt_counts_once(client: TestClient) -> None:
    assert client.get(PLACE).json() == {"level": {}, "streak": 0, "cards": {}}
    first = count(client, ONE.id, True, "attempt-1")
    assert first["streak"] == 1 and list(first["cards"]) == [ONE.id] and first["level"]["hex"] > 1
    assert count(client, ONE.id, True, "attempt-1") == first
    lost = count(client, TWO.id, False, "attempt-2")
    assert lost["streak"] == 0 and lost["cards"][TWO.id]["box"] == 0
    whole = client.get(PLACE).json()
    assert set(whole["cards"]) == {ONE.id, TWO.id} and whole["cards"][ONE.id]["solved"] == 1
    assert PuzzleProgress.load().cards[ONE.id].solved == 1, "the terminal shows the same"
    wish = {"puzzle": "0" * 10, "solved": True, "attempt": "attempt-3"}
    assert client.post(PLACE, json=wish).status_code == 404


def test_what_a_browser_has_kept_is_brought_once(client: TestClient) -> None:
    count(client, ONE.id, True, "attempt-1")
    more = {"box": 2, "due": 1.8e9, "solved": 3, "failed": 1}
    wish = {
        "level": {"hex": 6.5, "hive": 4.0, "chess": 2.0},
        "streak": 9,
        "cards": {ONE.id: more, TWO.id: more | {"solved": 1}, "0" * 10: more},
    }
    found = [client.put(PLACE, json=wish).json() for _ in "12"]
    assert found[0] == found[1] and set(found[0]["cards"]) == {ONE.id, TWO.id}
    assert found[0]["cards"][ONE.id] == more, "it has more attempts than the server knows"
    assert found[0]["streak"] == 1
    assert found[0]["level"]["hive"] == 4.0 and found[0]["level"]["hex"] != 6.5
    assert client.put(PLACE, json=wish | {"level": {"hex": 11}}).status_code == 400


def test_every_owner_has_their_own(home: Path, tmp_path: Path) -> None:
    keys = ["k" * 32, "m" * 32]
    with serving(WebSettings(names=("club.example",))) as client:
        client.cookies.set("hexapoda-key", keys[0])
        count(client, ONE.id, True, "attempt-1")
        client.cookies.set("hexapoda-key", keys[1])
        assert client.get(PLACE).json()["cards"] == {}
    assert PuzzleProgress.load().cards == {}
    out = tmp_path / "mine.jsonl"
    owner(home, keys[0], "--export", str(out))
    [line] = map(json.loads, out.read_text("utf-8").splitlines())
    assert line["kind"] == "puzzles" and list(line["cards"]) == [ONE.id]
    said = json.loads(owner(home, keys[0], "--delete", "--json"))
    assert said == {"things": 1, "damaged": [], "deleted": 1, "left": 0}
    left = list(PuzzleProgress.path(owner_with(keys[0])).parent.iterdir())
    assert left == [], "not even a lock with the name"


def test_a_damaged_progress_is_exported_before_it_is_deleted(home: Path, tmp_path: Path) -> None:
    path, out = PuzzleProgress.path(), tmp_path / "mine.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("half", "utf-8")
    owner(home, "local", "--export", str(out), "--delete")
    assert json.loads(out.read_text("utf-8")) == {"kind": "puzzles", "damaged": "half"}
    assert not path.exists()


def test_so_many_visitors_of_one_address_begin_in_a_day(home: Path) -> None:
    wish = {"puzzle": ONE.id, "solved": True, "attempt": "attempt-1"}
    with serving(WebSettings(names=("club.example",), solvers_a_day_per_address=2)) as client:
        codes = []
        for key in ("k" * 32, "l" * 32, "m" * 32, "k" * 32):
            client.cookies.set("hexapoda-key", key)
            codes.append(client.post(PLACE, json=wish).status_code)
        assert codes == [200, 200, 429, 200], "who has begun goes on"
        client.cookies.set("hexapoda-key", "n" * 32)
        assert client.put(PLACE, json={}).status_code == 429
        assert client.get(PLACE).status_code == 200
    assert len(list(PuzzleProgress.path("x").parent.glob("*.json"))) == 2


@pytest.mark.parametrize("coded", [True, False])
def test_a_disk_that_refuses_is_said(
    client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch, coded: bool
) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path)) if coded else OSError(f"not {path}")

    monkeypatch.setattr("hexapoda.puzzles.progress.write_atomically", full)
    answer = client.post(PLACE, json={"puzzle": ONE.id, "solved": True, "attempt": "attempt-1"})
    assert answer.status_code == 503 and str(home) not in answer.text
    why = "no space left on device" if coded else "the disk reported an error"
    assert answer.json()["error"]["text"] == f"this cannot be saved: {why}"


def test_a_progress_in_use_is_said(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapoda.puzzles.progress._PATIENCE", 0.0)
    with PuzzleProgress.changing():
        answer = client.post(PLACE, json={"puzzle": ONE.id, "solved": True, "attempt": "attempt-1"})
    assert answer.status_code == 503 and "in use" in answer.json()["error"]["text"]


def test_a_damaged_file_is_said_and_left(client: TestClient, home: Path) -> None:
    path = PuzzleProgress.path()
    path.parent.mkdir(parents=True)
    path.write_text('{"version": 1, "cards": 3}', "utf-8")
    for answer in (
        client.get(PLACE),
        client.post(PLACE, json={"puzzle": ONE.id, "solved": True, "attempt": "attempt-1"}),
    ):
        assert answer.status_code == 409 and str(home) not in answer.text
    assert path.read_text("utf-8") == '{"version": 1, "cards": 3}'
