"""The library: lists, filters, positions, openings, players, and one game."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.record.replay import tree_of
from hexapoda.storage import GameFilter, Store
from hexapoda.storage.selection import GameSelection
from hexapoda.web.api.library_schemas import GameSelectionFields
from hexapoda.web.library.exploring import Ratings
from hexapoda.web.settings import WebSettings
from tests.shared_data import SHARED
from tests.storage.played import random_records
from tests.web.library_pages import CLUB, LIBRARY, fill, found_games, import_text, journal
from tests.web.pages import serving


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server for all tests that change nothing."""
    with serving(WebSettings(store=str(tmp_path_factory.mktemp("filled") / "games.db"))) as client:
        fill(client)
        yield client


def error(answer: Any) -> str:
    return str(answer.json()["error"]["text"])


def test_a_file_that_gets_its_tables_later_is_read_again(client: TestClient, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "games.db").touch()
    assert client.get(LIBRARY).json()["games"] == 0
    with Store.open(str(home / "games.db")) as store:  # another process imports
        store.add_many(random_records(2))
    assert client.get(LIBRARY).json()["games"] == 2


def test_an_empty_library_creates_no_file(client: TestClient, home: Path) -> None:
    about = client.get(LIBRARY).json()
    assert about == {"name": "games.db", "writable": True, "games": 0, "variants": {}, "trouble": ""}
    assert client.get(f"{LIBRARY}/games").json() == {"games": [], "damaged": [], "offset": 0, "total": 0}
    assert not (home / "games.db").exists()


def test_the_list(filled: TestClient) -> None:
    about = filled.get(LIBRARY).json()
    assert about["games"] == 3 and about["variants"] == {"hive": {"Base+MLP": 2, "Base": 1}}
    found = filled.get(f"{LIBRARY}/games", params={"limit": 1, "offset": 2}).json()
    assert found["total"] == 3 and found["offset"] == 2
    assert found["games"] == [
        {
            "id": 1,
            "game": "hive",
            "variant": "Base+MLP",
            "players": ["Ann", "Ben"],
            "result": "1-0",
            "ending": "unknown",
            "plies": 4,
            "date": "2026-03-02",
            "event": "Club",
            "source": "club.pgn",
        }
    ]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, [3, 2, 1]),
        ({"game": "hex"}, []),
        ({"player": "an"}, [1]),
        ({"player": "ann", "opponent": "BEN"}, [1]),
        ({"winner": "ben"}, []),
        ({"result": "white"}, [1]),
        ({"result": "none"}, [3, 2]),
        ({"variant": "base"}, [3]),
        ({"ending": "unknown", "event": "club"}, [1]),
        ({"min_plies": 5}, []),
        ({"max_plies": 4, "match": "none such"}, []),
        ({"opening": "Base+MLP;wL;bL wL-"}, [2, 1]),
        ({"position": "Base+MLP;InProgress;White[3];wL;bL /wL;wQ wL/;bQ /bL"}, [2, 1]),
        ({"player": ""}, [3, 2, 1]),
    ],
)
def test_filters(filled: TestClient, filters: dict[str, Any], expected: list[int]) -> None:
    assert found_games(filled, **filters) == expected


def test_the_filters_are_those_of_the_commands() -> None:
    assert set(GameSelectionFields.model_fields) == {field.name for field in fields(GameSelection)}


@pytest.mark.parametrize(
    ("filters", "text"),
    [
        ({"limit": 101}, "less than or equal to 100"),
        ({"offset": -1}, "greater than or equal to 0"),
        ({"offset": 1 << 40}, "less than or equal"),
        ({"player": "x" * 201}, "at most 200"),
        ({"speed": "fast"}, "not permitted"),
        ({"game": "go"}, "'go'"),
        ({"result": "purple"}, "purple"),
        ({"variant": "Base+X"}, "Base+X"),
        ({"position": "nonsense"}, "nonsense"),
        ({"opening": "Base;wS1;bS1"}, "bS1"),
        ({"ending": "boredom"}, "boredom"),
    ],
)
def test_refused_questions(filled: TestClient, filters: dict[str, Any], text: str) -> None:
    answer = filled.get(f"{LIBRARY}/games", params=filters)
    assert answer.status_code == 400 and text in error(answer)


