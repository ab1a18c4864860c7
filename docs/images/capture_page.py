"""Captures the views of the browser page as page-*.png in this folder.

Needs chromium and the packages of the tests:

    python docs/images/capture_page.py [NAME ...]
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
sys.path.insert(0, str(ROOT))

from docs.images.draw import GAME  # noqa: E402
from tests.browser import chromium  # noqa: E402
from tests.web.page_browser import new_game, page_server  # noqa: E402

MOVES = GAME.split(";")[3:]
HEX = "#analysis=hex&variant=11x11&moves=a3;f6;e7;g8;h4;d8;i7;c9"


def hive(plies: int) -> str:
    """The address of the analysis of a game of Hive after `plies`."""
    return "#analysis=hive&variant=Base%2BMLP&moves=" + quote(";".join(MOVES[:plies]), safe=";")


def play(page: Any) -> None:
    """A midgame of two people on this screen."""
    new_game(page, "hive", "human", "Base+MLP")
    for number, move in enumerate(MOVES[:28], 1):
        page.fill("#typed", move)
        page.press("#typed", "Enter")
        page.wait_for_function(
            "count => document.querySelectorAll('.move:not(.none)').length === count", arg=number
        )


def phone(page: Any) -> None:
    """The same without the keyboard's focus, as people who do not type see it."""
    play(page)
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    page.wait_for_timeout(500)


def refused(page: Any) -> None:
    """A pinned piece is touched."""
    play(page)
    page.click("[data-piece=wA1]")
    page.locator(".note.refusal").wait_for()


def analysis(page: Any) -> None:
    """The engine's lines and arrows, and the bar."""
    page.keyboard.press("l")
    page.wait_for_timeout(6000)


def overlay(key: str) -> Callable[[Any], None]:
    """What the board shows after this key."""

    def show(page: Any) -> None:
        page.wait_for_timeout(500)
        page.keyboard.press(key)
        page.wait_for_timeout(2500)

    return show


def review(page: Any) -> None:
    """A review at its first serious mistake."""
    page.fill(".review-start textarea", GAME)
    page.click(".review-start button[type=submit]")
    page.locator(".review-move").first.wait_for()
    page.wait_for_function(
        "() => document.querySelectorAll('.review-move.unknown').length === 0", timeout=120_000
    )
    page.wait_for_timeout(30_000)
    for _ in range(6):
        page.keyboard.press("n")
    page.wait_for_timeout(500)


def practice(page: Any) -> None:
    """A mistake of that game, after the solution was asked for."""
    page.fill(".review-start textarea", GAME)
    page.click(".review-start button[type=submit]")
    page.locator(".review-move").first.wait_for()
    page.locator("input[name=who]").nth(1).check(force=True)
    page.locator("#progress.done").wait_for(timeout=120_000)
    page.evaluate("location.hash = 'practice'")
    page.click("#solution")
    page.locator(".lesson").wait_for()
    page.wait_for_timeout(500)


def match(page: Any) -> Callable[[], None]:
    """A match that is being played, between an engine with twice the time and itself, after some games."""
    engines = ["alphabeta:clock=4+0.04", "alphabeta:clock=2+0.02"]
    options = ["--games", "400", "--sprt", "0,50", "--concurrency", "2", "--seed", "8", "--quiet"]
    command = [sys.executable, "-m", "hexapoda", "match", *engines, "--variant", "Base+MLP", *options]
    playing = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def end() -> None:
        playing.send_signal(signal.SIGINT)
        playing.wait()

    try:
        address = page.url
        page.goto("about:blank")  # a page that follows the match takes time from the engines
        page.wait_for_timeout(150_000)
        page.set_viewport_size({"width": 1280, "height": 1010})
        page.goto(address)
        page.locator("running-game [data-piece]").nth(20).wait_for()
        page.wait_for_timeout(1000)
    except BaseException:
        end()
        raise
    return end


def training(page: Any) -> None:
    """A short training run with its matches."""
    config = Path(os.environ["HEXAPODA_HOME"]) / "hex-5x5.toml"
    tables = {
        "network": "channels = 16\nblocks = 2",
        "self_play": "games = 64\nsimulations = 12\nrandom_plies = 4",
        "learner": "updates = 40",
        "gate": "every = 3\ngames = 100\nsimulations = 16",
    }
    text = 'game = "hex"\nvariant = "5x5"\niterations = 36\nthreads = 1\n'
    config.write_text(text + "".join(f"[{name}]\n{lines}\n" for name, lines in tables.items()))
    command = [sys.executable, "-m", "hexapoda", "train", str(config)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    page.set_viewport_size({"width": 1280, "height": 1180})
    page.reload()
    page.locator("line-chart .dot").nth(20).wait_for()
    page.wait_for_timeout(500)


def fill_library(page: Any) -> None:
    """Play a small tournament into the library, unless it has games."""
    page.locator(".library-empty, tbody tr").first.wait_for()
    if page.locator("tbody tr").count():
        return
    engines = [f"alphabeta:level={level}" for level in (3, 4, 5)]
    options = ["--games", "16", "--nodes", "600", "--variant", "Base", "--openings", "random:2"]
    options += ["--seed", "5", "--store", "default", "--quiet"]
    command = [sys.executable, "-m", "hexapoda", "tournament", *engines, *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    page.reload()


def library(page: Any) -> None:
    """A game of the library."""
    fill_library(page)
    page.locator("tbody tr").nth(2).click()
    page.wait_for_timeout(1500)


def explorer(page: Any) -> None:
    """What was played after the moves played most."""
    fill_library(page)
    page.locator(".parts .tab").nth(1).click()
    for _ in range(3):
        page.locator("button.played").first.click()
        page.wait_for_timeout(1000)


def nothing(page: Any) -> None:
    """The view as it is."""


VIEWS: dict[str, tuple[str, int, str, Callable[[Any], Callable[[], None] | None]]] = {
    "refused": ("", 1280, "light", refused),
    "analysis": (hive(35), 1280, "light", analysis),
    "hex-policy": (HEX, 1280, "light", overlay("p")),
    "hex-connections": (HEX, 1280, "light", overlay("c")),
    "review": ("#review", 1280, "light", review),
    "practice": ("#review", 1280, "light", practice),
    "puzzle": ("#puzzles", 1280, "light", nothing),
    "library": ("#library", 1280, "light", library),
    "explorer": ("#library", 1280, "light", explorer),
    "match": ("#matches", 1280, "light", match),
    "training": ("#runs", 1280, "light", training),
    "rules": ("#learn", 1280, "light", nothing),
    "phone": ("", 360, "light", phone),
    "dark": (hive(22), 1280, "dark", analysis),
}
"""By name: the address, the width, light or dark, and what happens before the picture is taken, which may
return what ends it.
"""


def main() -> None:
    """Capture the views with these names, or all."""
    with tempfile.TemporaryDirectory() as home, page_server(Path(home)) as server, chromium() as browser:
        os.environ["HEXAPODA_HOME"] = home  # for what the views start themselves
        for name in sys.argv[1:] or VIEWS:
            address, width, scheme, act = VIEWS[name]
            size = {"width": width, "height": 800 if width > 600 else 740}
            visitor = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            page = visitor.new_page()
            page.goto(server.address + address)
            page.wait_for_timeout(1000)
            end = act(page)
            page.screenshot(path=FOLDER / f"page-{name}.png")
            visitor.close()
            if end is not None:
                end()
            print(name)


if __name__ == "__main__":
    main()
