"""The token of the owner of the data folder: who has it comes in, and nobody else."""

from __future__ import annotations

import json
import os
import stat
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse

from hexapoda.web.access import TOKEN_FILE, read_token
from hexapoda.web.owner import KEY_COOKIE
from hexapoda.web.settings import WebSettings
from tests.web.pages import SOCKET, serving
from tests.web.server_process import running

TOKEN, TICKET = "t" * 32, "o" * 32
OWN = WebSettings(token=TOKEN, ticket=TICKET)
BEARER = {"authorization": f"Bearer {TOKEN}"}


@contextmanager
def browser_at(settings: WebSettings = OWN) -> Iterator[TestClient]:
    """A browser at a server with a token. It follows no redirect by itself."""
    with serving(settings) as client:
        client.follow_redirects = False
        yield client


def refused(answer: Any) -> bool:
    if answer.status_code != 401:
        return False
    assert answer.headers["www-authenticate"] == "Bearer" and "set-cookie" not in answer.headers
    return True


def test_without_the_token_nothing_is_answered() -> None:
    with browser_at() as stranger:
        for path in ("/api/v1/catalog", "/api/v1/library", "/main.js", "/api/v1/openapi.json", "/nothing"):
            answer = stranger.get(path)
            assert refused(answer), path
            assert "web-token" in answer.json()["error"]["text"]
            assert "web-token" in answer.json()["error"]["translations"]["de"]["text"]
        assert refused(stranger.post("/api/v1/library/delete", json={"ids": [1]}))
        assert refused(stranger.post("/api/v1/games", json={"game": "hex", "seats": ["human", "human"]}))
        page = stranger.get("/")
        assert refused(page) and "not known here yet" in page.text
        for path in ("/offline/locked.js", "/offline/page.css", "/icon.svg"):
            assert stranger.get(path).status_code == 200, path
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            stranger.websocket_connect(f"{SOCKET}/api/v1/analysis"),
        ):
            pass
        assert denied.value.status_code == 401


@pytest.mark.parametrize("query", [f"token={TOKEN}", f"ticket={TICKET}", f"x=1&token={TOKEN}&y="])
def test_the_token_of_the_address_becomes_a_cookie(query: str) -> None:
    with browser_at() as browser:
        answer = browser.get(f"/?{query}")
        assert answer.status_code == 303
        assert answer.headers["location"] == ("?x=1&y=" if "x=1" in query else ".")
        [cookie] = SimpleCookie(answer.headers["set-cookie"]).values()
        assert cookie["httponly"] and cookie["samesite"] == "Strict" and int(cookie["max-age"]) > 365 * 86400
        page = browser.get("/")
        assert page.status_code == 200 and "main.js" in page.text
        assert SimpleCookie(page.headers["set-cookie"])[cookie.key].value == TOKEN, "each visit renews it"
        assert browser.get("/api/v1/library").json()["writable"]
        with browser.websocket_connect(f"{SOCKET}/api/v1/analysis"):
            pass


def test_a_ticket_lets_in_once() -> None:
    with browser_at() as browser:
        assert browser.get(f"/?ticket={TICKET}").status_code == 303
        browser.cookies.clear()
        assert refused(browser.get(f"/?ticket={TICKET}"))


@pytest.mark.parametrize(
    "path", ["/?token=", "/?token=wrong", "/?ticket=", f"/?token={TICKET}", "/?token=%ff"]
)
def test_a_wrong_token_lets_nobody_in(path: str) -> None:
    with browser_at() as browser:
        assert refused(browser.get(path))


@pytest.mark.parametrize("header", ["Bearer wrong", "Bearer ", f"Basic {TOKEN}", TOKEN, "Bearer é"])
def test_a_wrong_header_lets_nobody_in(header: str) -> None:
    with browser_at() as program:
        assert refused(program.get("/api/v1/catalog", headers={b"authorization": header.encode()}))


def test_programs_send_a_header() -> None:
    with browser_at() as program:
        assert program.get("/api/v1/catalog", headers=BEARER).status_code == 200
        assert program.get("/api/v1/catalog", headers={"authorization": f"bearer {TOKEN}"}).status_code == 200
        with program.websocket_connect(f"{SOCKET}/api/v1/analysis", headers=BEARER):
            pass


