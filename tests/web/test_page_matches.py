"""Matches in a browser: a real one while it runs, its games and its end; a phone; a plain board."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hexapoda.arena.running_games import RunningGames
from hexapoda.record import Ending, MoveRecord
from tests.arena.settings import small
from tests.browser import new_visitor
from tests.fakes import patient
from tests.web.axe import violations
from tests.web.match_folders import game, match, write_match
from tests.web.page_browser import DEADLINE, PageServer, page_server

PATIENT = Path(patient.__file__)
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}


@contextmanager
def visit(browser: Any, server: PageServer, size: dict[str, int], address: str = "#matches") -> Iterator[Any]:
    """A page of the matches; fails if a script fails or writes to the console."""
    visitor = new_visitor(browser, viewport=size, locale="en-US", reduced_motion="reduce")
    page = visitor.new_page()
    page.set_default_timeout(DEADLINE)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    # A refused request, and a server that does not answer, are written to the console by the browser.
    expected = ("ERR_", "status of 404")
    page.on(
        "console",
        lambda message: wrong.extend([message.text] * (not any(text in message.text for text in expected))),
    )
    page.goto(server.address + address)
    yield page
    assert wrong == []
    visitor.close()


@contextmanager
def played(home: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A match that is interrupted at the end of the block if it still runs."""
    command = [sys.executable, "-m", "hexapoda", "match", *arguments, "--quiet"]
    process = subprocess.Popen(
        command,
        env={**os.environ, "HEXAPODA_HOME": str(home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)


@pytest.mark.slow
def test_a_match_is_watched_from_its_first_game_to_its_interruption(browser: Any, tmp_path: Path) -> None:
    with page_server(tmp_path) as server, visit(browser, server, WIDE) as page:
        page.locator(".matches-empty h2", has_text="No matches yet").wait_for()
        assert page.locator(".command").input_value().startswith("hexapoda match ")
        games = [f"{PATIENT}:Patient", "random", "--games", "400", "--time", "0.2", "--concurrency", "2"]
        with played(tmp_path, *games, "--id", "live", "--seed", "1", "--sprt", "0,2") as running:
            folder = tmp_path / "matches" / "live"
            while not (folder / "running.json").exists():
                assert running.poll() is None
                page.wait_for_timeout(50)
            page.reload()
            page.locator(".match-list .badge.running").wait_for()
            page.locator("#match-title", has_text="patient against random").wait_for()
            card = page.locator("running-game .running-card").first
            card.locator("[data-piece]").nth(3).wait_for()
            plies = card.locator("h4 .quiet").inner_text()
            page.wait_for_function(
                "before => document.querySelector('running-game h4 .quiet')?.textContent !== before",
                arg=plies,
            )
            assert "at most 400 games" in page.locator(".state").inner_text()
            page.locator("#sprt .test-range").wait_for()
            page.locator(".game-rows li").nth(1).wait_for()
            assert page.locator(".elo-range").count() == 1
            assert (
                page.locator("running-game .small-board[inert]").count()
                == page.locator("running-game").count()
                > 0
            )
        page.locator(".match-head .badge.stopped").wait_for()
        assert page.locator("running-game").count() == 0
        assert page.locator(".command").input_value() == "hexapoda match --resume live"
        page.locator(".match-details summary").click()
        assert "0.2 s a move" in page.locator(".match-details table").inner_text()
        page.locator(".game-rows a").last.click()
        page.locator("analysis-view variation-tree .step").nth(5).wait_for()
        page.go_back()
        page.locator("#match-title").wait_for()


@pytest.mark.slow
def test_results_tournaments_faults_and_damage(browser: Any, tmp_path: Path) -> None:
    match(tmp_path, "level", [None, 0, 1, 0, 1] * 2, age=50)
    cup = small("random", "greedy", "random:seed=1", games=2, format="round-robin")
    write_match(
        tmp_path,
        "cup",
        cup,
        [game(cup, number, 1 if 1 in cup.pairing(number).players else None) for number in range(6)],
        age=40,
    )
    settings = small(games=200)
    detail = "greedy: ValueError: <b>no idea</b>"
    crash = {"ending": Ending.CRASH, "detail": detail}
    write_match(
        tmp_path,
        "faulty",
        settings,
        [game(settings, number, 0, **(crash if number % 9 == 0 else {})) for number in range(120)],
        age=30,
    )
    broken, _ = match(tmp_path, "broken", [0], age=20)
    (broken / "settings.json").write_text("{", "utf-8")
    with page_server(tmp_path) as server:
        with visit(browser, server, WIDE, "#matches=level") as page:
            page.locator(".verdict-line", has_text="No clear difference.").wait_for()
            assert page.locator(".counts").inner_text() == "4 wins · 2 draws · 4 losses"
            assert "0 points: 0, ½ points: 1" in str(page.locator(".pair-bars").get_attribute("aria-label"))
            page.locator(".match-list a", has_text="cup").click()
            page.locator(".verdict-line", has_text="greedy leads with 4 of 4 points.").wait_for()
            row = page.locator(".cross tbody tr").first
            assert row.inner_text().split() == ["1", "greedy", "2", "/", "2", "2", "/", "2"]
            page.locator(".match-list a", has_text="faulty").click()
            page.locator(".faults-part li").first.wait_for()
            assert page.locator(".faults-part li").count() == 10
            assert "ValueError: <b>no idea</b>" in page.locator(".faults-part li").first.inner_text()
            page.locator(".game-rows li").nth(49).wait_for()
            page.locator(".show-more").click()
            page.locator(".game-rows li").nth(99).wait_for()
            page.locator(".part-head select").select_option(label="With faults (14)")
            page.wait_for_function("() => document.querySelectorAll('.game-rows li').length === 14")
            assert page.locator(".game-rows .detail").first.inner_text() == detail
            page.locator(".match-list a", has_text="broken").click()
            page.locator(".banner.bad", has_text="settings.json").wait_for()
            page.goto(f"{server.address}#matches=nothing")
            page.locator("[role=alert]", has_text="This match was not found.").wait_for()
        a_phone_goes_from_the_list_to_a_match_and_back(browser, server)
        a_server_that_is_gone_comes_back(browser, server)


def a_phone_goes_from_the_list_to_a_match_and_back(browser: Any, server: PageServer) -> None:
    with visit(browser, server, PHONE) as phone:
        phone.locator(".match-list a").nth(3).wait_for()
        assert phone.locator("match-page").count() == 0
        for name in ("cup", "faulty", "level"):
            link = phone.locator(f"a[href='#matches={name}']")
            link.focus()
            phone.keyboard.press("Enter")
            phone.locator("#match-title").wait_for()
            phone.wait_for_function("() => document.activeElement?.className === 'back-link'")
            assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            phone.keyboard.press("Enter")
            link.wait_for()
            phone.wait_for_function(
                "name => document.activeElement?.getAttribute('href') === `#matches=${name}`", arg=name
            )


def a_server_that_is_gone_comes_back(browser: Any, server: PageServer) -> None:
    with visit(browser, server, WIDE, "#matches=level") as page:
        page.locator(".verdict-line").wait_for()
        server.kill()
        # A page that is seen again asks at once.
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.locator(".banner", has_text="The server does not answer.").wait_for()
        assert page.locator(".verdict-line").is_visible()
        server.start()
        page.locator(".banner").wait_for(state="detached")


@pytest.mark.slow
def test_a_game_that_the_page_has_never_heard_of(
    browser: Any, tmp_path: Path, packages: Path, game_of_y: None
) -> None:
    settings = small("random", "random:seed=2", games=4, game="y", variant="triangle-4")
    moves = tuple(MoveRecord(text, time=0.1) for text in ("1.1", "2.2", "2.1"))
    folder = write_match(tmp_path, "y", settings, [game(settings, 0, 0, moves=moves)])
    with (
        page_server(tmp_path, (packages,)) as server,
        RunningGames(folder, settings) as running,
    ):
        running.on_moves(1, 0, moves[:2])
        while not (folder / "running.json").exists():
            time.sleep(0.01)
        with visit(browser, server, WIDE) as page:
            page.locator("running-game y-board .stone").first.wait_for()
            assert page.locator("running-game [data-open]").count() == 0
            running.on_moves(1, 1, moves)
            page.locator("running-game h4", has_text="3 moves").wait_for()
            assert violations(page) == []
            page.locator(".game-rows a").click()
            page.locator("analysis-view variation-tree .step").nth(2).wait_for()
