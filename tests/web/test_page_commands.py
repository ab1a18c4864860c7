"""Matches started, stopped and resumed by clicks and keys, on a phone, in German; visitors only watch."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.browser import new_visitor
from tests.web.axe import violations
from tests.web.match_folders import match
from tests.web.page_browser import DEADLINE, PageServer, page_server
from tests.web.server_process import running

WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}


@contextmanager
def visit(browser: Any, address: str, size: dict[str, int], **more: Any) -> Iterator[Any]:
    """A page at an address; fails if a script fails or writes to the console."""
    visitor = new_visitor(browser, viewport=size, **{"locale": "en-US", **more})
    page = visitor.new_page()
    page.set_default_timeout(DEADLINE)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    # The browser itself writes them.
    refusals = ("status of 400", "status of 404", "status of 409", "status of 503")
    page.on(
        "console",
        lambda message: wrong.extend([message.text] * (not any(text in message.text for text in refusals))),
    )
    page.goto(address)
    yield page
    assert wrong == []
    visitor.close()


def matches_of(server: PageServer) -> str:
    return f"{server.address}#matches"


def open_dialog(page: Any, game: str, variant: str) -> Any:
    """The dialog for a new match of a game."""
    page.locator(".new-work").click()
    dialog = page.locator("new-match dialog")
    dialog.locator(f"input[name=game][value={game}]").check(force=True)
    dialog.locator("[name=variant]").select_option(variant)
    return dialog


def test_a_tiny_match_is_started_by_clicks_and_its_result_is_seen(browser: Any, tmp_path: Path) -> None:
    with page_server(tmp_path) as server, visit(browser, matches_of(server), WIDE) as page:
        dialog = open_dialog(page, "hex", "5x5")
        dialog.locator("[name=engine-0]").select_option("level-1")
        dialog.locator("[name=engine-1]").select_option("random")
        dialog.locator("[name=limit]").select_option("nodes 1")
        dialog.locator("[name=games]").fill("2")
        at_once = str(min(2, os.cpu_count() or 1))
        dialog.locator("[name=concurrency]").select_option(at_once)
        dialog.locator("button[type=submit]").click()
        page.locator(".badge.finished").wait_for()
        assert "2 games" in page.locator(".match-head").inner_text()
        assert page.locator("match-page h2").inner_text() == "Level 1 against random"
        assert page.locator(".match-list a").count() == 1
        page.locator(".match-list .badge").wait_for(state="detached")  # it has no state any more
        page.locator(".controls").wait_for(state="detached")  # the process has ended too


@pytest.mark.slow
def test_a_tournament_is_started_stopped_and_resumed(browser: Any, tmp_path: Path) -> None:
    with page_server(tmp_path) as server, visit(browser, matches_of(server), WIDE) as page:
        dialog = open_dialog(page, "hex", "9x9")
        for row, engine in enumerate(("rave", "mcts")):
            dialog.locator(f"[name=engine-{row}]").select_option(engine)
        dialog.locator(".add").click()
        assert page.evaluate("document.activeElement.name") == "engine-2"
        dialog.locator(".add").click()
        dialog.locator(".remove").nth(3).click()
        dialog.locator("[name=engine-2]").select_option("montecarlo")
        dialog.locator("[name=limit-2]").select_option("nodes 10")
        dialog.locator("[name=format]").select_option("gauntlet")
        dialog.locator("[name=limit]").select_option("time 0.1")
        dialog.locator("[name=games]").fill("100")
        dialog.locator("button[type=submit]").click()
        page.locator(".match-head .badge.running").wait_for()
        assert page.locator("match-page h2").inner_text() == "Gauntlet of 3 engines"
        page.locator(".match-list .badge.running").wait_for()
        page.locator(".running-game, running-game").first.wait_for()
        page.locator(".stop").focus()
        page.keyboard.press("Enter")
        page.locator(".resume").wait_for()
        page.locator(".match-head .badge.stopped").wait_for()
        page.locator(".match-list .badge.stopped").wait_for()
        assert page.evaluate("document.activeElement.className").startswith("resume")  # the focus stays
        assert "interrupted" in page.locator(".controls [role=status]").inner_text()
        page.emulate_media(color_scheme="dark")
        assert violations(page) == []
        page.keyboard.press("Enter")
        page.locator(".match-head .badge.running").wait_for()
        page.locator(".stop").click()
        page.locator(".resume").wait_for()


@pytest.mark.slow
def test_what_is_refused_is_said_in_the_dialog(browser: Any, tmp_path: Path) -> None:
    with page_server(tmp_path) as server, visit(browser, matches_of(server), PHONE, locale="de") as page:
        page.get_by_role("button", name="Neuer Wettkampf").click()
        dialog = page.locator("new-match dialog")
        dialog.locator("[name=games]").fill("20000")
        for _ in range(8):
            dialog.locator(".add").click()
        assert not dialog.locator(".add").count()  # no more than ten
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        dialog.locator("button[type=submit]").click()
        trouble = dialog.locator("[role=alert]")
        trouble.wait_for()
        assert "Das sind" in trouble.inner_text() and "Partien" in trouble.inner_text()
        assert violations(page) == []
        dialog.get_by_role("button", name="Abbrechen").click()
        page.get_by_text("Oder starte einen Wettkampf im Terminal").wait_for()


@pytest.mark.slow
def test_visitors_only_watch(browser: Any, tmp_path: Path) -> None:
    folder, _ = match(tmp_path, "mine", [0], games=2)
    options = ("--name", "club.example", "--matches", str(folder.parent))
    with running(tmp_path, None, *options) as server:
        address = f"http://127.0.0.1:{server.port}/#matches=mine"
        with visit(browser, address, WIDE) as page:
            page.locator(".match-head .badge.stopped").wait_for()
            assert page.locator("match-page .command").input_value() == "hexapoda match --resume mine"
            assert not page.locator(".new-work, command-controls, new-match").count()


@pytest.mark.deep
def test_a_small_network_is_trained_from_the_page(browser: Any, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    with page_server(tmp_path) as server, visit(browser, f"{server.address}#runs", WIDE) as page:
        page.locator(".new-work").click()
        dialog = page.locator("new-run dialog")
        assert dialog.locator("[name=id]").input_value() == "hex-5x5"
        for name, value in (("iterations", "9"), ("games", "8"), ("simulations", "2")):
            dialog.locator(f"[name={name}]").fill(value)
        dialog.locator("button[type=submit]").click()
        page.locator(".match-head .badge.running").wait_for()
        assert "0 of 9 iterations" in page.locator(".match-head").inner_text()
        page.locator(".stop").click()
        page.locator(".match-head .badge.stopped").wait_for()
        # The controls are those of a match, which resume it.
        page.locator(".new-work").click()
        assert dialog.locator("[name=id]").input_value() == "hex-5x5-2"
        dialog.locator("[name=id]").fill("hex-5x5")
        dialog.locator("button[type=submit]").click()
        dialog.get_by_role("alert").get_by_text("already").wait_for()


@pytest.mark.slow
def test_puzzles_are_made_from_the_page(browser: Any, tmp_path: Path) -> None:
    with page_server(tmp_path) as server, visit(browser, f"{server.address}#puzzles", PHONE) as page:
        page.locator(".makings summary").click()
        page.locator(".makings .new-work").click()
        dialog = page.locator("new-puzzles dialog")
        dialog.locator("input[name=game][value=hex]").check(force=True)
        dialog.locator("[name=variant]").select_option("5x5")
        dialog.locator("[name=count]").fill("2")
        dialog.locator("[name=longest]").fill("1")
        dialog.locator("button[type=submit]").click()
        trouble = dialog.get_by_role("alert")
        trouble.get_by_text("The shortest win cannot be longer").wait_for()
        assert violations(page) == []
        dialog.locator("[name=longest]").fill("4")
        dialog.locator("button[type=submit]").click()
        made = page.locator(".makings li")
        made.get_by_text("2 puzzles · complete").wait_for()
        assert not made.locator("button").count()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.get_by_role("navigation", name="Game").get_by_role("button", name="Hex").click()
        sizes = page.locator(".choice select").nth(1)
        assert any(text.startswith("5x5") for text in sizes.locator("option").all_inner_texts())
