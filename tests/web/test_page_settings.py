"""The settings: they work at once, in all views, and are remembered."""

from __future__ import annotations

from typing import Any

from tests.web.page_browser import PageServer, new_game, opened


def paper(page: Any) -> str:
    color: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return color


def ink(page: Any) -> str:
    color: str = page.evaluate(
        "document.querySelector('#hexapoda-light-wA path[stroke]').getAttribute('stroke')"
    )
    return color


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
