"""The page while the server does not run: it says so, opens nevertheless, and goes on by itself."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from tests.web.page_browser import PageServer, opened, page_server, until

DEADLINE = 20_000


@pytest.fixture(scope="module")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    with page_server(tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest.fixture
def server(one_server: PageServer) -> PageServer:
    """A server that runs. The tests that end it come last."""
    one_server.start()
    return one_server


def kept(page: Any) -> None:
    """Wait until the browser keeps the page for the time without a server."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "caches.keys().then((names) => names.length === 1)")


def test_views_of_another_version_are_not_mixed_in(browser: Any, server: PageServer) -> None:
    with opened(browser, server, keeps=True) as page:

        def newer(route: Any) -> None:
            route.fulfill(
                body="<svg/>", headers={"x-hexapoda-build": "newer", "content-type": "image/svg+xml"}
            )

        page.route("**/icon.svg", newer)
        page.evaluate("globalThis.before = true")
        page.locator("nav.views a", has_text="Library").click()
        page.wait_for_function("() => globalThis.before === undefined")  # loaded again
        page.unroute("**/icon.svg")


def test_a_new_version_is_named(browser: Any, server: PageServer) -> None:
    with opened(browser, server, keeps=True) as page:
        page.route(
            "**/icon.svg", lambda route: route.fulfill(body="<svg/>", headers={"x-hexapoda-build": "newer"})
        )
        page.evaluate("import('/server_state.js').then(({ askServer }) => askServer())")
        page.locator(".server-note button").wait_for()
        page.unroute("**/icon.svg")
        page.locator(".server-note button").click()
        page.locator(".server-note").wait_for(state="detached")
        page.locator("svg.surface").wait_for()


def test_a_style_sheet_that_did_not_arrive_is_asked_for_again(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        page.route("**/views/library.css", lambda route: route.abort())
        page.locator("nav.views a", has_text="Library").click()
        page.locator(".alone button").wait_for()
        page.unroute("**/views/library.css")
        page.locator(".alone button").click()
        page.locator("library-view").wait_for()
        assert page.locator("link[href='views/library.css']").count() == 1
        page.wrong.clear()


@pytest.mark.slow
def test_a_stopped_server_is_named_and_found_again(browser: Any, server: PageServer) -> None:
    with opened(browser, server, keeps=True) as page:
        page.locator("#typed").fill("wS1")
        page.locator("#typed").press("Enter")
        move = page.get_by_role("button", name="wS1", exact=True)
        move.wait_for()
        server.kill()
        note = page.locator(".server-note")
        note.wait_for()
        assert f"hexapoda web --port {server.port}" in note.inner_text()
        page.locator("nav.views a", has_text="Puzzles").click()  # its files are not there yet
        page.locator(".alone button").wait_for()
        server.start()
        note.wait_for(state="detached", timeout=DEADLINE)
        page.locator("#task").wait_for()  # without a click
        page.locator("nav.views a", has_text="Play").click()
        move.wait_for()
        page.wrong.clear()  # of the time without a server


def test_the_address_opens_without_the_server(browser: Any, server: PageServer) -> None:
    with opened(browser, server, keeps=True) as page:
        kept(page)
        asked = page.url
        server.kill()
        page.reload()
        page.get_by_role("heading", name="The server is not running.").wait_for()
        assert page.locator("#command").inner_text() == f"hexapoda web --port {server.port}"
        server.start()
        page.locator("svg.surface").wait_for(timeout=DEADLINE)
        assert page.url == asked
        page.wrong.clear()


def test_nothing_of_the_server_is_kept(browser: Any, server: PageServer) -> None:
    with opened(browser, server, keeps=True) as page:
        kept(page)
        files = page.evaluate(
            "caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.keys())"
            ".then((found) => found.map((request) => new URL(request.url).pathname))"
        )
        kept_files = ("language.js", "page.css", "page.html", "page.js", "words.js")
        assert sorted(files) == [f"/offline/{name}" for name in kept_files]
        server.kill()
        assert page.evaluate("fetch('/api/v1/catalog').then(() => 'answered', () => 'refused')") == "refused"
        assert page.evaluate("fetch('/main.js').then(() => 'answered', () => 'refused')") == "refused"
        page.wrong.clear()


class OtherProgram(BaseHTTPRequestHandler):
    """Another program at the address of the page."""

    def do_GET(self) -> None:
        """Answer anything."""
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<h1>Another program</h1>")

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


def test_another_program_at_the_address_gets_it(browser: Any, server: PageServer) -> None:
    with opened(browser, server, keeps=True) as page:
        kept(page)
        server.kill()
        with HTTPServer(("127.0.0.1", server.port), OtherProgram) as other:
            threading.Thread(target=other.serve_forever, daemon=True).start()
            page.reload()
            page.get_by_role("heading", name="Another program").wait_for()
            gone = "() => navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)"
            page.wait_for_function(gone)
            assert page.evaluate("caches.keys()") == []
            other.shutdown()
        page.wrong.clear()


def test_the_settings_apply_without_the_server(browser: Any, server: PageServer) -> None:
    with opened(browser, server, keeps=True) as page:
        kept(page)
        page.evaluate(
            "(all) => { localStorage['hexapoda.settings'] = all; localStorage['hexapoda.language'] = 'de'; }",
            json.dumps({"theme": "dark"}),
        )
        server.kill()
        page.reload()
        page.get_by_role("heading", name="Der Server läuft nicht.").wait_for()
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        assert page.evaluate("document.documentElement.lang") == "de"
        page.wrong.clear()
