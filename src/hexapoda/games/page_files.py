"""The files that a game contributes to the page in the browser: those in the folder `web` of its package.

Their paths on the page begin with `games/NAME`. `board.js` defines the element `<NAME-board>`, and
`board.css` styles it. Both may load other files of the folder and of the page.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from hexapoda.games.game import Game
from hexapoda.games.table import find_game, game_names

__all__ = ["PLAIN_BOARD", "board_name", "page_folder", "page_folders"]

PLAIN_BOARD = "plain"
"""The board of games without a board of their own: the position as text, and a button for each move."""


def page_folder(game: Game) -> Path:
    """Return the folder with a game's files for the page. It need not exist."""
    return Path(str(files(game.package))) / "web"


def page_folders() -> dict[str, Path]:
    """Return the folders that exist, by their paths on the page, such as `games/hive`."""
    found = {name: page_folder(find_game(name)) for name in game_names()}
    return {f"games/{name}": folder for name, folder in found.items() if folder.is_dir()}


def board_name(game: Game) -> str:
    """Return the name of a game's board: the name of the game, or `PLAIN_BOARD` if it has none of its own."""
    return game.name if (page_folder(game) / "board.js").is_file() else PLAIN_BOARD
