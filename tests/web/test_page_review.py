"""The review in a browser: a game is pasted, walked through, and a mistake is tried again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.axe import violations
from tests.web.page_browser import OPEN_CELL, PageServer, opened, page_server
from tests.web.test_reviews import HEX, HIVE
from tests.web.used_pages import UsedPages


def reviewed(page: Any, text: str) -> None:
    """Paste a game into the box, and wait until every move has been looked at once."""
    page.goto(page.url.partition("#")[0] + "#review")
    page.fill("#game-text", text)
    page.click(".review-start button[type=submit]")
    page.locator(".review-move").first.wait_for()
    page.wait_for_function("() => document.querySelectorAll('.review-move.unknown').length === 0")
    page.click("#stop, #progress.done")
    page.locator("#progress.stopped, #progress.done").wait_for()


def shown(page: Any) -> int:
    """The number of moves before the position that the graph shows."""
    return int(page.locator("svg.graph").get_attribute("aria-valuenow"))


def cell(name: str) -> str:
    """The selector of a cell of Hex, such as c3."""
    return f".cell[data-cell='{ord(name[0]) - 97},{int(name[1:]) - 1}']"


def test_a_pasted_game(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        reviewed(page, HIVE)
        # by key, by the graph, by the list
        page.keyboard.press("End")
        assert shown(page) == 11 and page.locator("[data-cell] [data-piece]").count() >= 10
        page.keyboard.press("ArrowLeft")
        assert shown(page) == 10 and page.url.endswith("&at=10")
        page.focus("svg.graph")
        page.keyboard.press("Home")
        assert shown(page) == 0
        page.locator("svg.graph").click(position={"x": 300, "y": 60})
        assert shown(page) > 0
        page.click(".review-move[data-ply='3']")
        assert shown(page) == 3 and "wQ wL-" in page.locator(".judgment").inner_text()
        page.click("#first")
        page.click("#next-mistake")
        ply = shown(page)
        assert page.locator(f".moment[data-ply='{ply}']").count() == 1
        assert "win probability" in page.locator(".said").first.inner_text()
        # the better line on the board
        page.click("[data-line=better]")
        page.locator("[data-line=better][aria-current=step]").wait_for()
        assert page.locator(".line-note").count() == 1
        page.keyboard.press("Escape")
        assert page.locator(".line-note").count() == 0
        assert f"at={ply}" in page.locator(".review-head a").first.get_attribute("href")
        # the link shows the same position
        page.reload()
        page.locator("svg.graph").wait_for()
        assert shown(page) == ply


@pytest.mark.slow
def test_a_mistake_is_tried_again(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        reviewed(page, HEX)
        page.click("#next-mistake")
        best = page.locator("[data-line=better]").first.inner_text()
        played = page.locator(".review-move[aria-current=step]").get_attribute("aria-label").partition(",")[0]
        page.click("#retry")
        page.locator(OPEN_CELL).first.wait_for()
        page.locator(cell(played)).click()
        page.locator("#verdict.wrong").wait_for()
        page.get_by_role("button", name="Try again").click()
        page.locator(OPEN_CELL).first.wait_for()
        page.locator(cell(best)).click()
        page.locator("#verdict.right").wait_for()
        assert best in page.locator("#verdict").inner_text()
        # who played decides what is counted
        page.locator("input[name=who]").nth(1).check(force=True)
        page.click(".review-head a[href='#review']")
        page.locator(".habits").wait_for()
        assert page.locator(".own li").count() == 1
        page.locator(".habits a").first.click()
        page.locator("svg.graph").wait_for()
        assert shown(page) > 0


def test_a_dropped_file_and_a_wrong_one(browser: Any, server: PageServer, tmp_path: Path) -> None:
    with opened(browser, server, width=360) as page:
        page.goto(server.address + "#review")
        page.fill("#game-text", "no game")
        page.click(".review-start button[type=submit]")
        page.wait_for_function("() => document.querySelector('.trouble').textContent.includes('no game')")
        page.wrong.clear()  # the browser reports the refused request
        page.evaluate(
            """text => {
                const data = new DataTransfer();
                data.items.add(new File([text], "game.sgf"));
                const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true });
                document.querySelector(".review-start .card").dispatchEvent(drop);
            }""",
            HEX,
        )
        page.locator(".review-move").first.wait_for()
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_finished_game_is_reviewed(used_pages: UsedPages) -> None:
    with used_pages.game("hex", "5x5") as page:
        page.locator(".cell[data-cell='2,2']").click()
        page.locator(".stone").first.wait_for()
        page.click("#resign")
        page.click("#resign")
        page.click("#review")
        page.locator(".review-move[data-ply='1']").wait_for()
        assert "review=" in page.url and page.locator(".result").inner_text() == "1-0"


def test_given_moves_are_shown_and_not_judged(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=5x5&moves=c3;b2;a1;a2") as page:
        page.click("#play-on")
        page.select_option("new-game dialog[open] [name=opponent]", "human")
        page.click("new-game dialog[open] [type=submit]")
        page.locator("play-view .stone").nth(3).wait_for()
        page.fill("#typed", "a5")
        page.keyboard.press("Enter")
        page.locator(".move", has_text="a5").wait_for()
        page.click("#resign")
        page.click("#resign")
        page.click("#review")
        page.locator("#progress.done").wait_for()
        page.click(".review-move[data-ply='2']")
        page.get_by_text("This move was given").wait_for()
        assert page.locator("review-moves .unknown").count() == 4
        label = "text => document.querySelector('win-graph svg').ariaValueText.includes(text)"
        page.wait_for_function(label, arg="given")
        page.keyboard.press("Home")
        page.wait_for_function("() => document.querySelector('win-graph svg').ariaValueText === 'start'")
        page.click(".review-move[data-ply='5']")
        page.locator("h2.judgment", has_text="a5").wait_for()


@pytest.mark.slow
def test_a_review_that_cannot_be_saved_says_so(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "reviews").write_text("a file in place of the folder", "utf-8")
    with page_server(tmp_path) as server, opened(browser, server, width=360) as page:
        reviewed(page, HEX)
        assert "lost when the server stops" in page.locator("#progress [role=alert]").inner_text()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
