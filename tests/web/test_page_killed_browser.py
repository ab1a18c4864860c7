"""A browser that is killed in the middle of an analysis loses nothing that the page has called saved, and
nothing that it has kept for a server that does not answer.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.browser import FLAGS, PROGRAMS
from tests.web.page_browser import DEADLINE, PageServer, page_server

START = "analysis=hex&variant=9x9"
CELLS = [f"{column}{row}" for column in "abcdefghi" for row in range(1, 10)]


@pytest.fixture
def own_server(home: Path) -> Iterator[PageServer]:
    with page_server(home) as running:
        yield running


@contextmanager
def visiting(browser: Any, profile: Path, server: PageServer, address: str) -> Iterator[Any]:
    """A page in a browser of its own, whose profile outlives it."""
    program = next(filter(None, map(shutil.which, PROGRAMS)))
    context = browser.browser_type.launch_persistent_context(
        str(profile), executable_path=program, args=FLAGS, timeout=60_000
    )
    page = context.new_page()
    page.set_default_timeout(DEADLINE)
    page.goto(f"{server.address}#{address}")
    page.locator("svg.surface").wait_for()
    try:
        yield page
    finally:
        with contextlib.suppress(Exception):  # it was killed
            context.close()


def kill(profile: Path) -> None:
    """Kill all processes of the browser with this profile."""
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if f"--user-data-dir={profile}".encode() in entry.read_bytes().split(b"\0"):
                os.kill(int(entry.parent.name), signal.SIGKILL)


def add(page: Any, move: str) -> None:
    """Go to the start and play a move there, as a variation with a comment."""
    page.keyboard.press("Home")
    page.fill("#typed", move)
    page.press("#typed", "Enter")
    page.wait_for_function(
        "move => document.querySelector('variation-tree [aria-current]')?.textContent.includes(move)",
        arg=move,
    )
    page.fill("#comment", f"about {move}")
    page.locator("#comment").blur()
    page.locator("#typed").focus()


def shown(page: Any) -> set[str]:
    found: list[str] = page.locator("variation-tree .said").all_inner_texts()
    return set(found)


def kill_once(browser: Any, server: PageServer, profile: Path, seed: int) -> None:
    rng = random.Random(seed)
    moves = rng.sample(CELLS, 8)
    saved = moves[: rng.randint(1, 4)]
    kept = moves[len(saved) : len(saved) + rng.randint(0, 2)]
    with visiting(browser, profile, server, START) as page:
        for move in saved:
            add(page, move)
        page.locator("#save-state[data-state=saved]").wait_for()
        address = page.url.partition("#")[2]
        if kept:
            server.kill()
            # The moves themselves need the server; what is written about them does not.
            for move in kept:
                page.fill("#comment", f"about {move}")
                page.locator("#comment").blur()
            page.locator("#save-state[data-state=waiting]").wait_for()
            page.wait_for_function("() => document.querySelector('analysis-view').keeping.copied")
        else:  # a change is on the way
            page.fill("#comment", "on the way")
            page.locator("#comment").blur()
        kill(profile)
    server.start()
    with visiting(browser, profile, server, address) as page:
        page.wait_for_function(
            "n => document.querySelectorAll('variation-tree .step').length === n", arg=len(saved)
        )
        page.locator("#save-state[data-state=saved]").wait_for()
        wanted = {f"about {move}" for move in saved[:-1]}
        last = [f"about {kept[-1]}"] if kept else [f"about {saved[-1]}", "on the way"]
        found = shown(page)
        assert wanted <= found and any(text in found for text in last), found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1))
def test_a_killed_browser(browser: Any, own_server: PageServer, tmp_path: Path, seed: int) -> None:
    kill_once(browser, own_server, tmp_path / "profile", seed)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(1, 11))
def test_a_browser_that_is_killed_often(
    browser: Any, own_server: PageServer, tmp_path: Path, seed: int
) -> None:
    kill_once(browser, own_server, tmp_path / "profile", seed)
