"""The files that the page in the browser gets from a game: those in the folder `web` of its package.

The page has them below `games/NAME`. `board.js` defines the element `<NAME-board>`, `board.css` has its
style. Both may load other files of the folder and of the page.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from hexapoda.games.game import Game
from hexapoda.games.table import find_game, game_names

__all__ = ["PLAIN_BOARD", "board_name", "page_folder", "page_folders"]

PLAIN_BOARD = "plain"
"""The board of games without one of their own: the position as text, and a button for each move."""


def page_folder(game: Game) -> Path:
    """Return the folder with the files of a game for the page. It need not exist."""
    return Path(str(files(game.package))) / "web"


def page_folders() -> dict[str, Path]:
    """Return the folders of all games by the path that they have on the page, such as `games/hive`."""
    found = {name: page_folder(find_game(name)) for name in game_names()}
    return {f"games/{name}": folder for name, folder in found.items() if folder.is_dir()}


def board_name(game: Game) -> str:
    """Return the name of the board of a game: its own, or `PLAIN_BOARD`."""
    return game.name if (page_folder(game) / "board.js").is_file() else PLAIN_BOARD
