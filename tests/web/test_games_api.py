"""Creating and reading games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.web.settings import WebSettings
from tests.web.pages import create, open_page, serving

GAME = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"


def test_a_new_game(client: TestClient) -> None:
    made = create(client, "hive", "human", "level-2", variant="Base+MLP", rules={"opening": "free"})
    assert len(made["id"]) == 32 and len(set(made["keys"])) == 2
    assert made["board"]["variant"] == "Base+MLP" and made["board"]["rules"]["opening"] == "free"
    assert made["seats"] == [
        {
            "human": True,
            "name": "human",
            "opponent": None,
            "seconds": None,
            "thinking": False,
            "present": False,
        },
        {
            "human": False,
            "name": "level 2",
            "translations": {"de": {"name": "Stufe 2"}},
            "opponent": "level-2",
            "seconds": None,
            "thinking": False,
            "present": False,
        },
    ]
    assert made["offer"] is made["lesson"] is None and not made["paused"] and not made["teaching"]
    assert made["version"] == 0 and made["last"] is made["result"] is made["clock"] is None
    assert not made["undo"] and not made["redo"] and not made["trouble"]
    assert {"move", "piece", "to"} <= set(made["legal"][0])
    shown = client.get(f"/api/v1/games/{made['id']}").json()
    assert shown == {name: value for name, value in made.items() if name != "keys"}


def test_start_and_clock(client: TestClient) -> None:
    made = create(client, "hive", start=GAME, clock="60+2")
    assert made["board"]["ply"] == 4 and made["last"]["move"] == "bQ bS1-" and made["undo"]
    assert made["clock"] == {"left": [60, 60], "running": None, "control": "60+2"}
    assert create(client, "hex", variant="13x9")["board"]["columns"] == 13


def test_a_game_goes_on_after_given_moves(home: Path) -> None:
    with serving() as client:
        made = create(client, "hex", variant="5x5", moves=["c3", "b2"], clock="60+2")
        assert made["board"]["moves"] == ["c3", "b2"] and made["given"] == 2 and made["undo"]
        assert made["clock"]["left"] == [60, 60]
    with serving() as client, open_page(client, made["id"], made["keys"]) as (page, state):
        assert state["given"] == 2
        page.move("d4")
        page.ask("resign")
        assert client.get(f"/api/v1/games/{made['id']}").json()["board"]["moves"] == ["c3", "b2", "d4"]
        again = client.post(f"/api/v1/games/{made['id']}/rematch", json={"keys": made["keys"]}).json()
        next = client.get(f"/api/v1/games/{again['id']}").json()
        assert next["board"]["moves"] == ["c3", "b2"] and next["given"] == 2


def test_the_moves_of_a_start_are_given_too(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapoda.web.live.rooms.MOST_MOVES", 3)
    wish = {"game": "hive", "seats": ["human", "human"], "start": "Base;InProgress;White[2];wS1;bS1 wS1-"}
    made = client.post("/api/v1/games", json={**wish, "moves": ["wQ -wS1"]})
    assert made.status_code == 201 and made.json()["given"] == 3
    refused = client.post("/api/v1/games", json={**wish, "moves": ["wQ -wS1", "bQ bS1-"]})
    assert refused.status_code == 400 and refused.json()["error"]["field"] == "moves"
    assert refused.json()["error"]["text"] == "4 moves are given: expected at most 3"


def test_given_moves_alone_keep_no_game_against_an_engine(home: Path) -> None:
    with serving(settings=WebSettings(rooms=1)) as client:
        made = create(client, "hex", "human", "level-1", variant="5x5", moves=["c3", "b2"])
        create(client, "hex", variant="5x5")
        assert client.get(f"/api/v1/games/{made['id']}").status_code == 404


def test_an_engine_to_move_has_no_legal_moves_for_pages(client: TestClient) -> None:
    made = create(client, "hex", "level-1", "human", variant="5x5")
    assert made["legal"] == [] and not made["seats"][0]["thinking"]


@pytest.mark.parametrize(
    ("wish", "field", "text"),
    [
        ({"game": "go"}, "game", "expected hive or hex"),
        ({"game": 3}, "game", "string"),
        ({"game": None}, "game", "string"),
        ({"seats": ["human"]}, "seats.1", "required"),
        ({"seats": ["human", "nobody"]}, "seats", "no opponent is called 'nobody'"),
        ({"seats": ["human", "rave:level=3"]}, "seats", "no opponent is called"),
        ({"seats": ["human", "/tmp/bot.py:Bot"]}, "seats", "no opponent is called"),
        ({"variant": "0x0"}, "variant", "unknown board"),
        ({"variant": "x" * 41}, "variant", "at most 40"),
        ({"rules": {"swap": "maybe"}}, "variant", "must be one of"),
        ({"rules": {"speed": "on"}}, "variant", "no rule"),
        ({"rules": {"swap": "x" * 41}}, "rules.swap", "at most 40"),
        ({"moves": ["a1", "a1"]}, "moves", "move 2, 'a1'"),
        ({"moves": ["a1"] * 2001}, "moves", "at most 2000"),
        ({"variant": "1x1", "moves": ["a1"]}, "moves", "the game is over in this position"),
        ({"start": "2x2 black=a1,a2 white=b1"}, "start", "the game is over in this position"),
        ({"start": "nonsense"}, "start", "nonsense"),
        ({"start": "x" * 32_001}, "start", "at most 32000"),
        ({"clock": "0.5"}, "clock", "expected 1 to 86400 seconds"),
        ({"clock": "86401s"}, "clock", "expected 1 to 86400 seconds"),
        ({"clock": "60+3601"}, "clock", "at most 3600 more"),
        ({"clock": "60-1"}, "clock", "not a clock"),
        ({"clock": {"base": 60}}, "clock", "string"),
        ({"seconds": [0.01, 1]}, "seconds.0", "greater than or equal to 0.1"),
        ({"seconds": [None, 61]}, "seconds.1", "less than or equal to 60"),
        ({"seconds": [1]}, "seconds.1", "required"),
        ({"engine": "rave:threads=64"}, "engine", "not permitted"),
    ],
)
def test_refused_games(client: TestClient, wish: dict[str, Any], field: str | None, text: str) -> None:
    answer = client.post("/api/v1/games", json={"game": "hex", "seats": ["human", "human"], **wish})
    error = answer.json()["error"]
    assert answer.status_code == 400 and text in error["text"] and error.get("field") == field


@pytest.mark.parametrize("body", ["", "{", "[]", "null", "NaN", '"game"', "[" * 10_000])
def test_bodies_that_are_no_game(client: TestClient, body: str) -> None:
    answer = client.post("/api/v1/games", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400 and answer.json()["error"]["text"]


@pytest.mark.parametrize("id", ["0" * 32, "0" * 31, "..%2f..%2fsecret", "A" * 32, "x", "%00" * 32])
def test_unknown_games(client: TestClient, id: str) -> None:
    answer = client.get(f"/api/v1/games/{id}")
    assert answer.status_code == 404 and answer.json()["error"]["text"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("DELETE", "/api/v1/games", 405), ("POST", "/api/v1/catalog", 405), ("GET", "/api/v1/nothing", 404)],
)
def test_unknown_addresses(client: TestClient, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status and answer.json()["error"]["text"]


def test_games_nobody_watches_make_room(home: Path) -> None:
    with serving(WebSettings(rooms=2)) as client:
        first, second = (create(client, "hex", variant="5x5") for _ in range(2))
        with open_page(client, second["id"], second["keys"]) as (page, _):
            page.move("a1")
        with open_page(client, first["id"], first["keys"]) as (page, _):
            page.move("a1")
            third = create(client, "hex", "human", "level-1", variant="5x5")  # the second game has to go
            with open_page(client, second["id"]) as (_, state):  # so has the third, which has no moves
                assert state["board"]["ply"] == 1
                assert client.get(f"/api/v1/games/{third['id']}").status_code == 429
                answer = client.post("/api/v1/games", json={"game": "hex", "seats": ["human", "human"]})
                assert answer.status_code == 429 and "too many games" in answer.json()["error"]["text"]
            assert client.get(f"/api/v1/games/{third['id']}").status_code == 404
            assert page.move("b1")["board"]["ply"] == 2
            assert len(list((home / "web").glob("*.json"))) == 2


def test_files_hold_no_key(client: TestClient, home: Path) -> None:
    made = create(client, "hex", variant="5x5")
    [file] = (home / "web").glob("*.json")
    text = file.read_text("utf-8")
    assert json.loads(text)["game"] == "hex" and not any(key in text for key in made["keys"])


def test_a_damaged_file_is_not_a_game(client: TestClient, home: Path) -> None:
    (home / "web").mkdir(parents=True)
    for number, text in enumerate(["", "{}", '{"format": "hexapoda game 2"}', "[]"]):
        (home / "web" / f"{number:032}.json").write_text(text, "utf-8")
        answer = client.get(f"/api/v1/games/{number:032}")
        assert answer.status_code == 409 and "cannot be read" in answer.json()["error"]["text"]


def test_a_game_that_a_page_has_joined_is_not_put_away(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        rooms: Any = client.app.state.rooms  # type: ignore[attr-defined]
        assert client.portal is not None
        client.portal.call(rooms._drop, client.portal.call(rooms.find, made["id"]))
        assert page.move("a1")["board"]["ply"] == 1
        assert client.get(f"/api/v1/games/{made['id']}").json()["board"]["moves"] == ["a1"]


def test_games_leave_the_memory_when_nobody_watches(home: Path) -> None:
    with serving(WebSettings(idle_seconds=0)) as client:
        played, watched = (create(client, "hex", variant="5x5") for _ in range(2))
        empty = create(client, "hex", "human", "level-1", variant="5x5")
        with open_page(client, played["id"], played["keys"]) as (page, _):
            page.move("a1")
        with open_page(client, watched["id"], watched["keys"]) as (page, _):
            assert client.portal is not None
            rooms: Any = client.app.state.rooms  # type: ignore[attr-defined]
            client.portal.call(rooms.sweep)
            assert [file.stem for file in (home / "web").glob("*.lock")] == [watched["id"]]
            assert page.move("a1")["board"]["ply"] == 1
        assert client.get(f"/api/v1/games/{played['id']}").json()["board"]["moves"] == ["a1"]
        assert client.get(f"/api/v1/games/{empty['id']}").status_code == 404


def test_a_wrong_request_is_answered_in_german_too(client: TestClient) -> None:
    answer = client.post("/api/v1/games", json={"game": "x" * 41, "seats": ["human", "human"]})
    assert answer.json()["error"] == {
        "text": "String should have at most 40 characters",
        "field": "game",
        "translations": {"de": {"text": "Der Text darf höchstens 40 Zeichen haben"}},
    }
