"""Training runs over the API, without PyTorch: listed, watched while they grow; games; what is damaged."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.arena import heartbeat
from hexapoda.train.expert.expert_settings import ExpertGateSettings, ExpertRunSettings
from hexapoda.train.expert.hex.rave_settings import RaveSettings
from hexapoda.train.progress import write_progress
from hexapoda.train.reports import elo_curve
from hexapoda.train.run_settings import GateSettings
from hexapoda.train.run_state import RunStateFile
from hexapoda.web.runs import watched_run
from hexapoda.web.settings import WebSettings
from tests.web.pages import serving
from tests.web.run_folders import RUN, iterations, matches, write_expert_run, write_run
from tests.web.server_process import running

ROOT = "/api/v1/runs"


@pytest.fixture(autouse=True)
def without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server needs no PyTorch."""
    monkeypatch.setitem(sys.modules, "torch", None)


def read(client: TestClient, path: str = "", **query: Any) -> Any:
    answer = client.get(f"{ROOT}{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


# ---- the list --------------------------------------------------------------------------------------


def test_without_runs_there_is_a_command_to_begin_one(client: TestClient, tmp_path: Path) -> None:
    found = read(client)
    assert found["runs"] == [] and found["total"] == 0 and found["trouble"] == ""
    assert found["command"] == f"hexapoda train {found['config']['name']}"
    from hexapoda.train.any_settings import read_any_settings

    config = tmp_path / found["config"]["name"]
    config.write_text(found["config"]["text"])
    assert read_any_settings(config).game == "hex"


def test_the_run_that_has_changed_last_comes_first(client: TestClient, home: Path) -> None:
    old, new = write_run(home, "old", 3), write_run(home, "new")
    for path in old.iterdir():
        os.utime(path, (1e9, 1e9))
    (home / "runs" / "other").mkdir()
    (home / "runs" / "file").write_text("x", "utf-8")
    found = read(client)
    assert [one["id"] for one in found["runs"]] == ["new", "old"] and found["total"] == 2
    first, second = found["runs"]
    assert (first["game"], first["variant"], first["done"], first["total"]) == ("hex", "3x3", 8, 8)
    assert (first["finished"], first["running"], first["published"]) == (True, False, 8)
    assert first["elo"]["iteration"] == 8 and first["elo"]["error"] > 0
    assert (second["done"], second["finished"], second["published"], second["elo"]) == (3, False, 2, None)
    assert second["date"].startswith("2001-09-09")
    version = found["version"]
    assert read(client, since=version) == {"version": version}
    write_progress(new, iterations(9), matches(4))
    assert read(client, since=version)["runs"][0]["done"] == 9


def test_a_folder_that_cannot_be_read(client: TestClient, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "runs").write_text("", "utf-8")
    found = read(client)
    assert found["runs"] == [] and "cannot be read: not a directory" in found["trouble"]
    assert client.get(f"{ROOT}/x").status_code == 404


def test_a_run_that_cannot_be_read_hides_no_other(
    client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_run(home, "demo", 1)
    closed = write_run(home, "closed", 1)
    real = Path.stat

    def stat(path: Path, **how: Any) -> os.stat_result:
        if closed in path.parents:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, **how)

    monkeypatch.setattr(Path, "stat", stat)
    found = read(client)
    assert [one["id"] for one in found["runs"]] == ["demo"] and found["trouble"] == ""


# ---- one run ---------------------------------------------------------------------------------------


def test_a_run_has_its_figures_its_matches_and_its_curve(client: TestClient, home: Path) -> None:
    write_run(home, "demo")
    found = read(client, "/demo")
    run = found["run"]
    assert found["now"] is None and run["settings"]["gate.every"] == 2 and run["every"] == 1
    assert [one["iteration"] for one in run["iterations"]] == [1, 2, 3, 4, 5, 6, 7, 8]
    last = run["iterations"][-1]
    assert (last["games"], last["decisive"], last["plies"], last["policy_loss"]) == (16, 15, 6.7, 0.25)
    assert (last["games_per_hour"], last["positions_per_second"]) == (28_800, 50)
    assert [one["published"] for one in run["matches"]] == [True, True, False, True]
    assert run["matches"][0]["result"] is None and run["matches"][0]["games"] is None
    assert run["matches"][1]["result"]["pairs"] == [0, 0, 1, 0, 2]
    assert run["matches"][3]["against"] == 4 and run["matches"][2]["older"] == []
    [older] = run["matches"][3]["older"]
    assert (older["against"], older["result"]["wins"]) == (2, 3)
    assert older["games"] == "run:demo:match-00008-00002"
    assert client.get(f"/api/v1/matches/{older['games']}").status_code == 200
    [engine] = run["matches"][3]["engines"]
    assert (engine["against"], engine["result"]["losses"], engine["games"]) == ("mcts:nodes=50", 3, None)
    curve = [dataclasses.asdict(one) for one in elo_curve(matches(4))]
    assert run["curve"] == curve and [one["iteration"] for one in curve] == [2, 4, 6, 8]
    version = found["version"]
    assert read(client, "/demo", since=version) == {
        "id": "demo",
        "version": version,
        "now": None,
        "run": None,
    }


def test_a_run_of_the_network_of_an_engine(client: TestClient, home: Path) -> None:
    settings = ExpertRunSettings(
        "hex", expert=RaveSettings(start="hex", generations=3), gate=ExpertGateSettings(nodes=50)
    )
    write_expert_run(home, "rave", settings, 2)
    [row] = read(client)["runs"]
    assert (row["game"], row["variant"], row["done"], row["total"]) == ("hex", "11x11", 2, 3)
    assert (row["finished"], row["trouble"], row["published"], row["elo"]["elo"]) == (False, "", 0, 0)
    run = read(client, "/rave")["run"]
    assert run["settings"]["expert.start"] == "hex" and run["settings"]["gate.every"] == 1
    assert [one["iteration"] for one in run["curve"]] == [0, 1] and run["curve"][1]["error"] > 0
    assert [one["against"] for one in run["matches"]] == [None, 0]
    gate = dataclasses.replace(settings.gate, every=0, variant="7x7")
    write_expert_run(home, "rave", dataclasses.replace(settings, gate=gate), 3)
    [row] = read(client)["runs"]
    assert (row["variant"], row["published"], row["finished"]) == ("7x7", 3, True)


def test_its_games_are_those_of_a_match(client: TestClient, home: Path) -> None:
    write_run(home, "my run: 1")
    run = read(client, "/my run: 1")["run"]
    gate, shown = run["matches"][1]["games"], run["iterations"][2]["shown"]
    watched = client.get(f"/api/v1/matches/{gate}").json()
    match = watched["match"]
    assert (match["run"], match["finished"], match["played"], match["total"]) == ("my run: 1", True, 6, 6)
    assert match["engines"] == ["net:network-00004.net", "net:network-00002.net"]
    assert match["settings"]["openings"] == {"source": "random:2", "count": 3}
    rows = client.get(f"/api/v1/matches/{gate}/games").json()["games"]
    assert [row["engines"] for row in rows[-2:]] == [[1, 0], [0, 1]]
    record = client.get(f"/api/v1/matches/{gate}/games/5").json()["record"]
    assert record["faults"] == [] and len(record["nodes"]) == rows[0]["plies"] + 1
    own = client.get(f"/api/v1/matches/{shown}/games/3").json()["record"]
    network = "network after iteration 2"
    assert own["names"] == [f"{network} (2)", network] and own["result"] in ("1-0", "0-1")
    assert client.get("/api/v1/matches").json()["matches"] == [], "they are found by their run"


def test_games_of_a_run_with_the_longest_name(client: TestClient, home: Path) -> None:
    write_run(home, "x" * 255, 2)
    shown = read(client, f"/{'x' * 255}")["run"]["iterations"][1]
    assert shown["shown_games"] == 4
    found = client.get(f"/api/v1/matches/{shown['shown']}/games").json()
    assert len(found["games"]) == 4


def test_no_name_leads_to_something_else(client: TestClient, home: Path) -> None:
    folder = write_run(home, "demo")
    (home / "settings.json").write_text((folder / "settings.json").read_text("utf-8"), "utf-8")
    for id in ("..", "%2e%2e", "..%2fruns", "demo%00", "x" * 300, "DEMO", "settings.json"):
        answer = client.get(f"{ROOT}/{id}")
        assert answer.status_code in (400, 404) and str(home) not in answer.text, id
    for id in (
        "run:demo:match-00002",
        "run:demo:match-4",
        "run:demo:..",
        "run:demo:..%2f..%2fx",
        "run:..:match-00004",
        "run::match-00004",
        "run:demo",
        "demo:match-00004",
    ):
        for path in (id, f"{id}/games/0"):
            answer = client.get(f"/api/v1/matches/{path}")
            assert answer.status_code == 404 and str(home) not in answer.text, id


def test_a_run_that_works_says_at_what(
    client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "_PAUSE", 0.01)
    folder = write_run(home, "demo", 3)
    stopped = read(client, "/demo")
    with RunStateFile(folder, 4) as state:
        state.work(4, "self-play", 5, 16)
        while (found := read(client, "/demo", since=stopped["version"]))["now"] is None:
            pass
        while found["now"]["work"] == "":
            found = read(client, "/demo", since=stopped["version"])
        now = found["now"]
        assert (now["iteration"], now["work"], now["done"], now["all"]) == (4, "self-play", 5, 16)
        assert 0 <= now["seconds"] < 60 and found["run"]["running"] and read(client)["runs"][0]["running"]
        kept = (folder / "running.json").read_text("utf-8")
    assert read(client, "/demo")["now"] is None and not (folder / "running.json").exists()
    # A run that was killed leaves the file behind.
    (folder / "running.json").write_text(json.dumps(json.loads(kept) | {"written": 1e9}), "utf-8")
    assert read(client, "/demo")["now"] is None


def test_a_run_without_matches_publishes_its_last_network(client: TestClient, home: Path) -> None:
    write_run(home, "demo", 8, dataclasses.replace(RUN, gate=GateSettings(every=0)), ())
    run = read(client, "/demo")["run"]
    assert (run["published"], run["elo"], run["curve"], run["finished"]) == (8, None, [], True)


def test_a_run_whose_matches_were_turned_off_publishes_its_last_network(
    client: TestClient, home: Path
) -> None:
    settings = dataclasses.replace(RUN, iterations=4, gate=GateSettings(every=0))
    write_run(home, "demo", 4, settings, matches(2, every=1))
    run = read(client, "/demo")["run"]
    assert (run["published"], run["elo"], run["finished"]) == (4, None, True)
    assert [one["iteration"] for one in run["curve"]] == [1, 2]


def test_a_run_that_was_made_shorter_is_finished(client: TestClient, home: Path) -> None:
    settings = dataclasses.replace(RUN, iterations=6, gate=GateSettings(every=3))
    folder = write_run(home, "demo", 7, settings, matches(2, every=3))
    assert read(client, "/demo")["run"]["finished"], "no match is due after iteration 7"
    write_progress(folder, iterations(6), matches(1, every=3))
    assert not read(client, "/demo")["run"]["finished"], "the match after iteration 6 is due"


def test_the_published_network_of_a_long_run_may_be_older_than_its_matches(
    client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched_run, "_MATCHES", 1)
    write_run(home, "demo", 6)
    run = read(client, "/demo")["run"]
    assert [(one["iteration"], one["published"]) for one in run["matches"]] == [(6, False)]
    assert run["published"] == 4 and run["elo"] == dataclasses.asdict(elo_curve(matches(3))[1])


def test_of_a_long_run_not_every_iteration_is_sent(
    client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched_run, "_POINTS", 3)
    monkeypatch.setattr(watched_run, "_MATCHES", 2)
    write_run(home, "demo")
    run = read(client, "/demo")["run"]
    assert run["every"] == 3 and [one["iteration"] for one in run["iterations"]] == [2, 5, 8]
    assert [one["iteration"] for one in run["matches"]] == [6, 8] and run["more_matches"] == 2
    assert run["curve"] == [dataclasses.asdict(one) for one in elo_curve(matches(4))[-2:]]
    assert run["published"] == 8


def test_a_run_from_before_times_were_measured(client: TestClient, home: Path) -> None:
    folder = write_run(home, "demo", 1)
    old = dict.fromkeys(("positions", "self_play_seconds", "learning_seconds"))
    write_progress(folder, iterations(2, **old), ())
    run = read(client, "/demo")["run"]
    assert run["trouble"] == "" and run["iterations"][1]["games_per_hour"] is None


# ---- damage ----------------------------------------------------------------------------------------


def test_damage_is_named_and_what_comes_before_it_is_shown(client: TestClient, home: Path) -> None:
    folder = write_run(home, "demo")
    path = folder / "progress.jsonl"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines[:4], "{\n", *lines[4:]]), "utf-8")
    run = read(client, "/demo")["run"]
    assert run["done"] == 3 and run["trouble"].startswith("progress.jsonl, line 5: ")
    path.write_bytes(b"\xff\xfe")
    assert read(client, "/demo")["run"]["trouble"].startswith("progress.jsonl, line 1: ")
    path.unlink()
    path.mkdir()
    assert "progress.jsonl: not a file" in read(client, "/demo")["run"]["trouble"]


