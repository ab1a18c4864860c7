"""A third game is created, played and finished in the browser with one module and one entry in the table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from hexapoda.games.table import GAMES
from tests.fakes.game_of_y import ENTRY
from tests.web.pages import create, open_page, serving

TABLE = Path(__file__).parents[1] / "fakes" / "third_game"
"""A folder that makes Python put the game into the table of every process that searches."""


@pytest.fixture
def client(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setitem(GAMES, "y", ENTRY)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TABLE), str(TABLE.parents[2])]))
    with serving() as client:
        yield client


def test_it_is_in_the_catalog(client: TestClient) -> None:
    shown = client.get("/api/v1/catalog").json()["games"][-1]
    assert (shown["name"], shown["board"], shown["friendly"]) == ("y", "plain", "random")
    assert shown["variants"] == ["triangle-4", "triangle-3"]
    assert client.get("/api/v1/boards/plain.svg").status_code == 404


def test_two_people_play_it(client: TestClient) -> None:
    made = create(client, "y", variant="triangle-3")
    with open_page(client, made["id"], made["keys"]) as (page, joined):
        assert [move["cell"] for move in joined["legal"]][:2] == [[0, 0], [1, 0]]
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
