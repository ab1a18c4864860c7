"""The table of games: the games of this package, and games that other packages add.

Each row locates a `Game` object, which is imported on first use, so a command for one game never loads
another. No other shared module names a game in its code.

A package adds a game in its pyproject.toml:

    [project.entry-points."hexapoda.games"]
    y = "game_of_y.game:GAME_OF_Y"
"""

from __future__ import annotations

import importlib
import re
import sys
import warnings
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, cast

from hexapoda.errors import UsageError
from hexapoda.text.sentence import Sentence
from hexapoda.text.suggestion import did_you_mean

if TYPE_CHECKING:
    from hexapoda.games.game import Game

__all__ = [
    "BUILT_IN_GAMES",
    "DEFAULT_GAME",
    "ENTRY_POINT_GROUP",
    "find_game",
    "game_names",
    "game_of_position",
]

ENTRY_POINT_GROUP = "hexapoda.games"
"""The entry-point group in which other packages add their games."""
_TARGETS = {"hive": "hexapoda.hive.game:HIVE", "hex": "hexapoda.hex.game:HEX"}
BUILT_IN_GAMES = tuple(_TARGETS)
"""The names of the games of this package."""
DEFAULT_GAME = BUILT_IN_GAMES[0]
"""The game that a command uses if its option `--game` is not given."""
_NAME = re.compile(r"[a-z][a-z0-9]*")


def game_names() -> tuple[str, ...]:
    """Return the names of all games, the default first, those of other packages last. A game that cannot be
    loaded is left out, with a warning.
    """
    return (*BUILT_IN_GAMES, *_added_games(tuple(sys.path)))


def find_game(name: str) -> Game:
    """Return the game with this name, ignoring case. Raises `UsageError`, which lists the games."""
    folded = name.casefold()
    if folded in _TARGETS:
        return _load(_TARGETS[folded])
    added = _added_games(tuple(sys.path))
    if folded in added:
        return added[folded]
    names, name = game_names(), name[:60]
    raise UsageError(
        Sentence(
            "no game is called {name!r}: expected {expected}{suggestion}",
            name=name,
            expected=" or ".join(names),
            suggestion=did_you_mean(name, names),
        )
    )


def game_of_position(position: object) -> Game:
    """Return the game to which a position belongs, by the package of its class. Raises `UsageError`."""
    module = f"{type(position).__module__}."
    for name in BUILT_IN_GAMES:
        if module.startswith(f"hexapoda.{name}."):
            return find_game(name)
    for game in _added_games(tuple(sys.path)).values():
        if module.startswith(f"{game.package}."):
            return game
    raise UsageError(f"{type(position).__name__!r} is not a position of {', '.join(game_names())}")


def _load(target: str) -> Game:
    module, _, attribute = target.partition(":")
    return cast("Game", getattr(importlib.import_module(module), attribute))


@cache
def _added_games(path: tuple[str, ...]) -> Mapping[str, Game]:
    """Return the games of other packages, by name. `path` is `sys.path`, and serves only as the key of the
    cache.
    """
    # Slow to import, and not needed for the games of this package.
    from importlib.metadata import entry_points

    from hexapoda.foreign_error import describe_error

    found: dict[str, Game] = {}
    for entry in sorted(entry_points(group=ENTRY_POINT_GROUP)):
        trouble = "its name is taken" if entry.name in (*_TARGETS, *found) else ""
        if not _NAME.fullmatch(entry.name):
            trouble = "expected a name of lowercase letters and digits"
        if not trouble:
            try:
                game = _load(entry.value)
                if getattr(game, "name", None) == entry.name:
                    found[entry.name] = game
                    continue
                trouble = f"expected a game called {entry.name!r}, not {game!r}"
            except (Exception, SystemExit) as error:
                trouble = f"it cannot be loaded: {describe_error(error)}"
        warnings.warn(f"the game {entry.name!r} = {entry.value!r} is left out: {trouble}", stacklevel=3)
    return found