def test_damaged_settings_and_states_are_named(client: TestClient, home: Path) -> None:
    folder = write_run(home, "demo", 2)
    settings = folder / "settings.json"
    good = settings.read_bytes()
    wrong = ('{"game": 1}', '{"game": "hex", "iterations": -1}', '{"seed": 1}')
    for text in ("", "[]", "{", "\xff", "null", *wrong, "[" * 9999, " " * 100_000):
        settings.write_bytes(text.encode("latin-1"))
        run = read(client, "/demo")["run"]
        assert run["trouble"].startswith("settings.json: ") and "game" not in run and run["done"] == 2
    assert read(client)["runs"][0]["trouble"].startswith("settings.json: ")
    settings.write_bytes(good)
    for text in ("", "{}", '{"version": 2}', "\xff", "[" * 5000, "[" * 3000):
        (folder / "running.json").write_bytes(text.encode("latin-1"))
        found = read(client, "/demo")
        assert found["now"] is None and found["run"]["trouble"].startswith("running.json: ")


@pytest.mark.timeout(20)
def test_pipes_in_place_of_files_stop_nobody(client: TestClient, home: Path) -> None:
    write_run(home, "other", 2)
    folder = write_run(home, "demo", 2)
    for name in ("settings.json", "progress.jsonl", "running.json"):
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)
        assert "not a file" in read(client, "/demo")["run"]["trouble"]
        (folder / name).unlink()
        write_run(home, "demo", 2)
    assert read(client)["total"] == 2


