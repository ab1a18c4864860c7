"""What the boards of a page consist of: scripts, shapes, and what they are told about the games.

The boards are the modules in `web/static/boards`. The game's own drawing code makes the shapes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from hexapoda.games import find_game
from hexapoda.games.translations import translated
from hexapoda.page.bundle import page_file
from hexapoda.record import GameRecord

__all__ = ["board_scripts", "board_shapes", "games_json", "notices"]

_SHAPES = re.compile(r'static definitions = "\w+"')


def board_scripts(names: Iterable[str]) -> list[str]:
    """Return the modules of the boards of these games."""
    return list(dict.fromkeys(f"boards/{find_game(name).web_board}.js" for name in names))


def board_shapes(records: Iterable[GameRecord]) -> str:
    """Return invisible SVG with the shapes that the boards of these games draw with."""
    games: dict[str, list[GameRecord]] = {}
    for record in records:
        games.setdefault(record.game, []).append(record)
    shapes = ""
    for name, own in games.items():
        game = find_game(name)
        if game.page_board is not None and _SHAPES.search(page_file(f"boards/{game.web_board}.js")):
            shapes += game.page_board.definitions(own)
    return shapes


def games_json(names: Iterable[str]) -> dict[str, Any]:
    """Return for each game its title, its board and the names of its players."""
    games = map(find_game, dict.fromkeys(names))
    return {
        game.name: translated(
            {
                "title": game.title,
                "board": game.web_board,
                "players": list(map(str, game.players)),
                "sides": list(game.players),
            }
        )
        for game in games
    }


def notices(names: Iterable[str]) -> list[str]:
    """Return the legal notices of these games, such as the owner of a trademark."""
    return [notice for name in dict.fromkeys(names) if (notice := find_game(name).notice)]
