"""Matches that are started over the API: to their end, stopped, resumed; who may; what is refused."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.engines.external import ExternalEngine, add_external
from hexapoda.web.settings import WebSettings
from tests.web.match_folders import match
from tests.web.pages import serving
from tests.web.server_process import running, wait_until_gone

ROOT = "/api/v1/commands"
TINY: dict[str, Any] = {
    "game": "hex",
    "variant": "5x5",
    "engines": [{"id": "level-1"}, {"id": "random"}],
    "games": 2,
    "nodes": 1,
}
LONG: dict[str, Any] = {**TINY, "engines": [{"id": "rave"}, {"id": "mcts"}], "games": 400, "nodes": 200}
REFUSAL = "only the owner of this server can start and stop its work"


def until(ask: Callable[[], Any], wanted: Callable[[Any], bool]) -> Any:
    """The first answer that is wanted."""
    end = time.monotonic() + 60.0
    while not wanted(found := ask()):
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found


def start(client: TestClient, wish: dict[str, Any], **more: Any) -> str:
    """Start a match; its id."""
    answer = client.post(f"{ROOT}/matches", json={**wish, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def command(client: TestClient, id: str) -> Any:
    """What the server says of a command."""
    return next(one for one in client.get(ROOT).json()["commands"] if one["id"] == id)


def ended(client: TestClient, id: str) -> Any:
    """The same when the command has ended."""
    return until(lambda: command(client, id), lambda one: one["state"] not in ("running", "stopping"))


def played(client: TestClient, id: str) -> Any:
    """The match."""
    return client.get(f"/api/v1/matches/{id}").json()["match"]


def test_a_match_is_started_and_played_to_its_end(client: TestClient, home: Path) -> None:
    assert client.get(ROOT).json() == {"commands": [], "most": 2, "cores": os.cpu_count()}
    id = start(client, TINY, seed=7)
    assert (home / "matches" / id / "settings.json").is_file()
    found = ended(client, id)
    assert (found["kind"], found["state"], found["text"]) == ("match", "done", "")
    shown = played(client, id)
    assert (shown["played"], shown["total"], shown["finished"]) == (2, 2, True)
    assert (shown["game"], shown["variant"], shown["settings"]["seed"]) == ("hex", "5x5", 7)
    assert [one["nodes"] for one in shown["settings"]["limits"]] == [1, 1]


def test_every_wish_reaches_the_match(client: TestClient) -> None:
    wish = {
        **TINY,
        "id": "wished",
        "engines": [{"id": "random", "time": 0.05}, {"id": "random", "nodes": 3}, {"id": "montecarlo"}],
        "format": "gauntlet",
        "games": 2,
        "rules": {"swap": "sides"},
        "concurrency": min(2, os.cpu_count() or 1),
    }
    assert start(client, wish) == "wished"
    assert ended(client, "wished")["state"] == "done"
    shown = played(client, "wished")
    assert (shown["format"], shown["total"]) == ("gauntlet", 4)
    assert shown["settings"]["rules"] == {"swap": "sides"}
    assert shown["settings"]["concurrency"] == wish["concurrency"]
    limits = [(one["time"], one["nodes"]) for one in shown["settings"]["limits"]]
    assert limits == [("0.05s", None), ("", 3), ("", 1)]
    answer = client.post(f"{ROOT}/matches", json=wish)
    assert answer.status_code == 409 and answer.json()["error"]["field"] == "id"


def test_a_clock_limits_whole_games(client: TestClient) -> None:
    id = start(client, {**TINY, "nodes": None, "clock": "5+1", "engines": [{"id": "random"}] * 2})
    assert ended(client, id)["state"] == "done"
    assert played(client, id)["settings"]["limits"][0]["time"] == "5+1"


def test_a_match_is_stopped_and_resumed(client: TestClient) -> None:
    id = start(client, LONG)
    until(lambda: played(client, id), lambda found: found["played"] > 0)
    assert client.post(f"{ROOT}/match/{id}/resume").status_code == 409  # it runs
    stopped = client.post(f"{ROOT}/match/{id}/stop")
    assert stopped.status_code == 200 and stopped.json()["state"] == "stopping"
    assert client.post(f"{ROOT}/match/{id}/stop").status_code in (200, 404)  # it stops, or has ended by now
    found = ended(client, id)
    assert (found["state"], found["text"]) == ("stopped", "")
    before = played(client, id)
    assert 0 < before["played"] < 400 and not before["finished"] and not before["running"]
    assert client.post(f"{ROOT}/match/{id}/stop").status_code == 404  # it has ended
    assert client.post(f"{ROOT}/match/{id}/resume").json()["state"] == "running"
    until(lambda: played(client, id), lambda found: found["played"] > before["played"])
    client.post(f"{ROOT}/match/{id}/stop")
    assert ended(client, id)["state"] == "stopped"


def test_a_match_of_a_terminal_is_resumed_too(client: TestClient, home: Path) -> None:
    match(home, "mine", [0], games=2)
    assert client.post(f"{ROOT}/match/mine/resume").json()["state"] == "running"
    assert ended(client, "mine")["state"] == "done"
    assert played(client, "mine")["finished"]
    answer = client.post(f"{ROOT}/match/missing/resume")
    assert answer.status_code == 400 and "no match is called" in answer.json()["error"]["text"]


def test_no_more_than_two_run_at_a_time(client: TestClient) -> None:
    first, _ = start(client, LONG), start(client, LONG)
    answer = client.post(f"{ROOT}/matches", json=TINY)
    assert answer.status_code == 503 and "(at most 2)" in answer.json()["error"]["text"]
    client.post(f"{ROOT}/match/{first}/stop")
    ended(client, first)
    start(client, TINY)


def test_how_many_run_is_a_setting(home: Path) -> None:
    with serving(WebSettings(commands=1)) as client:
        start(client, LONG)
        answer = client.post(f"{ROOT}/matches", json=TINY)
        assert answer.status_code == 503 and "(at most 1)" in answer.json()["error"]["text"]


def test_what_the_command_says_reaches_the_page(client: TestClient) -> None:
    add_external(ExternalEngine("hex", "broken", "htp", ("no-such-program-here",)))
    listed = client.get("/api/v1/catalog").json()["games"]
    assert "broken" in {one["id"] for game in listed for one in game["opponents"]}
    answer = client.post(f"{ROOT}/matches", json={**TINY, "engines": [{"id": "broken"}, {"id": "random"}]})
    found = answer.json()
    if answer.status_code == 201:
        found = {"error": ended(client, found["id"])}
        assert found["error"]["state"] == "failed"
    assert "no-such-program-here" in found["error"]["text"]
    assert client.get("/api/v1/matches").json()["total"] == 0  # it never began


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"engines": [{"id": "level-1"}, {"id": "strongest"}]}, "no engine is called 'strongest'"),
        ({"engines": [{"id": "level-1"}]}, "at least 2"),
        ({"engines": [{"id": "bot.py:Bot"}, {"id": "random"}]}, "no engine is called"),
        ({"engines": [{"id": "random"}] * 11}, "at most 10"),
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"variant": "99x99"}, "expected COLUMNSxROWS"),
        ({"rules": {"castling": "on"}}, "castling"),
        ({"nodes": None}, "nothing limits the engines"),
        ({"nodes": 0}, "greater than or equal to 1"),
        ({"nodes": 10**12}, "less than or equal to"),
        ({"time": 0.0}, "greater than or equal to"),
        ({"time": 1e9}, "less than or equal to"),
        ({"games": 0}, "greater than or equal to 1"),
        ({"games": 10**6}, "less than or equal to"),
        ({"games": 20_000, "engines": [{"id": "random"}] * 10}, "expected at most 100000"),
        ({"concurrency": 65}, "less than or equal to"),
        ({"concurrency": 64}, "games at a time"),
        ({"clock": "soon"}, "'soon' is not a clock"),
        ({"format": "knockout"}, ""),
        ({"id": "../elsewhere"}, ""),
        ({"id": "-rf"}, ""),
        ({"seed": -1}, "greater than or equal to 0"),
        ({"out": "games.sgf"}, "Extra inputs"),
    ],
)
def test_what_is_wrong_starts_nothing(
    client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch, wish: dict[str, Any], said: str
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    answer = client.post(f"{ROOT}/matches", json={**TINY, **wish})
    assert answer.status_code == 400, answer.text
    assert said in answer.json()["error"]["text"]
    assert client.get(ROOT).json()["commands"] == [] and not (home / "matches").exists()


@pytest.mark.parametrize("kind", ["match", "run", "puzzles"])
def test_only_what_this_server_has_started_is_stopped(client: TestClient, kind: str) -> None:
    assert client.post(f"{ROOT}/{kind}/1/stop").status_code == 404
    assert client.post(f"{ROOT}/{kind}/..%2F..%2Fetc/stop").status_code in (404, 405)


def test_visitors_start_nothing(home: Path) -> None:
    match(home, "mine", [0], games=2)
    settings = WebSettings(host="0.0.0.0", token="t" * 40, matches=home / "matches")
    with serving(settings) as client:
        assert client.get("/api/v1/catalog").json()["starts"] is False
        answers = [
            client.get(ROOT),
            client.post(f"{ROOT}/matches", json=TINY),
            client.post(f"{ROOT}/match/mine/stop"),
            client.post(f"{ROOT}/match/mine/resume"),
        ]
        for answer in answers:
            assert answer.status_code == 403 and answer.json()["error"]["text"] == REFUSAL
        mine = {"authorization": f"Bearer {'t' * 40}"}
        assert client.get("/api/v1/catalog", headers=mine).json()["starts"] is True
        assert client.get(ROOT, headers=mine).json()["commands"] == []


def test_matches_of_another_folder_are_not_started(tmp_path: Path) -> None:
    (tmp_path / "others").mkdir()
    with serving(WebSettings(matches=tmp_path / "others")) as client:
        for path, body in (("matches", TINY), ("match/m/resume", None)):
            answer = client.post(f"{ROOT}/{path}", json=body)
            assert answer.status_code == 409 and "another folder" in answer.json()["error"]["text"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_nothing_is_left_when_the_server_ends(home: Path) -> None:
    with serving() as client:
        id = start(client, LONG)
        until(lambda: played(client, id), lambda found: found["played"] > 0)
        found = client.app.state.commands.find("match", id)  # type: ignore[attr-defined]
        assert os.getpriority(os.PRIO_PROCESS, found.process.pid) == 10
    wait_until_gone([found.process.pid])
    with serving() as client:
        assert client.get(ROOT).json()["commands"] == []
        before = played(client, id)["played"]
        assert not played(client, id)["running"] and 0 < before < 400
        client.post(f"{ROOT}/match/{id}/resume")
        until(lambda: played(client, id), lambda found: found["played"] > before)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system tells no other process")
@pytest.mark.parametrize("number", [pytest.param(signal.SIGINT, marks=pytest.mark.deep), signal.SIGKILL])
def test_a_server_that_is_ended_or_killed_takes_its_matches_along(home: Path, number: int) -> None:
    with running(home) as server:
        id = server.post(f"{ROOT}/matches", LONG)["id"]
        until(lambda: server.get(f"/api/v1/matches/{id}")["match"], lambda one: one["played"] > 0)
        children = [pid for pid in server.children() if b"--id=" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        assert len(children) == 1
        server.end(number)
        wait_until_gone(children)
        assert server.process.stdout is not None
        said = server.process.stdout.read()
        assert (f"to continue: hexapoda match --resume={id}" in said) == (number == signal.SIGINT)
    assert (home / "matches" / id / "games.jsonl").read_text("utf-8").endswith("\n")
