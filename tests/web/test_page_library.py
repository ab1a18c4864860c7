"""The library in a browser: import by drop, search, preview, openings, players, correct, delete, undo."""

from __future__ import annotations

import json
import sqlite3
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.browser import new_visitor
from tests.web.axe import violations
from tests.web.library_pages import CLUB, LIBRARY, MORE, journal
from tests.web.page_browser import DEADLINE, PageServer, opened, page_server, until

BESIDE = "review"
DROP = """files => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name));
  for (const type of ["dragenter", "dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    with page_server(tmp_path_factory.mktemp("library")) as running:
        yield running


@contextmanager
def visit(browser: Any, server: PageServer) -> Iterator[Any]:
    """A page at a view beside the library; fails if a script fails or anything is written to the console."""
    visitor = new_visitor(browser, locale="en-US")
    page = visitor.new_page()
    page.set_default_timeout(DEADLINE)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    # A refused request is written to the console by the browser itself.
    page.on("console", lambda message: wrong.extend([message.text] * ("status of 4" not in message.text)))
    page.goto(f"{server.address}#{BESIDE}")
    yield page
    assert wrong == []
    visitor.close()


def show(page: Any, address: str, size: dict[str, int]) -> None:
    """Go to an address of the library, with a new view."""
    page.set_viewport_size(size)
    page.emulate_media(color_scheme="light")
    for hash in (BESIDE, address):
        page.evaluate("hash => { location.hash = hash; }", hash)
        page.locator(f"{hash.partition('&')[0]}-view").wait_for()


def names(page: Any, count: int) -> list[str]:
    """The players of the games in the list, once there are `count`."""
    page.wait_for_function("n => document.querySelectorAll('.stored tbody tr').length === n", arg=count)
    found: list[str] = page.locator(".stored .who").all_inner_texts()
    return found


def an_empty_library_takes_dropped_files(page: Any) -> None:
    page.locator(".library-empty").wait_for()
    assert "Drop files here" in page.locator(".library-empty").inner_text()
    page.evaluate(DROP, [["club.pgn", CLUB], ["more.txt", MORE]])
    page.locator(".import-sum b", has_text="3 games added").wait_for()
    fault = page.locator(".faults li").inner_text()
    assert fault.startswith("more.txt, line 2") and "bQ wL/" in fault
    assert names(page, 3)[-1] == "Ann – Ben"


def search_and_filters_are_in_the_address(page: Any) -> None:
    names(page, 3)
    page.keyboard.press("/")
    page.keyboard.type("ann")
    page.keyboard.press("Enter")
    assert names(page, 1) == ["Ann – Ben"] and "player=ann" in page.url
    page.reload()
    assert names(page, 1) == ["Ann – Ben"]
    page.locator(".filter-chip").click()
    names(page, 3)
    page.select_option(".pill select[name=variant]", "Base")
    names(page, 1)
    page.go_back()
    names(page, 3)
    page.fill("#library-search", "Base+MLP;InProgress;White[3];wL;bL /wL;wQ wL/;bQ /bL")
    page.press("#library-search", "Enter")
    assert len(names(page, 2)) == 2 and "as given" in page.locator(".filter-chip").inner_text()
    page.locator("summary.pill").click()
    page.fill(".more-panel [name=min_plies]", "9")
    page.locator(".more-panel .primary").click()
    page.get_by_text("No game matches these filters.").wait_for()
    page.fill("#library-search", "Base;InProgress;White[2];wS1;bS1 wS9-")
    page.press("#library-search", "Enter")
    page.locator(".library-note[role=alert]", has_text="wS9").wait_for()
    page.locator(".filter-chip", has_text="as given").click()  # the filters are still there
    page.locator(".library-note[role=alert]").wait_for(state="detached")


def the_keyboard_walks_through_games_and_moves(page: Any) -> None:
    names(page, 3)
    page.locator("tr[aria-selected=true]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.locator(".glance h2", has_text="Ann – Ben").wait_for()
    assert page.locator(".glance [data-piece]").count() == 4
    page.locator(".glance input[type=range]").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.querySelectorAll('.glance [data-piece]').length === 3")
    assert "2 of 2" in page.locator(".glance .at").inner_text()
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelectorAll('.glance [data-piece]').length === 0")
    page.locator(".glance [title='Next move']").click()
    page.get_by_role("button", name="Games with this position").click()
    assert len(names(page, 2)) == 2


def corrections_and_deletions_can_be_undone(page: Any) -> None:
    names(page, 3)
    page.locator("tr", has_text="Ann").click()
    page.locator(".glance h2", has_text="Ann").wait_for()
    page.get_by_role("button", name="Edit").click()
    page.fill("edit-game [name=first]", "Anna")
    page.fill("edit-game [name=date]", "soon")
    page.locator("edit-game .primary").click()
    page.locator(".form-error", has_text="expected a date").wait_for()
    page.fill("edit-game [name=date]", "2025")
    page.locator("edit-game .primary").click()
    page.locator(".glance h2", has_text="Anna – Ben").wait_for()
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.locator(".glance h2", has_text="Ann – Ben").wait_for()
    page.locator("tr", has_text="Ann").focus()
    page.keyboard.press("Delete")
    assert "Ann – Ben" not in names(page, 2)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    assert names(page, 3)[-1] == "Ann – Ben"


def openings_are_played_on_the_board(page: Any) -> None:
    names(page, 3)
    page.locator(".parts .tab", has_text="Openings").click()
    first = page.locator("button.played").first
    first.wait_for()
    assert first.locator(".text").inner_text() == "wL"
    first.hover()
    page.locator(".hand button.hint").wait_for()  # the piece to place
    first.click()
    page.locator("svg.surface [data-piece=wL]").wait_for()
    second = page.locator("button.played").first
    page.wait_for_function(
        "() => document.querySelector('button.played .text')?.textContent.startsWith('bL')"
    )
    page.locator(".marks .hint").wait_for()  # the pointer is still on the first row
    second.click()
    page.wait_for_function("() => document.querySelectorAll('[data-piece]').length === 2")
    page.locator(".path .step").click()
    page.wait_for_function("() => document.querySelectorAll('[data-piece]').length === 1")
    assert "moves=wL" in page.url
    page.locator(".parts .tab", has_text="Players").click()
    page.locator("td.name", has_text="Ann").get_by_role("button").click()
    assert names(page, 1) == ["Ann – Ben"]


def nothing_is_wrong_for_axe(page: Any) -> None:
    page.locator(".glance, button.played, td.name").first.wait_for()
    assert violations(page) == []


def a_phone_shows_cards(phone: Any) -> None:
    names(phone, 3)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not phone.locator(".glance").is_visible()
    phone.locator("tr", has_text="Ann").click()
    phone.locator(".glance h2", has_text="Ann").wait_for()
    assert phone.locator(".glance").is_visible()
    phone.locator(".glance .shut").click()
    assert not phone.locator(".glance").is_visible()


def a_killed_server_keeps_what_was_stored(server: PageServer) -> None:
    content = journal(1000).encode()

    def ask(path: str, body: bytes | None = None) -> Any:
        address = f"{server.address}{LIBRARY.lstrip('/')}{path}"
        with urllib.request.urlopen(urllib.request.Request(address, body)) as answer:
            return json.load(answer)

    def imported(enough: int) -> Any:
        id = ask("/imports?name=match.jsonl", content)["id"]
        while (state := ask(f"/imports/{id}"))["state"] != "done" and state["added"] < enough:
            time.sleep(0.01)
        return state

    stored = imported(200)["added"]
    server.kill()
    server.start()
    assert ask("")["games"] >= stored + 3 and ask("/games/1")["players"] == ["Ann", "Ben"]
    again = imported(1001)
    assert again["duplicates"] >= stored and again["added"] + again["duplicates"] == 1000


@pytest.mark.slow
def test_a_library_from_its_first_games_to_a_killed_server(browser: Any, server: PageServer) -> None:
    # One test, because each step needs the games of the one before.
    wide, narrow = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
    with visit(browser, server) as page:
        for step in (
            an_empty_library_takes_dropped_files,
            search_and_filters_are_in_the_address,
            the_keyboard_walks_through_games_and_moves,
            corrections_and_deletions_can_be_undone,
            openings_are_played_on_the_board,
        ):
            show(page, "library", wide)
            step(page)
        for address in ("library", "library&tab=openings", "library&tab=players"):
            show(page, address, wide)
            nothing_is_wrong_for_axe(page)
        show(page, "library", narrow)
        a_phone_shows_cards(page)
    a_killed_server_keeps_what_was_stored(server)


@pytest.mark.slow
def test_damaged_games_are_named(browser: Any, tmp_path: Path) -> None:
    with page_server(tmp_path / "home") as server, opened(browser, server) as page:
        page.evaluate(
            """fetch('/api/v1/library/imports?name=a.txt', { method: 'POST', body:
            'Base;InProgress;Black[1];wB1\\nBase;InProgress;Black[1];wG1' })"""
        )
        until(
            page, "fetch('/api/v1/library').then((answer) => answer.json()).then(({ games }) => games === 2)"
        )
        with sqlite3.connect(tmp_path / "home" / "games.db") as store:
            store.execute("UPDATE games SET moves = 'wA1' WHERE id = 1")
        store.close()
        page.evaluate("location.hash = 'library'")
        page.get_by_role("alert").get_by_text("Damaged, and not shown: 1.").wait_for()
        assert page.locator(".stored tbody tr").count() == 1
