"""Hex in a browser: whole games by click, by text and by touch, with reloads and restarts in the middle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.page_browser import OPEN_CELL, PageServer, moves, new_game, opened, page_server, status
from tests.web.used_pages import UsedPages


def click(page: Any, column: int, row: int) -> None:
    page.locator(f'.cell[data-cell="{column},{row}"]').click()


def stones(page: Any) -> dict[str, str]:
    found: dict[str, str] = page.eval_on_selector_all(
        "[data-stone]", "all => Object.fromEntries(all.map(e => [e.dataset.stone, e.dataset.color]))"
    )
    return found


def test_a_whole_game_by_click(used_pages: UsedPages) -> None:
    with used_pages.at("game") as page:
        new_game(page, "hex", "human", "5x5")
        for row in range(5):
            click(page, 2, row)
            moves(page, 2 * row + 1)
            if row < 4:
                click(page, 0, row)
                moves(page, 2 * row + 2)
        status(page, "Black wins: ")
        assert page.inner_text("#status").count("wins") == 1
        assert page.locator(".cell.won").count() == 5
        assert stones(page) == {f"2,{row}": "black" for row in range(5)} | {
            f"0,{row}": "white" for row in range(4)
        }
        assert page.is_disabled("#hint") and page.is_disabled("#resign")
        page.click("#undo")
        assert moves(page, 8)[-1] == "a4"
        status(page, "Black to move")
        page.click("#redo")
        status(page, "Black wins")


def test_a_whole_game_against_an_engine(used_pages: UsedPages) -> None:
    with used_pages.at("game") as page:
        new_game(page, "hex", "random", "5x5", side="1")
        played = 1
        while True:
            moves(page, played)
            if page.locator(OPEN_CELL).count() == 0:
                break
            page.locator(OPEN_CELL).first.click()
            page.wait_for_function(
                "([n, open]) => document.querySelectorAll('.move').length > n"
                " && (document.querySelector(open) || document.querySelector('.situation.over'))",
                arg=[played, OPEN_CELL],
            )
            played = page.locator(".move").count()
        assert " wins: " in page.inner_text("#status")
        assert page.locator(".cell.won").count() >= 5
        page.get_by_role("button", name="Rematch").click()
        moves(page, 0)
        page.locator(OPEN_CELL).first.click()
        assert moves(page, 2)[0] == "a1"


def test_a_refused_move_is_marked_and_explained(used_pages: UsedPages) -> None:
    with used_pages.game("hex", "5x5") as page:
        click(page, 2, 2)
        moves(page, 1)
        click(page, 2, 2)
        assert "c3 is occupied by a black stone" in page.inner_text(".note.refusal")
        assert page.locator(".marks .danger").count() == 1
        page.fill("#typed", "z9")
        page.press("#typed", "Enter")
        page.locator(".note.refusal", has_text="z9").wait_for()
        page.fill("#typed", "d4")
        page.press("#typed", "Enter")
        assert moves(page, 2) == ["c3", "d4"]
        assert page.locator(".note").count() == 0


def test_swap_is_a_button(used_pages: UsedPages) -> None:
    with used_pages.at("game") as page:
        page.click("#new")
        page.locator("dialog input[name=game][value=hex]").check(force=True)
        page.select_option("dialog [name=opponent]", "human")
        swap = page.locator("dialog [name=rule-swap]")
        assert swap.is_visible() and swap.input_value() == "pieces"
        page.select_option("dialog [name=variant]", "5x5")
        assert swap.input_value() == "off"
        page.select_option("dialog [name=variant]", "7x7")
        page.click("dialog button[type=submit]")
        page.locator(OPEN_CELL).first.wait_for()
        click(page, 1, 3)
        page.get_by_role("button", name="Swap pieces").click()
        moves(page, 2)
        assert stones(page) == {"3,1": "white"}
        page.click("#new")
        page.select_option("dialog [name=variant]", "5x5")
        page.keyboard.press("Escape")
        page.click("#new")
        assert page.input_value("dialog [name=variant]") == "5x5" and swap.input_value() == "off"
        page.keyboard.press("Escape")


def test_the_keyboard_moves_over_the_cells(used_pages: UsedPages) -> None:
    with used_pages.game("hex", "5x5") as page:
        page.focus("svg.surface")
        page.keyboard.press("ArrowRight")
        assert page.inner_text("hex-board p[role=status]") == "c3, empty"
        for key in ("ArrowRight", "ArrowUp", "ArrowUp", "Enter"):
            page.keyboard.press(key)
        assert moves(page, 1) == ["e1"]
        page.keyboard.press("Control+z")
        moves(page, 0)


@pytest.mark.slow
def test_a_game_survives_a_reload(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        new_game(page, "hex", "human", "5x5")
        click(page, 2, 2)
        moves(page, 1)
        page.reload()
        assert moves(page, 1) == ["c3"]
        click(page, 1, 1)
        moves(page, 2)
        page.goto("about:blank")
        page.goto(server.address)  # without the id of the game
        assert moves(page, 2) == ["c3", "b2"]
        assert stones(page) == {"2,2": "black", "1,1": "white"}


@pytest.mark.slow
def test_a_game_survives_a_killed_server(browser: Any, tmp_path: Path) -> None:
    with page_server(tmp_path) as server, opened(browser, server) as page:
        new_game(page, "hex", "human", "5x5")
        click(page, 2, 2)
        moves(page, 1)
        server.kill()
        page.get_by_text("The connection is lost").wait_for()
        server.start()
        page.get_by_text("The connection is lost").wait_for(state="detached")
        click(page, 1, 1)
        assert moves(page, 2) == ["c3", "b2"]
        page.wrong[:] = [text for text in page.wrong if "ERR_" not in text]


def test_a_phone(used_pages: UsedPages) -> None:
    with used_pages.game("hex", "11x11", width=360, touch=True) as page:
        page.locator('.cell[data-cell="5,5"]').tap()
        page.locator(".note", has_text="f6? Touch the cell again").wait_for()
        page.locator('.cell[data-cell="5,4"]').tap()  # a finger slipped
        page.locator(".note", has_text="f5?").wait_for()
        page.locator('.cell[data-cell="5,4"]').tap()
        assert moves(page, 1) == ["f5"]
        page.locator('.cell[data-cell="0,10"]').tap()
        page.locator(".note .act").tap()
        assert moves(page, 2)[1] == "a11"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        width = page.locator('.cell[data-cell="3,3"] path').bounding_box()["width"]
        assert width >= 24  # the board stands on its corner to be this large


def test_the_edges_of_a_side_are_named_as_the_board_lies_on_the_screen(used_pages: UsedPages) -> None:
    with used_pages.game("hex", "11x11", rules={"swap": "pieces"}) as page:
        for size, black, white in (
            ((1366, 768), "top and bottom", "left and right"),
            ((360, 900), "upper right and lower left", "upper left and lower right"),
        ):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.locator(".beginning", has_text=f"You join {black}.").wait_for()
            page.locator(f".seat .chip.white[title$='joins {white}']").wait_for()
            # The drawing agrees: where the middle of each black edge lies, seen from the middle of the board.
            places = page.evaluate(
                """() => {
                  const middle = (one) => { const box = one.getBoundingClientRect();
                    return [box.x + box.width / 2, box.y + box.height / 2]; };
                  const edges = (color) =>
                    [...document.querySelectorAll(`hex-board .edge.${color}`)].map(middle);
                  const all = [...edges("black"), ...edges("white")];
                  const [x, y] = [0, 1].map((k) => all.reduce((sum, one) => sum + one[k], 0) / all.length);
                  return edges("black").map((one) => [one[0] - x, one[1] - y]);
                }"""
            )
            (x, y), (other_x, other_y) = sorted(places, key=lambda place: place[1])
            if black == "top and bottom":
                assert abs(y) > abs(x) and abs(other_y) > abs(other_x)
            else:
                assert y < 0 < x and other_x < 0 < other_y


def test_a_board_is_turned_by_half(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=5x5&moves=c3") as page:
        corner = page.locator('[data-cell="0,0"]')
        before = corner.bounding_box()
        page.click("#flip")
        page.wait_for_function(
            """([left, top]) => {
                const box = document.querySelector('[data-cell="0,0"]').getBoundingClientRect();
                return box.left > left + 200 && box.top > top + 200;
            }""",
            arg=[before["x"], before["y"]],
        )
        page.focus("svg.surface")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")  # the first key shows the cursor
        page.locator("[role=status]", has_text="b3, empty").wait_for(state="attached")
        page.click("#flip")


COVERED = """() => [...document.querySelectorAll(".cell")].filter((cell) => {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  return !cell.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}).map((cell) => cell.dataset.cell)"""
"""The cells that something else lies on."""


def test_the_swap_covers_no_cell_on_a_phone(used_pages: UsedPages) -> None:
    with used_pages.at("game", width=360) as page:
        page.evaluate("""async () => {
            const { beginGame } = await import("/own_games.js");
            const rules = { swap: "pieces" }, seats = ["human", "human"];
            const wish = { game: "hex", variant: "11x11", rules, seats, clock: "180+2" };
            location.hash = `game=${(await beginGame(wish)).state.id}`;
        }""")
        page.locator("hex-board").wait_for()
        click(page, 2, 2)
        page.locator(".special button").wait_for()
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(COVERED) == []
