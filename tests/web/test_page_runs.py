"""Training runs in a browser: from the list to a run to a game, while it grows; damage; a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexapoda.train.expert.expert_settings import ExpertGateSettings, ExpertRunSettings
from hexapoda.train.expert.hex.rave_settings import RaveSettings
from hexapoda.train.progress import write_progress
from hexapoda.train.reports import GateReport, NetworkMatch, WarmReport
from hexapoda.train.run_state import RunStateFile
from tests.web.axe import violations
from tests.web.page_browser import PageServer, page_server
from tests.web.run_folders import iterations, matches, write_expert_run, write_run
from tests.web.test_page_matches import PHONE, WIDE, visit


@pytest.mark.slow
def test_from_the_list_to_a_run_to_its_games(browser: Any, tmp_path: Path) -> None:
    with page_server(tmp_path) as server:
        with visit(browser, server, WIDE, "#play") as page:
            page.locator(".views a", has_text="Networks").click()
            page.locator(".matches-empty h2", has_text="No training runs yet").wait_for()
            assert page.locator(".command").first.input_value() == "hexapoda train hex-5x5.toml"
            assert violations(page) == []
        folder = write_run(tmp_path, "demo", 6)
        write_run(tmp_path, "long one", 2)
        with visit(browser, server, WIDE, "#runs") as page:
            page.locator(".match-list a", has_text="demo").click()
            page.locator("#run-title", has_text="demo").wait_for()
            assert page.locator(".badge.stopped").count() and page.locator(
                "run-page .command"
            ).input_value() == ("hexapoda train demo.toml")
            a_run_is_followed(page, folder)
            its_pictures_have_words(page)
            its_games_are_opened(page)
        a_phone_shows_it_too(browser, server)
        damage_is_named(browser, server, folder)


@pytest.mark.slow
def test_a_run_that_started_warm(browser: Any, tmp_path: Path) -> None:
    with page_server(tmp_path) as server:
        first = GateReport(0, None, None, True)
        one = GateReport(2, 0, NetworkMatch.of(4, 0, 2, (0, 0, 2, 0, 1)), True)
        warm = WarmReport(24_638, 1, 1_000_000, 2.9154, 0.41, 0.2468)
        folder = write_run(tmp_path, "warm", 2, measured=[first, one], warm_start=warm)
        with visit(browser, server, WIDE, "#runs=warm") as page:
            card = page.locator("section", has=page.locator("#warm-start-title"))
            card.locator("p", has_text="learned from 1,000,000 positions of 24,638 recorded games").wait_for()
            said = card.inner_text()
            assert "In 24.7% of the positions from games that it has not seen" in said and "2.915" in said
            assert "1 game was left out" in said
            rows = page.locator(".strength tbody tr")
            assert "warm start" in rows.first.inner_text() and "warm start" in rows.last.inner_text()
            assert violations(page) == []
            with RunStateFile(folder, 0) as state:
                for work, text in (
                    ("reading games", "Reading the recorded games: 3 of 40 files"),
                    ("warm start", "Warm start: 3 of 40 recorded positions"),
                ):
                    state.work(0, work, 3, 40)
                    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
                    page.locator(".work", has_text=text).wait_for()


@pytest.mark.slow
def test_a_run_of_the_network_of_an_engine(browser: Any, tmp_path: Path) -> None:
    expert = RaveSettings(start="hex", generations=4, boards={"11x11": 3})
    settings = ExpertRunSettings("hex", expert=expert, gate=ExpertGateSettings(nodes=50))
    with page_server(tmp_path) as server:
        write_expert_run(tmp_path, "rave", settings, 2)
        with visit(browser, server, WIDE, "#runs=rave") as page:
            page.locator(".state", has_text="2 of 4 iterations").wait_for()
            page.locator(".strength p", has_text="The network at the start, which is published").wait_for()
            label = page.locator(".strength line-chart svg").get_attribute("aria-label")
            assert str(label).startswith("Elo by iteration. Start: 0 ± 0. Iteration 1: ")
            rows = page.locator(".strength tbody tr")
            assert "start" in rows.first.inner_text() and "start" in rows.last.inner_text()
            assert "warm" not in page.locator("run-page").inner_text()
            page.locator(".match-details summary").click()
            page.locator(".facts dt", has_text="expert.boards.11x11").wait_for()
            assert violations(page) == []


def a_run_is_followed(page: Any, folder: Path) -> None:
    with RunStateFile(folder, 7) as state:
        state.work(7, "learning", 3, 40)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.locator(".work", has_text="Iteration 7, learning: 3 of 40 steps").wait_for()
        write_progress(folder, iterations(8), matches(4))
        page.locator(".state", has_text="8 iterations").wait_for()
        page.locator(".strength tbody tr:not(.older)", has_text="after 8").wait_for()
        page.locator(".strength tbody tr.older", has_text="mcts:nodes=50").wait_for()
    page.locator(".match-head .badge.finished").wait_for()


def its_pictures_have_words(page: Any) -> None:
    curve = page.locator(".strength line-chart svg")
    label = str(curve.get_attribute("aria-label"))
    assert label.startswith("Elo by iteration. Iteration 2: 0 ± 0. Iteration 8: +")
    assert curve.locator(".dot").count() == 4 and curve.locator(".dot.hollow").count() == 1
    assert curve.locator(".interval").count() == 4
    assert page.locator(".figures line-chart").count() == 6
    box = curve.bounding_box()
    page.mouse.move(box["x"] + box["width"] - 15, box["y"] + 50)
    page.locator(".strength .chart-text", has_text="Iteration 8: +").wait_for()
    rows = page.locator(".strength tbody tr")
    assert (
        rows.first.inner_text().split("\t")[4:6] == ["yes", "after 4"] or "after 4" in rows.first.inner_text()
    )
    assert "after 2" in rows.nth(1).inner_text() and "yes" not in rows.nth(1).inner_text()
    assert "the first one" in rows.last.inner_text()


def its_games_are_opened(page: Any) -> None:
    page.locator(".strength tbody a").first.click()
    page.locator("#match-title", has_text="net:network-00006.net against net:network-00004.net").wait_for()
    assert page.locator(".match-list").count() == 0, "it is not among the matches"
    page.locator(".game-rows a").first.click()
    page.locator("analysis-view variation-tree .step").nth(4).wait_for()
    page.go_back()
    page.locator(".match-head a", has_text="of the training run demo").click()
    page.locator("#run-title", has_text="demo").wait_for()
    page.locator(".some-games a", has_text="3").first.click()
    page.locator("analysis-view variation-tree .step").nth(4).wait_for()


def a_phone_shows_it_too(browser: Any, server: PageServer) -> None:
    with visit(browser, server, PHONE, "#runs") as phone:
        link = phone.locator("a[href='#runs=long%20one']")
        link.focus()
        phone.keyboard.press("Enter")
        phone.locator("#run-title", has_text="long one").wait_for()
        phone.locator(".strength", has_text="The network after iteration 2 was the first").wait_for()
        assert phone.locator("run-page .command").input_value() == "hexapoda train 'long one.toml'"
        phone.wait_for_function("() => document.activeElement?.className === 'back-link'")
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        phone.keyboard.press("Enter")
        link.wait_for()
        phone.goto(f"{server.address}#runs=demo")
        phone.locator(".strength tbody tr").first.wait_for()
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def damage_is_named(browser: Any, server: PageServer, folder: Path) -> None:
    log = folder / "progress.jsonl"
    log.write_text(log.read_text("utf-8").replace('"iteration": 5', '"iteration": 50'), "utf-8")
    (folder.parent / "long one" / "settings.json").write_text("{", "utf-8")
    with visit(browser, server, WIDE, "#runs=demo") as page:
        page.locator(".banner.bad", has_text="progress.jsonl, line 7: iteration 50: expected 5").wait_for()
        page.locator(".figures line-chart").first.wait_for()
        page.locator(".match-list a", has_text="long one").click()
        page.locator(".banner.bad", has_text="settings.json").wait_for()
        assert page.locator(".match-list .badge.damaged").count() == 2
        page.goto(f"{server.address}#runs=nothing")
        page.locator("[role=alert]", has_text="This training run was not found.").wait_for()
