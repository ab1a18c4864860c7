"""The key of a visitor in another browser: never lost without being asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.web.owner import KEY_COOKIE, new_key, owner_with
from hexapoda.web.settings import WebSettings
from tests.web.apps import make_app
from tests.web.page_browser import DEADLINE
from tests.web.pages import serving
from tests.web.server_process import running

KEY = "/api/v1/owner/key"
TOKEN = "t" * 32


@pytest.fixture
def visitor(home: Path) -> Iterator[TestClient]:
    with serving(WebSettings(host="0.0.0.0", token=TOKEN)) as client:
        yield client


def test_a_visitor_reads_the_own_key(visitor: TestClient) -> None:
    visitor.get("/")
    own = visitor.get(KEY).json()
    assert own == {"owner": owner_with(own["key"]), "key": visitor.cookies[KEY_COOKIE]}
    assert visitor.get("/api/v1/owner").json() == {"owner": own["owner"]}
    assert visitor.get("/api/v1/catalog").json()["shared"] is True


def test_another_browser_becomes_the_same_visitor(visitor: TestClient) -> None:
    """Its own key is only replaced if it says so."""
    visitor.get("/")
    own, key = visitor.get(KEY).json(), new_key()
    for wish in ({"key": key}, {"key": key, "replaces": "0" * 32}):
        refused = visitor.put(KEY, json=wish)
        assert refused.status_code == 409 and "would be lost" in refused.json()["error"]["text"]
        assert "set-cookie" not in refused.headers
    assert visitor.get(KEY).json() == own
    used = visitor.put(KEY, json={"key": key, "replaces": own["owner"]})
    assert used.json() == {"owner": owner_with(key)}
    assert visitor.get(KEY).json() == {"owner": owner_with(key), "key": key}
    assert visitor.put(KEY, json={"key": key}).status_code == 200, "it has it already"


def test_a_browser_without_a_key_takes_one(visitor: TestClient) -> None:
    key = new_key()
    answer = visitor.put(KEY, json={"key": key})
    assert answer.status_code == 200
    assert answer.headers.get_list("set-cookie") == [answer.headers["set-cookie"]], "one, and not a new one"
    assert visitor.get(KEY).json()["key"] == key


@pytest.mark.parametrize("key", ["", "short", "x" * 33, "é" * 32, "x" * 200])
def test_what_is_no_key(visitor: TestClient, key: str) -> None:
    assert visitor.put(KEY, json={"key": key}).status_code == 400


def test_the_owner_of_the_data_folder_needs_none(visitor: TestClient) -> None:
    own: dict[str, Any] = {"headers": {"authorization": f"Bearer {TOKEN}"}}
    assert visitor.get("/api/v1/owner", **own).json() == {"owner": "local"}
    assert visitor.get("/api/v1/catalog", **own).json()["shared"] is False
    assert visitor.get(KEY, **own).status_code == 409
    assert visitor.put(KEY, json={"key": new_key()}, **own).status_code == 409


@pytest.mark.slow
def test_a_link_brings_the_key_to_another_browser(browser: Any, home: Path) -> None:
    with running(home, None, "--name", "club.example", token=True) as server:
        address = f"http://127.0.0.1:{server.port}/"
        one, other = browser.new_context(), browser.new_context()
        page = one.new_page()
        page.set_default_timeout(DEADLINE)
        page.goto(address)
        page.locator("#typed").fill("wS1")
        page.locator("#typed").press("Enter")
        page.get_by_role("button", name="wS1", exact=True).wait_for()
        game = page.url
        page.locator("#settings").click()
        page.get_by_role("link", name="Your key").click()
        link = page.locator("#own-key").input_value()
        key = link.partition("#key=")[2]
        assert link.startswith(f"{address}#key=") and len(key) == 32
        second = other.new_page()
        second.set_default_timeout(DEADLINE)
        second.goto(link)
        second.locator("#use-key").wait_for()
        assert key not in second.url, "it stands in no address"
        before = second.locator("#own-key").input_value()
        assert before != link
        second.get_by_role("button", name="Keep my key").click()
        second.locator("#use-key").wait_for(state="detached")
        assert second.locator("#own-key").input_value() == before
        second.goto(address)
        second.goto(link)
        second.locator("#use-key").click()
        second.get_by_text("This browser now has the key of the link.").wait_for()
        assert second.locator("#own-key").input_value() == link
        second.goto(address)
        second.get_by_role("button", name="wS1", exact=True).wait_for()
        assert second.url == game, "and it goes on with the same game"
        second.locator("#typed").wait_for()
        cookies = {cookie["name"]: cookie["value"] for cookie in other.cookies()}
        assert cookies[KEY_COOKIE] == key
        one.close()
        other.close()


def test_a_server_of_one_person_shows_no_key(home: Path) -> None:
    with TestClient(make_app(), base_url="http://127.0.0.1:8117") as client:
        assert client.get(KEY).status_code == 409
        assert client.get("/api/v1/catalog").json()["shared"] is False
