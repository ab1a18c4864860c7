"""The settings: they work at once, in all views, and are remembered."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.page_browser import PageServer, new_game, opened


def paper(page: Any) -> str:
    color: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return color


def ink(page: Any) -> str:
    color: str = page.evaluate(
        "document.querySelector('#hexapoda-light-wA path[stroke]').getAttribute('stroke')"
    )
    return color


@pytest.mark.slow
def test_themes_and_tiles(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        light, own = paper(page), ink(page)
        page.emulate_media(color_scheme="dark")
        page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
        dark = paper(page)
        page.click("#settings")
        page.select_option("[name=theme]", "light")
        assert paper(page) == light != dark
        page.select_option("[name=theme]", "contrast")
        assert paper(page) == "rgb(255, 255, 255)"
        page.select_option("[name=tiles]", "classic")
        classic = ink(page)
        page.select_option("[name=tiles]", "plain")
        assert len({own, classic, ink(page)}) == 3
        page.select_option("[name=tiles]", "own")
        assert ink(page) == own
        page.select_option("[name=tiles]", "classic")
        page.reload()
        page.locator("svg.surface").wait_for()
        assert paper(page) == "rgb(255, 255, 255)" and ink(page) == classic
        page.click("#settings")
        page.select_option("[name=theme]", "auto")
        assert paper(page) == dark


def luminance(color: str) -> float:
    """The relative luminance of WCAG, from `rgb(...)`."""
    parts = [int(part) / 255 for part in color.removeprefix("rgb(").removesuffix(")").split(",")]
    red, green, blue = ((c / 12.92) if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


COLORS = """() => {
  const seen = (path, part) => getComputedStyle(document.querySelector(path))[part];
  const cells = [...document.querySelectorAll("main hex-board .cell > path")];
  return {
    cells: [...new Set(cells.map((cell) => getComputedStyle(cell).fill))],
    black: ["fill", "stroke"].map((part) => seen("main .stone.black circle", part)),
    white: ["fill", "stroke"].map((part) => seen("main .stone.white circle", part)),
  };
}"""


@pytest.mark.slow
def test_the_cells_of_hex_have_shades_on_which_stones_are_seen(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        new_game(page, "hex", "human", "7x7")
        for number, cell in enumerate(("1,1", "3,2")):
            page.click(f'[data-cell="{cell}"]')
            page.locator("main .stone").nth(number).wait_for()
        page.click("#settings")
        page.locator("dialog.settings svg.look").nth(1).wait_for()
        for theme in ("light", "dark", "contrast"):
            page.select_option("[name=theme]", theme)
            for shading, count in (("none", 1), ("rows", 2), ("rings", 3), ("three", 3)):
                page.select_option("[name=shading]", shading)
                found = page.evaluate(COLORS)
                assert len(found["cells"]) == count, (theme, shading)
                for cell in found["cells"]:
                    for stone in ("black", "white"):
                        best = max(contrast(cell, color) for color in found[stone])
                        assert best >= 3, (theme, shading, cell, stone, best)
        page.reload()
        page.locator("main .stone").first.wait_for()
        assert page.get_attribute("html", "data-shading") == "three"


def test_previews_that_load_late_move_no_field(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        held: list[Any] = []
        page.route("**/preview.js", lambda route: held.append(route))
        with page.expect_request("**/hive/preview.js"), page.expect_request("**/hex/preview.js"):
            page.click("#settings")
        sound = page.locator("[name=sound]")
        before = sound.bounding_box()
        for route in held:
            route.continue_()
        page.locator("dialog.settings svg.look").nth(1).wait_for()
        assert sound.bounding_box() == before


def test_every_tile_set_has_a_preview(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        page.click("#settings")
        page.locator("dialog.settings svg.look use").first.wait_for()
        faces = set()
        for option in page.locator("[name=tiles] option").all():
            page.select_option("[name=tiles]", option.get_attribute("value"))
            faces.add(
                page.evaluate(
                    "[...document.querySelectorAll('#hexapoda-light-tile-w path')]"
                    ".map((path) => path.getAttribute('fill') + path.getAttribute('stroke')).join()"
                )
            )
        assert len(faces) == 6


def test_coordinates_and_shortcuts(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        new_game(page, "hex", "human", "5x5")
        page.click('[data-cell="1,1"]')
        assert page.locator(".labels").is_visible()
        page.click("#settings")
        page.uncheck("[name=labels]")
        page.uncheck("[name=keys]")
        page.click("dialog.settings button.primary")
        assert not page.locator(".labels").is_visible()
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.id") != "typed"
        page.click("#settings")
        page.check("[name=keys]")
        page.click("dialog.settings button.primary")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.id") == "typed"


@pytest.mark.slow
def test_the_language(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        page.click("#settings")
        page.select_option("[name=language]", "de")
        page.locator("#new", has_text="Neues Spiel").wait_for()
        assert page.get_attribute("html", "lang") == "de"
        assert page.get_attribute(".actions", "aria-label") == "Was du tun kannst"
        page.locator("svg.surface").wait_for()
        page.click("#settings")
        page.select_option("[name=language]", "auto")
        page.locator("#new", has_text="New game").wait_for()
        page.locator("svg.surface").wait_for()
