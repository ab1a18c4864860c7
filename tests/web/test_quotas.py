"""What one visitor may have here, and that nobody else loses anything by it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.text.sentence import Sentence
from hexapoda.web.live.room_folder import QUIET_SECONDS, RoomFolder
from hexapoda.web.owner import KEY_COOKIE, owner_with
from hexapoda.web.problem import Problem
from hexapoda.web.quotas import Quota
from hexapoda.web.settings import WebSettings
from hexapoda.web.visitor import Visitor, network_of
from tests.web.apps import make_app
from tests.web.pages import Page, create

PLACE = "192.168.1.5:8117"
HEX: dict[str, Any] = {"game": "hex", "variant": "5x5", "seats": ["human", "human"]}


class Club:
    """A server that others can reach, and its visitors."""

    def __init__(self, settings: WebSettings) -> None:
        self.app = make_app(settings)
        self.first = TestClient(self.app, base_url=f"http://{PLACE}", client=("203.0.113.1", 50_000))
        self.first.get("/")

    def visitor(self, address: str) -> TestClient:
        """A browser that has opened the page."""
        client = TestClient(self.app, base_url=f"http://{PLACE}", client=(address, 50_000))
        client.portal = self.first.portal  # all in the event loop of the server
        client.get("/")
        return client

    def play(self, client: TestClient, id: str, keys: list[str], *moves: str) -> Any:
        """Join a game and move in it; the state."""
        with client.websocket_connect(f"ws://{PLACE}/api/v1/games/{id}/live") as socket:
            page = Page(socket)
            state = page.ask("join", keys=keys)
            for move in moves:
                state = page.move(move)
            return state


@contextmanager
def club(**limits: Any) -> Iterator[Club]:
    """A club with limits."""
    made = Club(WebSettings(host="0.0.0.0", **limits))
    with made.first:
        yield made


def owner(client: TestClient) -> str:
    return owner_with(client.cookies[KEY_COOKIE])


def test_a_flood_of_games_affects_nobody_else(home: Path) -> None:
    """One visitor begins games without end; two people go on with theirs."""
    with club(files=20, rooms=10, games_per_owner=8) as server:
        white, black, flood = server.first, server.visitor("203.0.113.2"), server.visitor("203.0.113.9")
        made = create(white, **HEX)
        server.play(white, made["id"], made["keys"][:1], "a1")
        server.play(black, made["id"], made["keys"][1:], "b2")
        codes = []
        for _ in range(31):
            answer = flood.post("/api/v1/games", json=HEX)
            codes.append(answer.status_code)
            if answer.status_code == 201:
                server.play(flood, answer.json()["id"], answer.json()["keys"], "a1")
        assert codes == [201] * 8 + [429] * 23
        error = answer.json()["error"]
        assert (
            "you have 8 unfinished games here" in error["text"] and "8" in error["translations"]["de"]["text"]
        )
        assert answer.headers["retry-after"] == str(error["retry_after"]) == "86400"
        rooms: Any = server.app.state.rooms
        assert white.portal is not None
        white.portal.call(rooms.sweep)
        state = server.play(white, made["id"], made["keys"][:1], "c3")
        assert state["board"]["moves"] == ["a1", "b2", "c3"]
        assert create(black, **HEX)["id"]


@pytest.mark.deep
@pytest.mark.timeout(1800)
def test_ten_thousand_games_affect_nobody_else(home: Path) -> None:
    """With the usual limits: from one visitor, from one address, and from more addresses than there is space
    for."""
    with club(requests_per_second=100_000) as server:
        white, black = server.first, server.visitor("203.0.113.2")
        made = create(white, **HEX)
        server.play(white, made["id"], made["keys"][:1], "a1")
        server.play(black, made["id"], made["keys"][1:], "b2")
        finished = create(white, **HEX)
        with white.websocket_connect(f"ws://{PLACE}/api/v1/games/{finished['id']}/live") as socket:
            page = Page(socket)
            page.ask("join", keys=finished["keys"])
            page.move("a1")
            page.ask("resign")
        taken = 0
        for number in range(10_000):
            flood = server.visitor(f"198.51.100.{max(number - 2_000, 0) // 200}")
            if number < 1_000:  # all with one key
                flood.cookies.clear()
                flood.cookies.set(KEY_COOKIE, "k" * 32)
            answer = flood.post("/api/v1/games", json=HEX)
            if answer.status_code == 201:
                taken += 1
                server.play(flood, answer.json()["id"], answer.json()["keys"], "a1")
            if number == 999:
                assert taken == 100
            if number == 1_999:
                assert taken == 300
        assert taken == 5000 - 1, "the unfinished game of the two"
        assert white.post("/api/v1/games", json=HEX).status_code == 429
        rooms: Any = server.app.state.rooms
        assert white.portal is not None
        white.portal.call(rooms.sweep)
        assert server.play(white, made["id"], made["keys"][:1], "c3")["board"]["ply"] == 3
        assert white.get(f"/api/v1/games/{finished['id']}").json()["result"]["winner"] is not None


def test_a_key_that_is_thrown_away_does_not_help(home: Path) -> None:
    with club(games_per_owner=2, games_per_address=3) as server:
        flood = server.visitor("203.0.113.9")
        codes = []
        for _ in range(5):
            flood.cookies.clear()
            codes.append(flood.post("/api/v1/games", json=HEX).status_code)
        assert codes == [201] * 3 + [429] * 2
        assert server.first.post("/api/v1/games", json=HEX).status_code == 201


def test_a_full_server_refuses_and_removes_nothing(home: Path) -> None:
    with club(files=3) as server:
        made = [create(server.visitor(f"203.0.113.{number}"), **HEX)["id"] for number in (2, 3, 4)]
        answer = server.first.post("/api/v1/games", json=HEX)
        assert answer.status_code == 429 and "3 games are unfinished here" in answer.json()["error"]["text"]
        assert {path.stem for path in (home / "web").glob("*.json")} == set(made)
    with club(archived_games=0) as server:
        assert server.first.post("/api/v1/games", json=HEX).status_code == 503


def test_a_finished_game_makes_space_for_another(home: Path) -> None:
    with club(games_per_owner=1, rooms=1) as server:
        made = create(server.first, **HEX)
        assert server.first.post("/api/v1/games", json=HEX).status_code == 429
        with server.first.websocket_connect(f"ws://{PLACE}/api/v1/games/{made['id']}/live") as socket:
            page = Page(socket)
            page.ask("join", keys=made["keys"])
            page.ask("resign")
        assert create(server.first, **HEX)["id"]


def test_unfinished_games_are_counted_after_a_restart(home: Path) -> None:
    with club(games_per_owner=1) as server:
        key = server.first.cookies[KEY_COOKIE]
        made = create(server.first, **HEX)
        server.play(server.first, made["id"], made["keys"], "a1")
    saved = json.loads((home / "web" / f"{made['id']}.json").read_text("utf-8"))
    assert saved["web"]["owners"] == [owner_with(key)] * 2
    with club(games_per_owner=1) as server:
        assert server.first.post("/api/v1/games", json=HEX).status_code == 201, "another visitor"
        server.first.cookies.clear()
        server.first.cookies.set(KEY_COOKIE, key)
        assert server.first.post("/api/v1/games", json=HEX).status_code == 429
    folder = RoomFolder(WebSettings(host="0.0.0.0", games_per_owner=1))
    folder.tidy()
    visitor = Visitor(owner_with(key), "203.0.113.1")
    with pytest.raises(Problem, match="1 unfinished"):
        folder.admit(visitor)
    path = home / "web" / f"{made['id']}.json"
    folder.tidy(now=path.stat().st_mtime + QUIET_SECONDS + 1)
    folder.admit(visitor)
    assert not path.exists() and (home / "web" / "archive" / path.name).exists()


def test_the_owner_of_the_data_folder_has_no_limit(home: Path) -> None:
    with TestClient(
        make_app(WebSettings(files=0, archived_games=0, games_per_owner=0, games_a_day_per_owner=0)),
        base_url="http://127.0.0.1:8117",
    ) as own:
        made = create(own, **HEX)
        assert (
            json.loads((home / "web" / f"{made['id']}.json").read_text("utf-8"))["web"]["owners"]
            == ["local"] * 2
        )


def test_games_in_a_day(home: Path) -> None:
    with club(games_a_day_per_owner=2, games_a_day_per_address=3) as server:
        codes = [server.first.post("/api/v1/games", json=HEX).status_code for _ in range(3)]
        assert codes == [201, 201, 429]
        neighbor = server.visitor("203.0.113.1")
        codes = [neighbor.post("/api/v1/games", json=HEX).status_code for _ in range(2)]
        assert codes == [201, 429]
        assert server.visitor("203.0.113.2").post("/api/v1/games", json=HEX).status_code == 201


def test_a_rematch_counts_too(home: Path) -> None:
    with club(games_a_day_per_owner=1) as server:
        made = create(server.first, **HEX)
        with server.first.websocket_connect(f"ws://{PLACE}/api/v1/games/{made['id']}/live") as socket:
            page = Page(socket)
            page.ask("join", keys=made["keys"])
            page.ask("resign")
        wish = {"keys": made["keys"]}
        assert server.first.post(f"/api/v1/games/{made['id']}/rematch", json=wish).status_code == 429


def test_a_visitor_plays_on_in_another_browser(home: Path) -> None:
    """With the key of the browser alone: the seats, the rematch and the list of games."""
    with club() as server:
        white, black = server.first, server.visitor("203.0.113.2")
        made = create(white, **HEX)
        server.play(white, made["id"], made["keys"][:1], "a1")
        server.play(black, made["id"], made["keys"][1:])
        other = server.visitor("203.0.113.3")
        address = f"ws://{PLACE}/api/v1/games/{made['id']}/live"

        def seats(client: TestClient, **wish: Any) -> Any:
            with client.websocket_connect(address) as socket:
                return Page(socket).ask("join", **wish)["own"]

        assert seats(other, own=True) == [] and seats(white) == [] and seats(white, own=False) == []
        assert other.get("/api/v1/owner/games").json() == {"ids": []}
        other.cookies.clear()
        other.cookies.set(KEY_COOKIE, black.cookies[KEY_COOKIE])
        assert other.get("/api/v1/owner/games").json() == {"ids": [made["id"]]}
        assert seats(other, own=True) == [1] and seats(white, own=True) == [0]
        with other.websocket_connect(address) as socket:
            page = Page(socket)
            page.ask("join", own=True)
            page.move("b2")
        with white.websocket_connect(address) as socket:
            page = Page(socket)
            page.ask("join", own=True)
            page.ask("resign")
        stranger = server.visitor("203.0.113.4")
        again = f"/api/v1/games/{made['id']}/rematch"
        assert stranger.post(again, json={"keys": []}).status_code == 403
        found = other.post(again, json={"keys": []}).json()
        assert found == black.post(again, json={"keys": made["keys"][1:]}).json() and len(found["keys"]) == 1


def test_reviews_in_a_day(home: Path) -> None:
    with club(reviews_a_day_per_owner=1, reviews_a_day_per_address=2) as server:
        wish = {"text": "5x5 c3 b3"}
        codes = [server.first.post("/api/v1/reviews", json=wish).status_code for _ in range(2)]
        assert codes == [201, 429]
        neighbor = server.visitor("203.0.113.1")
        codes = [neighbor.post("/api/v1/reviews", json={"text": "5x5 a1"}).status_code for _ in range(2)]
        assert codes == [201, 429]


@pytest.mark.parametrize("limit", [{"reviews_per_owner": 1}, {"review_files": 1}])
def test_no_review_is_removed_for_another(limit: dict[str, int], home: Path) -> None:
    with club(**limit) as server:
        made = server.first.post("/api/v1/reviews", json={"text": "5x5 c3 b3"}).json()
        again = server.first.post("/api/v1/reviews", json={"text": "5x5 c3 b3"}).json()
        assert again["id"] == made["id"], "this is no other review"
        refused = server.first.post("/api/v1/reviews", json={"text": "5x5 a1"})
        assert refused.status_code == (503 if "review_files" in limit else 429)
        assert server.first.get(f"/api/v1/reviews/{made['id']}").status_code == 200


def test_a_quota_says_when_to_come_again() -> None:
    quota = Quota(lambda count: Sentence("{count} are enough", count=count), 2, 10)
    visitor = Visitor("a", "203.0.113.1")
    quota.take(visitor)
    quota.take(visitor)
    with pytest.raises(Problem, match="2 are enough") as refused:
        quota.take(visitor)
    wait = refused.value.details["retry_after"]
    assert isinstance(wait, int) and 43_190 < wait <= 43_200, "half a day for each of two"
    quota.take(Visitor("b", "203.0.113.1"))
    quota.take(Visitor("local", "203.0.113.1"))
    with pytest.raises(Problem, match="more than a visitor may use in a day") as refused:
        quota.take(Visitor("c", "203.0.113.2"), 3)
    assert "retry_after" not in refused.value.details


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_what_counts_as_one_address(address: str, network: str) -> None:
    assert network_of(address) == network
