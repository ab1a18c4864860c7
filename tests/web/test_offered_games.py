"""Games that are offered to whoever comes: the list, who accepts, who withdraws, how many there may be."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.web.live.room_folder import OFFERED_SECONDS, UNTOUCHED_SECONDS, RoomFolder
from hexapoda.web.owner import new_key
from hexapoda.web.settings import WebSettings
from tests.web.pages import create, open_page, serving
from tests.web.test_room_files import make_old, names

CLUB = WebSettings(names=("club.example",), watch_seconds=0)


class Club:
    """A server that others can reach, as several visitors see it."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self._keys: dict[str, str] = {}

    def be(self, who: str) -> TestClient:
        """The client with the cookie of a visitor."""
        self.client.cookies.set("hexapoda-key", self._keys.setdefault(who, new_key()))
        return self.client

    def offer(self, who: str, open: str = "second", **wish: Any) -> Any:
        return create(self.be(who), wish.pop("game", "hex"), open=open, **wish)

    def offers(self) -> Any:
        return self.client.get("/api/v1/games/offers").json()["games"]

    def accept(self, who: str, id: str, name: str = "") -> Any:
        return self.be(who).post(f"/api/v1/games/{id}/accept", json={"name": name})

    def withdraw(self, who: str, made: Any, *keys: str) -> Any:
        return self.be(who).post(f"/api/v1/games/{made['id']}/withdraw", json={"keys": keys})


@contextmanager
def club(**limits: Any) -> Iterator[Club]:
    settings = WebSettings(names=CLUB.names, watch_seconds=0, **limits)
    with serving(settings) as client:
        yield Club(client)


def test_a_game_is_offered_and_accepted() -> None:
    with club() as here:
        made = here.offer("Ada", variant="5x5", rules={"swap": "off"}, clock="300+3")
        assert len(made["keys"]) == 1 and made["open"]
        with open_page(here.client, made["id"], made["keys"]) as (page, joined):
            assert joined["own"] == [0]
            [offer] = here.offers()
            assert offer == {
                "id": made["id"],
                "game": "hex",
                "variant": "5x5",
                "rules": {},
                "start": False,
                "help": False,
                "control": "300+3",
                "seat": 1,
                "name": "",
                "here": True,
                "since": offer["since"],
            }
            taken = here.accept("Bob", made["id"], "Bob").json()
            news = page.state(lambda state: not state["open"])
            assert news["seats"][1]["name"] == "Bob"
            assert here.offers() == []
            with open_page(here.client, made["id"], taken["keys"]) as (_, joined):
                assert joined["own"] == [1] and joined["clock"]["running"] == 0


