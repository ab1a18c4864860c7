"""Hive in a browser: the first visit, openings by click, keyboard and touch, refusals, stacks."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from hexapoda.hive import Position
from tests.web.page_browser import PageServer, moves, new_game, opened, status
from tests.web.used_pages import UsedPages


def place(page: Any, piece: str, cell: str) -> None:
    page.click(f"[data-hand={piece}]")
    page.click(f'.target[data-cell="{cell}"]')


def pieces(page: Any) -> dict[str, str]:
    found: dict[str, str] = page.eval_on_selector_all(
        ".stack [data-piece]",
        "all => Object.fromEntries(all.map(e => "
        "[e.dataset.piece, e.closest('.stack').dataset.cell + ',' + e.dataset.height]))",
    )
    return found


def test_the_first_visit_is_a_game_against_a_friendly_level(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        status(page, "Your turn")
        assert "Level 2" in page.inner_text(".seat:first-child")
        place(page, "wS1", "0,0")
        assert moves(page, 2)[0] == "wS1"
        status(page, "Your turn")
        assert len(pieces(page)) == 2
        page.click("#undo")
        moves(page, 0)
        assert pieces(page) == {}


def test_an_opening_by_click(used_pages: UsedPages) -> None:
    with used_pages.at("game") as page:
        new_game(page, "hive", "human", "Base+MLP")
        for number, (piece, cell) in enumerate(
            [("wS1", "0,0"), ("bG1", "1,0"), ("wQ", "-1,0"), ("bQ", "2,0")], 1
        ):
            place(page, piece, cell)
            moves(page, number)
        page.click('.stack[data-cell="-1,0"] [data-piece=wQ]')
        assert page.locator(".target").count() == 2
        page.click('.target[data-cell="0,-1"]')
        assert moves(page, 5)[-1] == "wQ \\wS1"
        assert pieces(page) == {"wS1": "0,0,0", "bG1": "1,0,0", "wQ": "0,-1,0", "bQ": "2,0,0"}
        assert page.locator(".ring.last").count() == 1 and page.locator(".origin").count() == 1


def test_a_pinned_piece_is_explained(used_pages: UsedPages) -> None:
    with used_pages.game("hive", "Base") as page:
        for number, (piece, cell) in enumerate(
            [("wS1", "0,0"), ("bG1", "1,0"), ("wQ", "-1,0"), ("bQ", "2,0")], 1
        ):
            place(page, piece, cell)
            moves(page, number)
        page.click('.stack[data-cell="0,0"] [data-piece=wS1]')
        assert "would split the hive" in page.inner_text(".note.refusal")
        assert page.locator(".marks .danger").count() >= 1
        page.click('.stack[data-cell="2,0"] [data-piece=bQ]')
        page.locator(".note.refusal", has_text="black queen").wait_for()
        page.click('.stack[data-cell="-1,0"] [data-piece=wQ]')
        assert page.locator(".note").count() == 0
        page.click('.empty[data-cell="3,-1"] .hit', force=True)
        page.locator(".note.refusal", has_text="The white queen moves one cell").wait_for()
        page.keyboard.press("Escape")


def test_an_opening_by_keyboard(used_pages: UsedPages) -> None:
    with used_pages.game("hive", "Base") as page:
        page.focus("[data-hand=wS1]")
        page.keyboard.press("Enter")
        assert page.inner_text("hive-board p[role=status]") == "empty, possible destination"
        page.keyboard.press("Enter")
        moves(page, 1)
        page.focus("[data-hand=bA1]")
        page.keyboard.press("Enter")
        page.keyboard.press("n")  # the second of the destinations, row by row
        page.keyboard.press("Enter")
        moves(page, 2)
        assert pieces(page) == {"wS1": "0,0,0", "bA1": "1,-1,0"}
        page.focus("svg.surface")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowDown")
        assert "white spider 1" in page.inner_text("hive-board p[role=status]")
        page.focus("#typed")
        page.keyboard.type("wQ -wS1")
        page.keyboard.press("Enter")
        moves(page, 3)


def test_moves_are_announced(used_pages: UsedPages) -> None:
    with used_pages.game("hive", "Base", opponent="random") as page:
        place(page, "wS1", "0,0")
        played = moves(page, 2)
        page.wait_for_function("() => document.querySelector('#news').textContent.endsWith('Your turn')")
        assert page.inner_text("#news").startswith(f"random played {played[1]}")


def test_a_hint_is_shown_on_the_board(used_pages: UsedPages) -> None:
    with used_pages.game("hive", "Base") as page:
        page.click("#hint")
        page.locator(".note.hint", has_text="Try the white ").wait_for()
        assert page.locator(".marks .hint").count() == 1


def test_resigning_takes_two_presses(used_pages: UsedPages) -> None:
    with used_pages.game("hive", "Base") as page:
        page.click("#resign")
        assert "Really?" in page.inner_text("#resign")
        page.click("#resign")
        status(page, "Black wins")


@pytest.mark.parametrize("width", [360, 860, 1440])
def test_nothing_is_wider_than_the_screen(used_pages: UsedPages, width: int) -> None:
    with used_pages.game("hive", "Base+MLP", width=width, touch=width < 500) as page:
        page.tap("[data-hand=wS1]") if width < 500 else page.click("[data-hand=wS1]")
        target = page.locator('.target[data-cell="0,0"]')
        target.tap() if width < 500 else target.click()
        assert moves(page, 1) == ["wS1"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # Where a mouse points at them, moves in the list are as small as text.
        others = ".hand button" if width < 500 else ".hand button, .move"
        small = page.evaluate(
            f"[...document.querySelectorAll('button:not({others})')].filter(e => e.offsetParent && "
            # The inner text of a move that is out of sight is empty.
            "(e.getBoundingClientRect().height < 40 || !(e.ariaLabel || e.innerText || "
            "!e.checkVisibility({ contentVisibilityAuto: true }) && e.textContent.trim())))"
            ".map(e => e.outerHTML.slice(0, 80))"
        )
        assert small == []


def test_the_board_does_not_jump(used_pages: UsedPages) -> None:
    with used_pages.game("hive", "Base") as page:
        place(page, "wS1", "0,0")
        moves(page, 1)
        frame = page.get_attribute("svg.surface", "viewBox")
        place(page, "bS1", "1,0")
        moves(page, 2)
        assert page.get_attribute("svg.surface", "viewBox") == frame
        page.click("#undo")
        moves(page, 1)
        assert page.get_attribute("svg.surface", "viewBox") == frame


def test_the_stylesheet_has_the_colors_of_the_palette(server: PageServer) -> None:
    from hexapoda.games import find_game
    from hexapoda.games.page_files import page_folder
    from hexapoda.hive.draw.palette import DARK

    css = (page_folder(find_game("hive")) / "board.css").read_text(encoding="utf-8").lower()
    tile = DARK.tiles[1]
    assert all(color.lower() in css for color in (tile.face, tile.rim, tile.edge, tile.bevel))


def test_pieces_are_dragged(used_pages: UsedPages) -> None:
    with used_pages.game("hive", "Base") as page:
        page.drag_and_drop("[data-hand=wS1]", '[data-cell="0,0"] .hit', force=True)
        moves(page, 1)
        page.drag_and_drop("[data-hand=bG1]", '[data-cell="1,0"] .hit', force=True)
        moves(page, 2)
        place(page, "wQ", "-1,0")
        moves(page, 3)
        place(page, "bQ", "2,0")
        moves(page, 4)
        page.drag_and_drop('.stack[data-cell="-1,0"] [data-piece=wQ]', '[data-cell="3,-1"] .hit', force=True)
        page.locator(".note.refusal", has_text="The white queen moves one cell").wait_for()
        page.drag_and_drop('.stack[data-cell="-1,0"] [data-piece=wQ]', '[data-cell="0,-1"] .hit', force=True)
        assert moves(page, 5)[-1] == "wQ \\wS1"
        assert page.locator(".ghost").is_hidden()


def test_the_board_zooms_and_pans(used_pages: UsedPages) -> None:
    def frame() -> list[float]:
        return [float(value) for value in page.get_attribute("svg.surface", "viewBox").split()]

    with used_pages.game("hive", "Base") as page:
        whole = frame()
        box = page.locator("svg.surface").bounding_box()
        x, y = box["x"] + box["width"] / 4, box["y"] + box["height"] / 4
        page.mouse.move(x, y)
        page.mouse.wheel(0, -400)
        page.locator("hive-board[zoomed]").wait_for()
        near = frame()
        assert near[2] < whole[2] / 2
        page.mouse.down()
        page.mouse.move(x + 60, y + 40, steps=4)
        page.mouse.up()
        assert frame()[0] < near[0] and frame()[1] < near[1] and frame()[2:] == near[2:]
        page.mouse.dblclick(x, y)
        page.locator("hive-board:not([zoomed])").wait_for()
        page.wait_for_function(
            "frame => document.querySelector('svg.surface').getAttribute('viewBox') === frame",
            arg=" ".join(f"{value:.1f}" for value in whole),
        )


def test_a_throw_is_shown_with_its_thrower(used_pages: UsedPages) -> None:
    start = "Base+P White[10] - wQ@0,0 wP@1,0 bQ@-1,0 bA1@2,0 wA1@0,1"
    position = Position.from_text(start)
    thrown = next(move for move in position.legal_moves if str(move.piece) == "bA1" and move.to == (2, -1))
    moves = quote(position.format_move(thrown), safe="")
    with used_pages.at(f"analysis=hive&start={quote(start, safe='')}&moves={moves}") as page:
        page.locator('.stack[data-cell="1,0"] .ring.thrower').wait_for()
        assert page.locator(".ring.thrower").count() == 1
        page.keyboard.press("Home")
        page.locator(".ring.thrower").wait_for(state="detached")
