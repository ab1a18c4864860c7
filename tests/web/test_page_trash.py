"""The trash of the library: deleted games are listed and come back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.axe import violations
from tests.web.page_browser import opened, page_server, until

GAMES = "\n".join(
    [
        "Base+MLP;InProgress;White[2];wS1;bS1 wS1-",
        "Base;InProgress;Black[2];wG1;bS1 wG1-;wQ -wG1",
        "Base+M;InProgress;Black[1];wA1",
    ]
)


ADD = (
    """fetch('/api/v1/library/imports?name=a.txt', {method: 'POST', body: 'Base;InProgress;Black[1];wB1'})"""
)
DELETE, RESTORE_ONE = (
    f"""fetch('/api/v1/library/{what}', {{method: 'POST', headers: {{'content-type': 'application/json'}},
    body: '{{"ids": {ids}}}'}}).then((answer) => answer.json())"""
    for what, ids in (("delete", [1, 2, 3]), ("restore", [1]))
)
THERE = """fetch('/api/v1/library').then((answer) => answer.json()).then(({ games }) => games === 4)"""


@pytest.mark.slow
def test_deleted_games_come_back_and_what_stands_in_the_way_is_said(browser: Any, tmp_path: Path) -> None:
    # One test, because each step needs the games of the one before.
    path = tmp_path / "games.txt"
    path.write_text(GAMES, encoding="utf-8")
    with page_server(tmp_path / "home") as server, opened(browser, server, width=360) as page:
        # The browser names each refusal: of a game that is deleted while the preview asks for it (404), and
        # of games that another page has restored (409).
        deleted_games_come_back(page, path)
        page.set_viewport_size({"width": 1280, "height": 780})
        a_trash_that_another_page_has_changed_is_shown_as_it_is(page)
        a_game_that_was_added_again_stays_in_the_trash(page)
        page.wrong[:] = [text for text in page.wrong if "404" not in text and "409" not in text]


def deleted_games_come_back(page: Any, path: Path) -> None:
    page.evaluate("location.hash = 'library'")
    page.locator(".library-empty a", has_text="Trash").click()
    page.get_by_text("The trash is empty.").wait_for()
    page.locator(".trash-part a", has_text="Games").click()
    page.locator("input[type=file]").set_input_files(path)
    rows, trash = page.locator(".stored tbody tr"), page.locator(".trash li")
    for left in (2, 1, 0):
        rows.nth(left).focus()
        page.keyboard.press("Delete")
        rows.nth(left).wait_for(state="detached")
    page.locator(".library-empty a", has_text="Trash").click()
    trash.nth(2).wait_for()
    assert violations(page) == []
    trash.filter(has_text="Base+MLP").get_by_role("button", name="Restore White – Black").click()
    page.locator(".toast", has_text="1 game restored.").wait_for()
    trash.nth(2).wait_for(state="detached")
    page.get_by_role("button", name="Restore all 2").click()
    page.get_by_text("The trash is empty.").wait_for()
    page.locator(".trash-part a", has_text="Games").click()
    rows.nth(2).wait_for()


def a_trash_that_another_page_has_changed_is_shown_as_it_is(page: Any) -> None:
    page.evaluate(DELETE)
    page.evaluate("location.hash = 'library&tab=trash'")
    page.locator(".trash li").nth(2).wait_for()
    page.evaluate(RESTORE_ONE)
    page.get_by_role("button", name="Restore all 3").click()
    page.get_by_text("not in the trash: 1").wait_for()
    page.get_by_role("button", name="Restore all 2").click()
    page.get_by_text("The trash is empty.").wait_for()


def a_game_that_was_added_again_stays_in_the_trash(page: Any) -> None:
    page.evaluate(ADD)
    until(page, THERE)
    page.evaluate("location.hash = 'library'")
    rows = page.locator(".stored tbody tr")
    rows.nth(3).wait_for()
    rows.first.focus()  # the game that was added last
    page.keyboard.press("Delete")
    rows.nth(3).wait_for(state="detached")
    page.evaluate(ADD)
    until(page, THERE)
    page.evaluate("location.hash = 'library&tab=trash'")
    page.locator(".trash li button").click()
    page.get_by_text("1 game stays here").wait_for()
    assert page.locator(".trash li").count() == 1
