"""The page in a browser, by clicking and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexapoda.hive import Position
from hexapoda.record import Ending, MoveRecord
from hexapoda.report import render_report
from tests.report.match_made import game, match

EVIL = "</script><script>document.title='caught'</script><img src=x onerror=\"document.title='caught'\">"
RECORDS = [*match([1, 0, 1, 0.5], "ann", EVIL), game(4, ("ann", EVIL), 0, plies=90, ending=Ending.CRASH)]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(render_report(None, RECORDS), encoding="utf-8")
    return path


@pytest.fixture
def page(tab: Any, path: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    tab.set_viewport_size({"width": getattr(request, "param", 1440), "height": 800})
    tab.wrong.clear()
    tab.goto(path.as_uri())
    tab.locator("game-viewer #next[disabled]").wait_for()  # the end of the first game
    yield tab
    assert tab.wrong == []
    assert tab.title() != "caught"


PLACES = """[...document.querySelectorAll('hive-board [data-piece]')]
    .map(e => [e.dataset.piece, e.getAttribute('transform')])"""
EVERY_PLY = f"""async (count) => {{
  const shown = [], arrow = {{ key: "ArrowRight", bubbles: true }};
  for (let ply = 0; ply < count; ply += 1) {{
    document.body.dispatchEvent(new KeyboardEvent("keydown", arrow));
    await document.querySelector("game-viewer").updateComplete;
    await document.querySelector("hive-board").updateComplete;
    shown.push({PLACES});
  }}
  return shown;
}}"""


def drawn(page: Any) -> dict[str, tuple[float, float]]:
    """Where the page drew every piece."""
    return points(page.evaluate(PLACES))


def points(places: list[tuple[str, str]]) -> dict[str, tuple[float, float]]:
    """The place of every piece from its `transform`."""
    found = {}
    for piece, transform in places:
        x, y = re.findall(r"-?[\d.]+", transform)
        found[piece] = float(x), float(y)
    return found


def choose(page: Any, number: int) -> None:
    page.click(f'#games a[href="#game-{number}"]')
    page.get_by_role("heading", name=f"Game {number}:").wait_for()


def expected(moves: tuple[MoveRecord, ...], plies: int) -> dict[str, Any]:
    position = Position("Base+MLP", repetition=False)
    for move in moves[:plies]:
        position.push(position.parse_move(move.text))
    return places(position)


def places(position: Position) -> dict[str, Any]:
    """Where the page draws the pieces of a position."""
    return {
        str(piece): (
            pytest.approx(173.205 * (q + r / 2), abs=0.2),
            pytest.approx(150 * r - 19 * height, abs=0.2),
        )
        for piece, ((q, r), height) in position.pieces().items()
    }


def test_the_last_position_of_the_first_game_is_shown(page: Any) -> None:
    assert drawn(page) == expected(RECORDS[0].moves, 24)
    assert "24. " in page.inner_text("#status") and "1–0" in page.inner_text("#status")


def test_a_game_is_replayed_by_clicking(page: Any) -> None:
    choose(page, 5)
    moves = RECORDS[4].moves
    assert "Game 5: ann" in page.inner_text("#title")
    assert drawn(page) == {} and page.is_disabled("#back")
    for ply in range(1, 7):
        page.click("#next")
        assert drawn(page) == expected(moves, ply)
        assert page.inner_text("variation-tree [aria-current]").endswith(moves[ply - 1].text)
    page.click("#back")
    assert drawn(page) == expected(moves, 5)
    page.click("#last")
    assert drawn(page) == expected(moves, len(moves)) and page.is_disabled("#next")
    page.click("variation-tree [data-step='20']")
    assert drawn(page) == expected(moves, 20)
    assert "score 9.5 · depth 19 · 1,900 nodes · 250 ms" in page.inner_text("#status")
    page.click("#first")
    assert drawn(page) == {}
    page.fill("#ply", "33")
    assert drawn(page) == expected(moves, 33)


def test_every_ply_of_a_long_game(page: Any) -> None:
    """Climbs, throws and passes: what is drawn is the position."""
    choose(page, 5)
    position = Position("Base+MLP", repetition=False)
    assert drawn(page) == {}
    moves = RECORDS[4].moves
    shown = page.evaluate(EVERY_PLY, len(moves))
    for ply, (move, seen) in enumerate(zip(moves, shown, strict=True), 1):
        position.push(position.parse_move(move.text))
        assert points(seen) == places(position), ply


def test_keys(page: Any) -> None:
    choose(page, 2)
    moves = RECORDS[1].moves
    page.keyboard.press("End")
    assert drawn(page) == expected(moves, len(moves))
    page.keyboard.press("ArrowLeft")
    assert drawn(page) == expected(moves, len(moves) - 1)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert drawn(page) == expected(moves, 1)
    page.click("#next-game")
    page.get_by_role("heading", name="Game 3:").wait_for()
    assert page.url.endswith("#game-3")
    page.go_back()
    page.get_by_role("heading", name="Game 2").wait_for()


def test_it_plays_by_itself(page: Any) -> None:
    choose(page, 1)
    page.click("#play")
    page.locator("variation-tree [data-step='2'][aria-current]").wait_for()
    page.click("#play")
    at = page.input_value("#ply")
    assert page.get_attribute("#play", "aria-label") == "Play"
    assert drawn(page) == expected(RECORDS[0].moves, int(at))


def test_the_list_is_filtered(page: Any) -> None:
    page.select_option("#filter", "drawn")
    assert page.locator("#games tbody tr:visible").count() == 1
    assert page.inner_text("#shown") == "1 shown"
    page.select_option("#filter", "fault")
    assert page.locator("#games tbody tr:visible").all_inner_texts()[0].startswith("5")
    page.select_option("#filter", "")
    assert page.locator("#games tbody tr:visible").count() == 5


@pytest.mark.parametrize("page", [360, 768, 1440], indirect=True)
def test_nothing_is_wider_than_the_screen(page: Any) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sticking = page.evaluate(
        "[...document.querySelectorAll('main *')]"
        ".filter(e => !e.closest('.scroll, .games, svg, .tree-rows') && !e.matches('.hidden'))"
        ".filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 80))"
    )
    assert sticking == []


def test_buttons_have_names_and_are_large_enough(page: Any) -> None:
    small = page.evaluate(
        "[...document.querySelectorAll('.controls button, .tools button, select')]"
        ".filter(e => e.getBoundingClientRect().height < 40 || !"
        "(e.ariaLabel || e.innerText || e.labels?.length))"
        ".map(e => e.outerHTML.slice(0, 80))"
    )
    assert small == []
