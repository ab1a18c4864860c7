"""Accessibility of every view of the page, judged by axe-core: light and dark, wide and narrow."""

from __future__ import annotations

from typing import Any

from tests.web.axe import violations
from tests.web.page_browser import PageServer, opened, status
from tests.web.used_pages import UsedPages

SHEETS = {
    "analysis": ("analysis", "judgment", "coach", "evaluation_bar", "variation_tree"),
    "matches": ("match", "line_chart", "commands"),
    "practice": ("practice", "puzzles", "line_chart", "judgment", "coach"),
    "puzzles": ("puzzles", "commands"),
    "review": ("review", "judgment", "coach", "win_graph"),
    "runs": ("match", "runs", "line_chart", "commands"),
}
"""How the style sheets of a view begin, unless it is with its name."""
STYLES = """() => [...document.querySelectorAll("link.view-style")].filter((link) => !link.sheet.disabled)
    .map((link) => link.getAttribute("href"))"""
"""The style sheets of views that apply."""


def test_every_view(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        links = page.eval_on_selector_all(".views a", "all => all.map(a => a.getAttribute('href'))")
        found = []
        for link in links:
            page.evaluate("link => { location.hash = link.slice(3); }", link)
            page.locator(f".views a[aria-current=page][href='{link}']").wait_for()
            page.wait_for_load_state("networkidle")
            name = link.removeprefix("./#")
            sheets = [sheet.removeprefix("views/") for sheet in page.evaluate(STYLES)]
            assert bool(sheets) == (name != "game"), name
            assert all(sheet.startswith(SHEETS.get(name, (name,))) for sheet in sheets), f"{name}: {sheets}"
            for scheme, width in (("light", 1280), ("dark", 360)):
                page.set_viewport_size({"width": width, "height": 780})
                page.emulate_media(color_scheme=scheme)
                found += [f"{scheme}: {fault}" for fault in violations(page)]
        assert found == []


def test_a_game_with_its_dialog(used_pages: UsedPages) -> None:
    with used_pages.game("hex", "5x5") as page:
        page.click('[data-cell="2,2"]')
        status(page, "White to move")
        found = violations(page)
        page.click("#new")
        page.locator("dialog[open]").wait_for()
        assert found + violations(page) == []