def test_a_file_of_the_far_future(client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_run(home, "demo", 2)
    monkeypatch.setattr(watched_run, "_stamp_of", lambda folder: ((10**21, 1, 1), (0, 0, 0)))
    for _ in range(2):
        assert read(client)["runs"][0]["date"].startswith("9999-12-31")


def test_an_unknown_game_has_no_variant(client: TestClient, home: Path) -> None:
    folder = write_run(home, "demo")
    (folder / "settings.json").write_text(json.dumps({"game": "go", "iterations": 8}), "utf-8")
    run = read(client, "/demo")["run"]
    assert (run["game"], run["variant"], run["trouble"]) == ("go", "", "")


# ---- who may see what ------------------------------------------------------------------------------


def test_a_public_server_shows_runs_only_if_asked(home: Path, tmp_path: Path) -> None:
    write_run(home, "demo")
    with serving(WebSettings(names=("play.example.org",))) as client:
        assert client.get("/api/v1/catalog").json()["runs"] is False
        for path in (ROOT, f"{ROOT}/demo", "/api/v1/matches/run:demo:match-00004"):
            refused = client.get(path)
            assert refused.status_code == 403 and "--runs" in refused.json()["error"]["text"]
    write_run(tmp_path / "other", "lab")
    with serving(WebSettings(names=("play.example.org",), runs=tmp_path / "other" / "runs")) as client:
        assert client.get("/api/v1/catalog").json()["runs"] is True
        assert [one["id"] for one in read(client)["runs"]] == ["lab"]
        assert client.get("/api/v1/matches/run:lab:match-00004").status_code == 200


def test_the_command_line_names_another_folder(home: Path, tmp_path: Path) -> None:
    write_run(tmp_path / "other", "lab")
    with running(home, None, "--runs", str(tmp_path / "other" / "runs")) as server:
        assert [one["id"] for one in server.get(ROOT)["runs"]] == ["lab"]
    with running(home, None, "--runs", str(tmp_path / "nothing")) as server:
        assert "nothing' is not a folder" in server.first_line
        assert server.process.wait() == 2
