"""A rematch: both players of a game get the same one, with the seats swapped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from hexapoda.web.settings import WebSettings
from tests.web.pages import SOCKET, Page, create, open_page, serving


def again(client: TestClient, id: str, *keys: str) -> Any:
    return client.post(f"/api/v1/games/{id}/rematch", json={"keys": keys})


def over(client: TestClient, game: str = "hive", *seats: str, **wish: Any) -> Any:
    """A game that the player to move has resigned."""
    made = create(client, game, *seats, **wish)
    with open_page(client, made["id"], made["keys"]) as (page, _):
        assert page.ask("resign")["result"] is not None
    return made


def test_both_players_get_the_same_game(client: TestClient) -> None:
    made = over(client, "hive", variant="Base+M", rules={"opening": "free"}, clock="60+2")
    first, second = made["keys"]
    one = again(client, made["id"], second).json()
    other = again(client, made["id"], first).json()
    assert one["id"] == other["id"] != made["id"]
    assert len(one["keys"]) == 1 and one["keys"] != other["keys"]
    with (
        open_page(client, one["id"], one["keys"]) as (_, white),
        open_page(client, one["id"], other["keys"]) as (_, black),
    ):
        assert (white["own"], black["own"]) == ([0], [1]), "Black has White now"
        assert white["board"]["variant"] == "Base+M" and white["board"]["rules"]["opening"] == "free"
        assert white["clock"]["control"] == "60+2"


def test_the_other_page_hears_of_it_and_finds_it_after_a_restart() -> None:
    with serving() as client:
        made = over(client, "hex", variant="5x5")
        first, second = made["keys"]
        with open_page(client, made["id"], [first]) as (page, state):
            assert state["rematch"] is None
            found = again(client, made["id"], second).json()
            assert page.state(lambda state: state["rematch"])["rematch"] == found["id"]
    with serving() as later:
        assert later.get(f"/api/v1/games/{made['id']}").json()["rematch"] == found["id"]
        joined = again(later, made["id"], first).json()
        assert joined["id"] == found["id"]
        with open_page(later, joined["id"], joined["keys"]) as (_, state):
            assert state["own"] == [1]


def test_who_asks_first_does_not_play_for_the_other(home: Path) -> None:
    with serving(WebSettings(names=("club.example",))) as client:
        client.cookies.set("hexapoda-key", "a" * 32)
        made = create(client, "hex", variant="5x5", open="second")
        client.cookies.set("hexapoda-key", "b" * 32)
        key = client.post(f"/api/v1/games/{made['id']}/accept", json={"name": "Ben"}).json()["keys"]
        client.cookies.set("hexapoda-key", "a" * 32)
        with open_page(client, made["id"], made["keys"]) as (page, _):
            page.ask("resign")
        found = again(client, made["id"], *made["keys"]).json()
        with client.websocket_connect(f"{SOCKET}/api/v1/games/{found['id']}/live") as socket:
            page = Page(socket)
            assert page.ask("join", keys=[], own=True)["own"] == [1]
            assert "does not play" in page.move("a1")["text"]
        client.cookies.set("hexapoda-key", "b" * 32)
        assert client.get("/api/v1/owner/games").json()["ids"] == [found["id"]], "the other one sees it"
        assert again(client, made["id"], *key).json()["id"] == found["id"]


def test_one_page_for_both_gets_both_keys(client: TestClient) -> None:
    made = over(client, "hex", variant="5x5", start="5x5 black=a1")
    found = again(client, made["id"], *made["keys"]).json()
    with open_page(client, found["id"], found["keys"]) as (_, state):
        assert state["own"] == [0, 1] and state["board"]["stones"]["Black"] == [[0, 0]]


def test_against_an_engine_every_rematch_is_a_new_game(client: TestClient) -> None:
    made = over(client, "hex", "human", "level-1", variant="5x5", seconds=[None, 0.2])
    found = [again(client, made["id"], made["keys"][0]).json() for _ in range(2)]
    assert found[0]["id"] != found[1]["id"]
    state = client.get(f"/api/v1/games/{found[0]['id']}").json()
    assert [seat["opponent"] for seat in state["seats"]] == ["level-1", None]
    assert [seat["seconds"] for seat in state["seats"]] == [0.2, None]


def test_who_gets_no_rematch(client: TestClient) -> None:
    made = create(client, "hive")
    unfinished = again(client, made["id"], made["keys"][0])
    assert unfinished.status_code == 400 and "not over" in unfinished.json()["error"]["text"]
    finished = over(client)
    assert again(client, finished["id"], "someone else's").status_code == 403
    assert again(client, "0" * 32, "a").status_code == 404


def test_a_rematch_that_is_gone_is_created_again(home: Path) -> None:
    with serving() as client:
        made = over(client)
        lost = again(client, made["id"], made["keys"][0]).json()["id"]
    (home / "web" / f"{lost}.json").unlink()
    with serving() as later:
        found = again(later, made["id"], made["keys"][1]).json()["id"]
        assert found != lost
        assert again(later, made["id"], made["keys"][0]).json()["id"] == found


def test_a_game_that_makes_way_for_its_own_rematch_can_be_opened_again(home: Path) -> None:
    with serving(WebSettings(rooms=1, watch_seconds=0)) as client:
        made = over(client, "hex", variant="5x5")
        assert again(client, made["id"], made["keys"][0]).status_code == 409
        found = client.get(f"/api/v1/games/{made['id']}")
        assert found.status_code == 200, found.text
