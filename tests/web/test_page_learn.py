"""The lessons in a browser: a lesson of each game by click, a refusal, a wrong move, progress, the tours."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.page_browser import PageServer, opened


def click(page: Any, cell: str) -> None:
    page.locator(f'learn-view [data-cell="{cell}"]').click()


def show(page: Any, server: PageServer, address: str, title: str) -> None:
    page.goto(f"{server.address}#{address}")
    page.locator("#lesson-title", has_text=title).wait_for()


def test_a_lesson_of_hive_with_a_refusal(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        page.click(".views a[href='./#learn']")
        page.locator("#lesson-title", has_text="Surround the queen").wait_for()
        show(page, server, "learn=hive&lesson=gate", "Freedom to move")
        assert page.locator(".over.mark").count() == 1
        page.locator("learn-view .stack", has=page.locator("[data-piece=wA1]")).click()
        click(page, "0,0")
        page.locator(".note.refusal", has_text="form a gate").wait_for()
        assert page.locator(".marks .danger").count() == 2
        page.locator(".note button").click()
        click(page, "0,-2")  # the ant is still chosen: a legal move, but not the task
        page.locator(".note.wrong").wait_for()
        page.locator("learn-view .stack", has=page.locator("[data-piece=wA1]")).click()
        click(page, "1,0")
        page.locator("#praise", has_text="Right!").wait_for()
        page.click("#next")
        page.locator("#lesson-title", has_text="exactly three").wait_for()
        page.locator("[data-lesson=gate].solved").wait_for()
        page.reload()
        page.locator("[data-lesson=gate].solved").wait_for()
        page.click("#forget")
        page.locator("#lesson-title", has_text="Surround the queen").wait_for()
        assert page.locator(".solved").count() == 0


def test_lessons_of_hex(browser: Any, server: PageServer) -> None:
    with opened(browser, server, "learn=hex&lesson=ladder", width=360) as page:
        page.locator("#lesson-title", has_text="ladder").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        click(page, "2,4")
        page.locator("[data-stone='2,5'][data-color=white]").wait_for()  # the reply
        page.locator(".note", has_text="Go on").wait_for()
        page.click("#show")
        page.locator(".note", has_text="d5").wait_for()
        click(page, "3,4")
        page.locator("[data-stone='3,5'][data-color=white]").wait_for()
        page.locator(".note", has_text="Go on").wait_for()
        click(page, "4,5")
        page.locator("#praise", has_text="Right!").wait_for()
        assert page.locator(".cell.won").count() >= 6
        show(page, server, "learn=hex&lesson=swap", "The swap")
        page.click("[data-move=swap-pieces]")
        page.locator("#praise", has_text="Right!").wait_for()


def piece(page: Any, name: str) -> None:
    page.locator("learn-view .stack", has=page.locator(f"[data-piece={name}]")).click()


def step(page: Any, number: int) -> None:
    page.locator(".tour-steps .count", has_text=f"Step {number} of 6").wait_for()


def praised(page: Any) -> None:
    page.locator("#praise").wait_for()
    page.click("#next")


@pytest.mark.slow
def test_the_tour_of_hive_leads_from_the_first_screen_to_the_first_game(
    browser: Any, server: PageServer
) -> None:
    with opened(browser, server) as page:
        page.click(".beginning a:text('New here? Three minutes')")
        step(page, 1)
        assert page.locator(".lessons").count() == 0
        piece(page, "wA1")
        click(page, "1,0")
        praised(page)
        step(page, 2)
        page.click("[data-hand=wA1]")
        click(page, "-1,0")
        praised(page)
        step(page, 3)
        page.reload()  # the tour goes on where it was left
        page.goto(f"{server.address}#learn=hive&tour=")
        step(page, 3)
        page.click("#previous")
        step(page, 2)
        page.locator("[data-step=win].solved").wait_for()
        page.click("#skip")
        page.click("#skip")
        step(page, 4)
        piece(page, "wA1")
        click(page, "3,0")
        praised(page)
        step(page, 5)
        piece(page, "wQ")
        page.locator(".note.refusal").wait_for()
        piece(page, "wA1")
        click(page, "3,0")
        praised(page)
        step(page, 6)
        piece(page, "wA1")
        click(page, "1,0")
        page.locator(".note", has_text="Go on").wait_for()
        piece(page, "wG1")
        click(page, "0,1")
        praised(page)
        assert page.locator("[data-step].solved").count() == 5  # without the one that was skipped
        page.click("#first-game:text('Play level 1')")
        page.locator(".seat", has_text="Level 1").wait_for()
        page.locator(".beginning a", has_text="More lessons").wait_for()


def test_the_tour_of_hex_needs_ten_clicks_on_the_board(browser: Any, server: PageServer) -> None:
    with opened(browser, server, "learn=hex&tour=", width=360) as page:
        page.locator("#lesson-title", has_text="Join your two edges").wait_for()
        steps = (["2,2"], ["2,1"], ["1,3"], ["2,2"], ["1,3", "2,2", "1,4", "3,0"])
        for number, cells in enumerate(steps, start=1):
            step(page, number)  # until then the board is that of the step before
            for cell in cells:
                page.locator("learn-view [data-open], learn-view .cell").first.wait_for()
                click(page, cell)
                page.locator(f"[data-stone='{cell}'][data-color=black]").wait_for()
                page.locator("#praise, .note:has-text('Go on')").first.wait_for()
            praised(page)
        step(page, 6)
        page.click("[data-move=swap-pieces]")
        praised(page)
        page.locator("#first-game", has_text="Play level 1").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
