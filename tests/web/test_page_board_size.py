"""How much of the screen the board has, and that nothing a move needs is out of sight."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import quote

import pytest

from hexapoda.hive import Position
from tests.web.page_browser import new_game
from tests.web.test_reviews import HEX
from tests.web.used_pages import UsedPages

DEEP_PHONE = pytest.param(360, 740, marks=pytest.mark.deep)
"""A phone with more space than one of the same width."""
SHARES = {(1366, 768): 65, (1440, 900): 65, (1920, 1080): 72, (2560, 1440): 75}
"""The least share of the screen, in percent, of the board with the hands; in a review five points less."""
BOARD = """parts => {
  const all = parts.flatMap(part => [...document.querySelectorAll(part)]).map(e => e.getBoundingClientRect());
  const [left, top] = [Math.min(...all.map(r => r.left)), Math.min(...all.map(r => r.top))];
  const [right, bottom] = [Math.max(...all.map(r => r.right)), Math.max(...all.map(r => r.bottom))];
  return 100 * (right - left) * (bottom - top) / innerWidth / innerHeight;
}"""
OUT_OF_SIGHT = """parts => parts.flatMap(part => {
  const found = [...document.querySelectorAll(part)];
  return found.length ? found : [part];
}).filter(element => {
  if (typeof element === "string") return true;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || right <= left || bottom <= top;
}).map(element => element.outerHTML?.slice(0, 90) ?? element)"""
"""The parts of which one is missing, hidden, or not wholly on the screen."""
STILL = """() => new Promise(done => {
  let before = "";
  const look = () => {
    const frame = document.querySelector("svg.surface").getAttribute("viewBox");
    if (frame === before) return done(frame);
    before = frame;
    setTimeout(look, 400);
  };
  look();
})"""
"""The part of the drawing that is shown, once it stands still."""


def random_line(plies: int) -> list[str]:
    """The texts of random moves."""
    chance, position, texts = random.Random(3), Position("Base+MLP"), []
    for _ in range(plies):
        move = chance.choice(list(position.legal_moves))
        texts.append(position.format_move(move))
        position.push(move)
    return texts


LONG = f"analysis=hive&variant=Base%2BMLP&moves={quote(';'.join(random_line(57)))}"
"""The address of a long game."""


def open_review(page: Any) -> None:
    """Review a game of Hex."""
    page.evaluate(
        """async text => {
            const { createReview } = await import("/review_api.js");
            location.hash = `review=${(await createReview({ text })).id}`;
        }""",
        HEX,
    )
    page.locator(".review .steps").wait_for()


def shares(page: Any, *parts: str) -> dict[tuple[int, int], float]:
    """The share of each screen that the rectangle around these parts has."""
    found = {}
    for width, height in SHARES:
        page.set_viewport_size({"width": width, "height": height})
        found[width, height] = page.evaluate(BOARD, list(parts))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("address", ["game", "analysis=hive", "analysis=hex", "puzzles", "learn=hive"])
def test_the_board_comes_first(used_pages: UsedPages, address: str) -> None:
    with used_pages.at(address) as page:
        page.locator(".table").wait_for()
        found = shares(page, "svg.surface", ".table .hand")
        assert all(found[size] >= least for size, least in SHARES.items()), found


def test_the_board_of_a_review_comes_first(used_pages: UsedPages) -> None:
    with used_pages.at("game") as page:
        open_review(page)
        found = shares(page, ".review svg.surface", ".review .hand")
        assert all(found[size] >= least - 5 for size, least in SHARES.items()), found


@pytest.mark.parametrize(("width", "height"), [DEEP_PHONE, (360, 640), (740, 360)])
def test_a_phone_shows_all_that_a_move_needs(used_pages: UsedPages, width: int, height: int) -> None:
    with used_pages.at("game") as page:
        needed = [".board-box", ".seat", "#status", ".actions button"]
        for game, variant, hand in (("hive", "Base+MLP", [".hand button"]), ("hex", "11x11", [])):
            new_game(page, game, "human", variant)
            page.locator(f"{game}-board").wait_for()
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OUT_OF_SIGHT, [*needed, *hand]) == [], game
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (740, 360),
        *(pytest.param(*one, marks=pytest.mark.deep) for one in ((820, 1180), (1000, 1200), (1920, 1080))),
        (1366, 768),
    ],
)
def test_the_header_stands_still_between_views(used_pages: UsedPages, width: int, height: int) -> None:
    with used_pages.at("game") as page:
        page.set_viewport_size({"width": width, "height": height})
        corner = "() => { const { left, top, height } = %s; return [left, top, height]; }"
        found = []
        for view in ("game", "library", "analysis", "matches", "learn"):
            page.evaluate("view => { location.hash = view; }", view)
            page.locator(f"{'play' if view == 'game' else view}-view :is(.table, h1, h2)").first.wait_for()
            found.append(
                page.evaluate(
                    corner % "document.querySelector('.page-header .brand').getBoundingClientRect()"
                )
            )
        assert all(one == found[0] for one in found), found


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [DEEP_PHONE, (360, 640), (740, 360)])
def test_a_phone_shows_board_line_and_moves_of_an_analysis(
    used_pages: UsedPages, width: int, height: int
) -> None:
    with used_pages.at(f"{LONG}&at=30") as page:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#engine").check(force=True)
        page.locator(".line .step").first.wait_for()
        line = [".board-box", ".line:first-child .worth"]
        needed = [*line, ".table .hand button", ".steps button", "variation-tree .step[aria-current]"]
        assert page.evaluate(OUT_OF_SIGHT, needed) == []
        for button in ("#last", "#first", "#next"):
            page.click(button)
            if button != "#first":  # the start has no move in the list
                seen = f"parts => !({OUT_OF_SIGHT})(parts).length"
                page.wait_for_function(seen, arg=["variation-tree .step[aria-current]"])
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        page.locator(".line .step").first.wait_for()  # the engine begins again in each position
        page.evaluate("scrollTo(0, 150)")
        page.evaluate("document.querySelector('.side').scrollTo(0, 1000)")
        assert page.evaluate(OUT_OF_SIGHT, [".surface", *line[width > height :][-1:]]) == [] or width > height
        page.locator("#engine").uncheck(force=True)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])
def test_a_phone_shows_board_graph_and_moves_of_a_review(
    used_pages: UsedPages, width: int, height: int
) -> None:
    with used_pages.at("game") as page:
        page.set_viewport_size({"width": width, "height": height})
        open_review(page)
        page.locator("#progress.done").wait_for()
        page.keyboard.press("n")
        page.locator(".judgment").wait_for()
        needed = [".review .board-box", ".judgment", ".graph", ".review .steps button"]
        seen = f"parts => !({OUT_OF_SIGHT})(parts).length"
        page.wait_for_function(seen, arg=[".review-move[aria-current]"])  # the list scrolls in the next frame
        assert page.evaluate(OUT_OF_SIGHT, needed) == []
        page.keyboard.press("End")
        page.wait_for_function(seen, arg=[".review-move[aria-current]"])
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])
def test_a_phone_shows_task_board_and_buttons(used_pages: UsedPages, width: int, height: int) -> None:
    with used_pages.at("learn=hive") as page:
        page.set_viewport_size({"width": width, "height": height})
        lesson = [".goal", ".learn .board-box", ".hand button", ".lesson-buttons button"]
        assert page.evaluate(OUT_OF_SIGHT, lesson) == []
        page.click("#show")
        page.locator(".note.hint").wait_for()
        assert page.evaluate(OUT_OF_SIGHT, [*lesson, ".note"]) == []
    with used_pages.at("puzzles") as page:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#hint").click()
        page.locator(".verdict.hint").wait_for()
        puzzle = ["#task", "puzzles-view .board-box", ".verdict", ".puzzle-actions button"]
        assert page.evaluate(OUT_OF_SIGHT, puzzle) == []
        page.click("#solution")
        page.locator("#restart").wait_for()
        assert page.evaluate(OUT_OF_SIGHT, ["#task", ".puzzle-actions > *"]) == []


def test_a_phone_on_its_side_shows_what_is_wrong(used_pages: UsedPages) -> None:
    for address, open, field, button in (
        ("analysis=hive", "#load", "open-game textarea", "open-game .primary"),
        ("review", "", "#game-text", ".review-start .primary"),
    ):
        with used_pages.at("game") as page:
            page.set_viewport_size({"width": 740, "height": 360})
            page.evaluate("address => { location.hash = address; }", address)
            if open:
                page.click(open)
            page.fill(field, "no game")
            page.press(field, "Control+Enter") if open else page.click(button)
            trouble = "p.trouble:not(:empty)"
            page.locator(trouble).wait_for()
            assert page.evaluate(OUT_OF_SIGHT, [trouble]) == []
            page.wrong.clear()  # the browser reports the answer 400
            if open:
                page.keyboard.press("Escape")


@pytest.mark.slow
def test_a_hive_looks_the_same_after_a_reload(used_pages: UsedPages) -> None:
    with used_pages.at(LONG) as page:
        page.click("#first")
        for _ in range(57):  # as it is played
            page.keyboard.press("ArrowRight")
        for button, at, cells in (("#last", 57, ".stack"), ("#first", 0, ".empty")):
            if button == "#first":
                page.click(button)  # after the whole hive was there
            page.locator(f"{button}:disabled").wait_for()
            there = page.evaluate(STILL)
            page.wait_for_function("at => location.hash.endsWith(`at=${at}`)", arg=at)
            page.reload()
            page.locator(f"svg.surface {cells}").first.wait_for()
            assert page.evaluate(STILL) == there


def test_nothing_moves_under_a_pointer_that_is_down(used_pages: UsedPages) -> None:
    shown = "document.querySelector('svg.surface').getAttribute('viewBox')"
    with used_pages.at(f"{LONG}&at=57") as page:
        page.locator("svg.surface .stack").first.wait_for()
        before = page.evaluate(STILL)
        box = page.locator("svg.surface").bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 4)
        page.mouse.down()
        page.keyboard.press("Home")
        page.locator("#first:disabled").wait_for()
        assert page.evaluate(STILL) == before
        page.mouse.up()
        page.wait_for_function(f"before => {shown} !== before", arg=before)
