"""The view of a game in a browser: a friend's link, offers, lessons, two engines, earlier moves, stacks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.browser import new_visitor
from tests.web.page_browser import (
    DEADLINE,
    OPEN_CELL,
    PageServer,
    moves,
    new_game,
    opened,
    status,
)
from tests.web.used_pages import UsedPages

STACK = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wB1 -wQ", "bB1 bQ-", "wB1 wQ")


@contextmanager
def guest(browser: Any, address: str) -> Iterator[Any]:
    """The page of a visitor who opens an address."""
    visitor = new_visitor(browser, viewport={"width": 360, "height": 740})
    page = visitor.new_page()
    page.set_default_timeout(DEADLINE)
    page.goto(address)
    page.locator("svg.surface").wait_for()
    yield page
    visitor.close()


def play(page: Any, *texts: str) -> None:
    played = page.locator(".move:not(.none)").count()
    for number, text in enumerate(texts, played + 1):
        page.fill("#typed", text)
        page.press("#typed", "Enter")
        moves(page, number)


def test_a_friend_plays_through_a_link(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        new_game(page, "hex", "link", "5x5")
        link = page.input_value("#invite")
        assert page.inner_text(".presence") == "is away"
        with guest(browser, link) as friend:
            page.locator(".presence.here").wait_for()
            assert page.locator(".invite, #hint, #analyze").count() == 0
            assert "key=" not in friend.url, "the address can be shared to watch"
            assert friend.locator(".seat:last-child .name").inner_text() == "You"
            assert friend.locator(OPEN_CELL).count() == 0, "it is not the friend's turn"
            page.click('[data-cell="1,1"]')
            moves(friend, 1)
            status(friend, "Your turn")
            page.click("#undo")
            friend.locator(".offer", has_text="Black asks to take a move back").wait_for()
            friend.click("#decline")
            page.locator(".note", has_text="Your move stands.").wait_for()
            page.click("#undo")
            friend.click("#accept")
            moves(page, 0)
            friend.reload()
            friend.locator(".presence.here").wait_for()
            with guest(browser, page.url) as watcher:
                watcher.locator(".side", has_text="You are watching this game.").wait_for()
                assert watcher.locator(".actions").count() == 0
        page.locator(".presence.away").wait_for()


@pytest.mark.slow
def test_the_first_link_leads_both_to_the_rematch(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        new_game(page, "hex", "link", "5x5")
        first, link = page.url, page.input_value("#invite")
        with guest(browser, link) as friend:
            page.locator(".presence.here").wait_for()
            page.click("#resign")
            page.click("#resign")
            friend.click("#rematch")
            status(friend, "Your turn")
            assert friend.url != first
            page.locator("#rematch", has_text="Play the rematch").wait_for()
            with guest(browser, first) as watcher:
                watcher.get_by_text("Watch the rematch").click()
                watcher.wait_for_url(friend.url)
            page.goto(first)
            page.click("#rematch")
            page.wait_for_url(friend.url)
            status(page, "Black to move")
            friend.click('[data-cell="1,1"]')
            moves(page, 1)
            status(page, "Your turn")


def test_a_draw_and_a_rematch_with_the_same_clock(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        before = page.url
        page.click("#new")
        page.select_option("dialog [name=clock]", "300+3")
        page.select_option("dialog [name=opponent]", "human")
        page.click("dialog button[type=submit]")
        page.wait_for_url(lambda url: url != before)
        page.locator("game-clock").first.wait_for()
        page.click("#draw")
        assert page.inner_text("#draw") == "Really?"
        page.click("#draw")
        status(page, "Draw: the players agreed on it")
        page.click("#rematch")
        status(page, "White to move")
        assert page.locator("game-clock").all_inner_texts()[0].startswith(("5:00", "4:5"))


def test_a_game_is_watched_and_left_again(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        first = page.url
        new_game(page, "hex", "level-1", "5x5")
        with guest(browser, page.url) as watcher:
            watcher.locator(".side", has_text="You are watching this game.").wait_for()
            status(watcher, "Black to move")
            assert watcher.locator(".seat .name").all_inner_texts()[-1] == "Black"
        assert page.locator(".seat:last-child .name").inner_text() == "You"
        page.go_back()
        page.wait_for_url(first)
        page.locator("[data-piece], .hand").first.wait_for()  # the game before
        page.evaluate("location.hash = 'game=gone'")
        page.locator(".note", has_text="no longer exists").wait_for()
        page.go_back()  # not to the game that is gone, which would begin another one
        page.wait_for_url(first)
        page.wrong.clear()  # the browser notes that there is no such game


LISTEN = """() => {
  window.tones = [];
  const Tone = OscillatorNode;
  window.OscillatorNode = class extends Tone {
    constructor(audio, options) {
      super(audio, options);
      window.tones.push(options.frequency);
    }
  };
}"""


def test_the_end_is_said_and_heard(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        page.evaluate(LISTEN)
        new_game(page, "hex", "level-1", "5x5")
        page.locator(".beginning", has_text="Join the two edges").wait_for()
        page.locator(OPEN_CELL).first.click()
        page.locator(".stone").nth(1).wait_for()
        assert page.evaluate("tones") == [190, 190] and page.locator(".beginning").count() == 0
        page.click("#settings")
        page.uncheck("[name=sound]")
        page.keyboard.press("Escape")
        page.locator(OPEN_CELL).first.click()
        page.locator(".stone").nth(3).wait_for()
        assert len(page.evaluate("tones")) == 2
        page.click("#settings")
        page.check("[name=sound]")
        page.keyboard.press("Escape")
        page.click("#resign")
        page.click("#resign")
        page.locator("#outcome", has_text="You lost").wait_for()
        assert page.evaluate("tones")[2:] == [330, 247]


def test_hex_offers_no_draw(used_pages: UsedPages) -> None:
    with used_pages.game("hex", "5x5") as page:
        assert page.locator("#resign").count() == 1 and page.locator("#draw").count() == 0


@pytest.mark.slow
def test_a_mistake_can_be_taken_back(used_pages: UsedPages) -> None:
    with used_pages.at("game") as page:
        page.check("[name=teaching]")
        new_game(page, "hex", "level-1", "5x5")
        page.click('[data-cell="0,0"]')
        page.locator(".lesson", has_text="a1 lowers").wait_for()
        assert page.locator(".marks .hint").count() == 1, "the reply that it allows"
        page.click("#take-back")
        moves(page, 0)
        assert page.locator(".lesson").count() == 0
        page.click('[data-cell="0,0"]')
        page.click("#play-on")
        moves(page, 2)
        page.uncheck("[name=teaching]")


@pytest.mark.slow
def test_two_engines_with_their_lines(used_pages: UsedPages) -> None:
    with used_pages.at("game") as page:
        before = page.url
        page.click("#new")
        page.locator("dialog input[name=side][value=none]").check(force=True)
        page.select_option("dialog [name=first]", "level-10")
        page.select_option("dialog [name=opponent]", "alphabeta")
        page.select_option("dialog [name=first-seconds]", "0.5")
        page.select_option("dialog [name=seconds]", "0.5")
        page.click("dialog button[type=submit]")
        page.wait_for_url(lambda url: url != before)
        page.wait_for_function("() => document.querySelectorAll('.thoughts .line').length === 2")
        page.click("#pause")
        page.locator("#resume").wait_for()
        names = page.locator(".thoughts h3").all_inner_texts()
        assert names == ["Level 10", "Alphabeta"]


def test_an_empty_cell_before_a_piece_says_how_to_move(used_pages: UsedPages) -> None:
    with used_pages.game("hive", "Base") as page:
        assert "Choose one of your pieces, then its cell." in page.inner_text(".beginning")
        page.click("[data-open] .cell, .cell", force=True)
        page.locator(".note", has_text="Choose one of your pieces, then its cell.").wait_for()
        play(page, "wS1")
        assert page.locator(".note").count() == 0


def test_earlier_moves(used_pages: UsedPages) -> None:
    with used_pages.game("hive", "Base") as page:
        play(page, *STACK)
        page.reload()
        page.locator(".move", has_text="bQ bS1-").click()
        page.locator(".back-bar", has_text="You are viewing move 2.").wait_for()
        assert page.locator(".stack").count() == 4 and page.locator(".stack.movable").count() == 0
        page.keyboard.press("ArrowLeft")
        page.locator(".back-bar", has_text="You are viewing move 2.").wait_for()
        assert page.locator(".stack").count() == 3
        page.keyboard.press("Home")
        page.locator(".back-bar", has_text="You are viewing the start.").wait_for()
        assert page.locator(".stack").count() == 0
        page.click("#back")
        assert page.locator(".back-bar").count() == 0 and page.locator(".stack.movable").count() > 0
        page.keyboard.press("ArrowLeft")
        page.locator(".back-bar", has_text="You are viewing move 3.").wait_for()
        page.keyboard.press("End")
        assert page.locator(".back-bar").count() == 0
        assert len(moves(page, 7)) == 7


def test_stacks_fan_out(used_pages: UsedPages) -> None:
    with used_pages.game("hive", "Base", touch=True) as page:
        play(page, *STACK)
        fan = page.locator("[data-fan]")
        stack = page.locator('.stack:has([data-height="1"])')
        stack.hover()
        fan.first.wait_for()
        assert [each.get_attribute("data-fan") for each in fan.all()] == ["wQ", "wB1"]
        page.mouse.move(5, 5)
        page.wait_for_function("() => !document.querySelector('[data-fan]')")
        stack.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True, "pointerId": 7})
        fan.first.wait_for()
        stack.dispatch_event("click", {"bubbles": True})
        assert page.locator(".note").count() == 0, "the click at the end of a long press"
        page.focus("svg.surface")
        page.keyboard.press("ArrowLeft")  # the cursor appears where the last move went
        page.wait_for_function("() => document.querySelector('hive-board p').textContent.includes(' on ')")
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.querySelector('[data-fan]')")
        page.keyboard.press("f")
        fan.first.wait_for()
        page.keyboard.press("f")
        page.wait_for_function("() => !document.querySelector('[data-fan]')")


def test_swap_is_in_view_on_a_phone(used_pages: UsedPages) -> None:
    with used_pages.at("game", width=360) as page:
        before = page.url
        page.click("#new")
        page.locator("dialog input[name=game][value=hex]").check(force=True)
        page.select_option("dialog [name=opponent]", "human")
        page.select_option("dialog [name=rule-swap]", "pieces")
        page.click("dialog button[type=submit]")
        page.wait_for_url(lambda url: url != before)
        page.click('[data-cell="3,3"]')
        swap = page.locator("[data-move=swap-pieces]")
        swap.wait_for()
        box = swap.bounding_box()
        assert box is not None and box["y"] + box["height"] <= 780 and box["x"] + box["width"] <= 360
        swap.click()
        moves(page, 2)


def test_a_finished_game_is_played_on_from_an_earlier_move(used_pages: UsedPages) -> None:
    with used_pages.game("hex", "5x5") as page:
        for text in ("c3", "b2", "d4"):
            page.fill("#typed", text)
            page.keyboard.press("Enter")
            page.locator(".move", has_text=text).wait_for()
        page.locator(".move", has_text="b2").click()
        page.locator(".back-bar").wait_for()
        assert page.locator("#branch").count() == 0
        page.click("#back")
        page.click("#resign")
        page.click("#resign")
        page.locator("#outcome, #rematch").first.wait_for()
        page.locator(".move", has_text="b2").click()
        page.click("#branch")
        page.select_option("new-game dialog[open] [name=opponent]", "human")
        page.click("new-game dialog[open] [type=submit]")
        page.locator("play-view .stone").nth(1).wait_for()
        assert moves(page, 2) == ["c3", "b2"] and page.inner_text("#status") == "Black to move"


def test_nothing_is_played_on_from_a_game_that_is_gone(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=5x5&moves=c3") as page:
        page.locator(".stone").wait_for()
        page.evaluate("location.hash = 'analysis&game-id=gone&play-on='")
        page.locator(".note.error").wait_for()
        assert page.locator("dialog[open]").count() == 0
        page.wrong = [text for text in page.wrong if "404" not in text]


def test_a_game_begins_with_the_position_on_the_board(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=6x6&rule.swap=pieces&moves=c3;b2;d4") as page:
        page.click("#back")
        page.locator(".stone").nth(1).wait_for()
        page.click("#play-on")
        assert page.locator("new-game [name=variant]").count() == 0
        assert page.locator("new-game [name=side][value='0']").is_checked()
        page.select_option("new-game [name=opponent]", "human")
        page.click("new-game [type=submit]")
        page.locator("play-view .stone").nth(1).wait_for()
        assert page.locator(".stone").count() == 2 and page.inner_text("#status") == "Black to move"
        page.locator(".move", has_text="c3").click()
        page.locator(".back-bar", has_text="You are viewing move 1.").wait_for()
        page.click("#back")
        assert moves(page, 2) == ["c3", "b2"]
