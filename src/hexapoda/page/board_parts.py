"""What the boards of a page consist of: scripts, shapes, and the data of the games.

The boards are modules of the page and of the games. The game's own drawing code makes the shapes.
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


def board_scripts(names: Iterable[str]) -> list[str]:
    """Return the modules of the boards of these games."""
    boards = dict.fromkeys(board_name(find_game(name)) for name in names)
    return [f"boards/{name}.js" if name == PLAIN_BOARD else f"games/{name}/board.js" for name in boards]


def board_styles(names: Iterable[str]) -> list[str]:
    """Return the style sheets of the boards of these games."""
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
    """Return for each game its name, its title, its board, the names of its players, and how its moves
    are numbered."""
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
