"""A server for the tests of the page, and what a visitor does on it."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser import new_visitor
from tests.web.server_nursery import AnyServer, start_server

OPEN_CELL = "[data-open] .cell:not(:has(.stone))"
"""A cell of Hex on which a stone may be placed now."""
DEADLINE = 30_000
"""Milliseconds in which the page must show what a test waits for."""


class PageServer:
    """`hexapoda web` as a process that can be killed and started again on the same port."""

    def __init__(self, home: Path, paths: tuple[Path, ...] = (), options: tuple[str, ...] = ()) -> None:
        """`home`: the folder of its data; `paths`: folders from which Python imports before all others;
        `options`: more of the command.
        """
        self._home = home
        self._options = ("--no-browser", "--no-token", *options)
        self._paths = os.pathsep.join(map(str, paths))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self._process: AnyServer | None = None

    def start(self) -> None:
        """Start the server unless it runs."""
        if self._process is not None:
            return
        words = ["web", "--port", str(self.port), *self._options]
        env = {**os.environ, "HEXAPODA_HOME": str(self._home), "PYTHONPATH": self._paths}
        self._process = start_server(words, env, errors=False)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert str(self.port) in line, line

    @property
    def pid(self) -> int:
        """The process id of the running server."""
        assert self._process is not None
        return self._process.pid

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """End the server and wait for it."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(timeout=30)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None


@contextmanager
def page_server(
    home: Path, paths: tuple[Path, ...] = (), options: tuple[str, ...] = ()
) -> Iterator[PageServer]:
    """A server that runs until the end of the block; the arguments are those of `PageServer`."""
    server = PageServer(home, paths, options)
    server.start()
    try:
        yield server
    finally:
        server.kill(signal.SIGINT)


def open_page(visitor: Any, server: PageServer, address: str = "") -> Any:
    """A page of a visitor at an address behind `#`; `page.wrong` has the errors of its scripts and what it
    writes to the console, as for every request to another host.
    """
    page = visitor.new_page()
    page.set_default_timeout(DEADLINE)
    page.wrong = []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("console", lambda message: page.wrong.append(message.text))
    page.goto(f"{server.address}#{address}" if address else server.address)
    return page


@contextmanager
def opened(
    browser: Any,
    server: PageServer,
    address: str = "",
    *,
    width: int = 1280,
    touch: bool = False,
    keeps: bool = False,
) -> Iterator[Any]:
    """A page of a new visitor, made by `new_visitor`. Fails if a script fails or another host is asked."""
    visitor = new_visitor(browser, viewport={"width": width, "height": 780}, has_touch=touch, keeps=keeps)
    page = open_page(visitor, server, address)
    page.locator("svg.surface").wait_for()
    yield page
    assert page.wrong == [], page.wrong
    visitor.close()


def new_game(page: Any, game: str, opponent: str, variant: str, side: str = "0") -> None:
    """Begin a game with the dialog. `side` is the player's number or `random`."""
    before = page.url
    page.click("#new")
    page.locator(f"dialog input[name=game][value={game}]").check(force=True)
    page.select_option("dialog [name=opponent]", opponent)
    page.select_option("dialog [name=variant]", variant)
    page.locator(f"dialog input[name=side][value='{side}']").check(force=True)
    page.click("dialog button[type=submit]")
    page.wait_for_url(lambda url: url != before)


def moves(page: Any, count: int) -> list[str]:
    """The list of moves, once it has `count` of them."""
    page.wait_for_function(
        "count => document.querySelectorAll('.move:not(.none)').length === count", arg=count
    )
    # Not the inner texts: those of moves that are out of sight are empty.
    return [text.strip() for text in page.locator(".move:not(.none)").all_text_contents()]


def until(page: Any, promise: str) -> None:
    """Wait until a promise is true. `wait_for_function` takes any promise for true."""
    end = time.monotonic() + DEADLINE / 1000
    while not page.evaluate(promise):
        assert time.monotonic() < end, promise
        time.sleep(0.02)


def status(page: Any, start: str) -> None:
    """Wait until the status begins with `start`."""
    page.wait_for_function(
        "start => document.querySelector('#status')?.textContent.startsWith(start)", arg=start
    )
