"""The analysis in a browser: opening games, variations, comments, links, files, keys."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.shared_data import SHARED
from tests.web.page_browser import OPEN_CELL, PageServer, opened
from tests.web.used_pages import UsedPages

GAME = """[GameType "Base"]
[White "Ann"]
[Black "Bob"]
[Result "WhiteWins"]

{A game} 1. wS1 2. bS1 wS1- $2 (2. bA1 wS1- {better} 3. wQ -wS1 (3. wQ /wS1)) 3. wQ -wS1 4. bQ bS1-

WhiteWins
"""


def paste(page: Any, text: str) -> None:
    page.click("#load")
    page.fill("open-game textarea", text)
    page.click("open-game button[type=submit]")


def current(page: Any, move: str) -> None:
    """Wait until `move` is the current one; empty for the start."""
    page.wait_for_function(
        """move => {
          const now = document.querySelector("variation-tree [aria-current]");
          return move ? now?.textContent.includes(move) : !now;
        }""",
        arg=move,
    )


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def steps(page: Any) -> list[str]:
    found: list[str] = page.locator("variation-tree .step").all_inner_texts()
    return found


def pieces(page: Any) -> dict[str, str]:
    found: dict[str, str] = page.eval_on_selector_all(
        ".stack [data-piece]",
        "all => Object.fromEntries(all.map(e => [e.dataset.piece, e.closest('.stack').dataset.cell]))",
    )
    return found


def test_a_pasted_game_with_variations(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hive&variant=Base") as page:
        paste(page, GAME)
        page.locator("variation-tree .step").nth(6).wait_for()
        assert steps(page) == [
            "wS1", "bS1 wS1-?", "1… bA1 wS1-", "2. wQ -wS1", "2. wQ /wS1", "wQ -wS1", "bQ bS1-",
        ]  # fmt: skip
        assert page.locator("variation-tree .said").all_inner_texts() == ["A game", "better"]
        press(page, "ArrowRight", "ArrowRight")
        current(page, "bS1 wS1-")
        assert pieces(page) == {"wS1": "0,0", "bS1": "1,0"}
        press(page, "ArrowDown")
        current(page, "bA1 wS1-")
        assert pieces(page) == {"wS1": "0,0", "bA1": "1,0"}
        press(page, "ArrowRight", "ArrowDown")
        current(page, "wQ /wS1")
        press(page, "ArrowUp", "End")
        current(page, "wQ -wS1")
        press(page, "Home")
        current(page, "")
        press(page, "ArrowRight", "ArrowRight", "ArrowRight")
        assert pieces(page) == {"wS1": "0,0", "bA1": "1,0", "wQ": "-1,0"}  # the variation seen last
        page.click("variation-tree .step:text-is('bQ bS1-')")
        assert len(pieces(page)) == 4


def test_moves_become_variations(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hive&variant=Base&moves=wS1;bS1 wS1-;wQ -wS1") as page:
        current(page, "wQ -wS1")
        press(page, "ArrowLeft", "ArrowLeft")
        page.click("[data-hand=bA1].movable")
        page.click('.target[data-cell="1,0"]')
        current(page, "bA1 wS1-")
        page.fill("#typed", "wG1 wS1/")
        press(page, "Enter")
        page.locator(".note.refusal").wait_for()  # it would touch the ant
        page.fill("#typed", "wG1 -wS1")
        press(page, "Enter")
        current(page, "wG1 -wS1")
        assert steps(page) == ["wS1", "bS1 wS1-", "1… bA1 wS1-", "2. wG1 -wS1", "wQ -wS1"]
        page.click("#promote")
        page.locator("variation-tree .step").nth(1).get_by_text("bA1 wS1-").wait_for()
        assert steps(page) == ["wS1", "bA1 wS1-", "1… bS1 wS1-", "2. wQ -wS1", "wG1 -wS1"]
        page.click("[data-mark='!?']")
        page.fill("#comment", "unusual")
        page.locator("#comment").blur()
        page.locator("variation-tree .said", has_text="unusual").wait_for()
        assert steps(page)[-1] == "wG1 -wS1!?"
        press(page, "Delete")
        current(page, "bA1 wS1-")
        assert len(steps(page)) == 4
        page.click(".note .act")
        current(page, "wG1 -wS1")
        assert len(steps(page)) == 5


def test_a_stone_is_placed_and_the_arrow_keys_still_step(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=5x5") as page:
        page.click('.cell[data-cell="2,2"]')
        current(page, "c3")
        page.locator(OPEN_CELL).first.wait_for()
        page.click('.cell[data-cell="1,1"]')
        current(page, "b2")
        press(page, "ArrowLeft")
        current(page, "c3")
        page.click('.cell[data-cell="2,2"]')
        page.locator(".note.refusal", has_text="occupied").wait_for()


def test_a_click_waits_for_the_legal_moves(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=5x5&moves=c3;b2") as page:
        current(page, "b2")
        held: list[Any] = []
        page.route("**/api/v1/positions", lambda route: route.continue_() if held else held.append(route))
        press(page, "ArrowLeft")
        with page.expect_request("**/api/v1/positions"):
            page.click('.cell[data-cell="3,3"]')
        held[0].continue_()
        current(page, "d4")


@pytest.mark.slow
def test_a_link_needs_no_server_state(browser: Any, server: PageServer, used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=5x5&moves=c3;b2;d4&at=2") as page:
        current(page, "b2")
        page.click("#share")
        link = page.input_value("#link")
        page.click("share-game button[type=submit]")
        assert link.startswith(f"{server.address}#analysis=hex&variant=5x5") and link.endswith("at=2")
        press(page, "ArrowRight")
        page.wait_for_url(lambda url: url.endswith("at=3"))
        page.reload()
        current(page, "d4")
    with opened(browser, server, link.removeprefix(f"{server.address}#")) as page:
        current(page, "b2")
        assert steps(page) == ["c3", "b2", "d4"]


def test_several_games_and_damaged_texts(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hive&variant=Base") as page:
        paste(page, GAME + "\n" + GAME.replace("Ann", "Cleo"))
        page.locator(".found button", has_text="2. Cleo").click()
        page.locator("variation-tree .step").first.wait_for()
        paste(page, "this is no game")
        page.locator("open-game .trouble").wait_for()
        page.fill("open-game textarea", " ")
        page.click("open-game button[type=submit]")
        page.locator("open-game .trouble", has_text="There is nothing to open yet").wait_for()
        page.wrong[:] = [text for text in page.wrong if "400" not in text]


@pytest.mark.shared("hive_games", "hex")
def test_real_games_are_dropped(used_pages: UsedPages) -> None:
    hive = next((SHARED / "hive_games" / "pgn").glob("*.pgn"))
    hexes = next((SHARED / "hex" / "sgf").glob("*.sgf"))
    with used_pages.at("analysis=hive&variant=Base") as page:
        for file, board, first in ((hive, "hive-board", "^w"), (hexes, "hex-board", "^[a-z][0-9]")):
            page.evaluate(
                """([text, name]) => {
                  const dataTransfer = new DataTransfer();
                  dataTransfer.items.add(new File([text], name));
                  const dropped = { dataTransfer, bubbles: true, cancelable: true };
                  document.body.dispatchEvent(new DragEvent("drop", dropped));
                }""",
                [file.read_text("utf-8", "replace"), file.name],
            )
            page.locator(board).wait_for()
            page.wait_for_function(
                "first => new RegExp(first).test(document.querySelector('variation-tree .step')?.innerText)",
                arg=first,
            )
            assert page.locator("variation-tree .step").count() > 10
            press(page, "End")
            page.wait_for_function("() => document.querySelector('#next').disabled")


def switch_keys(page: Any, on: bool) -> None:
    page.click("#settings")
    page.set_checked("[name=keys]", on)
    press(page, "Escape")
    page.locator("dialog[open]").wait_for(state="detached")


@pytest.mark.slow
def test_keys_can_be_turned_off(browser: Any, server: PageServer) -> None:
    with opened(browser, server, "analysis=hex&variant=5x5&moves=c3") as page:
        current(page, "c3")
        switch_keys(page, False)
        press(page, "?", "/")
        assert page.locator("dialog[open]").count() == 0
        press(page, "ArrowLeft")
        current(page, "")
        page.reload()
        page.locator("variation-tree .step").wait_for()
        press(page, "?")
        assert page.locator("dialog[open]").count() == 0
        switch_keys(page, True)
        press(page, "?")
        page.locator("key-help dialog[open]").wait_for()


def test_the_board_of_a_phone_is_between_the_bar_and_the_tree(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=11x11&moves=f6;d4", width=360, touch=True) as page:
        current(page, "d4")
        board, bar, tree = (
            page.locator(one).bounding_box() for one in ("svg.surface", ".evaluation", "variation-tree")
        )
        assert bar["y"] < board["y"] < tree["y"] and board["y"] + board["height"] < 780


def test_a_long_game_is_stepped_through_without_the_server(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hive&variant=Base") as page:
        moves, there, back = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"], "wQ \\wS1;bQ bS1/", "wQ -wS1;bQ bS1-"
        for turn in range(6):
            moves += (there if turn % 2 == 0 else back).split(";")
        rules = {"rule.repetition": "off"}
        address = {"variant": "Base", **rules, "moves": ";".join(moves), "at": "0"}
        page.evaluate("wish => { location.hash = 'analysis=hive&' + new URLSearchParams(wish); }", address)
        page.wait_for_function(
            "n => document.querySelectorAll('variation-tree .step').length === n", arg=len(moves)
        )
        asked: list[str] = []

        def refuse(route: Any) -> None:
            asked.append(route.request.url)
            route.abort()

        page.route("**/api/**", refuse)
        shown = page.evaluate(
            """async (count) => {
              const shown = [], board = document.querySelector("hive-board");
              const arrow = { key: "ArrowRight", bubbles: true };
              for (let k = 0; k < count; k += 1) {
                document.body.dispatchEvent(new KeyboardEvent("keydown", arrow));
                await board.updateComplete;
                shown.push(document.querySelectorAll(".stack").length);
              }
              return shown;
            }""",
            len(moves),
        )
        assert shown == [1, 2, 3] + [4] * (len(moves) - 3) and asked == []
        page.unroute_all()
        page.wrong.clear()  # the requests that were aborted


def test_an_arrow_key_draws_the_board_first_and_the_rest_in_the_next_frame(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=5x5&moves=c3;b2;d4") as page:
        current(page, "d4")
        shown = page.evaluate(
            """async () => {
              const view = document.querySelector("analysis-view");
              const board = document.querySelector("hex-board");
              const now = () => document.querySelector("variation-tree [aria-current]").textContent;
              document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
              await board.updateComplete;
              const first = [document.querySelectorAll("hex-board [data-stone]").length, now()];
              await view.updateComplete;
              await document.querySelector("variation-tree").updateComplete;
              return [...first, now()];
            }"""
        )
        assert shown == [2, "d4", "b2"]


def test_the_record_that_is_sent_for_files_has_no_boards(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=5x5&moves=c3;b2") as page:
        current(page, "b2")
        record = json.loads(
            page.evaluate("JSON.stringify(document.querySelector('analysis-view').tree.toRecord())")
        )
        assert [node.get("move") for node in record["nodes"]] == [None, "c3", "b2"]
        assert not any("board" in node for node in record["nodes"])


def test_the_engine_shows_its_lines(used_pages: UsedPages) -> None:
    moves = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-"
    with used_pages.at(f"analysis=hive&variant=Base&moves={moves}") as page:
        current(page, "bA1 bQ-")
        press(page, "l")
        page.locator("engine-lines [data-line='2']").first.wait_for()
        assert page.locator("[data-idea]").count() >= 1
        page.wait_for_function("() => document.querySelector('.evaluation .value')")
        value = page.inner_text(".evaluation .value")
        assert value.endswith("%") and 1 <= int(value[:-1]) <= 99
        press(page, "a")
        page.locator("[data-idea]").first.wait_for(state="detached")
        # At once: the next report may have another line.
        line = page.wait_for_function(
            """() => {
              const line = [...document.querySelectorAll("[data-line='0']")];
              line[1]?.click();
              return line.length > 1 && line.map((move) => move.textContent);
            }"""
        ).json_value()
        page.wait_for_function("() => document.querySelectorAll('variation-tree .step').length === 8")
        assert steps(page)[6:] == line[:2]
        press(page, "l")
        page.locator("engine-lines .lines").wait_for(state="detached")


def test_a_lost_engine_comes_back_by_itself(browser: Any, server: PageServer) -> None:
    with opened(browser, server, "analysis=hex&variant=11x11&moves=f6;d4;h4") as page:
        current(page, "h4")
        press(page, "l")
        page.locator("engine-lines [data-line='0']").first.wait_for()
        server.kill()
        page.locator("engine-lines .trouble", has_text="does not answer").wait_for()
        server.start()
        page.locator("engine-lines .trouble").wait_for(state="detached")
        page.locator("engine-lines [data-line='0']").first.wait_for()
        page.wrong.clear()  # the attempts to connect


def test_a_proven_result_is_no_percentage(used_pages: UsedPages) -> None:
    moves = "c1;a1;c2;a2;c3;a3;c4;a4"  # Black needs only c5
    with used_pages.at(f"analysis=hex&variant=5x5&moves={moves}") as page:
        current(page, "a4")
        press(page, "l")
        page.locator(".evaluation.proven").wait_for()
        assert page.inner_text(".evaluation .value") == "✓"
        assert page.inner_text("#status") == "Black wins with the next move, proven"
        page.locator("engine-lines .worth.win").first.wait_for()
        press(page, " ")
        page.locator("#status", has_text="Black wins: ").wait_for()  # c5 or b5
        assert page.locator("engine-lines .numbers").inner_text() == "The game is over."


def test_files_are_saved(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hive&variant=Base&moves=wS1;bS1 wS1-") as page:
        page.fill("#comment", "mirror")
        page.click("#share")
        saved = {}
        for button in ("[data-format=pgn]", "[data-picture=svg]", "[data-picture=png]"):
            with page.expect_download() as download:
                page.click(button)
            saved[button] = download.value.path().read_bytes()
        pgn, svg, png = saved.values()
        assert b"wS1" in pgn and b"{mirror}" in pgn
        assert png.startswith(b"\x89PNG") and len(png) > 10_000
        # The picture needs no style sheet and no other document.
        assert b"<svg" in svg and svg.count(b"<use") >= 4 and b"class=" not in svg and b"var(" not in svg
        assert re.search(rb'<path[^>]*id="hexapoda-shadow"', svg)
        assert not re.search(rb'<path[^>]*id="hexapoda-shadow"[^>]*fill=', svg)
        page.click("share-game button[type=submit]")
        alone = page.context.new_page()
        alone.set_content(svg.decode())
        missing = "all => all.filter(e => !document.querySelector(e.getAttribute('href'))).length"
        assert alone.eval_on_selector_all("use", missing) == 0


def test_overlays_by_letter(used_pages: UsedPages) -> None:
    moves = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
    with used_pages.at(f"analysis=hive&variant=Base&moves={moves}") as page:
        page.locator(".stack.movable").first.wait_for()
        press(page, "p")
        page.locator(".overlay-says", has_text="Pinned").wait_for()
        assert page.locator(".over").count() == 2  # the spiders
        assert page.get_attribute("[data-overlay=pinned]", "aria-pressed") == "true"
        press(page, "p")
        page.locator(".over").first.wait_for(state="detached")
        press(page, "r")
        page.locator(".overlay-says", has_text="Choose a piece").wait_for()
        page.click('.stack[data-cell="2,0"]')  # not its turn
        page.locator(".over").first.wait_for()
        press(page, "ArrowLeft")
        page.locator(".over").first.wait_for(state="detached")
        press(page, "?")
        page.locator("key-help dialog[open]").wait_for()
        letters = page.locator("key-help kbd").all_inner_texts()
        assert len(letters) == len(set(letters))  # no key means two things


def test_a_game_in_play_is_analyzed(used_pages: UsedPages) -> None:
    with used_pages.game("hex", "5x5") as page:
        page.click('.cell[data-cell="2,2"]')
        page.locator(".move", has_text="c3").wait_for()
        page.click("#analyze")
        current(page, "c3")
        page.click('[data-open] .cell[data-cell="1,1"]')
        current(page, "b2")
        page.click(".views a[href='./#game']")
        page.locator("play-view .move", has_text="c3").wait_for()
        page.click(".views a[href='./#analysis']")
        current(page, "b2")  # the analysis is still there


def test_a_position_is_set_up_by_hand(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hive&variant=Base") as page:
        page.click("#setUp")
        page.click("[data-hand=wQ].movable")
        page.click('.target[data-cell="0,0"]')
        page.locator('.stack[data-cell="0,0"]').wait_for()
        page.click("[data-hand=bQ].movable")
        page.click('.target[data-cell="1,0"]')
        page.locator("#verdict.good").wait_for()
        page.click("[data-hand=bB1].movable")
        page.click('.target[data-cell="2,-1"]')
        page.locator('.stack[data-cell="2,-1"]').wait_for()
        page.click('.stack[data-cell="1,0"]')
        page.click("#take")
        page.locator("#verdict:not(.good)").wait_for()  # two parts
        assert page.is_disabled("#set")
        page.click("[data-hand=bQ].movable")
        page.click('.target[data-cell="1,0"]')
        page.locator("#verdict.good").wait_for()
        page.click("#set")
        page.locator("variation-tree").wait_for()
        assert pieces(page) == {"wQ": "0,0", "bQ": "1,0", "bB1": "2,-1"}
        page.locator(".movable").first.wait_for()
        page.wait_for_url(lambda url: "start=" in url)


def test_the_current_move_is_in_view_beside_the_openings(used_pages: UsedPages) -> None:
    moves = ";".join(f"{'abcdefghi'[k % 9]}{k // 9 + 1}" for k in range(60))
    with used_pages.at(f"analysis=hex&variant=11x11&moves={moves}") as page:
        page.locator("position-openings summary", has_text="no game").wait_for()
        page.wait_for_timeout(400)
        assert page.evaluate(
            """() => {
              const list = document.querySelector(".tree-rows").getBoundingClientRect();
              const move = document.querySelector(".tree-rows [aria-current]").getBoundingClientRect();
              return list.top <= move.top && move.bottom <= list.bottom + 1;
            }"""
        )


@pytest.mark.slow
def test_what_is_drawn_is_kept(used_pages: UsedPages) -> None:
    def cell(name: str) -> str:
        return f'.cell[data-cell="{name}"] path'

    with used_pages.at("analysis=hex&variant=5x5&moves=c3") as page:
        page.click("#pen")
        page.drag_and_drop(cell("1,1"), cell("3,2"), force=True)
        page.locator(".drawn.green.arrow").wait_for()
        page.click(cell("0,4"), modifiers=["Shift"], force=True)
        page.locator(".drawn.red").wait_for()
        page.focus("svg.surface")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.locator(".drawn").nth(2).wait_for()
        page.click("#pen")
        page.locator(cell("0,4")).click(button="right", modifiers=["Shift"], force=True)  # takes it away
        page.locator(".drawn.red").wait_for(state="detached")
        assert page.locator(".stone").count() == 1
        board = page.locator("hex-board")
        spots = board.evaluate("board => ['e5', 'f5', '0,0'].map(name => board.spot(name))")
        assert spots[0] is not None and spots[1:] == [None, None]
        page.locator("#save-state[data-state=saved]").wait_for()
        page.reload()
        page.locator(".drawn.green.arrow").wait_for()
        assert page.locator(".drawn").count() == 2
        page.click("#back")
        page.locator(".drawn").first.wait_for(state="detached")
