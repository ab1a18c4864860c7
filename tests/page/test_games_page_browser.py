"""The page with any games in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexapoda.page.games_page import games_page
from hexapoda.record.reading import walk_paths
from tests.page.viewed import EVIL, PLIES, bad_file, hex_file, hive_file, hive_tree, journal, y_record
from tests.web.axe import violations
from tests.web.keyboard_walk import lost_focus
from tests.web.test_page_board_size import OUT_OF_SIGHT, SHARES, shares


@pytest.fixture(scope="module")
def file(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    found = list(walk_paths([hive_file(folder), hex_file(folder), bad_file(folder)]))
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(packages))
        found += walk_paths([journal(folder, y_record())])
        found += [found[0]] * 3
        text = games_page(found)
    path = folder / "games.html"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def page(tab: Any, file: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    width, scheme = getattr(request, "param", (1440, "light"))
    tab.set_viewport_size({"width": width, "height": 800})
    tab.emulate_media(color_scheme=scheme)
    tab.wrong.clear()
    tab.goto(file.as_uri())
    tab.locator("game-viewer [data-step]").first.wait_for()
    yield tab
    assert tab.wrong == []
    assert "caught" not in tab.title()


GAMES = ".bar .tab >> nth=1"
"""What shows the list of games."""
SMALL = """parts => [...document.querySelectorAll(parts)].filter(e => e.getBoundingClientRect().height < 44)
    .map(e => e.outerHTML.slice(0, 80))"""
"""The parts that a finger misses."""


def status(page: Any, start: str) -> None:
    page.wait_for_function(
        "start => document.querySelector('#status')?.textContent.trim().startsWith(start)", arg=start
    )


def at(page: Any, ply: int) -> None:
    """Wait until the position after so many plies of a game of Hive is shown, with the number of its move."""
    page.wait_for_function("ply => document.querySelector('#ply')?.value === String(ply)", arg=ply)
    status(page, f"{(ply + 1) // 2}. ")


def drawn(page: Any) -> set[str]:
    return set(page.eval_on_selector_all("hive-board [data-piece]", "all => all.map(e => e.dataset.piece)"))


def pieces(ply: int) -> set[str]:
    tree = hive_tree()
    node = tree.root if ply == 0 else list(tree.main_line())[ply - 1]
    board: Any = tree.game.board_json(tree.position(node))
    return {one["piece"] for one in board["pieces"]}


def test_a_game_is_stepped_through_with_keys(page: Any) -> None:
    assert EVIL in page.inner_text("#title")
    status(page, "Start")
    assert drawn(page) == set()
    for ply in range(1, 5):
        page.keyboard.press("ArrowRight")
        at(page, ply)
        assert drawn(page) == pieces(ply)
    assert EVIL in page.inner_text(".comment")
    page.keyboard.press("ArrowLeft")
    at(page, 3)
    page.keyboard.press("End")
    at(page, PLIES)
    assert page.is_disabled("#next")
    assert drawn(page) == pieces(PLIES)
    page.keyboard.press("Home")
    status(page, "Start")
    page.fill("#ply", "9")
    at(page, 9)
    assert drawn(page) == pieces(9)
    assert page.get_attribute("variation-tree [aria-current]", "data-step") is not None


def test_a_variation_is_chosen(page: Any) -> None:
    page.fill("#ply", "6")
    at(page, 6)
    main = page.inner_text("#status b")
    page.keyboard.press("ArrowDown")
    page.wait_for_function("text => document.querySelector('#status b')?.textContent !== text", arg=main)
    assert page.inner_text(".comment") == "Or this."
    chosen = page.inner_text("variation-tree .variation [aria-current]")
    assert chosen.endswith(page.inner_text("#status b")[3:])
    page.keyboard.press("ArrowUp")
    page.wait_for_function("text => document.querySelector('#status b')?.textContent === text", arg=main)


def test_marks_and_evaluations_are_shown(page: Any) -> None:
    # Not the inner text: that of a move that is out of sight is empty.
    assert page.locator("variation-tree [data-step] b").first.text_content() == "??"
    page.fill("#ply", "3")
    page.locator(".evaluation .value").wait_for()
    assert re.search(r"\d+%", page.inner_text(".evaluation"))


def test_the_graph_leads_to_a_position(page: Any) -> None:
    assert page.locator("win-graph .curve").get_attribute("d").count("L") >= PLIES - 2
    page.locator("win-graph .graph").focus()
    page.keyboard.press("PageUp")
    at(page, 10)
    page.keyboard.press("ArrowLeft")
    at(page, 9)
    assert drawn(page) == pieces(9)


def test_the_list_and_the_address(page: Any) -> None:
    page.click("#next-game")
    page.wait_for_url("**#game=2")
    page.get_by_role("heading", name="Carl – Dora").wait_for()
    page.keyboard.press("End")
    status(page, "5. ")  # in Hex each stone has its own number
    assert page.locator("hex-board [data-stone]").count() == 5
    assert page.url.endswith("#game=2&at=5")
    page.reload()
    status(page, "5. ")
    page.click(GAMES)
    page.fill("#find", "eve")
    assert page.locator(".rows li").count() == 1
    page.click(".rows a")
    page.get_by_role("heading", name="eve – flo").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator("y-board .stone").wait_for()
    page.fill("#find", "")
    assert "wQ zz" in page.inner_text(".rows .bad")
    assert "1 game cannot be shown" in page.inner_text(".count-line")
    page.go_back()
    page.get_by_role("heading", name="Carl – Dora").wait_for()


HELD_BACK = """() => {
    const page = document.querySelector('games-page'), find = page._packed.find.bind(page._packed);
    window.answers = [];
    page._packed.find = async place => (await new Promise(go => answers.push(go)), find(place));
}"""
"""Games are read only when `answers` are called."""


def test_the_game_that_was_chosen_last_is_shown(page: Any) -> None:
    page.evaluate(HELD_BACK)
    for count, id in enumerate((2, 4), 1):
        page.evaluate("id => { location.hash = `game=${id}`; }", id)
        page.wait_for_function("count => answers.length === count", arg=count)
    page.evaluate("answers[1]()")
    page.get_by_role("heading", name="eve – flo").wait_for()
    page.evaluate("async () => { answers[0](); for (let i = 0; i < 50; i++) await null; }")
    page.evaluate("document.querySelector('games-page').updateComplete")
    assert page.get_by_role("heading", name="eve – flo").is_visible()


@pytest.mark.parametrize(
    "page", [pytest.param((1440, "light"), marks=pytest.mark.deep), (360, "dark")], indirect=True
)
def test_it_is_accessible(page: Any) -> None:
    page.fill("#ply", "4")
    page.locator(".comment").wait_for()
    assert violations(page) + lost_focus(page) == []


def test_it_plays_by_itself(page: Any) -> None:
    page.click("#play")
    at(page, 2)
    page.click("#play")
    assert page.get_attribute("#play", "aria-label") == "Play"


@pytest.mark.parametrize("page", [(360, "dark"), (768, "light"), (1440, "dark")], indirect=True)
def test_nothing_is_wider_than_the_screen(page: Any) -> None:
    page.fill("#ply", "12")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    steps = ".steps button, " if page.viewport_size["width"] < 860 else ""
    assert page.evaluate(SMALL, f"{steps}.turning button") == []
    page.click(GAMES)
    assert page.evaluate(SMALL, "#find, .rows a") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_board_comes_first(page: Any) -> None:
    found = shares(page, "svg.surface", ".hand")
    assert all(found[size] >= least - 5 for size, least in SHARES.items()), (
        found
    )  # as in a review, with a graph


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])
def test_a_phone_shows_board_and_moves(page: Any, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.click("#last")
    at(page, PLIES)
    needed = [
        ".board-box",
        ".hand button",
        ".steps button",
        "#title",
        "#ply",
        "variation-tree [aria-current]",
    ]
    page.wait_for_function(f"parts => !({OUT_OF_SIGHT})(parts).length", arg=needed)
