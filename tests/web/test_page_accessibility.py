"""Accessibility of every view of the page, judged by axe-core: light and dark, wide and narrow."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.axe import violations
from tests.web.page_browser import PageServer, opened, status
from tests.web.used_pages import UsedPages


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_every_view(browser: Any, server: PageServer, scheme: str, width: int) -> None:
    with opened(browser, server, width=width) as page:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        links = page.eval_on_selector_all(".views a", "all => all.map(a => a.getAttribute('href'))")
        found = violations(page)
        for link in links[1:]:
            page.goto(server.address + link)
            page.locator(".views a[aria-current=page]", has_text="").wait_for()
            page.locator(f".views a[aria-current=page][href='{link}']").wait_for()
            page.wait_for_load_state("networkidle")
            found += violations(page)
        assert found == []


def test_a_game_with_its_dialog(used_pages: UsedPages) -> None:
    with used_pages.game("hex", "5x5") as page:
        page.click('[data-cell="2,2"]')
        status(page, "White to move")
        found = violations(page)
        page.click("#new")
        page.locator("dialog[open]").wait_for()
        assert found + violations(page) == []
