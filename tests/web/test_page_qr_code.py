"""The QR codes beside links: of an invitation, and of a position."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.web.axe import violations
from tests.web.page_browser import new_game
from tests.web.used_pages import UsedPages

LEARN = "address => import('/reach.js').then((reach) => reach.learnReach({ others: !!address, address }))"


@contextmanager
def reached_from_elsewhere(page: Any) -> Iterator[None]:
    """The page of a server that other devices reach: a code for this machine alone would be of no use."""
    page.evaluate(LEARN, "http://192.168.1.5:8117/")
    yield
    page.evaluate(LEARN, None)


def test_an_invitation_has_a_code_that_fits_a_phone(used_pages: UsedPages) -> None:
    with used_pages.at("game", width=360) as page, reached_from_elsewhere(page):
        new_game(page, "hex", "link", "5x5")
        code = page.locator(".invite svg.qr")
        code.wait_for()
        assert code.get_attribute("aria-label") == "QR code: Private link"
        assert page.input_value("#invite").startswith("http://192.168.1.5:8117/#game=")
        box = code.bounding_box()
        assert (
            box is not None and 150 < box["width"] <= 300 and box["x"] >= 0 and box["x"] + box["width"] <= 360
        )
        points = page.evaluate("document.querySelector('.invite svg.qr').viewBox.baseVal.width")
        assert box["width"] / points > 3  # pixels of a point
        assert violations(page) == []


def test_a_position_has_a_code(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=5x5&moves=c3;b2") as page, reached_from_elsewhere(page):
        page.locator("variation-tree .step").nth(1).wait_for()
        page.evaluate("document.querySelector('share-game').open()")
        page.locator("share-game summary").focus()
        page.keyboard.press("Enter")
        page.locator("share-game svg.qr").wait_for()
        first = page.get_attribute("share-game svg.qr path", "d")
        assert first and violations(page) == []
        page.click("share-game .buttons button")
        page.locator("share-game dialog").wait_for(state="hidden")
        page.keyboard.press("ArrowLeft")
        page.locator("variation-tree [aria-current]", has_text="c3").wait_for()
        page.evaluate("document.querySelector('share-game').open()")
        page.wait_for_function(
            """first => {
              const path = document.querySelector("share-game svg.qr path");
              return path && path.getAttribute("d") !== first;
            }""",
            arg=first,
        )
