"""The page in German: what the server says is German too, in every view."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import new_visitor
from tests.web.page_browser import DEADLINE, PageServer
from tests.web.page_states import IMPORT

ENGLISH = re.compile(
    r"\b(the|cannot|cells?|of|wins?|level|with|without|must|your?|and|moves?|is|are|not|no|white|black|queen|draw)\b",
    re.IGNORECASE,
)
"""Words that no German text of the page has, except in names."""
NAMES = re.compile(
    r"boardspace|board game arena|hivegame|little golem|game\w*|(rave|alphabeta) level \d+", re.IGNORECASE
)
"""Names of sites and files, and an engine's own name, which is the tooltip of `Stufe 1`."""


@pytest.fixture(scope="module")
def page(browser: Any, server: PageServer) -> Iterator[Any]:
    visitor = new_visitor(browser, locale="de-DE", viewport={"width": 1280, "height": 800})
    shown = visitor.new_page()
    shown.set_default_timeout(DEADLINE)
    shown.goto(server.address)
    shown.locator("svg.surface").wait_for()
    yield shown
    visitor.close()


def english(page: Any) -> list[str]:
    """The lines of the page that look English, also those for screen readers only."""
    lines = page.locator("body").inner_text().split("\n")
    lines += page.evaluate(
        "[...document.querySelectorAll('[aria-label], [title], [placeholder], option')]"
        ".flatMap((one) => [one.getAttribute('aria-label'), one.title, one.placeholder,"
        " one.localName === 'option' ? one.textContent : '']).filter(Boolean)"
    )
    return [line for line in lines if ENGLISH.search(NAMES.sub("", line))]


def visit(page: Any, hash: str, there: str) -> None:
    page.evaluate("(hash) => { location.hash = hash; }", hash)
    page.locator(there).first.wait_for()


@pytest.mark.slow
def test_a_game(page: Any) -> None:
    page.locator("#typed").fill("wQ")
    page.locator("#typed").press("Enter")
    page.locator(".note", has_text="Turniereröffnung").wait_for()
    assert english(page) == []
    page.locator("#new").click()
    page.locator("new-game details summary").click()
    assert "Keine Königin im ersten Zug" in page.locator("[name='rule-opening'] option").first.inner_text()
    page.locator("[name='game'][value='hex']").check(force=True)
    page.locator("new-game details summary").click()
    assert page.locator("[name='opponent'] option").first.inner_text().strip().startswith("Stufe 1")
    assert english(page) == []
    page.keyboard.press("Escape")
    page.locator("#hint").click()
    page.locator(".note", has_text="Versuche").wait_for()
    assert english(page) == []
    for _ in range(2):
        page.locator("#resign").click()
    page.get_by_text("Schwarz gewinnt, denn Weiß gibt auf").first.wait_for()
    assert english(page) == []


def test_the_analysis(page: Any) -> None:
    visit(page, "analysis", "#status")
    page.locator("[data-overlay='evaluation']").click()
    page.locator("[data-overlay='liberties']").click()
    page.get_by_text("Die Königin von Weiß ist nicht auf dem Brett").wait_for()
    page.locator("#keys").click()
    assert english(page) == []
    page.keyboard.press("Escape")
    page.locator("#setUp").click()
    page.locator("#verdict").wait_for()
    page.locator("[name='player'][value='1']").check(force=True)
    page.locator("#verdict", has_text="das Brett ist leer").wait_for()
    assert english(page) == []


def test_puzzles_lessons_and_the_library(page: Any) -> None:
    visit(page, "puzzles", "#task")
    page.get_by_role("button", name="Tipp").click()
    page.locator(".verdict.hint").wait_for()
    assert english(page) == []
    visit(page, "learn=hive&lesson=one-hive", "#lesson-title")
    assert english(page) == []
    game = "(;FF[4]GM[11]SZ[5]PB[you]PW[rave level 1]RE[B+R];B[c3];W[b2])"
    page.evaluate(IMPORT, [["a.sgf", game]])
    visit(page, "library", "table.stored")
    assert english(page) == []
    assert page.get_by_role("checkbox", name="du – Stufe 1 auswählen").count()
    visit(page, "review", "main, .review-start")
    assert english(page) == []


def test_what_is_wrong(page: Any) -> None:
    visit(page, "puzzles", "#task")  # the analysis may still set up a position, as another test has left it
    visit(page, "analysis", "#load")
    page.locator("#load").click()
    page.locator("open-game textarea").fill("dies ist keine Partie")
    page.locator("open-game").get_by_role("button", name="Öffnen", exact=True).click()
    page.locator("open-game .trouble").wait_for()
    assert english(page) == []
