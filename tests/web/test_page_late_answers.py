"""Answers that come after the visitor has gone on: they must not show or change anything."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.page_browser import PageServer, new_game, opened
from tests.web.used_pages import UsedPages

LINES_BETWEEN_STEPS = """async () => {
  let socket = null, sent = [];
  class Fake extends EventTarget {
    static CONNECTING = 0;
    static OPEN = 1;
    constructor() { super(); this.readyState = 1; socket = this; }
    send(text) { sent.push(JSON.parse(text)); }
    close() {}
  }
  window.WebSocket = Fake;
  const { Thinking } = await import("/analysis/thinking.js");
  const thinking = new Thinking(() => {}), first = {}, second = {};
  thinking.on = true;
  thinking.look(first, () => ({}), false);
  while (!socket) await new Promise((resolve) => setTimeout(resolve, 5));
  socket.dispatchEvent(new Event("open"));
  thinking.look(second, () => ({}), false);
  const data = JSON.stringify({ type: "lines", ref: sent[0].ref, lines: [{ move: "c3" }], done: false });
  socket.dispatchEvent(new MessageEvent("message", { data }));
  thinking.off();
  return [first, second].map((step) => step.search?.lines.length ?? 0);
}"""

LEAVE_AS_IT_LOADS = """([tag, address]) => {
  const define = customElements.define;
  customElements.define = function (name, ...rest) {
    define.call(this, name, ...rest);
    if (name === tag) location.hash = address;
  };
}"""
"""Go to an address when a custom element is defined: the browser reports it after the view has loaded."""

STYLES = """async () => {
  const late = () => [...document.querySelectorAll("link[rel=stylesheet]")].some((link) => !link.sheet);
  while (late()) await new Promise((resolve) => setTimeout(resolve, 5));
}"""
"""Wait for the style sheets."""


def visit(page: Any, address: str) -> None:
    page.evaluate("address => { location.hash = address; }", address)


def release(page: Any, held: list[Any], address: str) -> None:
    """Let the held answer come, and the page do what it does with it."""
    with page.expect_response(address):
        held[0].continue_()
    page.evaluate("async () => { for (const _ of '123') await (await fetch('/api/v1/catalog')).text(); }")


def test_lines_of_an_engine_stay_with_their_position(browser: Any, server: PageServer) -> None:
    with opened(browser, server, "analysis=hex&variant=5x5") as page:
        assert page.evaluate(LINES_BETWEEN_STEPS) == [1, 0]


def test_puzzles_that_come_late_do_not_call_the_visitor_back(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=5x5") as page:
        held: list[Any] = []
        page.route("**/api/v1/puzzles", lambda route: held.append(route))
        with page.expect_request("**/api/v1/puzzles"):
            visit(page, "puzzles")
        visit(page, "library")
        page.locator("main.library").wait_for()
        release(page, held, "**/api/v1/puzzles")
        assert page.evaluate("location.hash") == "#library"


def test_a_view_that_loads_as_the_visitor_goes_on_does_not_call_back(
    browser: Any, server: PageServer
) -> None:
    with opened(browser, server) as page:
        page.evaluate(LEAVE_AS_IT_LOADS, ["review-view", "library"])
        views: list[Any] = []
        page.route("**/views/review.js", lambda route: views.append(route))
        with page.expect_request("**/views/review.js"):
            visit(page, "review")
        page.evaluate(STYLES)
        views[0].continue_()
        page.locator("main.library").wait_for()
        assert page.evaluate("location.hash") == "#library"


def test_a_view_that_fails_to_load_is_not_shown_to_a_visitor_who_has_gone_on(
    browser: Any, server: PageServer
) -> None:
    with opened(browser, server) as page:
        views: list[Any] = []
        page.route("**/views/review.js", lambda route: views.append(route))
        with page.expect_request("**/views/review.js"):
            visit(page, "review")
        visit(page, "game")
        page.locator(".views [aria-current]", has_text="Play").wait_for()
        with page.expect_event("requestfailed"):
            views[0].abort()
        page.evaluate("() => new Promise((resolve) => setTimeout(resolve, 100))")
        assert page.locator("svg.surface").count() == 1
        page.wrong[:] = [text for text in page.wrong if "ERR_FAILED" not in text]  # the aborted file


def test_puzzles_that_come_while_another_view_loads_do_not_call_the_visitor_back(
    browser: Any, server: PageServer
) -> None:
    with opened(browser, server) as page:
        held: list[Any] = []
        views: list[Any] = []
        page.route("**/api/v1/puzzles", lambda route: held.append(route))
        page.route("**/views/library.js", lambda route: views.append(route))
        with page.expect_request("**/api/v1/puzzles"):
            visit(page, "puzzles")
        with page.expect_request("**/views/library.js"):
            visit(page, "library")
        release(page, held, "**/api/v1/puzzles")
        views[0].continue_()
        page.locator("main.library").wait_for()
        assert page.evaluate("location.hash") == "#library"


def test_a_game_that_comes_late_does_not_replace_another(used_pages: UsedPages, server: PageServer) -> None:
    with used_pages.at("analysis=hex&variant=5x5") as page:
        made = [
            page.request.post(
                f"{server.address}api/v1/games", data={"game": "hex", "seats": ["human", "human"]}
            ).json()["id"]
            for _ in range(2)
        ]
        held: list[Any] = []
        page.route(f"**/api/v1/games/{made[0]}", lambda route: held.append(route))
        with page.expect_request(f"**/api/v1/games/{made[0]}"):
            visit(page, f"game={made[0]}")
        visit(page, f"game={made[1]}")
        page.locator(f"#analyze[href$='{made[1]}']").wait_for()
        release(page, held, f"**/api/v1/games/{made[0]}")
        assert page.evaluate("location.hash") == f"#game={made[1]}"


def test_of_two_files_the_newer_is_shown(used_pages: UsedPages) -> None:
    drop = """text => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "game.txt"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }"""
    with used_pages.at("analysis=hex&variant=5x5") as page:
        held: list[Any] = []
        page.route("**/api/v1/records", lambda route: route.continue_() if held else held.append(route))
        with page.expect_request("**/api/v1/records"):
            page.evaluate(drop, "Base;InProgress;White[2];wS1;bS1 wS1-")
        page.evaluate(drop, "Base;InProgress;Black[1];wA1")
        page.locator("variation-tree .step", has_text="wA1").wait_for()
        release(page, held, "**/api/v1/records")
        assert page.locator("variation-tree .step").all_inner_texts() == ["wA1"]
        assert page.locator("open-game dialog[open]").count() == 0


@pytest.mark.slow
def test_of_two_games_whose_boards_load_the_newer_is_shown(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        visit(page, "analysis=hex&variant=5x5&moves=c3")
        page.locator("analysis-view .stone").wait_for()
        page.reload()
        page.locator("analysis-view .stone").wait_for()
        held: list[Any] = []
        page.route("**/boards/hive.svg", lambda route: held.append(route))
        with page.expect_request("**/boards/hive.svg"):
            page.click("analysis-view .tools .tab:not([aria-current])")
        visit(page, "analysis=hex&variant=5x5&moves=d4;b2")
        page.locator("variation-tree .step", has_text="b2").wait_for()
        release(page, held, "**/boards/hive.svg")
        assert page.locator("hex-board").count() == 1 and page.locator("hive-board").count() == 0


def test_a_late_rematch_does_not_call_the_visitor_back_from_another_game(
    browser: Any, server: PageServer
) -> None:
    with opened(browser, server) as page:
        new_game(page, "hex", "level-1", "5x5")
        page.click("#resign")
        page.click("#resign")
        page.locator("#rematch").wait_for()
        other = page.request.post(
            f"{server.address}api/v1/games", data={"game": "hex", "seats": ["human", "human"]}
        ).json()["id"]
        held: list[Any] = []
        page.route("**/rematch", lambda route: held.append(route))
        page.dblclick("#rematch", force=True)
        visit(page, f"game={other}")
        page.locator(f"#analyze[href$='{other}']").wait_for()
        assert len(held) == 1, "a double click asks once"
        release(page, held, "**/rematch")
        assert page.evaluate("location.hash") == f"#game={other}"


def test_a_socket_that_is_closed_before_it_is_open_says_nothing(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=5x5") as page:
        page.evaluate(
            """async () => {
              const { ReconnectingSocket } = await import("/reconnecting_socket.js");
              new ReconnectingSocket("/analysis", { greeting: () => null, settled: "lines" }).close();
              await new Promise((resolve) => setTimeout(resolve, 300));
            }"""
        )


def test_a_board_that_goes_does_not_write_its_address(browser: Any, server: PageServer) -> None:
    with opened(browser, server, "analysis=hex&variant=5x5&moves=c3") as page:
        page.locator(".stone").wait_for()
        held: list[Any] = []
        page.route("**/api/v1/records", lambda route: route.continue_() if held else held.append(route))
        with page.expect_request("**/api/v1/records"):
            page.evaluate(
                "() => { document.querySelector('#back').click(); "
                "location.hash = 'analysis=hex&variant=5x5&moves=a1;b2'; }"
            )
        page.wait_for_timeout(400)  # longer than a board rests before it writes its address
        assert "moves=a1" in page.evaluate("location.hash")
        held[0].continue_()
        page.locator(".stone").nth(1).wait_for()
