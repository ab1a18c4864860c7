"""Chromium for the tests that click."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
PROGRAMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
"""The first is Chromium without windows, which takes two thirds of the processor time."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
FLAGS += ["--disable-background-networking", "--disable-component-update"]
FLAGS += ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
"""There is no other host: a page that asks one writes an error to its console."""


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser; without one the test is skipped."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.skip("playwright is not installed")
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip("there is no chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=FLAGS, timeout=60_000)
        yield running
        running.close()


def new_visitor(browser: Any, *, keeps: bool = False, **options: Any) -> Any:
    """A visitor with nothing in the browser yet. Unless it `keeps` the page for the time without a server, it
    has no service worker, which would ask for every file of the page.
    """
    visitor = browser.new_context(**{"reduced_motion": "reduce", **options})
    if not keeps:
        visitor.add_init_script("delete Navigator.prototype.serviceWorker")
    return visitor


@contextmanager
def file_tab(browser: Any) -> Iterator[Any]:
    """A tab for pages that are files; `wrong` has the errors of their scripts, what they write to the
    console, and every address that they ask for.
    """
    tab = browser.new_page()
    tab.set_default_timeout(30_000)
    tab.wrong = wrong = []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("console", lambda message: wrong.append(message.text))
    tab.on("request", lambda asked: wrong.extend([asked.url] * (asked.url[:5] not in ("file:", "data:"))))
    yield tab
    tab.close()


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` in a thread: the browser of other tests leaves its loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
