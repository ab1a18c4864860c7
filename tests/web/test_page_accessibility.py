"""Every view of the page in its states: what axe-core finds, and a walk with the Tab key.

All states are shown by one page, one after the other: most of the time goes to axe-core.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hexapoda.web
from tests.browser import new_visitor
from tests.web.axe import violations
from tests.web.keyboard_walk import lost_focus
from tests.web.page_browser import PageServer, open_page, opened, page_server
from tests.web.page_states import STATES, fill, show

pytestmark = pytest.mark.slow

SHEETS = {
    "game": ("thoughts",),
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
STATIC = Path(hexapoda.web.__file__).parent / "static"
WIDE, PHONE = (1366, 768), (360, 740)
OUTLINE = "element => getComputedStyle(element).outlineStyle"
BACK = "element => getComputedStyle(element).backgroundColor"
REFUSED = "Failed to load resource"
"""What the browser itself writes of a request that was refused."""


def test_each_view_has_its_style_sheets(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        for link in page.eval_on_selector_all(".views a", "all => all.map(a => a.getAttribute('href'))"):
            page.evaluate("link => { location.hash = link.slice(3); }", link)
            page.locator(f".views a[aria-current=page][href='{link}']").wait_for()
            page.wait_for_load_state("networkidle")
            name = link.removeprefix("./#")
            sheets = [sheet.removeprefix("views/") for sheet in page.evaluate(STYLES)]
            assert sheets, name
            assert all(sheet.startswith(SHEETS.get(name, (name,))) for sheet in sheets), f"{name}: {sheets}"


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """A server with something of everything."""
    home = tmp_path_factory.mktemp("full")
    with fill(home), page_server(home) as running:
        yield running


def deep(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.deep)


IN_LIGHT = ["play", "play, a new game", "analysis, engine", "review", "learn, tour", "puzzles, new ones"]
IN_LIGHT += ["library, a game", "match, cup", "run", "practice, hint"]
IN_DARK = ["play, refused", "play Hex", "analysis, set up", "analysis, a wrong game", "review, begin"]
IN_DARK += ["puzzles, solution", "learn, hint", "library, openings", "match, faults", "match, a new one"]
IN_DARK += ["run, a new one", "practice, solution", "notices"]
"""States that have, together, nearly all that a view can show."""


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("locale", "size", "scheme", "states"),
    [
        ("en-US", WIDE, "light", IN_LIGHT),
        ("de-DE", PHONE, "dark", IN_DARK),
        # The deep run has each state in all surroundings.
        deep("en-US", WIDE, "light", list(STATES)),
        deep("en-US", WIDE, "dark", list(STATES)),
        deep("en-US", PHONE, "light", list(STATES)),
        deep("en-US", PHONE, "dark", list(STATES)),
        deep("de-DE", WIDE, "light", list(STATES)),
        deep("de-DE", WIDE, "dark", list(STATES)),
        deep("de-DE", PHONE, "light", list(STATES)),
        deep("de-DE", PHONE, "dark", list(STATES)),
    ],
)
def test_every_state_of_every_view(
    browser: Any, full: PageServer, locale: str, size: tuple[int, int], scheme: str, states: list[str]
) -> None:
    width, height = size
    visitor = new_visitor(
        browser, viewport={"width": width, "height": height}, locale=locale, color_scheme=scheme
    )
    page = open_page(visitor, full, "notices")
    found = []
    for name in states:
        show(page, name)
        faults = violations(page) + lost_focus(page)
        wide = page.eval_on_selector_all(
            "html, dialog[open]", "all => all.map(e => e.scrollWidth > e.clientWidth)"
        )
        if any(wide):
            faults.append("the page or a dialog goes on at its side")
        found += [f"{name}: {fault}" for fault in faults]
    found += [wrong for wrong in page.wrong if not wrong.startswith(REFUSED)]
    visitor.close()
    assert not found, "\n".join(found)


DIALOGS = {
    "play, a new game": "#new",
    "play, your games": "#own",
    "play, settings": "#settings",
    "analysis, open a game": "#load",
    "analysis, share": "#share",
    "analysis, keys": "body",
    "library, corrections": ".preview-actions button >> nth=1",
    "match, a new one": ".new-work",
    "run, a new one": ".new-work",
    "puzzles, new ones": ".new-work",
}
"""The states with a dialog, and what opens it."""
OUTSIDE = """() => {
  const focused = document.activeElement;
  return focused !== document.body && !focused.closest("dialog[open]");
}"""


def test_dialogs_keep_the_focus_and_give_it_back(browser: Any, full: PageServer) -> None:
    visitor = new_visitor(browser, viewport={"width": 360, "height": 740})
    page = open_page(visitor, full, "notices")
    seen = set()
    for name, opener in DIALOGS.items():
        show(page, name)
        seen.add(page.locator("dialog[open]").evaluate("dialog => dialog.parentElement.localName"))
        for key in ("Shift+Tab", *["Tab"] * 4):
            page.keyboard.press(key)
            assert not page.evaluate(OUTSIDE), name
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="hidden")
        back = page.locator(opener).first.element_handle()
        page.wait_for_function("one => one === document.activeElement", arg=back)
    visitor.close()
    views = [path.read_text("utf-8") for path in (STATIC / "views").glob("*.js")]
    dialogs = [text for text in views if re.search(r"extends (Page|Command)Dialog", text)]
    assert seen == set(re.findall(r'customElements\.define\("([^"]+)"', "".join(dialogs)))


def test_colors_of_the_system_hide_nothing(browser: Any, full: PageServer) -> None:
    visitor = new_visitor(browser, viewport={"width": 1366, "height": 768}, forced_colors="active")
    page = open_page(visitor, full, "notices")
    show(page, "analysis")
    assert page.locator("variation-tree [aria-current]").evaluate(OUTLINE) == "dashed"
    off = page.locator("#engine").screenshot()
    page.check("#engine", force=True)
    page.locator("engine-lines [data-line]").first.wait_for()
    assert page.locator("#engine").screenshot() != off
    page.uncheck("#engine", force=True)
    show(page, "play, a new game")
    fields = page.locator("new-game .segments label:has([name=side]) span")
    assert len({one.evaluate(BACK) for one in fields.all()}) == 2
    show(page, "play begins")
    black, white = (page.locator(f".seat .chip.{hue}").evaluate(BACK) for hue in ("black", "white"))
    assert black != white
    show(page, "learn, tour")
    steps = page.locator(".tour-steps button")
    assert steps.first.screenshot() != steps.last.screenshot()
    visitor.close()
