"""The table of games: the only place in shared code that contains the name of a game.

Each entry locates a `Game` object, which is imported on first use. So a command for one game never loads
another.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, cast

from hexapoda.errors import UsageError
from hexapoda.sentence import Sentence
from hexapoda.suggestion import did_you_mean

if TYPE_CHECKING:
    from hexapoda.games.game import Game

__all__ = ["DEFAULT_GAME", "GAMES", "find_game", "game_names", "game_of_position"]

GAMES: dict[str, str] = {
    "hive": "hexapoda.hive.game:HIVE",
    "hex": "hexapoda.hex.game:HEX",
}
"""`module:attribute` by the name of the game. Tests add a game here."""

DEFAULT_GAME = next(iter(GAMES))
"""The game that commands with the option `--game` use by default."""


def _either() -> str:
    return " or ".join(GAMES)


def game_names() -> tuple[str, ...]:
    """Return the names of the games, the default first."""
    return tuple(GAMES)


def find_game(name: str) -> Game:
    """Return the game with this name, ignoring case. Raises `UsageError`, which lists the games."""
    target = GAMES.get(name.casefold())
    if target is None:
        raise UsageError(
            Sentence(
                "no game is called {name!r}: expected {expected}{suggestion}",
                name=name,
                expected=_either(),
                suggestion=did_you_mean(name, GAMES),
            )
        )
    module, _, attribute = target.partition(":")
    return cast("Game", getattr(importlib.import_module(module), attribute))


def game_of_position(position: Any) -> Game:
    """Return the game to which a position belongs, by the package of its class. Raises `UsageError`."""
    module = type(position).__module__
    for name, target in GAMES.items():
        home = target.partition(":")[0]
        if module == home or module.startswith(home.rpartition(".")[0] + "."):
            return find_game(name)
    raise UsageError(f"{type(position).__name__!r} is not a position of {', '.join(GAMES)}")
