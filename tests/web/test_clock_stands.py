"""When the clock of a game runs: not while nobody with a key is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from tests.web.pages import create, open_page, serving

CLOCK = "600+0"


def clock(client: TestClient, made: Any) -> Any:
    return client.get(f"/api/v1/games/{made['id']}").json()["clock"]


def running(state: Any) -> Any:
    return state["clock"]["running"]


def test_it_stands_until_somebody_with_a_key_comes(client: TestClient) -> None:
    made = create(client, "hex", "human", "level-1", variant="5x5", clock=CLOCK)
    assert running(made) is None and clock(client, made) == made["clock"]
    with open_page(client, made["id"]) as (_, watched):
        assert running(watched) is None
    with open_page(client, made["id"], made["keys"]) as (page, joined):
        assert running(joined) == 0
        page.move("a1")
        assert running(page.state(lambda state: state["board"]["ply"] == 2)) == 0


def test_given_moves_start_no_clock_of_two_people(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5", clock=CLOCK, moves=["c3", "b2"])
    first, second = made["keys"]
    with open_page(client, made["id"], [first]) as (page, alone):
        assert running(alone) is None
        with open_page(client, made["id"], [second]):
            assert running(page.state(lambda state: running(state) is not None)) == 0


def test_an_engine_loses_no_time_when_everybody_has_left(client: TestClient) -> None:
    made = create(client, "hex", "human", "level-10", variant="11x11", clock=CLOCK, rules={"swap": "off"})
    with open_page(client, made["id"]) as (watcher, _):
        with open_page(client, made["id"], made["keys"]) as (page, _):
            assert running(page.move("a5")) == 1
        stopped = watcher.state(lambda state: state["board"]["ply"] == 1 and running(state) is None)
        assert not stopped["seats"][1]["thinking"]
    assert clock(client, made)["left"] == stopped["clock"]["left"]
    with open_page(client, made["id"], made["keys"]) as (page, joined):
        assert running(joined) == 1 and joined["seats"][1]["thinking"]


def test_reading_a_game_from_the_disk_starts_no_clock(home: Path) -> None:
    with serving() as client:
        made = create(client, "hex", variant="5x5", clock=CLOCK)
        with open_page(client, made["id"], made["keys"]) as (page, joined):
            assert running(joined) == 0
            page.move("a1")
    with serving() as client:
        before = clock(client, made)
        assert before["running"] is None and clock(client, made) == before
        with open_page(client, made["id"], made["keys"][1:]) as (_, joined):
            assert running(joined) == 1


def test_between_two_people_it_begins_with_both_and_goes_on(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5", clock=CLOCK)
    with open_page(client, made["id"], made["keys"][:1]) as (black, joined):
        assert running(joined) is None, "the friend has not come yet"
        with open_page(client, made["id"], made["keys"][1:]) as (_, both):
            assert running(both) == 0
        left = black.state(lambda state: not state["seats"][1]["present"])
        assert running(left) == 0, "or leaving would win time"
