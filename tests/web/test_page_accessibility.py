"""Accessibility of every view of the page, judged by axe-core: light and dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest

from tests.web.page_browser import PageServer, chromium, new_game, opened, page_server, status

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    with page_server(tmp_path_factory.mktemp("home")) as running:
        yield running


def violations(page: Any) -> list[str]:
    """What axe-core finds wrong, a line for each rule and element."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(f"() => axe.run(document, {RULES})")
    return [
        f"{page.url}: {one['id']}: {one['help']}: {node['html'][:120]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
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


def test_a_game_with_its_dialog(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        new_game(page, "hex", "human", "11x11")
        page.click('[data-cell="5,5"]')
        status(page, "White to move")
        found = violations(page)
        page.click("#new")
        page.locator("dialog[open]").wait_for()
        assert found + violations(page) == []