def test_one_game(filled: TestClient) -> None:
    game = filled.get(f"{LIBRARY}/games/1").json()
    record = game["record"]
    assert game["players"] == record["names"] == ["Ann", "Ben"] and record["result"] == "1-0"
    assert [node["parent"] for node in record["nodes"]] == [None, 0, 1, 2, 3]
    assert record["nodes"][2]["move"]["move"] == "bL wL-"
    assert filled.get(f"{LIBRARY}/games/4").status_code == 404
    assert filled.get(f"{LIBRARY}/games/0").status_code == 400
    assert filled.get(f"{LIBRARY}/games/..%2f1").status_code in (400, 404)


def test_a_game_whose_file_names_no_rule_is_replayed() -> None:
    first = [MoveRecord("wQ"), MoveRecord("bQ wQ-")]
    record = GameRecord(
        "hive", "Base", (PlayerRecord("a"), PlayerRecord("b")), tuple(first), None, False, Ending.UNKNOWN
    )
    assert [node.text for node in tree_of(record).main_line()] == ["wQ", "bQ wQ-"]
    broken = tree_of(replace(record, moves=(*first, MoveRecord("wQ"))))
    assert len(list(broken.main_line())) == 2 and "wQ" in str(broken.faults[0])


def explored(client: TestClient, **question: Any) -> Any:
    answer = client.post(f"{LIBRARY}/explore", json={"game": "hive", "variant": "Base+MLP", **question})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_openings(client: TestClient) -> None:
    fill(client)
    import_text(client, "more.pgn", CLUB.replace("Ann", "Cid").replace("wL", "wB1"))
    start = explored(client)
    assert start["totals"] == {"games": 3, "first": 2, "draws": 0, "second": 0, "unfinished": 1}
    assert [(move["text"], move["games"]) for move in start["moves"]] == [("wL", 2), ("wB1", 1)]
    assert start["moves"][0]["move"]["piece"] == "wL" and start["board"]["ply"] == 0 and start["legal"]
    # Ann and Cid won against Ben, so both are rated above the mean.
    assert start["moves"][0]["rating"] > 0
    after = explored(client, moves=["wL"])
    [only] = after["moves"]
    assert only["games"] == 2 and len(only["same"]) == 5 and after["last"]["move"] == "wL"
    assert only["rating"] < 0
    end = explored(client, moves=["wL", "bL /wL", "wQ wL/", "bQ /bL"])
    assert end["moves"] == [] and end["ended"] == 2
    assert [(game["id"], game["at"]) for game in end["games"]] == [(2, 4), (1, 4)]  # 2 is the mirror image
    assert end["games"][1]["players"] == ["Ann", "Ben"]
    assert explored(client, player="cid")["totals"]["games"] == 1
    assert explored(client, variant="Base+M")["totals"]["games"] == 0


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ({"game": "go"}, "game"),
        ({"moves": ["wL", "wL"]}, "moves"),
        ({"moves": ["wL"] * 2001}, "moves"),
        ({"moves": ["x" * 101]}, "moves.0"),
        ({"engine": "rave"}, "engine"),
        ({"player": "x" * 201}, "player"),
    ],
)
def test_refused_openings(filled: TestClient, question: dict[str, Any], field: str) -> None:
    answer = filled.post(f"{LIBRARY}/explore", json={"game": "hive", "variant": "Base+MLP", **question})
    assert answer.status_code == 400 and answer.json()["error"]["field"] == field


def test_players(filled: TestClient) -> None:
    found = filled.get(f"{LIBRARY}/players", params={"game": "hive"}).json()
    assert [(one["label"], one["wins"], one["losses"]) for one in found["players"]] == [
        ("Ann", 1, 0),
        ("Ben", 0, 1),
    ]
    ann, ben = found["players"]
    assert ann["elo"] > 0 > ben["elo"] and ann["estimate"] and ann["group"] == 0
    assert filled.get(f"{LIBRARY}/players", params={"game": "hex"}).json()["players"] == []
    named = filled.get(f"{LIBRARY}/players", params={"game": "hive", "name": "BE"}).json()
    assert [one["name"] for one in named["players"]] == ["Ben"] and named["total"] == 1
    assert filled.get(f"{LIBRARY}/players", params={"game": "go"}).status_code == 400
    assert filled.get(f"{LIBRARY}/players").status_code == 400


