"""The rating against the levels in the page: after a game, and in the dialog of a new one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.page_browser import moves, new_game, opened, page_server, status


def resign(page: Any) -> None:
    page.click('[data-cell="5,5"]')
    moves(page, 2)  # the reply may be a swap
    status(page, "Your turn")
    page.click("#resign")
    page.click("#resign")
    page.locator("#outcome").wait_for()


@pytest.mark.slow
def test_a_rating_comes_with_the_first_game(browser: Any, tmp_path: Path) -> None:
    with page_server(tmp_path) as server, opened(browser, server) as page:
        page.click("#new")
        page.locator("dialog input[name=game][value=hex]").check(force=True)
        options = page.locator("dialog [name=opponent] option")
        assert not any("%" in text for text in options.all_inner_texts())
        assert page.input_value("dialog [name=opponent]") == "level-2"
        page.click("dialog .buttons button:not(.primary)")
        new_game(page, "hex", "level-3", "11x11")
        resign(page)
        said = page.locator(".level-rating")
        said.locator("p").first.wait_for()
        found = re.search(
            r"levels: (\d+) \((\d+) to (\d+)\) after 1 game of 11x11\. Next: level (\d)(½?)",
            said.inner_text(),
        )
        assert found is not None, said.inner_text()
        rating, low, high, whole = map(int, found.groups()[:4])
        level = f"{whole}.5" if found[5] else str(whole)
        assert low < rating < high and level in ("1", "1.5", "2", "2.5")
        page.click("#new")
        page.locator("dialog option", has_text="fits you").wait_for(state="attached")
        assert page.input_value("dialog [name=opponent]") == f"level-{level}"
        fits = page.locator(f"dialog option[value=level-{level}]").inner_text()
        assert re.search(r"fits you: about \d\d%", fits), fits
        assert page.inner_text("#about-levels").startswith("This level fits you: you can expect ")
        page.select_option("dialog [name=variant]", "7x7")  # without a game
        page.select_option("dialog [name=opponent]", "level-6")
        page.select_option("dialog [name=variant]", "11x11")
        assert page.input_value("dialog [name=opponent]") == "level-6"
        page.select_option("dialog [name=opponent]", "level-5")
        assert "From your games against the levels" in page.inner_text("#about-levels")
        assert re.search(r"\d%", page.locator("dialog option[value=level-5]").inner_text())
        page.select_option("dialog [name=variant]", "9x9")
        assert "%" not in page.locator("dialog option[value=level-5]").inner_text()
        assert "rated on 11x11, 7x7 and 13x13" in page.inner_text("#about-levels")
        page.click("dialog .buttons button:not(.primary)")
        before = page.url
        page.click("#next-level")
        page.wait_for_url(lambda url: url != before)
        page.locator(".seat .name", has_text=f"level {whole}{found[5]}").wait_for()


@pytest.mark.slow
def test_a_game_with_help_says_that_it_does_not_count(browser: Any, tmp_path: Path) -> None:
    with page_server(tmp_path) as server, opened(browser, server) as page:
        new_game(page, "hex", "level-1", "11x11")
        resign(page)
        page.locator(".level-rating p").first.wait_for()
        new_game(page, "hex", "level-1", "11x11")
        page.check("[name=lines]")
        resign(page)
        page.click("#own")
        page.locator(".own-rating", has_text="Hex").wait_for()
        assert "after 1 game of 11x11." in page.inner_text(".own-rating")
        page.click("own-games .buttons button")
        page.locator(".level-rating small", has_text="does not count: engine lines were shown").wait_for()
        assert "after 1 game" in page.inner_text(".level-rating")