@pytest.mark.parametrize("open", ["first", "second", "random"])
def test_nobody_has_accepted_a_game_that_cannot_be_saved(
    open: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not for the visitor, not for the one who offers it, and not after a restart either."""

    def full(path: Path, text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("hexapoda.web.live.seating.secrets.randbelow", lambda _: 1)
    with club() as here:
        made = here.offer("Ada", open, help=True)
        file = home / "web" / f"{made['id']}.json"
        before = file.read_text("utf-8")
        with monkeypatch.context() as disk:
            disk.setattr("hexapoda.play.autosave.write_atomically", full)
            refused = here.accept("Bob", made["id"], "Bob")
        assert refused.status_code == 503
        assert refused.json()["error"]["text"] == "this cannot be saved: no space left on device"
        assert file.read_text("utf-8") == before and len(here.offers()) == 1
        here.be("Ada")
        with open_page(here.client, made["id"], made["keys"]) as (_, state):
            assert state["open"] and not state["trouble"] and len(state["own"]) == 1
            assert "Bob" not in str(state["seats"])
    with club() as again:
        assert len(again.offers()) == 1
        keys = again.accept("Bob", made["id"], "Bob").json()["keys"]
        assert again.offers() == []
        again.be("Bob")
        with open_page(again.client, made["id"], keys) as (_, state):
            assert len(state["own"]) == 1 and "Bob" in str(state["seats"])
    with club() as third:
        assert third.offers() == [], "it is on the disk before it is told"


@pytest.mark.parametrize(("open", "own", "taken"), [("first", [1], [0]), ("second", [0], [1])])
def test_the_side_is_as_it_was_offered(open: str, own: list[int], taken: list[int]) -> None:
    with club() as here:
        made = here.offer("Ada", open)
        key = here.accept("Bob", made["id"]).json()["keys"]
        with open_page(here.client, made["id"], made["keys"]) as (_, state):
            assert state["own"] == own
        with open_page(here.client, made["id"], key) as (_, state):
            assert state["own"] == taken


def test_a_side_by_lot_is_drawn_when_somebody_accepts() -> None:
    """The page of the one who offers hears of it, and its key opens the seat that was drawn."""
    drawn: set[int] = set()
    with club(offers_per_owner=100, games_per_owner=200) as here:
        while len(drawn) < 2:  # each has a chance of a half
            made = here.offer("Ada", "random", variant="5x5")
            assert here.offers()[0]["seat"] is None
            with open_page(here.be("Ada"), made["id"], made["keys"]) as (page, _):
                taken = here.accept("Bob", made["id"], "Bob").json()["keys"]
                state = page.state(lambda state: not state["open"])
                [bobs] = [seat for seat in (0, 1) if state["seats"][seat]["name"] == "Bob"]
                with open_page(here.client, made["id"], taken) as (other, joined):
                    assert joined["own"] == [bobs]
                    mover = page if bobs else other
                    assert mover.move("a1")["board"]["ply"] == 1
            with open_page(here.client, made["id"], made["keys"]) as (_, joined):
                assert joined["own"] == [1 - bobs]
            drawn.add(bobs)


def test_nobody_moves_before_somebody_has_accepted() -> None:
    with club() as here:
        made = here.offer("Ada", variant="5x5")
        assert made["legal"] == []
        with open_page(here.client, made["id"], made["keys"]) as (page, _):
            for refused in (page.move("a1"), page.ask("resign")):
                assert "once somebody accepts" in refused["text"]
            here.accept("Bob", made["id"])
            assert page.move("a1")["board"]["ply"] == 1


def test_of_many_who_accept_at_once_one_gets_the_seat() -> None:
    with club() as here, ExitStack() as stack:
        made = here.offer("Ada")
        found: list[int] = []
        lock = threading.Lock()

        def accept() -> None:
            status = here.client.post(f"/api/v1/games/{made['id']}/accept", json={}).status_code
            with lock:
                found.append(status)

        threads = [threading.Thread(target=accept) for _ in range(8)]
        for thread in threads:
            thread.start()
            stack.callback(thread.join)
        for thread in threads:
            thread.join()
        assert sorted(found) == [200] + [409] * 7


def test_offers_survive_a_restart_and_the_key_still_opens_them(home: Path) -> None:
    with club() as here:
        made = here.offer("Ada", "random")
        with open_page(here.client, made["id"], made["keys"]):
            pass
    with club() as here:
        assert [offer["id"] for offer in here.offers()] == [made["id"]] and not here.offers()[0]["here"]
        assert here.accept("Bob", made["id"]).status_code == 200
        assert here.accept("Eve", made["id"]).status_code == 409
    with club() as here:
        assert here.offers() == []
        with open_page(here.client, made["id"], made["keys"]) as (_, joined):
            assert len(joined["own"]) == 1


def test_who_may_withdraw() -> None:
    with club() as here:
        made = here.offer("Ada")
        assert here.withdraw("Bob", made).status_code == 403
        assert here.withdraw("Bob", made, "another key").status_code == 403
        with open_page(here.client, made["id"], made["keys"]) as (page, _):
            assert here.withdraw("Bob", made, *made["keys"]).status_code == 200
            page.until(lambda message: message.get("own") == [])
            assert "does not play" in page.move("a1")["text"]
        assert here.offers() == []
        assert here.accept("Bob", made["id"]).status_code == 404
        assert here.client.get(f"/api/v1/games/{made['id']}").status_code == 404
        by_owner = here.offer("Ada")
        assert here.withdraw("Ada", by_owner).status_code == 200
        accepted = here.offer("Ada")
        here.accept("Bob", accepted["id"])
        assert here.withdraw("Ada", accepted, *accepted["keys"]).status_code == 409


def test_how_many_games_one_visitor_may_offer() -> None:
    with club(offers_per_owner=2, offers=3) as here:
        first, _ = here.offer("Ada"), here.offer("Ada")
        wish = {"game": "hex", "seats": ["human", "human"], "open": "first"}
        refused = here.be("Ada").post("/api/v1/games", json=wish)
        assert refused.status_code == 429 and "withdraw one first" in refused.json()["error"]["text"]
        here.offer("Bob")
        assert here.be("Eve").post("/api/v1/games", json=wish).status_code == 429, "too many in all"
        here.withdraw("Ada", first)
        here.offer("Ada")


def test_only_games_of_two_people_are_offered(client: TestClient) -> None:
    wish = {"game": "hex", "seats": ["human", "level-1"], "open": "first"}
    refused = client.post("/api/v1/games", json=wish)
    assert refused.status_code == 400 and "two people" in refused.json()["error"]["text"]
    plain = create(client, "hex")
    assert client.post(f"/api/v1/games/{plain['id']}/accept", json={}).status_code == 409
    assert client.post(f"/api/v1/games/{'0' * 32}/accept", json={}).status_code == 404


def test_an_offer_stays_for_a_week(home: Path) -> None:
    with serving() as client:
        made = create(client, "hex", open="first")
    folder = RoomFolder(WebSettings())
    make_old(home, made["id"], UNTOUCHED_SECONDS + 60)
    folder.tidy()
    assert names(home) == {made["id"]}
    make_old(home, made["id"], OFFERED_SECONDS)
    folder.tidy()
    assert names(home) == set()


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \n  Lovelace\t", "Ada Lovelace"),
        ("A\u202eda\u200b", "A da"),
        ("x" * 200, "x" * 30),
        (" \n", "human"),
    ],
)
def test_what_a_player_is_called(client: TestClient, given: str, shown: str) -> None:
    made = create(client, "hex")
    with open_page(client, made["id"], made["keys"][:1]) as (watcher, _):
        with client.websocket_connect(f"ws://127.0.0.1:8117/api/v1/games/{made['id']}/live") as socket:
            socket.send_json({"type": "join", "keys": made["keys"][1:], "name": given})
            watcher.state(lambda state: state["seats"][1]["present"])
        state = client.get(f"/api/v1/games/{made['id']}").json()
        assert state["seats"][1]["name"] == shown and state["seats"][0]["name"] == "human"


def test_a_name_is_in_the_record_and_survives_a_restart(home: Path) -> None:
    with serving() as client:
        made = create(client, "hex", open="second", variant="5x5", help=True)
        client.post(f"/api/v1/games/{made['id']}/accept", json={"name": "Bob"})
        with open_page(client, made["id"], made["keys"]) as (page, _):
            page.move("a1")
    with serving() as client:
        assert client.get(f"/api/v1/games/{made['id']}").json()["seats"][1]["name"] == "Bob"
        record = client.get(f"/api/v1/games/{made['id']}/record").json()["record"]
        assert record["names"][1] == "Bob"
