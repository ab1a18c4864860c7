"""What the coach says, in a browser: of a move of an analysis, and of a mistake in a review."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.axe import violations
from tests.web.used_pages import UsedPages

PINNED = r"analysis=hive&variant=Base&moves=wS1;bS1 wS1-;wQ -wS1;bQ bS1\;wB1 \wS1;bA1 bQ-;wA1 -wQ&at=7"
WON = (
    r"variant=Base&moves=wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \bQ;wG1 bQ\;bG2 bQ/;"
    r"wA1 wQ\;bA1 bG2/;wA1 bG2\;bA1 \bG2;wQ \wS1;bA1 bG2/;wQ /bG1&at=15"
)
FACT = "After wA1 -wQ: the white queen is pinned."


def marked(page: Any) -> list[str]:
    """The cells that the board marks."""
    found: list[str] = page.eval_on_selector_all(
        ".over", "all => all.map(one => one.getAttribute('transform'))"
    )
    return found


@pytest.mark.slow
def test_a_move_of_an_analysis_is_judged(used_pages: UsedPages) -> None:
    with used_pages.at(PINNED) as page:
        page.click("#why-move")
        page.locator("move-coach .judgment").wait_for()
        assert "wA1 -wQ" in page.locator("move-coach .judgment").inner_text()
        does = page.locator("move-coach details")
        if does.get_attribute("open") is None:
            does.locator("summary").click()
        fact = does.locator(".remark", has_text=FACT)
        fact.click()
        page.locator(".over").wait_for()
        assert len(marked(page)) == 1 and fact.get_attribute("aria-pressed") == "true"
        assert violations(page) == []
        fact.click()
        page.wait_for_function("() => document.querySelectorAll('.over').length === 0")
        # the better line is played on the board, as a variation beside the move
        page.locator("move-coach .coach-line button").first.click()
        page.wait_for_function("() => !document.querySelector('move-coach .judgment')")
        page.wait_for_function("() => !location.hash.includes('wA1+-wQ')")


def test_moves_that_end_the_game(used_pages: UsedPages) -> None:
    """Of a draw it is said that the position is repeated; a queen that is surrounded needs no words."""
    shuffle = r"wQ \wS1;bQ bS1/;wQ -wS1;bQ bS1-"
    drawn = f"variant=Base&moves=wS1;bS1 wS1-;wQ -wS1;bQ bS1-;{shuffle};{shuffle}&at=12"
    repeats = "After bQ bS1-: the position occurs for the third time, which is a draw."
    for game, expected in ((drawn, ("50%", repeats)), (WON, ("The move ends the game.",))):
        with used_pages.at(f"analysis=hive&{game}") as page:
            page.click("#why-move")
            page.locator("move-coach .judgment").wait_for()
            said = page.locator("move-coach .coach").inner_text()
            assert all(text in said for text in expected), said
            assert "No verified reason" not in said and "No particular effect" not in said


def test_another_move_is_asked_about_anew(used_pages: UsedPages) -> None:
    with used_pages.at(PINNED) as page:
        page.click("#why-move")
        page.locator("move-coach .judgment").wait_for()
        page.keyboard.press("ArrowLeft")
        page.locator("#why-move").wait_for()
        assert page.locator("move-coach .judgment").count() == 0
        page.keyboard.press("Home")
        page.wait_for_function("() => !document.querySelector('#why-move')")


def test_a_refusal_is_said(used_pages: UsedPages) -> None:
    with used_pages.at(PINNED) as page:
        page.route(
            "**/positions/judge",
            lambda route: route.fulfill(status=429, json={"error": {"text": "too many", "field": None}}),
        )
        page.click("#why-move")
        page.locator("move-coach .trouble", has_text="too many").wait_for()
        page.unroute("**/positions/judge")
        page.wrong.clear()  # the browser reports the refusal
        page.click("#why-move")
        page.locator("move-coach .judgment").wait_for()
