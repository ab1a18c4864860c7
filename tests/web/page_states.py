"""What the page can show: every view in its states, for tests that look at all of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from hexapoda.arena.running_games import RunningGames
from hexapoda.files.data_folder import DATA_OWNER
from hexapoda.practice.collection import Collection
from hexapoda.record import Ending, MoveRecord
from tests.arena.settings import small
from tests.practice.exercises import exercise
from tests.web.library_pages import CLUB, MORE
from tests.web.match_folders import game, match, write_match
from tests.web.run_folders import write_run
from tests.web.test_reviews import HEX

__all__ = ["STATES", "fill", "show"]

REST = "notices"
"""A view without a board, in which a page waits between two states."""
HIVE = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 \\wQ", "bA1 bQ\\", "wG1 -wA1", "bG1 bA1-")
ANALYSIS = f"analysis=hive&variant=Base&moves={quote(';'.join(HIVE), safe=';')}"
REVIEW = """async text => {
  const { createReview } = await import("/review_api.js");
  location.hash = `review=${(await createReview({ text })).id}&at=5`;
}"""
GAME = """async ([game, variant, opponent, open]) => {
  const { beginGame } = await import("/own_games.js");
  const seats = ["human", opponent];
  const wish = { game, variant, rules: {}, seats, ...(open ? { open } : {}) };
  const { state } = await beginGame(wish, open === null ? 1 : undefined);
  location.hash = `game=${state.id}`;
}"""
IMPORT = """async files => {
  const { readImport } = await import("/library_api.js");
  for (const [name, body] of files) {
    const answer = await fetch(`/api/v1/library/imports?name=${name}`, { method: "POST", body });
    const { id } = await answer.json();
    while (["waiting", "running"].includes((await readImport(id)).state))
      await new Promise(requestAnimationFrame);
  }
}"""
Act = Callable[[Any], None]


def fill(home: Path) -> ExitStack:
    """A data folder with matches, of which one is being played, training runs and exercises. The match ends
    when the result is closed.
    """
    going = ExitStack()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEXAPODA_HOME", str(home))
        # Whoever shows a solution needs one that is still due: each test of the deep run shows one.
        others = [exercise(cell) for cell in ("a2", "a3", "a4", "a5", "b1", "b2", "b3", "b5", "c1")]
        Collection(DATA_OWNER).add([*others, exercise("b4", line=("c2",))])
    match(home, "level", [None, 0, 1, 0, 1] * 2, age=50)
    cup = small("random", "greedy", "random:seed=1", games=2, format="round-robin")
    won = [1 if 1 in cup.pairing(number).players else None for number in range(6)]
    write_match(home, "cup", cup, [game(cup, *each) for each in enumerate(won)], age=40)
    faulty, crash = small(games=40), {"ending": Ending.CRASH, "detail": "greedy: ValueError: no idea"}
    games = [game(faulty, number, 0, **({} if number % 9 else crash)) for number in range(30)]
    write_match(home, "faulty", faulty, games, age=30)
    broken, _ = match(home, "broken", [0], age=20)
    (broken / "settings.json").write_text("{", "utf-8")
    live = small("random", "greedy", games=60)
    folder = write_match(home, "live", live, [game(live, number, number % 2) for number in range(12)])
    running = going.enter_context(RunningGames(folder, live))
    running.on_moves(12, 0, tuple(MoveRecord(text, time=0.1) for text in HIVE))
    write_run(home, "demo", 6)
    write_run(home, "new", 0)
    return going


def at(address: str, *there: str) -> Act:
    """Go to an address and wait until all of these are there."""

    def act(page: Any) -> None:
        page.evaluate("address => { location.hash = address; }", address)
        for one in there:
            page.locator(one).first.wait_for()

    return act


def game_of(game: str, variant: str, opponent: str = "human", open: str | None = "") -> Act:
    """A game that begins, on this screen; with `open` None it waits for a friend."""

    def act(page: Any) -> None:
        page.evaluate(GAME, [game, variant, opponent, open])
        page.locator("play-view svg.surface").wait_for()

    return act


def click(button: str, *there: str) -> Act:
    """Press a button and wait until all of these are there."""

    def act(page: Any) -> None:
        page.locator(button).first.click()
        for one in there:
            page.locator(one).first.wait_for()

    return act


def typed(*moves: str) -> Act:
    """Type moves in a game."""

    def act(page: Any) -> None:
        for number, move in enumerate(moves, 1):
            page.fill("#typed", move)
            page.press("#typed", "Enter")
            page.wait_for_function(
                "count => document.querySelectorAll('.move:not(.none)').length === count", arg=number
            )

    return act


def key(name: str, there: str) -> Act:
    """Press a key."""

    def act(page: Any) -> None:
        page.locator("h1").first.evaluate("() => document.activeElement?.blur()")
        page.keyboard.press(name)
        page.locator(there).first.wait_for()

    return act


def filled(field: str, text: str, button: str, there: str) -> Act:
    """Fill a field and send it."""

    def act(page: Any) -> None:
        page.fill(field, text)
        page.locator(button).first.click()
        page.locator(there).first.wait_for()

    return act


def with_openings(page: Any) -> None:
    """The openings in the analysis. A wide window has them at first, and the key would close them."""
    if not page.locator("position-openings details[open]").count():
        key("b", "position-openings details[open]")(page)
    page.locator("position-openings opening-explorer").wait_for(state="attached")  # none was played


def reviewed(page: Any) -> None:
    """A review whose moves have been looked at."""
    page.evaluate(REVIEW, HEX)
    page.locator("#progress.done").wait_for(timeout=90_000)
    page.locator(".review-move").first.wait_for()


def imported(page: Any) -> None:
    """A library with games."""
    page.evaluate(IMPORT, [["club.pgn", CLUB], ["more.txt", MORE]])
    at("library", ".stored tbody tr")(page)


STATES: dict[str, tuple[Act, ...]] = {
    "play begins": (game_of("hive", "Base+MLP"),),
    "play": (game_of("hive", "Base"), typed(*HIVE)),
    "play, refused": (game_of("hive", "Base"), typed(*HIVE[:4]), click("[data-piece=wS1]", ".note")),
    "play Hex": (game_of("hex", "11x11"), typed("c3", "f6", "g7")),
    "play, over": (game_of("hex", "5x5"), typed("c3"), click("#resign"), click("#resign", "#rematch")),
    "play, with a friend": (game_of("hive", "Base", open=None), at("game", ".invite")),
    "play, a new game": (game_of("hive", "Base"), click("#new", "new-game dialog[open]")),
    "play, your games": (game_of("hive", "Base"), click("#own", "own-games dialog[open]")),
    "play, settings": (game_of("hive", "Base"), click("#settings", "settings-dialog dialog[open]")),
    "play, lost": (at("game=nothing", "play-view .note"),),
    "analysis, empty": (at("analysis=hive&variant=Base%2BMLP", "#status"),),
    "analysis": (at(ANALYSIS, "variation-tree .step"),),
    "analysis, marks": (at(ANALYSIS, "variation-tree .step"), click("[data-overlay=liberties]")),
    "analysis of Hex": (at("analysis=hex&variant=11x11&moves=a3;f6;e7;g8;h4", "variation-tree .step"),),
    "analysis, engine": (at(ANALYSIS, "variation-tree .step"), key("l", "engine-lines [data-line]")),
    "analysis, openings": (at(ANALYSIS, "variation-tree .step"), with_openings),
    "analysis, set up": (at(ANALYSIS, "variation-tree .step"), click("#setUp", "#verdict")),
    "analysis, open a game": (at(ANALYSIS, "#status"), click("#load", "dialog[open]")),
    "analysis, a wrong game": (
        at(ANALYSIS, "#status"),
        click("#load", "dialog[open]"),
        filled("open-game textarea", "no game", "open-game .primary", "open-game .trouble"),
    ),
    "analysis, share": (at(ANALYSIS, "#status"), click("#share", "dialog[open]")),
    "analysis, keys": (at(ANALYSIS, "variation-tree .step"), key("?", "dialog[open]")),
    "review, begin": (at("review", "#game-text"),),
    "review, a wrong game": (
        at("review", "#game-text"),
        filled("#game-text", "no game", ".review-start .primary", ".trouble:not(:empty)"),
    ),
    "review": (reviewed,),
    "review, again": (reviewed, click("#next-mistake"), click("#retry", "[data-open]")),
    "review, lost": (at("review=nothing", ".alone, .trouble"),),
    "puzzles": (at("puzzles", "#task", "puzzles-view svg.surface"),),
    "puzzles, hint": (at("puzzles", "#task"), click("#hint", ".verdict.hint")),
    "puzzles, solution": (at("puzzles", "#task"), click("#solution", ".player")),
    "puzzles of Hex": (at("puzzles", "#task"), click(".bar .tab >> nth=1", "hex-board")),
    "puzzles, new ones": (
        at("puzzles", "#task"),
        click("puzzle-makings summary", ".new-work"),
        click(".new-work", "dialog[open]"),
    ),
    "puzzles, lost": (at("puzzles=nothing", ".empty-board"),),
    "learn": (at("learn=hive&lesson=one-hive", "#lesson-title"),),
    "learn, hint": (at("learn=hive&lesson=one-hive", "#lesson-title"), click("#show")),
    "learn Hex": (at("learn=hex", "#lesson-title"),),
    "learn, tour": (at("learn=hive&tour=", ".tour-steps"),),
    "practice": (at("practice", "practice-view svg.surface"),),
    "practice, hint": (at("practice", "practice-view svg.surface"), click("#hint", ".verdict.hint")),
    "practice, solution": (at("practice", "practice-view svg.surface"), click("#solution", ".lesson")),
    "library, empty": (at("library", "library-view"),),
    "library": (imported,),
    "library, a game": (imported, click(".stored tbody tr", ".glance h2")),
    "library, openings": (imported, at("library&tab=openings&game=hive", "button.played", ".hand button")),
    "library, players": (imported, at("library&tab=players", ".parts [aria-current]")),
    "library, nothing found": (imported, at("library&player=nobody", ".library-note")),
    "library, corrections": (
        imported,
        click(".stored tbody tr", ".glance h2"),
        click(".preview-actions button >> nth=1", "dialog[open]"),
    ),
    "library, trash": (at("library&tab=trash", "deleted-games"),),
    "library, analyses": (at("library&tab=analyses", "own-analyses"),),
    "matches": (at("matches", ".match-list a"),),
    "match": (at("matches=level", "#match-title"),),
    "match, cup": (at("matches=cup", "#match-title"),),
    "match, faults": (at("matches=faulty", ".faults-part li"),),
    "match, live": (at("matches=live", "running-game [data-piece]"),),
    "match, broken": (at("matches=broken", ".banner.bad"),),
    "match, lost": (at("matches=nothing", "[role=alert]"),),
    "match, a new one": (at("matches", ".match-list a"), click(".new-work", "dialog[open]")),
    "run": (at("runs=demo", "#run-title"),),
    "run, a new one": (at("runs", ".match-list a"), click(".new-work", "dialog[open]")),
    "notices": (at("notices", "notices-view"),),
}
"""By name: what leads there, from any view."""


def show(page: Any, name: str) -> None:
    """Show a state of the page, in a new view, with no dialog open."""
    page.evaluate(
        """rest => {
        for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
        location.hash = rest;
    }""",
        REST,
    )
    page.locator(f"{REST}-view").wait_for()
    for act in STATES[name]:
        act(page)
    page.wait_for_load_state("networkidle")
