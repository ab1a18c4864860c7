"""Practice in a browser: a review ends, its mistakes are asked, answered, removed, and come back later."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexapoda.files.data_folder import DATA_OWNER
from hexapoda.practice.collection import Collection
from tests.browser import new_visitor
from tests.practice.exercises import exercise
from tests.web.axe import violations
from tests.web.page_browser import DEADLINE, OPEN_CELL, PageServer, opened, page_server, until
from tests.web.test_last_games_api import lose
from tests.web.test_page_board_size import OUT_OF_SIGHT, SHARES, shares
from tests.web.test_page_german import english
from tests.web.test_page_review import cell
from tests.web.test_reviews import HEX


@pytest.fixture(scope="module")
def practicing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """A server whose user has three exercises."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEXAPODA_HOME", str(home))
        Collection(DATA_OWNER).add([exercise("b2"), exercise("b3"), exercise("b4", line=("c2",))])
    with page_server(home) as server:
        yield server


def reviewed(page: Any, text: str, side: int) -> None:
    """Review a game and say who the visitor was."""
    page.goto(page.url.partition("#")[0] + "#review")
    page.fill("#game-text", text)
    page.click(".review-start button[type=submit]")
    page.locator(".review-move").first.wait_for()
    page.locator("input[name=who]").nth(side + 1).check(force=True)
    page.locator("#progress.done").wait_for(timeout=3 * DEADLINE)
    page.get_by_text("exercises now").wait_for()


@contextmanager
def at_exercise(browser: Any, server: PageServer, width: int = 1280) -> Iterator[Any]:
    with opened(browser, server, "practice", width=width) as page:
        page.locator("practice-view svg.surface").wait_for()
        yield page


def solution(page: Any) -> str:
    """The better move of the exercise on the page."""
    found: str = page.evaluate(
        """async () => {
            const { hintAtExercise } = await import("/practice_api.js");
            const view = document.querySelector("practice-view");
            const { move } = await hintAtExercise(view.exercise.id, view.moves, 2);
            return move.move;
        }"""
    )
    return found


def find_all(page: Any) -> None:
    """Play the moves of a missed win until it is solved."""
    for _ in range(4):
        page.locator(cell(solution(page))).click()
        page.locator(".verdict.good").wait_for()
        page.wait_for_function(
            "() => ['solve', 'solved'].includes(document.querySelector('practice-view').phase)"
        )
        if page.locator(".lesson").count():
            return
        page.locator(OPEN_CELL).first.wait_for()
    raise AssertionError("it goes on and on")


@pytest.mark.slow
def test_a_mistake_is_practiced(browser: Any, tmp_path: Path) -> None:
    with page_server(tmp_path) as server, opened(browser, server) as page:
        page.goto(server.address + "#practice")
        page.locator("#empty").wait_for()
        assert "say which side you played" in page.locator("#empty").inner_text()
        assert violations(page) == []
        reviewed(page, HEX, 1)
        page.click("#practiced a")
        page.locator("practice-view svg.surface").wait_for()
        assert page.locator("#task").inner_text().endswith("missed a forced win. Find it.")
        played = page.evaluate("document.querySelector('practice-view').exercise.played")
        page.locator(OPEN_CELL).first.wait_for()
        stones = page.locator("practice-view .stone").count()
        # the move of the game is refuted on the board, and counts
        page.locator(cell(played)).click()
        page.locator("#again").wait_for()
        assert "what you played" in page.locator(".verdict.bad").inner_text()
        page.wait_for_function("() => document.querySelector('#due-count').textContent === '0'")
        page.click("#again")
        page.locator(OPEN_CELL).first.wait_for()
        find_all(page)
        assert page.locator("#task").inner_text() == "Solved"
        assert "Only the first answer counts. Comes back in" in page.locator("#outcome").inner_text()
        assert page.locator(".lesson").inner_text().startswith("What was better")
        page.keyboard.press("ArrowRight")
        page.locator("[data-line=better][aria-current=step]").wait_for()
        page.locator("[data-line=refutation]").nth(1).click()
        page.wait_for_function(
            "count => document.querySelectorAll('practice-view .stone').length === count", arg=stones + 2
        )
        # nothing else is due
        assert page.locator("#next").inner_text() == "See how you are doing"
        page.keyboard.press("n")
        page.locator("#empty").wait_for()
        assert "The next exercise is due in 10 minutes." in page.locator("#empty").inner_text()
        assert page.locator("line-chart svg").get_attribute("aria-label").endswith("the latest is 0%.")
        assert violations(page) == []
        page.click("#anyway")
        page.locator("#hint").wait_for()
        page.click("#hint")
        page.locator(".verdict.hint").wait_for()
        find_all(page)
        assert page.locator("#outcome").inner_text().startswith("It was not due yet")


