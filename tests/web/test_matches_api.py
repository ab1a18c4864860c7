"""Matches over the API: listed, watched while they grow, read game by game; what is hostile or damaged."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.arena.comparison import result_json
from hexapoda.arena.journal import Journal
from hexapoda.arena.match import Match
from hexapoda.arena.pairing import Opening
from hexapoda.arena.running_games import RunningGames
from hexapoda.arena.settings import SprtSettings
from hexapoda.clock import TimeControl
from hexapoda.record import Ending, GameRecord, MoveRecord
from hexapoda.web.matches import matches
from hexapoda.web.settings import WebSettings
from tests.arena.rated import Rated, ladder
from tests.arena.settings import small
from tests.web.match_folders import ROOT, add, game, match, read, write_match
from tests.web.pages import serving
from tests.web.server_process import running


def until(ask: Callable[[], Any], wanted: Callable[[Any], bool]) -> Any:
    """The first answer that is wanted."""
    end = time.monotonic() + 30.0
    while not wanted(found := ask()):
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found


# ---- the list --------------------------------------------------------------------------------------


def test_without_matches_there_is_a_command_to_play_one(client: TestClient) -> None:
    found = read(client)
    assert found["matches"] == [] and found["total"] == 0 and found["trouble"] == ""
    assert found["command"].startswith("hexapoda match ")


def test_the_match_with_the_latest_game_comes_first(client: TestClient, home: Path) -> None:
    match(home, "old", [0, 1, None], age=200)
    match(home, "newest", [0] * 10, age=5)
    match(home, "empty", age=100)
    (home / "matches" / "no-match").mkdir()
    (home / "matches" / "file").write_text("x", "utf-8")
    found = read(client)
    assert [one["id"] for one in found["matches"]] == ["newest", "empty", "old"] and found["total"] == 3
    newest, empty, old = found["matches"]
    assert (newest["wins"], newest["played"], newest["total"], newest["finished"]) == (10, 10, 10, True)
    assert (old["wins"], old["draws"], old["losses"], old["finished"]) == (1, 1, 1, False)
    assert (empty["played"], empty["running"], empty["trouble"]) == (0, False, "")
    assert newest["engines"] == ["random", "greedy"] and newest["date"].endswith("+00:00")
    one = read(client, offset=1, limit=1)
    assert [each["id"] for each in one["matches"]] == ["empty"] and one["total"] == 3


def test_a_list_that_has_not_changed_is_not_sent_again(client: TestClient, home: Path) -> None:
    folder, settings = match(home, "m", [0])
    version = read(client)["version"]
    assert read(client, since=version) == {"version": version}
    add(folder, [game(settings, 1)])
    assert read(client, since=version)["matches"][0]["played"] == 2


def test_long_journals_are_read_in_several_requests(
    client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(matches, "_SECONDS", 0.0)
        for name in "abc":
            match(home, name, [0] * 4)
        assert all(0 < one["share"] < 1 for one in read(client)["matches"])
        match_json = read(client, "/a")["match"]
        assert 0 < match_json["played"] < 4 and match_json["share"] < 1
        until(lambda: read(client, "/a")["match"], lambda found: found["share"] == 1 and found["played"] == 4)
    until(lambda: read(client)["matches"], lambda found: all(one["played"] == 4 for one in found))


def test_more_matches_than_fit_in_memory(client: TestClient, home: Path) -> None:
    for number in range(matches._KEPT + 3):
        match(home, f"m{number}", [0] * number)
    for _ in range(2):
        assert {one["id"]: one["played"] for one in read(client)["matches"]} == {
            f"m{number}": number for number in range(matches._KEPT + 3)
        }
    assert read(client, "/m3")["match"]["played"] == 3


# ---- one match -------------------------------------------------------------------------------------


def test_the_figures_are_those_of_the_command_line(client: TestClient, home: Path) -> None:
    settings = small(games=8, openings=(Opening(("wS1", "bS1 wS1-")), Opening(("wA1", "bA1 wA1-"))))
    journal = Journal.create(home / "matches", settings, "real")
    printed = result_json(Match(settings, journal).run())
    found = read(client, "/real")
    assert found["running"] is None
    shown = found["match"]["result"]
    assert shown["games"] == 8 and {name: printed[name] for name in shown} == shown
    assert {"elo", "elo_low", "elo_high", "los", "pentanomial", "wins", "depth", "endings"} <= set(shown)
    assert not {"folder", "match"} & set(shown)
    about = found["match"]["settings"]
    assert about["limits"][0] == {"time": "", "nodes": 1, "depth": None}
    assert about["openings"] == {"source": "", "count": 2} and about["seed"] == settings.seed


def test_a_sequential_test_says_where_it_is(client: TestClient, home: Path) -> None:
    folder, settings = match(home, "m", [0, 0], games=400, sprt=SprtSettings(0, 50))
    test = read(client, "/m")["match"]["test"]
    assert test["lower"] < 0 < test["llr"] < test["upper"] and (test["pairs"], test["verdict"]) == (1, None)
    assert (test["elo0"], test["elo1"], test["model"]) == (0, 50, "normalized")
    add(folder, [game(settings, number) for number in range(2, 100)])
    decided = read(client, "/m")["match"]
    assert decided["test"]["verdict"] == "H1" and decided["finished"] and decided["played"] == 100
    assert decided["result"]["games"] == 2 * decided["test"]["pairs"] < 100
    assert read(client)["matches"][0]["verdict"] == "H1"


def test_a_tournament_has_standings_and_meetings(client: TestClient, home: Path) -> None:
    settings = small("random", "greedy", "random:seed=1", games=2, format="round-robin")
    # Greedy wins all its games, and the others draw.
    records = []
    for number in range(settings.total):
        players = settings.pairing(number).players
        records.append(game(settings, number, 1 if 1 in players else None))
    write_match(home, "cup", settings, records)
    found = read(client, "/cup")["match"]
    assert [row["name"] for row in found["result"]["standings"]] == ["greedy", "random", "random:seed=1"]
    assert found["result"]["standings"][0]["wins"] == 4 and len(found["result"]["meetings"]) == 3
    assert read(client)["matches"][0]["leader"] == "greedy"


def test_a_rating_has_no_leader_and_only_the_opponents_that_were_met(client: TestClient, home: Path) -> None:
    journal = Journal.create(home / "matches", ladder(), "rated")
    with pytest.raises(KeyboardInterrupt):
        Match(ladder(), journal, player=Rated(1290, 1, stop=40)).run()
    found = read(client, "/rated")["match"]
    assert found["rated"] and not found["finished"] and found["leader"] is None
    rating, rows = found["result"]["rating"], found["result"]["standings"]
    assert rating["low"] < rating["elo"] < rating["high"]
    assert len(rows) == len(found["result"]["meetings"]) + 1 < len(found["engines"])
    assert all(row["wins"] + row["draws"] + row["losses"] for row in rows)
    [brief] = read(client, "")["matches"]
    assert brief["rated"] and brief["leader"] is None


def test_a_growing_journal_is_read_once(
    client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, settings = match(home, "m", [0, 0])
    version = read(client, "/m")["version"]
    again = read(client, "/m", since=version)
    assert again == {"id": "m", "version": version, "running": None, "match": None}
    parsed: list[int] = []
    real = GameRecord.from_json

    def counted(value: Any) -> GameRecord:
        record = real(value)
        parsed.append(record.number)
        return record

    monkeypatch.setattr(GameRecord, "from_json", counted)
    add(folder, [game(settings, number, 1) for number in (3, 2)])
    grown = read(client, "/m", since=version)
    assert grown["version"] != version and grown["match"]["result"]["losses"] == 2
    assert parsed == [3, 2]


def test_a_line_that_is_being_written_waits(client: TestClient, home: Path) -> None:
    folder, settings = match(home, "m", [0])
    path = folder / "games.jsonl"
    line = (json.dumps(game(settings, 1).to_json()) + "\n").encode()
    with path.open("ab") as file:
        file.write(line[:50])
        file.flush()
        found = read(client, "/m")["match"]
        assert (found["played"], found["share"], found["trouble"]) == (1, 1.0, "")
        file.write(line[50:])
    assert read(client, "/m")["match"]["played"] == 2
    with path.open("ab") as file:
        file.write(line[:50])
    assert read(client, "/m")["match"]["played"] == 2
    add(folder, [game(settings, 2)])  # which removes the partial line
    assert read(client, "/m")["match"]["played"] == 3


def test_a_journal_that_begins_again_is_read_again(client: TestClient, home: Path) -> None:
    folder, settings = match(home, "m", [0, 0, 0])
    assert read(client, "/m")["match"]["result"]["wins"] == 3
    (folder / "games.jsonl").unlink()
    assert read(client, "/m")["match"]["played"] == 0
    add(folder, [game(settings, 0, 1)])
    assert read(client, "/m")["match"]["result"]["losses"] == 1
    other = folder / "other"
    other.write_text(json.dumps(game(settings, 0).to_json()) + "\n" * 1, "utf-8")
    other.replace(folder / "games.jsonl")
    assert read(client, "/m")["match"]["result"]["wins"] == 1


# ---- games -----------------------------------------------------------------------------------------


def test_games_come_in_pages_the_latest_first(client: TestClient, home: Path) -> None:
    settings = small(games=10)
    detail = "greedy: ZeroDivisionError: a mistake"
    records = [game(settings, number) for number in (0, 2, 1)]
    records += [game(settings, 4, 0, ending=Ending.CRASH, detail=detail), game(settings, 3, None)]
    write_match(home, "m", settings, records)
    found = read(client, "/m/games", limit=2)
    assert [row["number"] for row in found["games"]] == [3, 4] and found["total"] == 5
    draw, crash = found["games"]
    assert (draw["winner"], draw["kinds"], draw["plies"]) == (None, ["drawn"], 4)
    assert (crash["ending"], crash["detail"], crash["kinds"]) == ("crash", detail, ["first", "fault"])
    assert [row["number"] for row in read(client, "/m/games", offset=3)["games"]] == [2, 0]
    assert [row["engines"] for row in read(client, "/m/games", offset=2)["games"]] == [[1, 0], [0, 1], [0, 1]]
    only = read(client, "/m/games", only="fault")
    assert [row["number"] for row in only["games"]] == [4] and only["total"] == 1
    shown = read(client, "/m")["match"]
    assert shown["faults"] == [{"engine": "greedy", "game": 4, "ending": "crash", "detail": detail}]
    assert shown["fault_count"] == 1
    for query in ({"limit": 0}, {"limit": 201}, {"offset": -1}):
        assert client.get(f"{ROOT}/m/games", params=query).status_code == 400


def test_a_game_has_its_boards(client: TestClient, home: Path) -> None:
    match(home, "m", [0, 1])
    record = read(client, "/m/games/1")["record"]
    assert record["names"] == ["greedy", "random"] and record["result"] == "1-0"
    assert len(record["nodes"]) == 5 and record["nodes"][0]["board"] and record["nodes"][3]["move"]
    assert record["nodes"][3]["played"]["depth"] == 2
    for number in (2, 10**9):
        assert client.get(f"{ROOT}/m/games/{number}").status_code == 404
    for text in ("-1", "x", "1e3", str(10**30)):
        assert client.get(f"{ROOT}/m/games/{text}").status_code == 400
    (home / "matches" / "m" / "games.jsonl").write_bytes(b"x" * 5000)
    assert client.get(f"{ROOT}/m/games/1").status_code in (404, 409)


# ---- what is being played --------------------------------------------------------------------------


def test_running_games_are_on_boards_with_clocks(client: TestClient, home: Path) -> None:
    control = TimeControl(base=60.0, increment=1.0)
    opening = Opening(("wS1", "bS1 wS1-"))
    folder, settings = match(home, "m", [0], control=control, openings=(opening,), concurrency=2)
    book = tuple(MoveRecord(text, book=True) for text in opening.moves)
    first = MoveRecord("wQ -wS1", score=35.0, depth=6, nodes=1000, time=2.5)
    with RunningGames(folder, settings) as playing:
        playing.on_moves(1, 1, (*book, first))
        playing.on_moves(2, None, ())
        found = until(
            lambda: read(client, "/m"), lambda found: len((found["running"] or {"games": ()})["games"]) == 2
        )
        one, two = found["running"]["games"]
        assert (one["number"], one["engines"], one["player"], one["ply"]) == (1, [1, 0], 1, 3)
        assert len(one["board"]["pieces"]) == 3 and one["last"]["move"] == "wQ -wS1"
        assert one["left"] == [58.5, 60.0] and 0 <= one["seconds"] < 30
        assert one["reports"] == [
            {"move": "wQ -wS1", "score": 35.0, "depth": 6, "nodes": 1000, "time": 2.5},
            None,
        ]
        assert (two["number"], two["player"], two["ply"], two["reports"]) == (2, None, 0, [None, None])
        assert found["match"]["running"] and read(client)["matches"][0]["running"]
        assert found["running"]["seconds_left"] is None
        assert read(client, "/m/games/1")["record"]["nodes"][3]["move"]["move"] == "wQ -wS1"
        playing.on_moves(1, 0, (*book, first, MoveRecord("bQ bS1-", time=1.0)))
        playing.on_end(2)
        found = until(lambda: read(client, "/m"), lambda found: found["running"]["games"][0]["ply"] == 4)
        assert found["running"]["games"][0]["left"] == [58.5, 60.0] and len(found["running"]["games"]) == 1
        assert found["running"]["seconds_left"] is not None
        playing.on_moves(1, 0, book)  # its process was killed: it begins again
        until(lambda: read(client, "/m"), lambda found: found["running"]["games"][0]["ply"] == 2)
    assert read(client, "/m")["running"] is None and not read(client, "/m")["match"]["running"]


def test_a_killed_match_does_not_run(client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, settings = match(home, "m", [0])
    with RunningGames(folder, settings):
        content = until(lambda: folder / "running.json", Path.exists).read_text("utf-8")
    (folder / "running.json").write_text(content, "utf-8")
    assert read(client, "/m")["running"] is not None and read(client)["matches"][0]["running"]
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 60)
    found = read(client, "/m")
    assert found["running"] is None and not found["match"]["running"] and not found["match"]["finished"]
    assert not read(client)["matches"][0]["running"]


def test_a_running_game_that_makes_no_sense_is_named(client: TestClient, home: Path) -> None:
    folder, settings = match(home, "m")
    with RunningGames(folder, settings) as playing:
        playing.on_moves(0, 0, (MoveRecord("nonsense"),))
        found = until(lambda: read(client, "/m")["running"], lambda found: bool(found and found["games"]))
    assert found["games"][0]["number"] == 0 and "nonsense" in found["games"][0]["trouble"]


def test_more_running_games_than_boards(client: TestClient, home: Path) -> None:
    folder, settings = match(home, "m", games=100)
    with RunningGames(folder, settings) as playing:
        for number in range(40):
            playing.on_moves(number, 0, ())
        found = until(
            lambda: read(client, "/m")["running"], lambda found: bool(found and found["more"] == 16)
        )
    assert len(found["games"]) == 24


# ---- damage ----------------------------------------------------------------------------------------

GOOD = small().to_json()
BAD_SETTINGS: list[Any] = [
    "",
    "{",
    "[]",
    "null",
    "[" * 100_000,
    {**GOOD, "version": 9},
    {**GOOD, "engines": ["random"]},
    {**GOOD, "engines": 5},
    {**GOOD, "engines": [f"random:seed={number}" for number in range(65)], "format": "round-robin"},
    {**GOOD, "games": "many"},
    {**GOOD, "control": {"time": "soon"}},
    {**GOOD, "sprt": {"elo0": "a", "elo1": "b"}},
    {**GOOD, "sprt": {"elo0": 0, "elo1": 50, "model": "none"}},
    {**GOOD, "adjudication": {"move_cap": None}},
    {**GOOD, "openings": [5]},
]


@pytest.mark.parametrize("content", BAD_SETTINGS)
def test_damaged_settings_are_named(client: TestClient, home: Path, content: Any) -> None:
    folder, _ = match(home, "m", [0])
    match(home, "good", [0], age=100)
    text = content if isinstance(content, str) else json.dumps(content)
    (folder / "settings.json").write_text(text, "utf-8")
    found = read(client)["matches"]
    assert found[0]["id"] == "m" and found[0]["trouble"].startswith("settings.json: ")
    assert str(home) not in found[0]["trouble"] and found[1]["played"] == 1
    shown = read(client, "/m")
    assert shown["match"]["trouble"] == found[0]["trouble"] and shown["running"] is None
    assert read(client, "/m/games")["games"] == []
    assert client.get(f"{ROOT}/m/games/0").status_code == 404
    (folder / "settings.json").write_text(json.dumps(small(games=10).to_json()), "utf-8")
    assert read(client, "/m")["match"]["played"] == 1


def line(number: int = 1, **more: Any) -> str:
    return json.dumps({**game(small(games=10), number).to_json(), **more})


BAD_LINES = [
    "nonsense",
    "{}",
    "[" * 100_000,
    line(game="chess"),
    line(number=10),
    line(number=-1),
    line(players=[{"name": "random"}, {"name": "somebody"}]),
    line(moves=[{"move": "wS1", "time": 10**400}]),
    line(moves=[{"move": "wS1", "time": 1}]).replace("1}", "1e999}"),
    line(start="nonsense"),
    line(winner=2),
    line(ending="tired"),
]


@pytest.mark.parametrize("bad", BAD_LINES)
def test_a_damaged_game_is_named_and_the_games_before_it_are_shown(
    client: TestClient, home: Path, bad: str
) -> None:
    folder, settings = match(home, "m", [0])
    path = folder / "games.jsonl"
    good = path.read_text("utf-8")
    path.write_text(f"{good}{bad}\n{json.dumps(game(settings, 2).to_json())}\n", "utf-8")
    for _ in range(2):
        found = read(client, "/m")["match"]
        assert found["trouble"].startswith("games.jsonl, line 2: ") and str(home) not in found["trouble"]
        assert found["played"] == 1 and found["result"]["wins"] == 1 and found["share"] == 1
        assert len(found["trouble"]) < 400
    path.write_text(good + json.dumps(game(settings, 2).to_json()) + "\n", "utf-8")
    repaired = read(client, "/m")["match"]
    assert repaired["trouble"] == "" and repaired["played"] == 2


def test_bytes_that_are_no_text(client: TestClient, home: Path) -> None:
    folder, _ = match(home, "m", [0])
    with (folder / "games.jsonl").open("ab") as file:
        file.write(b"\xff\xfe\n")
    assert read(client, "/m")["match"]["trouble"].startswith("games.jsonl, line 2: ")
    (folder / "running.json").write_bytes(b"\xff")
    (folder / "settings.json").write_bytes(b"\xff")
    assert read(client, "/m")["match"]["trouble"].startswith("settings.json: ")


def test_a_damaged_running_file_is_named(client: TestClient, home: Path) -> None:
    folder, _ = match(home, "m", [0])
    (folder / "running.json").write_text("{", "utf-8")
    found = read(client, "/m")
    assert found["running"] is None and found["match"]["trouble"].startswith("running.json: ")
    assert found["match"]["played"] == 1


def test_a_game_whose_moves_are_not_legal_is_cut(client: TestClient, home: Path) -> None:
    folder, settings = match(home, "m")
    add(folder, [game(settings, 0, 0, moves=(MoveRecord("wS1"), MoveRecord("nonsense")))])
    record = read(client, "/m/games/0")["record"]
    assert len(record["nodes"]) == 2 and "nonsense" in record["faults"][0]["text"]
    add(folder, [game(settings, 1, 0, variant="Base+XYZ")])
    refused = client.get(f"{ROOT}/m/games/1")
    assert refused.status_code == 409 and "damaged" in refused.json()["error"]["text"]


# ---- who may see what ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "id",
    [
        "..",
        "%2e",
        "%2e%2e",
        "..%2fm",
        "m%2f..%2fm",
        "%2fetc",
        "m%00",
        "M",
        "m ",
        "x" * 300,
        "*",
        "settings.json",
    ],
)
def test_no_name_leads_out_of_the_folder(client: TestClient, home: Path, id: str) -> None:
    match(home, "m", [0])
    (home / "settings.json").write_text(json.dumps(GOOD), "utf-8")
    for path in (f"{ROOT}/{id}", f"{ROOT}/{id}/games", f"{ROOT}/{id}/games/0"):
        answer = client.get(path)
        assert answer.status_code in (400, 404), path
        assert "error" in answer.json() and str(home) not in answer.text


def test_a_public_server_shows_matches_only_if_asked(home: Path, tmp_path: Path) -> None:
    match(home, "m", [0])
    with serving(WebSettings(names=("play.example.org",))) as client:
        assert client.get("/api/v1/catalog").json()["matches"] is False
        for path in ("", "/m", "/m/games", "/m/games/0"):
            refused = client.get(f"{ROOT}{path}")
            assert refused.status_code == 403 and "--matches" in refused.json()["error"]["text"]
    other = tmp_path / "other"
    match(other, "cup", [0])
    settings = WebSettings(names=("play.example.org",), matches=other / "matches")
    with serving(settings) as client:
        assert client.get("/api/v1/catalog").json()["matches"] is True
        assert [one["id"] for one in read(client)["matches"]] == ["cup"]
        assert client.get(f"{ROOT}/m").status_code == 404


def test_the_command_line_names_another_folder(home: Path, tmp_path: Path) -> None:
    match(home, "m", [0])
    match(tmp_path / "other", "cup", [0])
    with running(home, None, "--matches", str(tmp_path / "other" / "matches")) as server:
        assert [one["id"] for one in server.get(ROOT)["matches"]] == ["cup"]
    with running(home, None, "--matches", str(tmp_path / "nothing")) as server:
        assert "nothing' is not a folder" in server.first_line
        assert server.process.wait() == 2


def test_a_file_in_place_of_the_folder_is_named(client: TestClient, home: Path) -> None:
    home.mkdir()
    (home / "matches").write_text("", "utf-8")
    found = read(client)
    assert found["matches"] == [] and "cannot be read: not a directory" in found["trouble"]


def test_a_game_that_the_page_has_never_heard_of(home: Path, third_game: TestClient) -> None:
    settings = small("random", "random:seed=2", games=4, game="y", variant="triangle-4")
    journal = Journal.create(home / "matches", settings, "y")
    assert Match(settings, journal).run().finished
    found = read(third_game, "/y")["match"]
    assert (found["game"], found["variant"], found["result"]["games"]) == ("y", "triangle-4", 4)
    assert read(third_game, "/y/games/0")["record"]["nodes"][1]["move"]["cell"]
    with RunningGames(journal.folder, settings) as playing:
        (journal.folder / "games.jsonl").unlink()
        playing.on_moves(0, 1, (MoveRecord("1.1", time=0.1),))
        shown = until(lambda: read(third_game, "/y")["running"], lambda found: bool(found and found["games"]))
    assert shown["games"][0]["board"]["text"] and shown["games"][0]["left"] is None