def test_a_server_without_a_token_ignores_one() -> None:
    with browser_at(WebSettings()) as browser:
        answer = browser.get("/?token=anything")
        assert answer.status_code == 200 and "set-cookie" not in answer.headers


def test_on_a_shared_server_the_token_makes_the_owner() -> None:
    with browser_at(WebSettings(host="0.0.0.0", token=TOKEN)) as visitor:
        assert KEY_COOKIE in visitor.get("/").headers["set-cookie"]
        assert visitor.get("/api/v1/catalog").status_code == 200
        assert visitor.get(f"/?token={TOKEN}").status_code == 303
        assert KEY_COOKIE not in visitor.get("/").headers["set-cookie"]


def test_the_token_stays_the_same_and_is_private(home: Path) -> None:
    token = read_token()
    path = home / TOKEN_FILE
    assert len(token) == 32 and path.read_text("ascii") == token + "\n"
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_token() == token
    assert [one.name for one in home.iterdir()] == [TOKEN_FILE]


@pytest.mark.parametrize("content", ["", "short\n", "t" * 32 + "\nmore\n", "t" * 5000, "ä" * 32])
def test_a_damaged_token_is_replaced(home: Path, content: str) -> None:
    home.mkdir()
    path = home / TOKEN_FILE
    path.write_text(content, "utf-8")
    path.chmod(0o600)
    token = read_token()
    assert path.read_text("ascii") == token + "\n"


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
def test_a_token_that_others_could_read_is_replaced(home: Path) -> None:
    token = read_token()
    (home / TOKEN_FILE).chmod(0o640)
    assert read_token() != token
    assert stat.S_IMODE((home / TOKEN_FILE).stat().st_mode) == 0o600


@pytest.mark.slow
def test_the_command_asks_for_the_token_and_keeps_it(home: Path) -> None:
    with running(home, token=True) as server:
        token = read_token()
        assert server.first_line == (
            f"hexapoda is ready at http://127.0.0.1:{server.port}/?token={token}  (Ctrl+C ends it)\n"
        )
        with pytest.raises(urllib.error.HTTPError) as refusal:
            server.get("/api/v1/library")
        with refusal.value as answer:
            assert answer.code == 401 and "web-token" in json.load(answer)["error"]["text"]
        port = server.port
    with running(home, port, token=True) as server:
        asked = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/v1/library", headers={"authorization": f"Bearer {token}"}
        )
        with urllib.request.urlopen(asked) as answer:
            assert json.load(answer)["writable"]


def test_who_shares_a_server_is_told_whose_the_token_is(home: Path) -> None:
    with running(home, None, "--name", "club.example", token=True) as server:
        assert read_token() in server.first_line
        assert server.process.stdout is not None
        assert "others open the page without the token" in server.process.stdout.readline()


@pytest.mark.slow
def test_a_browser_keeps_the_token(browser: Any, home: Path) -> None:
    """The address loses it, a bookmark works after a restart, another browser is told what to do."""
    with running(home, token=True) as server:
        address = f"http://127.0.0.1:{server.port}/"
        visitor, stranger = browser.new_context(), browser.new_context()
        page = visitor.new_page()
        page.goto(f"{address}?token={read_token()}#learn")
        page.locator("learn-view").wait_for()
        assert page.url.startswith(f"{address}#learn")
        other = stranger.new_page()
        other.goto(address)
        other.get_by_role("heading", name="This browser is not known here yet.").wait_for()
        german = browser.new_context(locale="de-DE")
        locked = german.new_page()
        locked.goto(address)
        locked.get_by_role("heading", name="Dieser Browser ist hier noch nicht bekannt.").wait_for()
        assert locked.get_by_role("link", name="Als Gast spielen").get_attribute("href") == "?guest"
        german.close()
        linked = visitor.new_page()
        linked.set_content(f'<a href="{address}#learn">a link on another site</a>')
        linked.get_by_role("link").click()
        linked.locator("learn-view").wait_for()
    with running(home, server.port, token=True):
        page.goto("about:blank")
        page.goto(f"{address}#puzzles")
        page.locator("puzzles-view").wait_for()
    visitor.close()
    stranger.close()