@pytest.mark.slow
def test_the_last_games_are_one_click_away(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    lose(2)
    with page_server(tmp_path) as server, opened(browser, server, width=360) as page:
        page.goto(server.address + "#practice")
        page.locator("#review-games").wait_for()
        assert "2 of them have not been reviewed" in page.locator(".last-games").inner_text()
        assert violations(page) == []
        page.get_by_role("button", name="Review my last 2 games").click()
        page.locator("practice-view svg.surface").wait_for(timeout=3 * DEADLINE)
        page.locator(".last-games").wait_for(state="detached", timeout=3 * DEADLINE)
        page.goto(server.address + "#review")
        page.locator(".own li").nth(1).wait_for()  # they are in the list of the reviews too


@pytest.mark.slow
def test_a_look_at_the_reviews_that_fails_is_not_the_last(browser: Any, practicing: PageServer) -> None:
    working = {"progress": {"planned": 9, "done": 1}}
    answers = [(200, {"reviews": [working], "games": 0}), (503, {}), (200, {"reviews": [], "games": 0})]
    with at_exercise(browser, practicing) as page:
        page.route("**/practice/reviews", lambda route: answer(route, *answers.pop(0)))
        page.reload()
        page.locator("#reviewing").wait_for()
        page.locator(".last-games").wait_for(state="detached")
        assert not answers
        page.locator(".all summary").first.click()
        assert page.locator(".exercise-list small").first.inner_text() == "Blunders · due"
        page.wrong = [text for text in page.wrong if "503" not in text]


def answer(route: Any, status: int, content: object) -> None:
    route.fulfill(status=status, json=content)


def test_the_coach_points_at_the_board(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    moves, line = ("a1", "a2", "e5", "e4", "a5", "d5"), ("c3", "c2", "b3")
    Collection(DATA_OWNER).add([exercise(*moves, kind="win", played="a3", line=line, judgment="missed win")])
    with page_server(tmp_path) as server, at_exercise(browser, server) as page:
        assert page.locator("practice-view .over").count() == 0
        page.click("#solution")
        page.locator(".lesson .remark").first.click()
        page.locator("practice-view svg.surface .over.good").first.wait_for()
        assert page.locator("[data-line=better][aria-current=step]").inner_text() == "c3"
        page.keyboard.press("ArrowRight")
        page.locator("practice-view .over").first.wait_for(state="detached")


def test_an_exercise_is_removed_and_taken_back(browser: Any, practicing: PageServer) -> None:
    with at_exercise(browser, practicing, width=360) as page:
        page.emulate_media(color_scheme="dark")
        count = page.locator(".all summary").first.inner_text()
        page.click("#remove")
        page.wait_for_function("() => document.querySelector('#remove').textContent === 'Put it back'")
        page.get_by_text("1 removed").click()
        page.locator(".exercise-list li").wait_for()
        assert page.locator(".exercise-list a[aria-current]").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.click("#remove")
        page.wait_for_function(
            "text => document.querySelector('.all summary').textContent === text", arg=count
        )
        page.click("#solution")
        page.locator(".lesson").wait_for()
        assert page.locator("#outcome").inner_text().startswith("Counts as failed.")
        # a third of the page is the board, as for puzzles
        assert page.locator("practice-view svg.surface").bounding_box()["height"] > 250


@pytest.mark.slow
def test_a_line_of_an_analysis_is_trained(browser: Any, tmp_path: Path) -> None:
    """On a server of its own, because reviews of other tests would make exercises too."""
    address = "analysis=hex&variant=5x5&moves=a2;c3;b4;d2&at=4"
    with page_server(tmp_path) as server, opened(browser, server, address) as page:
        page.get_by_text("Add to my repertoire").click()
        page.click("repertoire-line [data-you='1']")
        page.get_by_text("2 positions added.").wait_for()
        assert violations(page) == []
        page.click("repertoire-line a")
        page.locator("practice-view svg.surface").wait_for()
        assert page.locator("#task").inner_text() == "White to move: what is your repertoire move?"
        page.locator(OPEN_CELL).first.wait_for()
        page.locator(cell("e1")).click()
        page.locator("#again").wait_for()
        assert "not your repertoire move" in page.locator(".verdict.bad").inner_text()
        page.click("#again")
        page.locator(OPEN_CELL).first.wait_for()
        page.locator(cell(solution(page))).click()
        page.locator(".lesson").wait_for()
        assert page.locator("#task").inner_text() == "Solved"


def test_practice_in_german(browser: Any, practicing: PageServer) -> None:
    visitor = new_visitor(browser, locale="de-DE", viewport={"width": 1280, "height": 800})
    page = visitor.new_page()
    page.set_default_timeout(DEADLINE)
    page.goto(practicing.address + "#practice")
    page.locator("#hint").click()
    page.locator(".verdict.hint").wait_for()
    page.locator("#solution").click()
    page.locator(".lesson").wait_for()
    # What a review says about a move is tested there.
    page.evaluate("document.querySelectorAll('.reason, .themes-table tbody').forEach((one) => one.remove())")
    assert english(page) == []
    assert "Kommt in 10 Minuten wieder." in page.locator("#outcome").inner_text()
    visitor.close()


def test_what_cannot_be_shown(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        page.goto(server.address + "#practice=0123456789abcdef")
        page.locator("#empty").get_by_text("This exercise was not found").wait_for()
        page.wrong.clear()  # the browser reports the answer 404


def test_an_exercise_that_cannot_be_read_stops_nobody(browser: Any, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEXAPODA_HOME", str(tmp_path))
        bad, good = exercise("b2"), exercise("b3")
        own = Collection(DATA_OWNER)
        own.add([replace(bad, moves=("b2", "b2"))], 1.0)  # it comes first
        own.add([good])
    with page_server(tmp_path) as server, opened(browser, server) as page:
        page.goto(server.address + "#practice")
        page.get_by_text("b2").first.wait_for()
        page.locator("#empty #next").click()
        page.locator("practice-view svg.surface").wait_for()
        assert page.url.endswith(f"#practice={good.id}")
        page.click("#next")
        page.locator("#anyway").wait_for()
        assert page.locator("#next").count() == 0
        page.wrong.clear()  # the browser reports the answer 409


def test_the_board_comes_first(browser: Any, practicing: PageServer) -> None:
    with at_exercise(browser, practicing) as page:
        found = shares(page, "svg.surface", ".table .hand")
        assert all(found[size] >= least for size, least in SHARES.items()), found
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate(OUT_OF_SIGHT, [".board-box", "#task", "#hint", "#solution"]) == []


def test_a_swap_is_a_button(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    swap = exercise("c3", line=("swap-pieces", "b2"), rules=(("swap", "pieces"),))
    Collection(DATA_OWNER).add([swap])
    with page_server(tmp_path) as server, at_exercise(browser, server) as page:
        page.get_by_role("button", name="Swap pieces").click()
        page.locator(".lesson").wait_for()
        assert page.locator("#outcome").inner_text().startswith("Counts as solved")
        assert page.get_by_role("button", name="Swap pieces").count() == 0


@pytest.mark.slow
def test_reviews_from_before_practice_are_brought(browser: Any, tmp_path: Path) -> None:
    with page_server(tmp_path) as server, opened(browser, server) as page:
        id = page.evaluate(
            """async text => {
                const { createReview } = await import("/review_api.js");
                const { noteSide } = await import("/own_reviews.js");
                const { id } = await createReview({ text });
                noteSide(id, 1);
                return id;
            }""",
            HEX,
        )
        until(page, f"(async () => (await (await fetch('/api/v1/reviews/{id}')).json()).status === 'done')()")
        page.evaluate("location.hash = 'practice'")
        page.locator("#task").wait_for()
        assert page.locator("#due-count").inner_text() == "1"
