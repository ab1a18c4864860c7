"""The openings of the library beside the analysis in a browser."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.axe import violations
from tests.web.library_pages import CLUB, MORE
from tests.web.page_browser import PageServer, opened, page_server
from tests.web.used_pages import UsedPages

START = "analysis=hive&variant=Base%2BMLP"
PLAYED = "position-openings .explored:not(.tree) .played"
"""The moves of the library."""
TREE = "position-openings .tree .played"


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
        time.sleep(0.02)
        state = json.load(urllib.request.urlopen(f"{root}/{state['id']}", timeout=30))


@pytest.fixture(scope="module")
def used_pages(browser: Any, server: PageServer) -> Iterator[UsedPages]:
    pages = UsedPages(browser, server)
    yield pages
    pages.close()


def current(page: Any, move: str) -> None:
    """Wait until a move is the current one."""
    page.locator("variation-tree [aria-current]", has_text=move).wait_for()


def played(page: Any) -> list[str]:
    found: list[str] = page.locator(f"{PLAYED} .text").all_inner_texts()
    return found


@pytest.mark.slow
def test_moves_and_games_of_the_position(used_pages: UsedPages) -> None:
    with used_pages.at(START) as page:
        page.locator(PLAYED, has_text="wL").wait_for()
        assert played(page) == ["wL"]
        page.hover(PLAYED)
        page.locator(".hand .hint").wait_for()
        page.click(PLAYED)
        current(page, "wL")
        page.locator(PLAYED, has_text="bL").wait_for()
        page.locator("#opening", has_text="Ladybug opening · in the book").wait_for()
        page.locator(".opening-name", has_text="Ladybug opening").wait_for()
        page.locator(".passed a", has_text="Ann").wait_for()
        assert violations(page) == []
        page.keyboard.press("ArrowLeft")
        page.locator(f"{PLAYED} .text", has_text="wL").wait_for()
        page.click(".passed a:has-text('Ann')")
        page.locator(".note", has_text="Ann – Ben").wait_for()
        page.wait_for_function("() => document.querySelectorAll('variation-tree .step').length === 4")
        page.click(".note .act")
        page.wait_for_function("() => document.querySelectorAll('variation-tree .step').length === 1")


def test_moves_of_the_opening_tree(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hive&variant=Base") as page:
        page.locator(TREE).first.wait_for()
        moves = page.locator(f"{TREE} .text").all_inner_texts()
        assert sorted(moves) == ["wA1", "wB1", "wG1", "wS1"]
        page.hover(f"{TREE} >> nth=1")
        page.locator(".hand .hint").wait_for()
        page.click(f"{TREE} >> nth=1")
        current(page, moves[1])
        page.locator(TREE, has_text="bB1").first.wait_for()


def test_a_game_opens_at_the_position_and_the_way_back_keeps_variations(
    browser: Any, server: PageServer
) -> None:
    with opened(browser, server, f"{START}&moves=wL;bL wL-;wQ -wL&at=2") as page:
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


def test_a_link_that_is_followed_at_once_after_a_step(used_pages: UsedPages) -> None:
    with used_pages.at(f"{START}&moves=wL;bL wL-&at=1") as page:
        page.locator(".passed a", has_text="Ann").wait_for()
        page.evaluate(
            """() => {
              dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
              const links = [...document.querySelectorAll(".passed a")];
              links.find((one) => one.textContent.includes("Ann")).click();
              for (const end = performance.now() + 400; performance.now() < end;);
            }"""
        )
        page.locator(".note", has_text="Ann – Ben").wait_for()
        page.wait_for_url(lambda url: "moves=" in url and "stored=" in url and url.endswith("at=1"))
        page.go_back()
        page.wait_for_url(lambda url: url.endswith("moves=wL%3BbL+wL-&at=0"))


def test_while_it_is_closed_nothing_is_asked(used_pages: UsedPages, server: PageServer) -> None:
    with used_pages.at("analysis=hex&variant=5x5") as page:  # without games and without a tree
        page.locator("position-openings summary", has_text="no game").wait_for()
        page.keyboard.press("b")
        page.locator("opening-explorer").wait_for(state="detached")
        page.reload()
        page.locator("position-openings summary").wait_for()
        page.wait_for_load_state("networkidle")  # the requests of the page itself are not meant
        asked: list[str] = []

        def note(request: Any) -> None:
            asked.append(request.url.removeprefix(server.address))

        page.on("request", note)
        page.click('[data-cell="2,2"]')
        current(page, "c3")
        page.wait_for_url(lambda url: url.endswith("at=1"))
        assert not any("explore" in path for path in asked)
        assert any(path == "api/v1/positions" for path in asked)
        page.remove_listener("request", note)
        page.click("position-openings summary")
        page.locator("position-openings summary", has_text="no game").wait_for()
        assert page.evaluate("document.querySelector('position-openings').offsetHeight") < 50  # one row


def test_on_a_phone_it_begins_closed(used_pages: UsedPages) -> None:
    with used_pages.at(START, width=360) as page:
        page.locator("position-openings summary").wait_for()
        assert page.locator("opening-explorer").count() == 0
        page.click("position-openings summary")
        page.locator(PLAYED).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.reload()
        page.locator(PLAYED).wait_for()


def test_trouble_is_said(used_pages: UsedPages) -> None:
    with used_pages.at(START) as page:
        page.locator(PLAYED).wait_for()
        page.route("**/library/explore", lambda route: route.abort())
        page.fill("#typed", "wL")
        page.keyboard.press("Enter")
        page.locator("position-openings .explorer-note", has_text="does not answer").wait_for()
        page.unroute_all()
        page.click("#back")
        page.locator(PLAYED).wait_for()
        page.wrong.clear()  # the request that was aborted
