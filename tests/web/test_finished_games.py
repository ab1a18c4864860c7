"""Games that are finished in the browser enter the library, and are listed for those who played them."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from hexapoda.web.live.room_file import unfiled_games
from hexapoda.web.owner import new_key
from hexapoda.web.settings import WebSettings
from tests.web.pages import create, open_page, serving

GAMES = "/api/v1/library/games"


def listed(client: TestClient, count: int) -> list[Any]:
    """The games in the library, once there are as many."""
    while True:
        found: list[Any] = client.get(GAMES).json()["games"]
        if len(found) == count:
            return found


def finish(client: TestClient, made: Any, *moves: str) -> None:
    with open_page(client, made["id"], made["keys"]) as (page, _):
        for move in moves:
            page.move(move)
        page.ask("resign")


def test_a_finished_game_is_in_the_library(home: Path) -> None:
    with serving() as client:
        made = create(client, "hex", variant="5x5", clock="300+3")
        finish(client, made, "a1", "b2")
        [row] = listed(client, 1)
        assert (row["result"], row["ending"], row["plies"]) == ("0-1", "resign", 2) and row["date"]
        record = client.get(f"{GAMES}/{row['id']}").json()["record"]
        assert record["headers"]["TimeControl"] == "300+3"
        assert all("time" in node["played"] for node in record["nodes"][1:])
        with open_page(client, made["id"], made["keys"]) as (page, _):
            page.ask("undo")  # the resignation
            listed(client, 0)
            page.move("c3")
            page.ask("resign")
        [again] = listed(client, 1)
        assert again["plies"] == 3
        review = client.post("/api/v1/reviews", json={"stored": again["id"]}).json()["id"]
        assert client.post("/api/v1/reviews", json={"played": made["id"]}).json()["id"] == review
        while unfiled_games():
            time.sleep(0.01)
    with serving() as client:
        assert len(listed(client, 1)) == 1


def test_a_damaged_game_of_the_same_length_keeps_none_out(home: Path) -> None:
    with serving() as client:
        finish(client, create(client, "hex", variant="5x5"), "a1", "b2")
        [damaged] = listed(client, 1)
        with sqlite3.connect(home / "games.db") as store:
            store.execute("UPDATE games SET moves = 'a1;b3'")
        store.close()
        finish(client, create(client, "hex", variant="5x5"), "a1", "c3")
        listed(client, 1)
        assert client.get(GAMES).json()["damaged"] == [damaged["id"]]


def test_a_game_that_ended_just_before_the_server_enters_later(home: Path) -> None:
    with serving() as client:
        made = create(client, "hex", variant="5x5")
        finish(client, made, "a1", "b2")
        listed(client, 1)
        while unfiled_games():
            time.sleep(0.01)
    file = home / "web" / f"{made['id']}.json"
    saved = json.loads(file.read_text("utf-8"))
    del saved["web"]["stored"]
    file.write_text(json.dumps(saved), "utf-8")
    with serving() as client:
        while unfiled_games():
            time.sleep(0.01)
        listed(client, 1)


def test_a_game_of_two_visitors_belongs_to_both(home: Path) -> None:
    with serving(WebSettings(names=("club.example",))) as client:
        keys = [new_key(), new_key(), new_key()]
        client.cookies.set("hexapoda-key", keys[0])
        made = create(client, "hex", variant="5x5")
        with open_page(client, made["id"], made["keys"][:1]) as (first, _):
            client.cookies.set("hexapoda-key", keys[1])
            with open_page(client, made["id"], made["keys"][1:]) as (second, _):
                first.move("a1")
                second.state(lambda state: state["board"]["ply"] == 1)
                second.ask("resign")
        assert listed(client, 1)[0]["players"] == ["", "you"]
        client.cookies.set("hexapoda-key", keys[0])
        assert listed(client, 1)[0]["players"] == ["you", ""]
        client.cookies.set("hexapoda-key", keys[2])
        assert client.get(GAMES).json()["total"] == 0


def test_the_library_knows_who_played(client: TestClient) -> None:
    before = client.get(GAMES).json()["total"]
    people, level = create(client, "hex", variant="5x5"), create(client, "hex", "level-1", "human")
    finish(client, people, "a1", "b2")
    with open_page(client, level["id"], level["keys"]) as (page, _):
        page.state(lambda state: state["board"]["ply"] == 1)
        page.ask("resign")
    found = [row["players"] for row in listed(client, before + 2)[:2]]
    assert sorted(found) == [["", ""], ["rave level 1", "you"]]


def test_a_game_of_two_engines_is_in_the_library(home: Path) -> None:
    with serving(WebSettings(watch_seconds=0.01, move_seconds=0.01)) as client:
        made = create(client, "hex", "random", "random", variant="4x4")
        with open_page(client, made["id"], made["keys"]) as (page, _):
            page.state(lambda state: state["result"] is not None)
        [row] = listed(client, 1)
        assert row["result"] in ("1-0", "0-1") and all(row["players"])


def test_games_are_listed_by_their_ids(client: TestClient) -> None:
    begun = create(client, "hex", "human", "level-1", variant="5x5")
    with open_page(client, begun["id"], begun["keys"]) as (page, _):
        page.move("a1")
        page.state(lambda state: state["board"]["ply"] == 2)
    over, empty = create(client, "hex", variant="5x5"), create(client, "hex", variant="5x5")
    finish(client, over, "a1")
    ids = [begun["id"], over["id"], empty["id"], "0" * 32, "../../x"]
    answer = client.post("/api/v1/games/list", json={"ids": ids})
    assert answer.status_code == 200, answer.text
    rows = {row["id"]: row for row in answer.json()["games"]}
    assert set(rows) == {begun["id"], over["id"]}
    assert [seat["human"] for seat in rows[begun["id"]]["seats"]] == [True, False]
    assert not rows[begun["id"]]["over"] and rows[over["id"]]["result"] == "1-0"
