"""The report on a match in a browser, by clicking and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexapoda.hive import Position
from hexapoda.record import Ending, GameRecord, PlayerRecord
from hexapoda.web.matches.match_report import match_report
from tests.arena.match_made import SETTINGS, game, match, write
from tests.browser import new_visitor
from tests.web.axe import violations
from tests.web.keyboard_walk import lost_focus

EVIL = "</script><script>document.title='caught'</script><img src=x onerror=\"document.title='caught'\">"
RECORDS = [*match([1, 0, 1, 0.5]), game(4, ("ann", "bob"), 0, plies=90, ending=Ending.CRASH, detail=EVIL)]


def named(record: GameRecord) -> GameRecord:
    one, two = (PlayerRecord(EVIL) if player.name == "bob" else player for player in record.players)
    return replace(record, players=(one, two))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    settings = SETTINGS | {"engines": ["ann", EVIL], "games": 6, "rules": {"repetition": "off"}}
    write(folder / "evil", list(map(named, RECORDS)), settings)
    path = folder / "report.html"
    path.write_text(match_report(folder / "evil").html, encoding="utf-8")
    return path


@pytest.fixture
def page(tab: Any, path: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    width, scheme = getattr(request, "param", (1280, "light"))
    tab.set_viewport_size({"width": width, "height": 800})
    tab.emulate_media(color_scheme=scheme)
    tab.wrong.clear()
    tab.goto(path.as_uri())
    tab.locator(".game-rows li").nth(4).wait_for()
    yield tab
    assert tab.wrong == []
    assert tab.title() != "caught"


PLACES = """[...document.querySelectorAll('game-viewer hive-board [data-piece]')]
    .map(e => [e.dataset.piece, e.getAttribute('transform')])"""
EVERY_PLY = f"""async (count) => {{
  const shown = [], arrow = {{ key: "ArrowRight", bubbles: true }};
  for (let ply = 0; ply < count; ply += 1) {{
    document.body.dispatchEvent(new KeyboardEvent("keydown", arrow));
    await document.querySelector("game-viewer").updateComplete;
    await document.querySelector("game-viewer hive-board").updateComplete;
    shown.push({PLACES});
  }}
  return shown;
}}"""


def choose(page: Any, number: int) -> None:
    page.click(f'.game-rows a[href="#game={number}"]')
    page.get_by_role("heading", name=f"Game {number}:").wait_for()


def places(position: Position) -> dict[str, Any]:
    """Where the page draws the pieces of a position."""
    return {
        str(piece): (
            pytest.approx(173.205 * (q + r / 2), abs=0.2),
            pytest.approx(150 * r - 19 * height, abs=0.2),
        )
        for piece, ((q, r), height) in position.pieces().items()
    }


def test_every_ply_of_a_long_game(page: Any) -> None:
    """Climbs, throws and passes: what is drawn is the position."""
    choose(page, 4)
    assert EVIL in page.inner_text("game-viewer .detail")
    position = Position("Base+MLP", repetition=False)
    moves = RECORDS[4].moves
    shown = page.evaluate(EVERY_PLY, len(moves))
    for ply, (move, seen) in enumerate(zip(moves, shown, strict=True), 1):
        position.push(position.parse_move(move.text))
        found = {piece: tuple(map(float, re.findall(r"-?[\d.]+", at))) for piece, at in seen}
        assert found == places(position), ply
    assert page.is_disabled("#next")


def test_games_have_addresses_and_neighbors(page: Any) -> None:
    choose(page, 1)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#game=1&at=1")
    page.click("#next-game")
    page.get_by_role("heading", name="Game 2:").wait_for()
    page.reload()
    page.get_by_role("heading", name="Game 2:").wait_for()
    page.click(".back-link")
    page.locator(".verdict-line").wait_for()
    page.locator(".faults-part a").click()
    page.get_by_role("heading", name="Game 4:").wait_for()
    page.go_back()
    page.locator(".verdict-line").wait_for()


def test_an_address_names_a_ply_of_any_game(page: Any) -> None:
    choose(page, 1)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#game=1&at=1")
    page.click(".back-link")
    page.locator(".verdict-line").wait_for()
    page.evaluate("location.hash = 'game=2&at=1'")
    page.get_by_role("heading", name="Game 2:").wait_for()
    page.wait_for_function("document.querySelector('game-viewer input[type=range]').value === '1'")


LATE = """async () => {
  const packed = document.querySelector("match-report")._packed, find = packed.find.bind(packed);
  let calls = 0;
  packed.find = (place) => {
    calls += 1;
    if (calls > 1) return find(place);
    return new Promise((done) => { window.answer = async () => done(await find(place)); });
  };
  for (const game of [2, 4]) {
    const seen = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    location.hash = `game=${game}`;
    await seen;
  }
}"""


def test_a_late_game_does_not_replace_the_chosen_one(page: Any) -> None:
    choose(page, 1)
    page.evaluate(LATE)
    page.get_by_role("heading", name="Game 4:").wait_for()
    page.evaluate("async () => { await window.answer(); await new Promise(requestAnimationFrame); }")
    assert page.get_by_role("heading", name="Game 4:").is_visible()


def test_the_list_is_filtered(page: Any) -> None:
    choose_games = page.locator(".part-head select")
    listed = {"drawn": ["3"], "first": ["4", "2", "1", "0"], "second": [], "fault": ["4"], "unscored": []}
    for kind, numbers in listed.items():
        choose_games.select_option(kind)
        page.wait_for_function(
            "n => document.querySelectorAll('.game-rows li').length === n", arg=len(numbers)
        )
        assert page.locator(".game-rows .which").all_inner_texts() == numbers
    assert page.inner_text(".match-games > p") == "No games match this filter."


def test_all_figures_are_there(page: Any) -> None:
    page.locator("match-opening hive-board [data-piece]").first.wait_for()
    titles = page.locator(".figure-cards h3").all_inner_texts()
    assert titles == [
        "Score over time", "Game lengths", "How the games ended", "By side", "Effort", "Openings",
    ]  # fmt: skip
    assert page.locator(".over-time line-chart .dot").count() == 5
    assert page.locator(".effort tbody tr").first.inner_text().split()[:3] == ["ann", "83", "0.25"]
    assert "crash\n1 · 20%" in page.inner_text(".ends")
    assert page.locator("match-opening").count() == 3
    assert page.inner_text(".by-side thead").split() == ["Engine", "As", "White", "As", "Black"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [(360, "dark"), *(pytest.param(one, marks=pytest.mark.deep) for one in ((768, "light"), (1440, "dark")))],
    indirect=True,
)
def test_it_fits_and_is_accessible(page: Any) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) + lost_focus(page) == []
    choose(page, 1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) + lost_focus(page) == []


def test_it_speaks_german(browser: Any, tmp_path: Path) -> None:
    write(tmp_path / "two", [replace(one, ending=Ending.CRASH) for one in match([1, 1])])
    path = tmp_path / "two.html"
    path.write_text(match_report(tmp_path / "two").html, encoding="utf-8")
    visitor = new_visitor(browser, locale="de-DE")
    page = visitor.new_page()
    page.goto(path.as_uri())
    headline = page.locator(".verdict-line.doubt")
    headline.wait_for()
    assert headline.inner_text().startswith(
        "Fehler haben den Wettkampf entschieden: bob verlor 2 von 2 Partien"
    )
    assert page.locator(".figure-cards h3").first.inner_text() == "Punkte im Verlauf"
    assert "Als Weiß" in page.inner_text(".by-side thead")
    visitor.close()
