"""Who a visitor is, on a server of one's own and on a shared one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from typing import Any

import pytest
from fastapi import FastAPI, Request, WebSocket
from fastapi.testclient import TestClient

from hexapoda.web.owner import KEY_COOKIE, LOCAL, Visitors, is_key, new_key, owner_of, owner_with
from hexapoda.web.page_files import PageFiles
from hexapoda.web.settings import WebSettings

SHARED = WebSettings(host="0.0.0.0")
LIVE = "ws://192.168.1.5:8117/live"


@contextmanager
def visit(settings: WebSettings, address: str = "http://192.168.1.5:8117") -> Iterator[TestClient]:
    """A browser at a server whose pages say who the visitor is."""
    app = FastAPI()

    @app.get("/")
    @app.get("/who")
    @app.post("/who")
    def who(request: Request) -> str:
        return owner_of(request)

    @app.websocket("/live")
    async def live(socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text(owner_of(socket))

    app.add_middleware(Visitors, settings=settings, files=PageFiles(settings.static))
    with TestClient(app, base_url=address) as client:
        yield client


def given(answer: Any) -> dict[str, str]:
    """The cookie of an answer, as its value and its attributes."""
    cookie = SimpleCookie(answer.headers["set-cookie"])[KEY_COOKIE]
    return {"value": cookie.value, **{name: str(value) for name, value in cookie.items() if value}}


def test_this_machine_has_one_owner() -> None:
    with visit(WebSettings()) as browser:
        answer = browser.get("/")
        assert answer.json() == LOCAL and "set-cookie" not in answer.headers
        with browser.websocket_connect(LIVE) as socket:
            assert socket.receive_text() == LOCAL


@pytest.mark.parametrize("settings", [SHARED, WebSettings(names=("club.example",))])
def test_a_browser_gets_its_key_with_the_page(settings: WebSettings) -> None:
    with visit(settings) as browser:
        answer = browser.get("/")
        cookie = given(answer)
        assert is_key(cookie["value"]) and answer.json() == owner_with(cookie["value"])
        assert cookie["httponly"] and cookie["samesite"] == "Lax" and int(cookie["max-age"]) > 365 * 86400
        assert "secure" not in cookie, "or a browser would not send it over plain HTTP"
        for ask in (browser.get, browser.post):
            again = ask("/who")
            assert again.json() == answer.json() and "set-cookie" not in again.headers
        with browser.websocket_connect(LIVE) as socket:
            assert socket.receive_text() == answer.json()
        renewed = browser.get("/")
        assert given(renewed)["value"] == cookie["value"], "each visit renews it"


def test_two_browsers_are_two_owners() -> None:
    with visit(SHARED) as one, visit(SHARED) as other:
        assert one.get("/").json() != other.get("/").json()


def test_a_program_gets_a_key_when_it_makes_something() -> None:
    with visit(SHARED) as program:
        assert "set-cookie" not in program.get("/who").headers
        made = program.post("/who")
        assert made.json() == owner_with(given(made)["value"])
        assert program.post("/who").json() == made.json()


@pytest.mark.parametrize("cookie", ["", "short", "x" * 33, "é" * 32, "a b" * 10, "%00" * 10 + "xx"])
def test_a_bad_cookie_is_no_key(cookie: str) -> None:
    with visit(SHARED) as browser:
        answer = browser.get("/", headers={b"cookie": f"{KEY_COOKIE}={cookie}".encode()})
        assert is_key(given(answer)["value"]) and answer.json() == owner_with(given(answer)["value"])


def test_a_key_is_only_sent_over_tls_once_it_came_so() -> None:
    with visit(SHARED, "https://192.168.1.5") as browser:
        assert given(browser.get("/"))["secure"]


def test_an_owner_does_not_tell_the_key() -> None:
    key = new_key()
    owner = owner_with(key)
    assert len(owner) == 32 and key not in owner
    assert owner != hashlib.sha256(key.encode()).hexdigest()[:32], "not the plain hash"
