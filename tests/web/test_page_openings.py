"""The openings of the library beside the analysis in a browser."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.browser import new_visitor
from tests.web.axe import violations
from tests.web.library_pages import CLUB, MORE
from tests.web.page_browser import DEADLINE, PageServer, page_server

START = "#analysis=hive&variant=Base%2BMLP"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """A server with a library of three games."""
    with page_server(tmp_path_factory.mktemp("home")) as running:
        for name, text in (("club.pgn", CLUB), ("more.txt", MORE)):
            _import(running, name, text)
        yield running


def _import(server: PageServer, name: str, text: str) -> None:
    root = f"{server.address}api/v1/library/imports"
    send = urllib.request.Request(f"{root}?name={name}", text.encode(), method="POST")
    state = json.load(urllib.request.urlopen(send, timeout=30))
    while state["state"] in ("waiting", "running"):
        state = json.load(urllib.request.urlopen(f"{root}/{state['id']}", timeout=30))


@contextmanager
def analysis(browser: Any, server: PageServer, address: str = START, width: int = 1280) -> Iterator[Any]:
    """The analysis of a new visitor; `page.asked` has the paths of the requests."""
    visitor = new_visitor(browser, viewport={"width": width, "height": 800})
    page = visitor.new_page()
    page.set_default_timeout(DEADLINE)
    page.wrong, page.asked = [], []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("console", lambda message: page.wrong.append(message.text))
    page.on("request", lambda asked: page.asked.append(asked.url.removeprefix(server.address)))
    page.goto(server.address + address)
    page.locator("svg.surface").wait_for()
    yield page
    assert page.wrong == []
    visitor.close()


def current(page: Any, move: str) -> None:
    """Wait until a move is the current one."""
    page.locator("variation-tree [aria-current]", has_text=move).wait_for()


def played(page: Any) -> list[str]:
    found: list[str] = page.locator("position-openings .played .text").all_inner_texts()
    return found


def test_moves_and_games_of_the_position(browser: Any, server: PageServer) -> None:
    with analysis(browser, server) as page:
        page.locator(".played", has_text="wL").wait_for()
        assert played(page) == ["wL"]
        page.hover(".played")
        page.locator(".hand .hint").wait_for()
        page.click(".played")
        current(page, "wL")
        page.locator(".played", has_text="bL").wait_for()
        page.locator(".passed a", has_text="Ann").wait_for()
        assert violations(page) == []
        page.keyboard.press("ArrowLeft")
        page.locator(".played .text", has_text="wL").wait_for()
        page.click(".passed a:has-text('Ann')")
        page.locator(".note", has_text="Ann – Ben").wait_for()
        page.wait_for_function("() => document.querySelectorAll('variation-tree .step').length === 4")
        page.click(".note .act")
        page.wait_for_function("() => document.querySelectorAll('variation-tree .step').length === 1")


def test_a_game_opens_at_the_position_and_the_way_back_keeps_variations(
    browser: Any, server: PageServer
) -> None:
    with analysis(browser, server, f"{START}&moves=wL;bL wL-;wQ -wL&at=2") as page:
        current(page, "bL wL-")
        page.fill("#comment", "mine")
        page.locator("#comment").blur()
        page.click(".passed a:has-text('Ann')")
        page.locator(".note").wait_for()
        current(page, "bL wL-")
        page.wait_for_function("() => document.querySelectorAll('variation-tree .step').length === 4")
        page.keyboard.press("ArrowRight")
        current(page, "wQ -wL")
        page.go_back()
        page.locator("variation-tree .said", has_text="mine").wait_for()
        current(page, "bL wL-")


def test_while_it_is_closed_nothing_is_asked(browser: Any, server: PageServer) -> None:
    with analysis(browser, server) as page:
        page.locator(".played").wait_for()
        page.keyboard.press("b")
        page.locator("opening-explorer").wait_for(state="detached")
        page.reload()
        page.locator("position-openings summary").wait_for()
        page.asked.clear()
        page.fill("#typed", "wS1")
        page.keyboard.press("Enter")
        current(page, "wS1")
        page.wait_for_url(lambda url: url.endswith("at=1"))
        assert not any("explore" in path for path in page.asked)
        assert any(path == "api/v1/positions" for path in page.asked)
        page.click("position-openings summary")
        page.locator("opening-explorer .explorer-note", has_text="No game").wait_for()


def test_on_a_phone_it_begins_closed(browser: Any, server: PageServer) -> None:
    with analysis(browser, server, width=360) as page:
        page.locator("position-openings summary").wait_for()
        assert page.locator("opening-explorer").count() == 0
        page.click("position-openings summary")
        page.locator(".played").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.reload()
        page.locator(".played").wait_for()


def test_trouble_is_said(browser: Any, server: PageServer) -> None:
    with analysis(browser, server) as page:
        page.locator(".played").wait_for()
        page.route("**/library/explore", lambda route: route.abort())
        page.fill("#typed", "wL")
        page.keyboard.press("Enter")
        page.locator("position-openings .explorer-note", has_text="does not answer").wait_for()
        page.unroute_all()
        page.click("#back")
        page.locator(".played").wait_for()
        page.wrong.clear()  # the request that was aborted
