"""The scripts, style sheets, shapes and game data that a page needs for its boards.

A board is a module of the page, or of the game that it shows. The game's own drawing code makes the shapes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hexapoda.games import find_game
from hexapoda.games.page_files import PLAIN_BOARD, board_name
from hexapoda.games.translations import translated
from hexapoda.page.bundle import page_file
from hexapoda.record import GameRecord

__all__ = ["board_scripts", "board_shapes", "board_styles", "games_json", "notices"]

_SHAPES = re.compile(r'static definitions = "\w+"')
"""The declaration in the script of a board that draws with shapes from the page."""


def board_scripts(names: Iterable[str]) -> list[str]:
    """Return the paths of these games' board modules, without duplicates."""
    boards = dict.fromkeys(board_name(find_game(name)) for name in names)
    return [f"boards/{name}.js" if name == PLAIN_BOARD else f"games/{name}/board.js" for name in boards]


def board_styles(names: Iterable[str]) -> list[str]:
    """Return the paths of these games' board style sheets, without duplicates."""
    boards = dict.fromkeys(board_name(find_game(name)) for name in names)
    return [f"games/{name}/board.css" for name in boards if name != PLAIN_BOARD]


def board_shapes(records: Iterable[GameRecord]) -> str:
    """Return invisible SVG with the shapes that the boards of these games draw with."""
    games: dict[str, list[GameRecord]] = {}
    for record in records:
        games.setdefault(record.game, []).append(record)
    shapes = ""
    for name, own in games.items():
        game = find_game(name)
        [script] = board_scripts([name])
        if game.page_board is not None and _SHAPES.search(page_file(script)):
            shapes += game.page_board.definitions(own)
    return shapes


def games_json(names: Iterable[str]) -> dict[str, dict[str, object]]:
    """Return the data that a page needs about each game, such as title, board and players, by game name."""
    games = map(find_game, dict.fromkeys(names))
    return {
        game.name: translated(
            {
                "name": game.name,
                "title": game.title,
                "board": board_name(game),
                "players": list(map(str, game.players)),
                "plies_a_turn": game.plies_a_turn,
                "default_engine": game.default_engine,
                "sides": list(game.players),
            }
        )
        for game in games
    }


def notices(names: Iterable[str]) -> list[str]:
    """Return the legal notices of these games, such as the owner of a trademark."""
    return [notice for name in dict.fromkeys(names) if (notice := find_game(name).notice)]
