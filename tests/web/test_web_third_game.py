"""A third game is created, played and finished in the browser without a change elsewhere."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tests.web.pages import create, open_page


@pytest.fixture
def client(third_game: TestClient) -> TestClient:
    return third_game


def test_it_is_in_the_catalog(client: TestClient) -> None:
    shown = client.get("/api/v1/catalog").json()["games"][-1]
    assert (shown["name"], shown["board"], shown["friendly"]) == ("y", "y", "random")
    assert shown["variants"] == ["triangle-4", "triangle-3", "triangle-7"]
    assert client.get("/api/v1/boards/y.svg").status_code == 404


def test_two_people_play_it(client: TestClient) -> None:
    made = create(client, "y", variant="triangle-3")
    with open_page(client, made["id"], made["keys"]) as (page, joined):
        assert [move["cell"] for move in joined["legal"]][:2] == [[0, 0], [-1, 1]]
        page.move("1.1")
        assert "occupied" in page.move("1.1")["text"]
        assert "not a move" in page.ask("why", move="zzz")["text"]
        page.move("2.1")
        page.move("2.2")
        assert page.ask("undo")["board"]["ply"] == 2 and page.ask("redo")["board"]["ply"] == 3
        page.move("3.1")
        won = page.move("3.2")
        assert won["result"] is None or won["result"]["winner"] == 0
        while won["result"] is None:
            won = page.move(won["legal"][0]["move"])
        assert won["result"]["text"].endswith("wins: three sides are joined")
    assert client.get(f"/api/v1/games/{made['id']}").json()["result"] == won["result"]


def test_it_is_played_against_an_engine(client: TestClient) -> None:
    made = create(client, "y", "human", "random", variant="triangle-3")
    with open_page(client, made["id"], made["keys"]) as (page, state):
        hint = page.ask("hint")
        assert hint["lines"][0]["move"] in [move["move"] for move in state["legal"]]
        while state["result"] is None:
            page.socket.send_json({"type": "move", "move": state["legal"][-1]["move"]})
            state = page.state(lambda state: state["legal"] or state["result"])
        assert state["board"]["state"] in ("FirstWins", "SecondWins")
