"""Training runs and makings of puzzles that are started over the API: progress, stop, resume, refusals."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.train.any_settings import any_settings_of, read_any_settings
from hexapoda.web.commands import new_puzzles
from hexapoda.web.commands.new_puzzles import resumed_puzzles
from hexapoda.web.commands.new_run import _toml
from hexapoda.web.settings import WebSettings
from tests.web.pages import serving
from tests.web.test_commands_api import REFUSAL, ROOT, command, ended, until

RUN = {"id": "tiny", "game": "hex", "iterations": 2, "games": 8, "simulations": 2}
PUZZLES: dict[str, Any] = {
    "id": "mine",
    "game": "hex",
    "variant": "5x5",
    "count": 2,
    "minutes": 5,
    "shortest": 2,
    "seed": 3,
}


def run(client: TestClient, id: str) -> Any:
    return client.get(f"/api/v1/runs/{id}").json()


@pytest.mark.slow
def test_a_run_is_started_stopped_and_resumed(client: TestClient, home: Path) -> None:
    pytest.importorskip("torch")
    answer = client.post(f"{ROOT}/runs", json=RUN)
    assert answer.status_code == 201, answer.text
    until(lambda: run(client, "tiny"), lambda found: found.get("now"))  # PyTorch takes some seconds
    settings = read_any_settings(home / "run-settings" / "tiny.toml")
    assert (settings.game, settings.variant, settings.iterations) == ("hex", "5x5", 2)
    assert client.post(f"{ROOT}/runs", json=RUN).status_code == 409
    client.post(f"{ROOT}/run/tiny/stop")
    found = ended(client, "tiny")
    assert (found["kind"], found["state"], found["text"]) == ("run", "stopped", "")
    assert run(client, "tiny")["now"] is None
    (home / "run-settings" / "tiny.toml").unlink()  # as of a run that was begun in a terminal
    assert client.post(f"{ROOT}/run/tiny/resume").json()["state"] == "running"
    until(lambda: run(client, "tiny"), lambda found: found["now"])
    client.post(f"{ROOT}/run/tiny/stop")
    assert ended(client, "tiny")["state"] == "stopped"


def test_settings_are_written_so_that_the_command_reads_them(tmp_path: Path) -> None:
    values: dict[str, Any] = {
        "game": "hex",
        "variant": "5x5",
        "rules": {"swap": "sides"},
        "observation": 'planes "odd" \x7f\x01 \U0001f41d',
        "device": "cpu",
        "network": {"channels": 8, "blocks": 1},
        "learner": {"learning_rate": 1e-05, "legal_only": True},
    }
    path = tmp_path / "run.toml"
    path.write_text(_toml(values), "utf-8")
    assert read_any_settings(path) == any_settings_of(values)


@pytest.mark.parametrize(
    ("wish", "status", "said"),
    [
        ({"game": "hive"}, 400, "no small board"),
        ({"game": "chess"}, 400, "no game is called"),
        ({"id": "../up"}, 400, ""),
        ({"iterations": 0}, 400, "greater than or equal to 1"),
        ({"iterations": 10**6}, 400, "less than or equal to"),
        ({"games": 1}, 400, "greater than or equal to 8"),
        ({"simulations": 10**6}, 400, "less than or equal to"),
        ({"seed": -1}, 400, "greater than or equal to 0"),
        ({"device": "cuda"}, 400, "Extra inputs"),
    ],
)
def test_what_is_wrong_trains_nothing(
    client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch, wish: Any, status: int, said: str
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    answer = client.post(f"{ROOT}/runs", json={**RUN, **wish})
    assert answer.status_code == status and said in answer.json()["error"]["text"], answer.text
    assert not (home / "runs").exists() and not (home / "run-settings").exists()


def test_training_needs_pytorch(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    for path, body in (("runs", RUN), ("run/tiny/resume", None)):
        answer = client.post(f"{ROOT}/{path}", json=body)
        assert answer.status_code == 409 and "hexapoda[train]" in answer.json()["error"]["text"]


def test_runs_that_cannot_be_resumed(client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    for id, settings in (
        ("warm", {"game": "hex", "warm": {"games": "games"}}),
        ("expert", {"game": "hex", "expert": {}}),
        ("damaged", []),
    ):
        (home / "runs" / id).mkdir(parents=True)
        (home / "runs" / id / "settings.json").write_text(json.dumps(settings), "utf-8")
        answer = client.post(f"{ROOT}/run/{id}/resume")
        assert answer.status_code == 409 and "hexapoda train" in answer.json()["error"]["text"]
    answer = client.post(f"{ROOT}/run/none/resume")
    assert answer.status_code == 400 and "there is no training run 'none'" in answer.json()["error"]["text"]


def test_runs_of_another_folder_are_not_started(tmp_path: Path) -> None:
    (tmp_path / "others").mkdir()
    with serving(WebSettings(runs=tmp_path / "others")) as client:
        answer = client.post(f"{ROOT}/runs", json=RUN)
        assert answer.status_code == 409 and "another folder" in answer.json()["error"]["text"]


def test_puzzles_are_made_and_offered(client: TestClient, home: Path) -> None:
    answer = client.post(f"{ROOT}/puzzles", json=PUZZLES)
    assert answer.status_code == 201, answer.text
    found = ended(client, "mine")
    assert (found["kind"], found["state"], found["text"], found["puzzles"]) == ("puzzles", "done", "", 2)
    lines = (home / "puzzles" / "mine.jsonl").read_text("utf-8").splitlines()
    made = {json.loads(line)["id"] for line in lines}
    listed = client.get("/api/v1/puzzles").json()["puzzles"]
    own = [one for one in listed if one["id"] in made]
    assert len(own) == 2 and all(one["variant"] == "5x5" and one["length"] >= 2 for one in own)
    assert client.post(f"{ROOT}/puzzles", json=PUZZLES).status_code == 409
    assert client.post(f"{ROOT}/puzzles/mine/resume").status_code == 409  # complete


def test_a_making_of_puzzles_goes_on_after_the_server_has_ended(home: Path) -> None:
    with serving() as client:
        client.post(f"{ROOT}/puzzles", json={**PUZZLES, "count": 1000})
        until(lambda: command(client, "mine"), lambda found: found["puzzles"] > 0)
    with serving() as client:
        left = command(client, "mine")
        assert (left["kind"], left["state"], left["began"]) == ("puzzles", "stopped", "")
        assert left["puzzles"] > 0
        assert client.post(f"{ROOT}/puzzles/mine/resume").json()["state"] == "running"
        until(lambda: command(client, "mine"), lambda found: found["puzzles"] > left["puzzles"])
        client.post(f"{ROOT}/puzzles/mine/stop")
        assert ended(client, "mine")["state"] == "stopped"


def test_a_start_that_is_refused_changes_nothing(client: TestClient, home: Path) -> None:
    """The second page asks before the first making has saved anything."""
    wish = {**PUZZLES, "count": 1000, "shortest": 6, "longest": 6}
    assert client.post(f"{ROOT}/puzzles", json=wish).status_code == 201
    words = (home / "puzzles" / "mine.jsonl.command").read_text("utf-8")
    assert client.post(f"{ROOT}/puzzles", json={**wish, "seed": 4}).status_code == 409
    assert (home / "puzzles" / "mine.jsonl.command").read_text("utf-8") == words
    client.post(f"{ROOT}/puzzles/mine/stop")
    assert ended(client, "mine")["state"] == "stopped"


def test_a_making_goes_on_where_the_data_folder_is_now(
    client: TestClient, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post(f"{ROOT}/puzzles", json={**PUZZLES, "count": 1000})
    until(lambda: command(client, "mine"), lambda found: found["puzzles"] > 0)
    client.post(f"{ROOT}/puzzles/mine/stop")
    ended(client, "mine")
    moved = home.rename(tmp_path / "moved")
    monkeypatch.setenv("HEXAPODA_HOME", str(moved))
    words = resumed_puzzles("mine")
    assert [word for word in words if "jsonl" in word] == [f"--out={moved / 'puzzles' / 'mine.jsonl'}"]
    assert words[-1] == "--resume"


def test_two_servers_make_no_file_together(client: TestClient, home: Path) -> None:
    client.post(f"{ROOT}/puzzles", json={**PUZZLES, "count": 1000})
    until(lambda: command(client, "mine"), lambda found: found["puzzles"] > 0)
    with serving() as other:
        assert other.get(ROOT).json()["commands"] == [], "it is not stopped"
        other.post(f"{ROOT}/puzzles/mine/resume")
        found = ended(other, "mine")
        assert found["state"] == "failed" and "another process is making the puzzles" in found["text"]
    assert command(client, "mine")["state"] == "running"


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"game": "chess"}, "no game is called"),
        ({"variant": "99x99"}, "expected COLUMNSxROWS"),
        ({"theme": "smothered mate"}, "there is no theme"),
        ({"shortest": 4, "longest": 3}, "shortest win"),
        ({"count": 0}, "greater than or equal to 1"),
        ({"minutes": 10**6}, "less than or equal to"),
        ({"id": "a/b"}, ""),
        ({"out": "/etc/passwd"}, "Extra inputs"),
    ],
)
def test_what_is_wrong_makes_no_puzzles(
    client: TestClient, home: Path, wish: dict[str, Any], said: str
) -> None:
    answer = client.post(f"{ROOT}/puzzles", json={**PUZZLES, **wish})
    assert answer.status_code == 400 and said in answer.json()["error"]["text"]
    assert not (home / "puzzles").exists()


def test_only_own_makings_are_resumed(client: TestClient, home: Path) -> None:
    (home / "puzzles").mkdir(parents=True)
    for words in ("{}", '["web"]', "[1]", "damaged"):
        (home / "puzzles" / "odd.jsonl.command").write_text(words, "utf-8")
        assert client.post(f"{ROOT}/puzzles/odd/resume").status_code == 404
    assert client.post(f"{ROOT}/puzzles/none/resume").status_code == 404


def test_visitors_start_no_other_work_either() -> None:
    with serving(WebSettings(host="0.0.0.0", token="t" * 40)) as client:
        for path, body in (("runs", RUN), ("puzzles", PUZZLES), ("run/a/resume", None)):
            answer = client.post(f"{ROOT}/{path}", json=body)
            assert answer.status_code == 403 and answer.json()["error"]["text"] == REFUSAL


def test_a_command_that_begins_finds_its_lock_free(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = home / "puzzles"
    folder.mkdir(parents=True)
    for name in "ab":
        for ending in ("state", "command"):
            (folder / f"{name}.jsonl.{ending}").write_text("", "utf-8")
    asked: list[str] = []
    monkeypatch.setattr(new_puzzles, "is_in_use", lambda path: asked.append(path.stem))
    assert new_puzzles.stopped_puzzles({"a"}) == asked == ["b"]