def test_a_missing_store_is_explained(tmp_path: Path) -> None:
    with serving(WebSettings(store=str(tmp_path / "club.db"))) as client:
        about = client.get(LIBRARY).json()
        assert about["name"] == "club.db" and "there is no store" in about["trouble"]
        assert client.get(f"{LIBRARY}/games").status_code == 503
        fill(client)  # creates it
        assert client.get(LIBRARY).json()["trouble"] == "" and found_games(client) == [3, 2, 1]
    assert (tmp_path / "club.db").exists()


def test_a_damaged_or_locked_store_is_explained(tmp_path: Path) -> None:
    (tmp_path / "club.db").write_text("not a database" * 100)
    with serving(WebSettings(store=str(tmp_path / "club.db"))) as client:
        assert "not a database" in client.get(LIBRARY).json()["trouble"]
    path = tmp_path / "games.db"
    Store.open(str(path)).close()
    with serving(WebSettings(store=str(path))) as client:
        lock = sqlite3.connect(path, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        answer = client.post(f"{LIBRARY}/imports", params={"name": "a.pgn"}, content=CLUB)
        while (state := client.get(f"{LIBRARY}/imports/{answer.json()['id']}").json())["state"] != "failed":
            time.sleep(0.05)
        assert "another program has locked it" in state["note"]
        lock.execute("ROLLBACK")
        lock.close()
        assert import_text(client, "a.pgn", CLUB)["added"] == 1


def test_a_question_has_a_time(home: Path) -> None:
    with serving() as client:
        assert import_text(client, "match.jsonl", journal(2000))["added"] == 2000
    with serving(WebSettings(query_seconds=0.0)) as client:
        answer = client.get(f"{LIBRARY}/games", params={"event": "nothing"})
        assert answer.status_code == 503 and "took too long" in error(answer)
        assert "took too long" in client.get(LIBRARY).json()["trouble"]


def test_others_see_no_paths(tmp_path: Path) -> None:
    with serving(WebSettings(host="0.0.0.0", store=str(tmp_path / "club.db"))) as client:
        about = client.get(LIBRARY).json()
        assert (
            not about["writable"] and str(tmp_path) not in about["trouble"] and "club.db" in about["trouble"]
        )


@pytest.mark.shared("hive_games")
def test_real_games(client: TestClient) -> None:
    for file in sorted((SHARED / "hive_games" / "sgf").iterdir()):
        assert import_text(client, file.name, file.read_bytes())["added"] == 1, file
    games = client.get(f"{LIBRARY}/games", params={"player": "dumbot"}).json()["games"]
    assert len(games) == 4
    for game in games:
        record = client.get(f"{LIBRARY}/games/{game['id']}").json()["record"]
        assert len(record["nodes"]) == game["plies"] + 1 and not record["faults"]
    found = client.get(f"{LIBRARY}/players", params={"game": "hive"}).json()["players"]
    assert sum(one["wins"] + one["draws"] / 2 for one in found) == sum(one["games"] for one in found) / 2


def test_ratings_are_remembered_until_games_change(tmp_path: Path) -> None:
    ratings = Ratings()
    asked: list[GameFilter] = []

    class Counted(Store):
        def meetings(self, wanted: GameFilter = GameFilter()) -> Any:  # noqa: B008 (as in `Store`)
            asked.append(wanted)
            if len(asked) == 1:
                self.add(games[0])  # while they are computed
            return super().meetings(wanted)

    games = random_records(2)
    with Counted.open(str(tmp_path / "games.db"), create=True) as store:
        for times in (1, 2, 2):
            ratings.of(store, "hive")
            assert len(asked) == times
        changes: list[Callable[[], object]] = [
            lambda: store.add(games[1]),
            lambda: store.delete([1]),
            lambda: store.edit(2, replace(games[1], event="Club")),
            lambda: store.add_alias("player 1", "Ann"),
        ]
        for change in changes:
            change()
            before = len(asked)
            ratings.of(store, "hive")
            ratings.of(store, "hive")
            assert len(asked) == before + 1
