"""Whole games on a phone: by finger, by dragging, and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexapoda.hive import Position
from tests.web.page_browser import moves, status
from tests.web.used_pages import UsedPages

HIVE = [
    r"wG1",
    r"bS1 \wG1",
    r"wG2 wG1-",
    r"bQ bS1/",
    r"wA1 wG2/",
    r"bQ -wA1",
    r"wQ wA1/",
    r"bB1 \bQ",
    r"wQ \wA1",
]
"""A game in which both players help White."""
HEX = ["c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4", "c5"]
"""A game that Black wins with a column."""
MOST = 40
"""More presses of one key than any way takes."""


def hive_moves() -> list[tuple[str, bool, str]]:
    """For each move the piece, whether it comes from the hand, and the cell to which it goes."""
    position = Position()
    found = []
    for text in HIVE:
        move = position.parse_move(text)
        piece = text.split()[0]
        in_hand = piece not in map(str, position.pieces())
        position.push(move)
        column, row = {str(one): cell for one, (cell, _) in position.pieces().items()}[piece]
        found.append((piece, in_hand, f"{column},{row}"))
    return found


def where(piece: str, in_hand: bool) -> str:
    """The selector of a piece."""
    return f"[data-hand={piece}]" if in_hand else f".stack [data-piece={piece}] .grip"


def tap_piece(page: Any, piece: str, in_hand: bool, cell: str) -> None:
    page.locator(where(piece, in_hand)).tap()
    page.locator(f'.target[data-cell="{cell}"]').tap()


def drag_piece(page: Any, piece: str, in_hand: bool, cell: str) -> None:
    source = page.locator(where(piece, in_hand))
    source.scroll_into_view_if_needed()
    target = page.locator(f'.empty[data-cell="{cell}"] .hit')
    drag(page, middle(source), middle(target))


def middle(element: Any) -> tuple[float, float]:
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Move a finger from one point to another, as the touch screen reports it."""
    screen = page.context.new_cdp_session(page)

    def report(kind: str, *points: tuple[float, float]) -> None:
        touching = [{"x": x, "y": y} for x, y in points]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touching})

    report("touchStart", start)
    for part in (0.1, 0.5, 1.0):
        report("touchMove", tuple(a + (b - a) * part for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
    report("touchEnd")
    screen.detach()


def press_piece(page: Any, piece: str, in_hand: bool, cell: str) -> None:
    if in_hand:
        page.focus(f"[data-hand={piece}]")
    else:
        page.focus("svg.surface")
        visit(page, f".stack:has([data-piece={piece}]) [data-piece]")
    page.keyboard.press("Enter")
    visit(page, f'.target[data-cell="{cell}"]')
    page.keyboard.press("Enter")


def visit(page: Any, selector: str) -> None:
    """Press `n` until the cursor is on an element."""
    page.locator(selector).first.wait_for(state="attached")
    aim = page.locator(selector).first.get_attribute("transform")
    for _ in range(MOST):
        cursor = page.locator("path.cursor")
        if cursor.count() and cursor.get_attribute("transform") == aim:
            return
        page.keyboard.press("n")
    pytest.fail(f"the cursor does not come to {selector}")


@pytest.mark.parametrize("play", [tap_piece, drag_piece, press_piece])
def test_a_game_of_hive(used_pages: UsedPages, play: Callable[[Any, str, bool, str], None]) -> None:
    with used_pages.game("hive", "Base", width=360, touch=True) as page:
        for number, (piece, in_hand, cell) in enumerate(hive_moves(), 1):
            play(page, piece, in_hand, cell)
            assert moves(page, number)[-1].split()[0] == piece
        status(page, "White wins")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def tap_cell(page: Any, cell: str) -> None:
    page.locator(f'.cell[data-cell="{ord(cell[0]) - ord("a")},{int(cell[1:]) - 1}"]').tap()


def press_cell(page: Any, cell: str) -> None:
    """Go to the row, then along it, as the board names the cells."""
    page.focus("svg.surface")
    page.keyboard.press("ArrowRight")  # the first key shows the cursor
    for _ in range(MOST):
        here = page.inner_text("hex-board p[role=status]").split(",")[0]
        if here == cell:
            page.keyboard.press("Enter")
            return
        if here[1:] != cell[1:]:
            page.keyboard.press("ArrowDown" if here[1:] < cell[1:] else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if here < cell else "ArrowLeft")
    pytest.fail(f"the cursor does not come to {cell}")


@pytest.mark.parametrize("play", [tap_cell, press_cell])
def test_a_game_of_hex(used_pages: UsedPages, play: Callable[[Any, str], None]) -> None:
    with used_pages.game("hex", "5x5", width=360, touch=True) as page:
        for number, cell in enumerate(HEX, 1):
            play(page, cell)
            assert moves(page, number)[-1] == cell
        status(page, "Black wins")


def test_a_finger_that_slides_over_cells_of_hex_plays_nothing(used_pages: UsedPages) -> None:
    with used_pages.game("hex", "5x5", width=360, touch=True) as page:
        cells = [middle(page.locator(f'.cell[data-cell="{cell}"]')) for cell in ("1,1", "3,1")]
        drag(page, *cells)
        tap_cell(page, "e5")
        assert moves(page, 1) == ["e5"]


def test_two_fingers_zoom_while_the_pen_draws(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=7x7", width=360, touch=True) as page:
        page.locator("#pen").tap()
        one, two = (middle(page.locator(f'.cell[data-cell="{name}"]')) for name in ("2,3", "4,3"))
        before = page.locator("svg.surface").get_attribute("viewBox")
        screen = page.context.new_cdp_session(page)

        def report(kind: str, *points: tuple[float, float]) -> None:
            touching = [{"x": x, "y": y, "id": id} for id, (x, y) in enumerate(points)]
            screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touching})

        report("touchStart", one)
        report("touchStart", one, two)
        for part in range(1, 6):
            report("touchMove", (one[0] - 8 * part, one[1]), (two[0] + 8 * part, two[1]))
        report("touchEnd")
        screen.detach()
        page.wait_for_function(
            "before => document.querySelector('svg.surface').getAttribute('viewBox') !== before", arg=before
        )
        assert page.locator(".drawings > *").count() == 0
        page.locator(".cell").nth(24).tap()
        page.locator(".drawings > *").wait_for()
