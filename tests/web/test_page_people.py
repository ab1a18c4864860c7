"""Games between people in two browsers: names, offers to all, days for a move, whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.browser import new_visitor
from tests.web.axe import violations
from tests.web.page_browser import PageServer, moves, open_page, page_server, status
from tests.web.smtp_server import fake_smtp, text_of

ASK = "() => import('/turns.js').then((module) => module.askTurns())"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """A server that others can reach: every browser is another visitor."""
    with page_server(tmp_path_factory.mktemp("club"), options=("--name", "club.example")) as server:
        yield server


@contextmanager
def visitor(browser: Any, server: PageServer, name: str, *, width: int = 1280) -> Iterator[Any]:
    """The page of a visitor who has a name."""
    visitor = new_visitor(browser, viewport={"width": width, "height": 740})
    visitor.add_init_script(f"localStorage['hexapoda.settings'] ||= '{{\"name\": \"{name}\"}}'")
    page = open_page(visitor, server)
    page.locator("svg.surface").wait_for()
    yield page
    assert page.wrong == [], page.wrong
    visitor.close()


def offer(page: Any, opponent: str = "open", clock: str = "", side: str = "0") -> None:
    """Begin a game of Hex on 5x5 with somebody elsewhere, by the dialog."""
    before = page.url
    page.click("#new")
    page.locator("dialog input[name=game][value=hex]").check(force=True)
    page.select_option("dialog [name=opponent]", opponent)
    page.select_option("dialog [name=variant]", "5x5")
    page.select_option("dialog [name=clock]", clock)
    page.locator(f"dialog input[name=side][value='{side}']").check(force=True)
    page.click("dialog[open] button[type=submit]")
    page.wait_for_url(lambda url: url != before)


def accept(page: Any, name: str) -> None:
    """Accept the game that somebody of this name offers."""
    page.click("#own")
    page.get_by_role("button", name=f"{name}").click()
    page.wait_for_function("() => !document.querySelector('dialog[open]')")


@pytest.mark.slow
def test_a_game_is_offered_to_all_and_played(browser: Any, club: PageServer) -> None:
    with visitor(browser, club, "Ada") as ada, visitor(browser, club, "Bob", width=360) as bob:
        offer(ada, clock="300+3")
        ada.locator(".invite", has_text="offered to everyone").wait_for()
        bob.click("#own")
        row = bob.locator(".offered", has_text="Ada")
        row.get_by_text("5 min + 3 s a move").wait_for()
        row.get_by_text("is here").wait_for()  # the list is read anew every few seconds
        assert "you play White" in row.inner_text()
        assert violations(bob) == []
        row.get_by_role("button").click()
        ada.locator(".note", has_text="Bob accepted your game.").wait_for()
        ada.locator(".seat", has_text="Bob").wait_for()
        bob.locator(".seat", has_text="Ada").wait_for()
        status(bob, "Ada to move")
        ada.click('[data-cell="1,1"]')
        moves(bob, 1)
        status(bob, "Your turn")
        assert bob.title().startswith("•")


@pytest.mark.slow
def test_an_offer_is_withdrawn(browser: Any, club: PageServer) -> None:
    with visitor(browser, club, "Eve") as eve, visitor(browser, club, "Bob") as bob:
        offer(eve, side="random")
        bob.click("#own")
        bob.locator(".offered", has_text="random colors").wait_for()
        begun: list[str] = []

        def note(request: Any) -> None:
            if request.url.endswith("/api/v1/games"):
                begun.append(request.method)

        eve.on("request", note)
        eve.click("#withdraw")
        eve.locator(".note", has_text="The offer was withdrawn.").wait_for()
        assert eve.locator(".invite").count() == 0
        assert begun == ["POST"], "one new game, though the answer and the socket both say so"


@pytest.mark.slow
def test_days_for_a_move_and_the_notice_in_every_view(browser: Any, club: PageServer) -> None:
    with visitor(browser, club, "Carol") as carol, visitor(browser, club, "Dan") as dan:
        offer(carol, clock="3d")
        accept(dan, "Carol")
        carol.locator("game-clock", has_text="2 d 23 h").first.wait_for()
        dan.goto(f"{club.address}#puzzles")
        dan.locator("puzzles-view").wait_for()
        assert dan.locator(".turn-notice").count() == 0
        carol.click('[data-cell="1,1"]')
        moves(carol, 1)
        dan.evaluate(ASK)
        notice = dan.locator(".turn-notice", has_text="Your turn in 1 game")
        notice.wait_for()
        assert dan.title().startswith("(1) ") and violations(dan) == []
        notice.click()
        status(dan, "Your turn")
        dan.wait_for_function("() => !document.querySelector('.turn-notice')")
        dan.click("#own")
        dan.locator(".own-list a", has_text="against Carol").get_by_text("your turn").wait_for()
        assert "2 d 23 h left" in dan.locator(".own-list a", has_text="against Carol").inner_text()


@pytest.mark.slow
def test_help_is_agreed_on_and_a_rematch_is_noticed_elsewhere(browser: Any, club: PageServer) -> None:
    with visitor(browser, club, "Gil") as gil, visitor(browser, club, "Hal") as hal:
        offer(gil, "link")
        hal.goto(gil.input_value("#invite"))
        hal.reload()  # only the part behind # was another
        gil.locator(".presence.here").wait_for()
        gil.click('[data-cell="1,1"]')
        moves(hal, 1)
        assert hal.locator("#hint").count() == hal.locator("#analyze").count() == 0
        hal.click("#help")
        gil.locator(".offer", has_text="Hal suggests that both of you may use hints").wait_for()
        gil.click("#accept")
        for page in (gil, hal):
            page.locator("#help-agreed").wait_for()
            assert page.locator(".note").count() == 0
        assert hal.locator("#hint").count() == hal.locator("#analyze").count() == 1
        hal.click('[data-cell="2,2"]')
        moves(gil, 2)
        gil.click("#resign")
        gil.click("#resign")
        hal.locator("#outcome", has_text="You won").wait_for()
        hal.evaluate("() => { location.hash = 'puzzles'; }")
        hal.locator("puzzles-view").wait_for()
        gil.locator(".presence.away").wait_for()
        assert gil.locator(".invite").count() == 0, "the friend has come already"
        gil.click("#rematch")
        gil.locator(".seat", has_text="Hal").wait_for()
        hal.evaluate(ASK)
        hal.get_by_role("link", name="Gil wants a rematch").click()
        hal.get_by_role("button", name="Play the rematch").click()
        gil.locator(".presence.here").wait_for()
        hal.wait_for_function("() => !document.querySelector('.turn-notice')")


def test_what_needs_another_person_is_offered_only_then(browser: Any, club: PageServer) -> None:
    with visitor(browser, club, "") as page:
        page.click("#new")
        days = page.locator("dialog[open] option[value='3d']")
        assert days.count() == 0
        page.select_option("dialog [name=opponent]", "link")
        page.fill("#new-name", "  Zoe ")
        assert days.count() == 1
        page.select_option("dialog [name=clock]", "3d")
        page.select_option("dialog [name=opponent]", "level-1")
        assert days.count() == 0 and page.input_value("dialog [name=clock]") == ""
        assert page.evaluate("JSON.parse(localStorage['hexapoda.settings']).name") == "Zoe"


@pytest.mark.slow
def test_mails_are_asked_for_confirmed_and_ended(
    browser: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with fake_smtp() as smtp:
        options = (
            *("--address", "http://club.example/", "--mail-from", "a@b.example"),
            *("--smtp", f"127.0.0.1:{smtp.port}", "--smtp-security", "none"),
        )
        with (
            page_server(tmp_path_factory.mktemp("mails"), options=options) as server,
            visitor(browser, server, "Ada", width=360) as ada,
            visitor(browser, server, "Eve") as other,
        ):
            ada.click("#settings")
            ada.get_by_role("link", name="Emails when it is your turn").click()
            ada.fill("#mail-address", "ada@club.example")
            assert violations(ada) == []
            ada.get_by_role("button", name="Send me a link").click()
            ada.get_by_text("An email is on its way to ada@club.example").wait_for()
            code = re.findall(r"#notices&confirm=(\S+)", text_of(smtp.wait(1)[0]))[0]
            other.goto(f"{server.address}#notices&confirm={code}")
            other.click("#answer")
            other.get_by_text("From now on, you will get an email").wait_for()
            assert "confirm" not in other.url
            ada.reload()
            ada.get_by_text("Emails go to ada@club.example.").wait_for()
            other.goto(f"{server.address}#notices&stop={code}")
            other.get_by_text("You will get no more emails.").wait_for()
            ada.reload()
            ada.locator("#mail-address").wait_for()


def test_a_friend_is_invited_to_a_position_that_was_set_up(browser: Any, club: PageServer) -> None:
    with visitor(browser, club, "Ada") as page:
        page.evaluate(
            """async (start) => {
            const { beginGame } = await import("/own_games.js");
            const { state } = await beginGame({ game: "hive", start, seats: ["human", "human"] }, 1);
            location.hash = `game=${state.id}`;
        }""",
            "Base White[3] - wQ@-1,0 wS1@0,0 bQ@2,0 bS1@1,0",
        )
        page.locator("play-view .invite").wait_for()
