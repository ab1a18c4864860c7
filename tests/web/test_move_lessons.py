"""Teaching: a serious mistake is offered back before the engine answers it. And games of two engines."""

from __future__ import annotations

from pathlib import Path

from fastapi.testclient import TestClient

from hexapoda.web.settings import WebSettings
from tests.web.pages import create, open_page, serving

QUICK = WebSettings(lesson_seconds=0.2, move_seconds=0.1)


def test_a_mistake_is_offered_back(home: Path) -> None:
    with serving(QUICK) as client:
        made = create(client, "hex", "human", "level-1", variant="4x4", rules={"swap": "off"})
        with open_page(client, made["id"], made["keys"]) as (page, _):
            assert page.ask("teach", on=True)["teaching"]
            page.move("a1")  # the first player wins from the middle, and not from the acute corner
            state = page.state(lambda state: state["lesson"] or state["legal"])
            lesson = state["lesson"]
            assert lesson["move"] == "a1" and lesson["ply"] == 1 and lesson["better"] != "a1"
            assert lesson["judgment"] in ("missed win", "allowed win", "blunder") and lesson["text"]
            assert lesson["reply"]["cell"] and lesson["line"][0] == lesson["reply"]["move"]
            assert state["board"]["ply"] == 1 and not state["seats"][1]["thinking"]
            undone = page.ask("undo")
            assert undone["board"]["ply"] == 0 and undone["lesson"] is None and undone["legal"]
            page.move("a1")
            page.state(lambda state: state["lesson"])
            assert page.ask("go-on")["lesson"] is None
            assert page.state(lambda state: state["legal"])["board"]["ply"] == 2


def test_a_good_move_is_no_lesson(home: Path) -> None:
    with serving(QUICK) as client:
        made = create(client, "hex", "human", "level-1", variant="4x4", rules={"swap": "off"})
        with open_page(client, made["id"], made["keys"]) as (page, _):
            page.ask("teach", on=True)
            page.move("b3")
            answered = page.state(lambda state: state["lesson"] or state["legal"])
            assert answered["lesson"] is None and answered["board"]["ply"] == 2
            assert not page.ask("teach", on=False)["teaching"]
            page.move(answered["legal"][0]["move"])
            assert (
                page.state(lambda state: state["lesson"] or state["legal"] or state["result"])["lesson"]
                is None
            )


def test_nobody_is_taught_in_a_game_of_two_people(client: TestClient) -> None:
    made = create(client, "hex")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        assert "one person" in page.ask("teach", on=True)["text"]
        refused = page.ask("teach")
        assert refused["type"] == "error" and refused["field"] == "on"


def test_two_engines_with_times_of_their_own(home: Path) -> None:
    with serving() as client:
        made = create(client, "hive", "level-10", "level-10", seconds=[0.1, 60])
        assert [seat["seconds"] for seat in made["seats"]] == [0.1, 60]
        with open_page(client, made["id"], made["keys"]) as (page, _):
            state = page.state(lambda state: state["board"]["ply"] == 1)
            lines = page.until(lambda message: message["type"] == "thinking" and message["player"] == 1)
            assert lines["lines"][0]["text"] and state["seats"][1]["thinking"]
            paused = page.ask("pause", on=True)
            assert paused["paused"] and not any(seat["thinking"] for seat in paused["seats"])
            assert page.ask("undo")["board"]["ply"] == 0
            resumed = page.ask("pause", on=False)
            assert not resumed["paused"]
            page.state(lambda state: state["board"]["ply"] == 1)
    with serving() as client:
        again = client.get(f"/api/v1/games/{made['id']}").json()
        assert [seat["seconds"] for seat in again["seats"]] == [0.1, 60]


def test_undo_pauses_a_game_of_two_engines(client: TestClient) -> None:
    made = create(client, "hive", "random", "random")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        page.state(lambda state: state["board"]["ply"] >= 2)
        undone = page.ask("undo")
        assert undone["paused"] and not any(seat["thinking"] for seat in undone["seats"])


def test_a_game_with_a_person_cannot_be_paused(client: TestClient) -> None:
    made = create(client, "hex", "human", "level-1")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        assert "two engines" in page.ask("pause", on=True)["text"]


def test_who_only_watches_two_engines_cannot_stop_them(client: TestClient) -> None:
    made = create(client, "hive", "random", "random")
    with (
        open_page(client, made["id"], made["keys"]) as (page, _),
        open_page(client, made["id"]) as (visitor, _),
    ):
        assert "consent" in visitor.ask("undo")["text"]
        assert not page.ask("teach", on=True).get("paused")
        assert not client.get(f"/api/v1/games/{made['id']}").json()["paused"]
