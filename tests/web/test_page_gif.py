"""The line on the board as an animated GIF."""

from __future__ import annotations

import io
import itertools
from typing import Any

import pytest
from PIL import Image

from tests.web.used_pages import UsedPages

HIVE = "analysis=hive&variant=Base&moves=wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ&at=2"
WATCH = """async () => {
  const waits = [];
  let last = performance.now();
  const watch = () => {
    waits.push(performance.now() - last);
    last = performance.now();
    window.watching = setTimeout(watch);
  };
  window.waits = waits;
  watch();
}"""


def saved(page: Any) -> Image.Image:
    """The file that the dialog makes."""
    page.click("#share")
    with page.expect_download() as download:
        page.click("[data-picture=gif]")
    assert download.value.suggested_filename.endswith(".gif")
    return Image.open(io.BytesIO(download.value.path().read_bytes()))


def frames(picture: Image.Image) -> list[Image.Image]:
    found = []
    for number in range(getattr(picture, "n_frames", 1)):
        picture.seek(number)
        found.append(picture.convert("RGB"))
    return found


def difference(one: Image.Image, other: Image.Image) -> int:
    """The number of points that differ."""
    pairs = zip(one.get_flattened_data(), other.get_flattened_data(), strict=True)
    return sum(a != b for a, b in pairs)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hive", "hex"])
def test_the_whole_line_is_there(used_pages: UsedPages, game: str) -> None:
    address = HIVE if game == "hive" else "analysis=hex&variant=5x5&moves=c3;b2;d4&at=1"
    with used_pages.at(address) as page:
        picture = saved(page)
        shown = frames(picture)
        assert len(shown) == (6 if game == "hive" else 4)
        assert picture.format == "GIF" and picture.size[0] == 720 and 100 < picture.size[1] < 1500
        delays = []
        for number in range(len(shown)):
            picture.seek(number)
            delays.append(picture.info["duration"])
        assert delays == [700] * (len(shown) - 1) + [2500]
        changes = [difference(a, b) for a, b in itertools.pairwise(shown)]
        # Each move changes something, and no move changes the whole picture: the frame stands still.
        assert all(200 < change < 0.3 * picture.size[0] * picture.size[1] for change in changes)
        page.locator("#making").wait_for(state="detached")
        assert page.locator("hive-board, hex-board").count() == 1  # nothing is left behind


def test_it_can_be_stopped_and_the_page_goes_on_meanwhile(used_pages: UsedPages) -> None:
    there, back = "wQ \\wS1;bQ bS1/", "wQ -wS1;bQ bS1-"
    turns = ";".join(there if turn % 2 == 0 else back for turn in range(60))
    line = f"wS1;bS1 wS1-;wQ -wS1;bQ bS1-;{turns}"
    with used_pages.at(f"analysis=hive&variant=Base&rule.repetition=off&moves={line}") as page:
        page.click("#share")
        page.evaluate(WATCH)
        page.click("[data-picture=gif]")
        page.wait_for_function("() => document.querySelector('#making')?.value >= 3")
        page.click("#stop-making")
        page.locator("#making").wait_for(state="detached")
        assert page.locator("share-game .trouble").count() == 0
        assert sorted(page.evaluate("waits"))[-2] < 1000  # one wait may be that of a busy machine
        page.evaluate("clearTimeout(window.watching)")
        page.click("[data-picture=gif]")
        page.locator("#making").wait_for()
        page.keyboard.press("Escape")
        page.locator("#making").wait_for(state="detached")


def test_without_a_worker_the_page_says_so(used_pages: UsedPages) -> None:
    with used_pages.at(HIVE) as page:
        page.route("**/gif_worker.js", lambda route: route.fulfill(status=404))
        page.click("#share")
        page.click("[data-picture=gif]")
        page.locator("share-game .trouble", has_text="could not be made").wait_for()
        page.wrong.clear()  # the worker that was not found
