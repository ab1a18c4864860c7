"""A game that the page has never heard of is played in a browser."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.third_game import pip_install_game_of_y
from tests.web.page_browser import moves, new_game, opened, page_server, status


def cell_of(move: str) -> str:
    """The cell of a stone, as the board names it."""
    row, place = map(int, move.split("."))
    return f"{place - row},{row - 1}"


@pytest.mark.slow
def test_it_is_installed_and_played_on_its_own_board(browser: Any, tmp_path: Path) -> None:
    packages = pip_install_game_of_y(tmp_path / "packages")
    with page_server(tmp_path, (packages,)) as server, opened(browser, server) as page:
        new_game(page, "y", "human", "triangle-3")
        for number, move in enumerate(["1.1", "2.2", "2.1", "3.3", "3.1"], 1):
            page.click(f'y-board [data-cell="{cell_of(move)}"]')
            moves(page, number)
        page.fill("#typed", "1.1")
        page.press("#typed", "Enter")
        status(page, "First wins")
        assert page.locator("y-board .joined").count() == 3
        assert page.locator("y-board[data-open], y-board [data-open]").count() == 0
        page.goto(f"{server.address}#analysis=y&variant=triangle-3&moves=1.1;2.2")
        page.locator("variation-tree .step").nth(1).wait_for()
        page.keyboard.press("ArrowLeft")
        page.click(f'y-board [data-cell="{cell_of("3.3")}"]')
        page.locator("variation-tree .variation", has_text="3.3").wait_for()


@pytest.mark.slow
def test_without_a_board_it_is_played_with_buttons(browser: Any, tmp_path: Path, packages: Path) -> None:
    folder = tmp_path / "packages"
    shutil.copytree(packages, folder, ignore=shutil.ignore_patterns("web"))
    with page_server(tmp_path, (folder,)) as server, opened(browser, server) as page:
        new_game(page, "y", "human", "triangle-3")
        for number, move in enumerate(["1.1", "2.2", "2.1", "3.3", "3.1"], 1):
            page.click(f'plain-board [data-move="{move}"]')
            moves(page, number)
        status(page, "First wins")
        assert page.locator("plain-board [data-move]").count() == 0
