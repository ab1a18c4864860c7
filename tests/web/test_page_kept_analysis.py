"""An analysis in the browser is kept: through a reload, *Back*, a second tab, and a killed server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexapoda.record import format_game, read_games, read_text
from tests.browser import new_visitor
from tests.web.page_browser import PageServer, open_page, page_server
from tests.web.test_page_analysis import GAME, current, paste, press, steps

WHOLE = ["wS1", "bS1 wS1-?", "1… bA1 wS1-", "2. wQ -wS1", "2. wQ /wS1", "wQ -wS1", "bQ bS1-"]


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """A server for tests that kill it and fill its library."""
    with page_server(tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest.fixture
def visitor(browser: Any) -> Iterator[Any]:
    found = new_visitor(browser)
    yield found
    found.close()


def opened(visitor: Any, server: PageServer, address: str) -> Any:
    server.start()
    page = open_page(visitor, server, address)
    page.locator("svg.surface").wait_for()
    return page


def state(page: Any, wanted: str) -> None:
    page.locator(f"#save-state[data-state={wanted}]").wait_for()


def kept(page: Any) -> str:
    """The number of the analysis in the address, once the server has given it one."""
    page.wait_for_function("() => /[&#]kept=[0-9]+/.test(location.hash)")
    found = re.search(r"kept=([0-9]+)", page.url)
    assert found is not None
    return found[1]


def comment(page: Any, text: str) -> None:
    page.fill("#comment", text)
    page.locator("variation-tree .said", has_text=text).wait_for()  # without leaving the field


def test_a_reload_keeps_everything(visitor: Any, own_server: PageServer) -> None:
    page = opened(visitor, own_server, "analysis=hive&variant=Base")
    paste(page, GAME)
    page.locator("variation-tree .step").nth(6).wait_for()
    press(page, "ArrowRight", "ArrowRight", "ArrowDown")
    current(page, "bA1 wS1-")
    page.fill("#typed", "wG1 -wS1")
    press(page, "Enter")
    current(page, "wG1 -wS1")
    page.click("[data-mark='?!']")
    comment(page, "my own idea")
    page.fill("#analysis-name", "Spiders")
    press(page, "Enter")
    state(page, "saved")
    before = steps(page)
    assert before == [*WHOLE[:5], "2. wG1 -wS1?!", *WHOLE[5:]]
    number = kept(page)
    page.reload()
    current(page, "wG1 -wS1")
    assert steps(page) == before and kept(page) == number
    assert page.locator("variation-tree .said").all_inner_texts() == ["A game", "better", "my own idea"]
    assert page.input_value("#analysis-name") == "Spiders" and page.input_value("#comment") == "my own idea"
    assert page.inner_text(".analyzed").startswith("Ann – Bob 1-0")
    page.goto(f"{own_server.address}#library&tab=analyses")
    page.locator("own-analyses li", has_text="Spiders").locator("a").click()
    page.locator("variation-tree .step").nth(7).wait_for()
    assert steps(page) == before
    assert page.wrong == []


def test_back_leads_to_the_analysis_before(visitor: Any, own_server: PageServer) -> None:
    page = opened(visitor, own_server, "analysis=hex&variant=5x5&moves=c3;b2;d4&at=2")
    current(page, "b2")
    page.fill("#typed", "a1")
    press(page, "Enter")
    current(page, "a1")
    state(page, "saved")
    first = kept(page)
    paste(page, GAME)
    page.locator("hive-board").wait_for()
    assert kept(page) != first
    page.go_back()
    page.locator("hex-board").wait_for()
    current(page, "a1")
    assert steps(page) == ["c3", "b2", "d4", "3. a1"] and kept(page) == first
    page.go_forward()
    page.locator("hive-board").wait_for()
    assert steps(page) == WHOLE
    assert page.wrong == []


@pytest.mark.slow
def test_a_killed_server_loses_nothing(visitor: Any, own_server: PageServer) -> None:
    page = opened(visitor, own_server, "analysis=hex&variant=5x5&moves=c3;b2")
    current(page, "b2")
    press(page, "ArrowLeft")
    page.fill("#typed", "d4")
    press(page, "Enter")
    current(page, "d4")
    state(page, "saved")
    number = kept(page)
    own_server.kill()
    comment(page, "while nobody listens")
    page.click("[data-mark='!']")
    state(page, "waiting")
    page.locator(".save-trouble", has_text="does not answer").wait_for()
    page.close()  # what the server has not confirmed is in the browser
    page = opened(visitor, own_server, "analysis")
    current(page, "d4")
    state(page, "saved")
    assert kept(page) == number
    assert steps(page) == ["c3", "b2", "2. d4!"]
    page.locator("variation-tree .said", has_text="while nobody listens").wait_for()
    own_server.kill()
    comment(page, "again")
    state(page, "waiting")
    own_server.start()
    state(page, "saved")
    page.reload()
    page.locator("variation-tree .said", has_text="again").wait_for()
    assert kept(page) == number


@pytest.mark.slow
def test_a_server_that_is_down_from_the_start(visitor: Any, own_server: PageServer) -> None:
    page = opened(visitor, own_server, "analysis=hex&variant=5x5&moves=c3;b2")
    current(page, "b2")
    own_server.kill()
    comment(page, "first words")
    state(page, "waiting")
    assert "kept=~" in page.evaluate("decodeURIComponent(location.hash)")
    own_server.start()
    state(page, "saved")
    kept(page)
    page.reload()
    page.locator("variation-tree .said", has_text="first words").wait_for()
    shown = page.evaluate("fetch('/api/v1/analyses').then((answer) => answer.json())")
    same = [one for one in shown["analyses"] if one["plies"] == 2 and one["variant"] == "5x5"]
    assert len({one["id"] for one in same}) == len(same)


@pytest.mark.slow
def test_two_tabs_overwrite_nothing(visitor: Any, own_server: PageServer) -> None:
    first = opened(visitor, own_server, "analysis=hex&variant=5x5&moves=c3;b2")
    current(first, "b2")
    comment(first, "one")
    state(first, "saved")
    number = kept(first)
    second = opened(visitor, own_server, f"analysis&kept={number}&at=2")
    current(second, "b2")
    comment(second, "two")
    state(second, "saved")
    first.locator("variation-tree .said", has_text="two").wait_for()  # the other tab shows it at once
    # Another browser, which hears nothing of the tabs here.
    other = first.evaluate(
        """async (id) => {
          const url = `/api/v1/analyses/${id}`, { name, revision, record } = await (await fetch(url)).json();
          const nodes = record.nodes.map(({ board, change, ...node }) => ({ ...node, comment: "elsewhere" }));
          const body = JSON.stringify({ name, revision, record: { ...record, nodes } });
          const headers = { "content-type": "application/json" };
          return (await fetch(url, { method: "PUT", body, headers })).status;
        }""",
        number,
    )
    assert other == 200
    first.fill("#comment", "three")
    first.locator(".analysis-head .quiet", has_text="a separate analysis").wait_for()
    state(first, "saved")
    assert kept(first) != number
    first.locator("variation-tree .said", has_text="three").wait_for()
    assert first.input_value("#analysis-name") == f"Analysis {number} (copy)"
    first.locator(".analysis-head a", has_text="Show the other one").click()
    first.locator("variation-tree .said", has_text="elsewhere").first.wait_for()
    assert kept(first) == number


def refuse(pages: Any) -> None:
    """The server takes no analyses from these pages, and answers all else."""
    pages.route(
        "**/api/v1/analyses**", lambda route: route.fulfill(status=503, json={"error": {"text": "busy"}})
    )


@pytest.mark.slow
def test_a_tab_does_not_send_what_another_tab_works_on(visitor: Any, own_server: PageServer) -> None:
    first = opened(visitor, own_server, "analysis=hex&variant=5x5&moves=c3;b2")
    current(first, "b2")
    comment(first, "before")
    state(first, "saved")
    number = kept(first)
    refuse(first)
    comment(first, "not sent yet")
    state(first, "waiting")
    second = opened(visitor, own_server, f"analysis&kept={number}&at=2")
    second.locator("variation-tree .said", has_text="before").wait_for()
    comment(first, "and more")
    first.unroute_all()
    state(first, "saved")
    assert kept(first) == number
    second.locator("variation-tree .said", has_text="and more").wait_for()


@pytest.mark.slow
def test_two_tabs_with_one_unsaved_analysis_lose_nothing(visitor: Any, own_server: PageServer) -> None:
    refuse(visitor)
    first = opened(visitor, own_server, "analysis=hex&variant=5x5&moves=c3;b2")
    current(first, "b2")
    comment(first, "of the first")
    state(first, "waiting")
    second = opened(visitor, own_server, first.url.removeprefix(f"{own_server.address}#"))
    second.locator("variation-tree .said", has_text="of the first").wait_for()
    comment(second, "of the second")
    state(second, "waiting")
    addresses = [page.url.removeprefix(f"{own_server.address}#") for page in (first, second)]
    assert addresses[0] != addresses[1]
    for page in (first, second):
        page.close()
    visitor.unroute_all()
    for address, text in zip(addresses, ("of the first", "of the second"), strict=True):
        page = opened(visitor, own_server, address)
        page.locator("variation-tree .said", has_text=text).wait_for()
        kept(page)
        page.close()


@pytest.mark.slow
@pytest.mark.parametrize("format", ["pgn", pytest.param("sgf", marks=pytest.mark.deep)])
def test_one_comment_changes_nothing_else(visitor: Any, own_server: PageServer, format: str) -> None:
    """A game with all that a file can say goes through the page and the store, and back into a file."""
    games = read_games(Path(__file__).parents[1] / "storage" / "data" / f"annotated.{format}")
    tree = max(games, key=lambda game: len(format_game(game, format)))
    [wanted] = read_text(format_game(tree, format))
    page = opened(visitor, own_server, f"analysis={tree.game.name}")
    paste(page, format_game(tree, format))
    page.locator("variation-tree .step").nth(sum(1 for _ in tree.walk()) - 2).wait_for()
    press(page, "Home", "ArrowRight")
    page.wait_for_function("() => document.querySelector('step-note')?.step.ply === 1")
    page.fill("#comment", "mine")
    page.keyboard.press("Escape")
    state(page, "saved")
    page.reload()
    page.locator("variation-tree .said", has_text="mine").first.wait_for()
    page.click("#share")
    with page.expect_download() as download:
        page.click(f"[data-format={format}]")
    [found] = read_text(download.value.path().read_text(encoding="utf-8"))
    node = next(wanted.main_line())
    node.comments = ["mine"]
    assert found.header == wanted.header
    assert found == wanted
    assert page.wrong == []


@pytest.mark.slow
def test_a_link_carries_the_whole_tree(browser: Any, visitor: Any, own_server: PageServer) -> None:
    page = opened(visitor, own_server, "analysis=hive&variant=Base")
    paste(page, GAME)
    page.locator("variation-tree .step").nth(6).wait_for()
    press(page, "ArrowRight", "ArrowRight", "ArrowDown")
    page.click("#share")
    link = page.input_value("#whole-link")
    assert "&tree=" in link and len(link) < 2000
    other = new_visitor(browser)
    shown = open_page(other, own_server, link.removeprefix(f"{own_server.address}#"))
    shown.locator("variation-tree .step").nth(6).wait_for()
    current(shown, "bA1 wS1-")
    assert steps(shown) == WHOLE and shown.inner_text(".analyzed").startswith("Ann – Bob 1-0")
    shown.reload()
    shown.locator("variation-tree .step").nth(6).wait_for()
    assert shown.wrong == []
    other.close()
