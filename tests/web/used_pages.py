"""Pages that stay open from test to test: to open one is most of the work of a short test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.browser import new_visitor
from tests.web.page_browser import PageServer, open_page

__all__ = ["UsedPages"]

REST = "review"
"""The view on which a page waits for the next test: it has no board and asks the server for nothing."""
BEGIN = """async (wish) => {
  const { beginGame } = await import("/own_games.js");
  location.hash = `game=${(await beginGame(wish)).state.id}`;
}"""
NATIVE = "[WebSocket, fetch, Worker, setTimeout].every((one) => String(one).includes('[native code]'))"
"""Whether scripts still talk to the browser itself."""


class UsedPages:
    """The open pages of a server, one for a mouse and one for a finger.

    A test gets a page with nothing stored in the browser and with a new view. Only two things may be left of
    the tests before it: the settings that the page has read, and the last game of the analysis, which
    `#analysis` alone shows. A test of those opens a page of its own, and so does one that replaces what the
    browser offers. After a test that fails the page is closed.
    """

    def __init__(self, browser: Any, server: PageServer) -> None:
        self._browser = browser
        self._server = server
        self._pages: dict[bool, tuple[Any, int]] = {}

    @contextmanager
    def at(self, address: str, *, width: int = 1280, touch: bool = False) -> Iterator[Any]:
        """The page at an address, which begins with the name of a view. Fails as `opened` does."""
        with self._used(width, touch) as page:
            page.evaluate("address => { location.hash = address; }", address)
            page.locator("svg.surface").wait_for()
            yield page

    @contextmanager
    def game(
        self,
        game: str,
        variant: str,
        *,
        opponent: str = "human",
        rules: dict[str, str] | None = None,
        width: int = 1280,
        touch: bool = False,
    ) -> Iterator[Any]:
        """The page with a new game in which the visitor begins."""
        wish = {"game": game, "variant": variant, "rules": rules or {}, "seats": ["human", opponent]}
        with self._used(width, touch) as page:
            page.evaluate(BEGIN, wish)
            page.locator("svg.surface").wait_for()
            yield page

    @contextmanager
    def _used(self, width: int, touch: bool) -> Iterator[Any]:
        page = self._page(touch)
        page.wrong.clear()
        page.set_viewport_size({"width": width, "height": 780})
        try:
            yield page
            assert page.wrong == [], page.wrong
            self._rest(page)
        except BaseException:
            self._close(touch)
            raise

    def _page(self, touch: bool) -> Any:
        """A page that rests; a new one if the server has been started again."""
        page, pid = self._pages.get(touch, (None, 0))
        if page is not None and pid != self._server.pid:
            self._close(touch)
            page = None
        if page is None:
            page = open_page(new_visitor(self._browser, has_touch=touch), self._server, REST)
            page.locator(f"{REST}-view").wait_for()
            self._pages[touch] = page, self._server.pid
        return page

    @staticmethod
    def _rest(page: Any) -> None:
        """Take away what the test has left."""
        page.unroute_all()
        page.emulate_media(color_scheme="null", reduced_motion="null")
        page.mouse.move(0, 0)
        page.evaluate("rest => { location.hash = rest; }", REST)
        page.locator(f"{REST}-view").wait_for()
        page.evaluate("localStorage.clear()")
        assert page.evaluate(NATIVE), "a fake of this test would answer the next one"

    def _close(self, touch: bool) -> None:
        page, _ = self._pages.pop(touch)
        page.context.close()

    def close(self) -> None:
        """Close the pages, so that the server can end."""
        for touch in list(self._pages):
            self._close(touch)
