"""Puzzles in a browser: solved, refuted, hinted at, filtered, remembered, and refused for a third game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hexapoda.games import find_game, game_names
from hexapoda.hive.piece import Piece
from hexapoda.hive.text.piece_names import piece_words
from hexapoda.puzzles.puzzle import Puzzle
from hexapoda.puzzles.puzzle_file import all_puzzles
from tests.web.page_browser import OPEN_CELL, PageServer, opened, page_server

FIRST, SECOND = game_names()


@pytest.fixture(scope="module")
def server(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    with page_server(tmp_path_factory.mktemp("home"), (packages,)) as server:
        yield server


@contextmanager
def at_puzzle(browser: Any, server: PageServer, puzzle: Puzzle, width: int = 1280) -> Iterator[Any]:
    with opened(browser, server, f"puzzles={puzzle.id}", width=width) as page:
        page.locator("puzzles-view svg.surface").wait_for()
        yield page


def one(game: str, length: int) -> Puzzle:
    return next(puzzle for puzzle in all_puzzles() if puzzle.game == game and puzzle.length == length)


def cell(puzzle: Puzzle, ply: int) -> str:
    """The cell of a placed stone of the solution, as the board names it."""
    game, position = find_game(puzzle.game), puzzle.position()
    for text in puzzle.solution[:ply]:
        position.push(game.parse_move(position, text))
    move: Any = game.move_json(position, game.parse_move(position, puzzle.solution[ply]))
    return ",".join(map(str, move["cell"]))


def press(page: Any, name: str) -> None:
    page.locator(f'puzzles-view .cell[data-cell="{name}"]').click()


def said(page: Any, start: str) -> None:
    page.wait_for_function(
        "start => document.querySelector('#said')?.textContent.trim().startsWith(start)", arg=start
    )


def test_a_puzzle_is_solved_and_the_progress_kept(browser: Any, server: PageServer) -> None:
    puzzle = one(SECOND, 2)
    with at_puzzle(browser, server, puzzle, width=360) as page:
        assert page.locator("#task").inner_text().endswith("to move and win in 2")
        press(page, cell(puzzle, 0))
        said(page, "Right.")
        press(page, cell(puzzle, 2))
        said(page, "Solved.")
        assert page.locator("#streak").inner_text() == "1"
        assert page.locator("#analyze").get_attribute("href").startswith(f"#analysis={SECOND}&")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.reload()
        page.locator("#solved-count").wait_for()
        assert page.locator("#solved-count").inner_text().startswith("1/")
        page.click("#next")
        page.wait_for_function("id => !location.hash.endsWith(id)", arg=puzzle.id)


def test_a_wrong_move_is_refuted_and_taken_back(browser: Any, server: PageServer) -> None:
    puzzle = one(SECOND, 3)
    with at_puzzle(browser, server, puzzle) as page:
        stones = page.locator("puzzles-view .stone").count()
        free = page.locator(f"puzzles-view {OPEN_CELL}")
        names = free.evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
        press(page, next(name for name in names if name != cell(puzzle, 0)))
        page.locator("#again").wait_for()
        assert "replies" in page.locator(".verdict.bad").inner_text()
        assert page.locator("puzzles-view .stone").count() == stones + 2
        page.click("#again")
        page.wait_for_function(
            "count => document.querySelectorAll('puzzles-view .stone').length === count", arg=stones
        )
        page.click("#solution")
        page.locator("#step-forward").wait_for()
        for _ in puzzle.solution[1:]:
            page.click("#step-forward")
        assert page.locator("puzzles-view .cell.won").count() > 0
        assert page.locator("#streak").inner_text() == "0"


# The top piece of a cell for each side of the question: one that moves, and one of its color that does not.
_FREE_AND_STUCK = """() => {
    const { board, legal } = document.querySelector("puzzles-view").scene;
    const tops = [...new Map(board.pieces.map((one) => [String(one.cell), one])).values()];
    const moves = (one) => legal.some((move) => move.piece === one.piece);
    const free = tops.find(moves);
    return [free, tops.find((one) => !moves(one) && one.piece[0] === free.piece[0])];
}"""


def test_a_piece_that_cannot_move_says_why(browser: Any, server: PageServer) -> None:
    with at_puzzle(browser, server, one(FIRST, 1)) as page:
        _, stuck = page.evaluate(_FREE_AND_STUCK)
        column, row = stuck["cell"]
        page.click(f'puzzles-view .stack[data-cell="{column},{row}"]')
        said(page, f"{piece_words(Piece(stuck['piece'])).replace('the', 'The', 1)} ")


def test_hints_filters_and_a_game_without_puzzles(browser: Any, server: PageServer) -> None:
    puzzle = one(FIRST, 2)
    with at_puzzle(browser, server, puzzle) as page:
        page.click("#hint")
        mover = piece_words(Piece(puzzle.solution[0].split()[0]))
        said(page, f"Move {mover}.")
        page.click("#hint")
        said(page, f"Play {mover} on the cell ")
        assert page.locator("puzzles-view .marks .hint").count() >= 1
        page.select_option("#length", "3")
        page.wait_for_function("() => document.querySelector('#task')?.textContent.endsWith('win in 3')")
        page.get_by_role("button", name="Y", exact=True).click()
        page.locator(".empty-board").wait_for()
        assert page.locator(".empty-board").inner_text() == (
            "There are no puzzles for Y, because it has no solver to prove wins."
        )
        page.goto(f"{server.address}#puzzles=nothing")
        page.wait_for_function(
            "() => document.querySelector('.empty-board')?.textContent.includes('not found')"
        )
        page.wrong.clear()  # the browser reports the answer 404


def test_a_theme_and_a_size_are_chosen_and_the_list_is_drawn_in_parts(
    browser: Any, server: PageServer
) -> None:
    every = [puzzle for puzzle in all_puzzles() if puzzle.game == SECOND]
    ladders = [puzzle for puzzle in every if "ladder" in puzzle.themes]
    with at_puzzle(browser, server, one(SECOND, 2), width=360) as page:
        page.select_option("#difficulty", "all")
        assert page.locator("#theme option").first.inner_text() == f"any ({len(every)})"
        chosen = page.locator("#theme option[value=ladder]")
        assert chosen.inner_text() == f"ladder ({len(ladders)})"
        page.select_option("#theme", "ladder")
        page.wait_for_function(
            "text => document.querySelector('.all summary').textContent === text",
            arg=f"{len(ladders)} puzzles",
        )
        ids = {puzzle.id for puzzle in ladders}
        page.wait_for_function(
            "ids => ids.includes(new URLSearchParams(location.hash.slice(1)).get('puzzles'))", arg=sorted(ids)
        )
        small = [puzzle for puzzle in ladders if puzzle.position().variant == "5x5"]
        assert page.locator("#variant option[value='5x5']").inner_text() == f"5x5 ({len(small)})"
        page.select_option("#theme", "")
        assert page.locator(".tile").count() == 0, "a closed list draws nothing"
        page.locator(".all summary").press("Enter")
        page.locator("#more-puzzles").wait_for()
        drawn = page.locator(".tile").count()
        assert 0 < drawn < len(every)
        page.locator("#more-puzzles").press("Enter")
        page.wait_for_function("count => document.querySelectorAll('.tile').length > count", arg=drawn)
        page.click("#solution")
        page.locator("#next").wait_for()
        other = next(puzzle for puzzle in ladders if puzzle.id not in page.url)
        page.goto(f"{server.address}#puzzles={other.id}")
        page.locator("#solution").click()
        assert "ladder" in page.locator("#themes").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
