"""Guests on a server of one machine: who has no token may play, and sees or changes nothing of the owner."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse

from hexapoda.web.access import read_token
from hexapoda.web.app import create_app
from hexapoda.web.owner import KEY_COOKIE, LOCAL, is_key, new_key
from hexapoda.web.settings import WebSettings
from tests.browser import new_visitor
from tests.web.axe import violations
from tests.web.page_browser import DEADLINE, moves, status
from tests.web.pages import SOCKET, create, open_page, serving
from tests.web.server_process import running

TOKEN = "t" * 32
OWNER = {"authorization": f"Bearer {TOKEN}"}
ALLOWED = {"catalog", "games", "boards", "lessons", "positions", "owner"}
"""The nouns of which a guest may use something."""


@contextmanager
def as_guest(**limits: Any) -> Iterator[TestClient]:
    """A browser without the token that has become a guest."""
    with serving(WebSettings(token=TOKEN, watch_seconds=0, **limits)) as client:
        client.follow_redirects = False
        answer = client.get("/?guest")
        assert answer.status_code == 303 and answer.headers["location"] == "."
        assert is_key(client.cookies[KEY_COOKIE])
        yield client


def test_a_guest_has_games_of_their_own(home: Path) -> None:
    with as_guest() as guest:
        assert "main.js" in guest.get("/").text and guest.get("/main.js").status_code == 200
        catalog = guest.get("/api/v1/catalog").json()
        assert catalog["guest"] and not (catalog["starts"] or catalog["matches"] or catalog["runs"])
        assert guest.get("/api/v1/owner").json()["owner"] != LOCAL
        made = create(guest, "hex", "human", "level-1", variant="5x5")
        with open_page(guest, made["id"], made["keys"]) as (page, _):
            assert page.move("a1")["board"]["ply"] == 1
        owners = json.loads((home / "web" / f"{made['id']}.json").read_text("utf-8"))["web"]["owners"]
        assert LOCAL not in owners


def test_a_guest_plays_in_a_game_of_the_owner_with_its_key_and_not_without() -> None:
    with as_guest() as guest:
        wish = {"game": "hex", "variant": "5x5", "seats": ["human", "human"]}
        made = guest.post("/api/v1/games", json=wish, headers=OWNER).json()
        with open_page(guest, made["id"], made["keys"][1:]) as (_, joined):
            assert joined["own"] == [1]
        with guest.websocket_connect(f"{SOCKET}/api/v1/games/{made['id']}/live") as socket:
            socket.send_json({"type": "join", "keys": [], "own": True})
            assert socket.receive_json()["own"] == [1], "the seat that was given, and not the owner's"
        again = guest.post("/api/v1/games", json=wish, headers=OWNER).json()
        for path in ("rematch", "withdraw"):
            asked = guest.post(f"/api/v1/games/{again['id']}/{path}", json={"keys": []})
            assert asked.status_code == 403, path


def addresses() -> Iterator[tuple[str, str]]:
    """Every method and address of the API."""
    for path, methods in create_app().openapi()["paths"].items():
        for method in methods:
            yield method.upper(), re.sub(r"\{[^}]*\}", "1", path)


@pytest.mark.parametrize(
    ("method", "path"), [one for one in addresses() if one[1].split("/")[3] not in ALLOWED]
)
def test_everything_else_is_refused(method: str, path: str) -> None:
    with as_guest() as guest:
        assert guest.request(method, path, json={}).status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "/metrics",
        "/api/v1/openapi.json",
        "/api/v1/owner/key",
        "/api/v1/positions/judge",
        "/api/v1/positions/overlays",
        "/api/v1/games/1/record",
        "/api/v1/library/",
        "/api/v1/games/../library",
        "/api/v1/games%2F..%2Flibrary",
        "//api/v1/library",
        "/API/v1/library",
        "/api/v1/library?guest",
    ],
)
def test_tricks_lead_nowhere(path: str) -> None:
    with as_guest() as guest:
        for method in ("GET", "POST", "PUT", "DELETE"):
            assert guest.request(method, path).status_code >= 400, method


@pytest.mark.parametrize("path", ["analysis", "reviews/1/live"])
def test_other_sockets_are_refused(path: str) -> None:
    with (
        as_guest() as guest,
        pytest.raises(WebSocketDenialResponse) as denied,
        guest.websocket_connect(f"{SOCKET}/api/v1/{path}"),
    ):
        pass
    assert denied.value.status_code == 403


def test_nobody_becomes_a_guest_without_asking_nor_the_owner_by_asking() -> None:
    with serving(WebSettings(token=TOKEN)) as client:
        client.follow_redirects = False
        assert client.get("/").status_code == 401 and "set-cookie" not in client.get("/").headers
        for wrong in ("short", "x" * 31, "x" * 33, "a b" * 11):
            cookie = {"cookie": f"{KEY_COOKIE}={wrong}"}
            assert client.get("/api/v1/catalog", headers=cookie).status_code == 401, wrong
        assert "hexapoda-token" not in client.get("/?guest").headers["set-cookie"]
        with_both = {"cookie": f"{KEY_COOKIE}={new_key()}", **OWNER}
        assert client.get("/api/v1/owner", headers=with_both).json()["owner"] == LOCAL


def test_a_guest_has_the_quotas_of_a_visitor() -> None:
    with as_guest(games_per_owner=1) as guest:
        made = create(guest, "hex", variant="5x5")
        with open_page(guest, made["id"], made["keys"]) as (page, _):
            page.move("a1")
        answer = guest.post("/api/v1/games", json={"game": "hex", "seats": ["human", "human"]})
        assert answer.status_code == 429


def opened(browser: Any, address: str) -> Any:
    """A page of a new browser."""
    page = new_visitor(browser, viewport={"width": 1280, "height": 780}).new_page()
    page.set_default_timeout(DEADLINE)
    page.goto(address)
    return page


@pytest.mark.slow
def test_an_invitation_opens_in_another_browser(browser: Any, home: Path) -> None:
    """As after `hexapoda web` without options: the link works on this machine, and says so."""
    with running(home, token=True) as server:
        address = f"http://127.0.0.1:{server.port}/"
        page = opened(browser, f"{address}?token={read_token()}")
        page.click("#new")
        page.locator("dialog input[name=game][value=hex]").check(force=True)
        page.select_option("dialog [name=opponent]", "link")
        page.select_option("dialog [name=variant]", "5x5")
        page.click("dialog[open] button[type=submit]")
        command = f"hexapoda web --port {server.port} --host 0.0.0.0"
        page.locator(".invite", has_text=command).wait_for()
        assert page.locator(".invite qr-code").count() == 0, "no phone could open it"
        friend = opened(browser, page.input_value("#invite"))
        friend.locator("svg.surface").wait_for()
        friend.locator(".guest-note").wait_for()
        assert friend.locator(".views a").all_inner_texts() == ["Play", "Learn"]
        page.locator(".presence.here").wait_for()
        page.click('[data-cell="1,1"]')
        moves(friend, 1)
        status(friend, "Your turn")
        friend.goto(f"{address}#library")
        friend.reload()
        friend.locator("play-view").wait_for()
        assert friend.locator("library-view").count() == 0
        for one in (page, friend):
            one.context.close()


@pytest.mark.slow
def test_the_page_without_the_token_says_what_to_do(browser: Any, home: Path) -> None:
    with running(home, token=True) as server:
        page = opened(browser, f"http://127.0.0.1:{server.port}/")
        page.get_by_role("heading", name="Did you start this server?").wait_for()
        assert violations(page) == []
        page.get_by_role("link", name="Play as a guest").click()
        page.locator("svg.surface").wait_for()
        page.locator(".guest-note", has_text="You are a guest here").wait_for()
        page.context.close()


def test_guests_have_a_share_and_the_owner_all(home: Path) -> None:
    settings = WebSettings(token=TOKEN, watch_seconds=0, requests_per_second=1)
    with serving(settings) as client:
        client.get("/?guest")
        found = {client.get("/api/v1/catalog").status_code for _ in range(20)}
        assert found == {200, 429}
        assert {client.get("/api/v1/catalog", headers=OWNER).status_code for _ in range(20)} == {200}
