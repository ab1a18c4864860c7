"""Shared code knows no game: it neither names one nor imports from one."""

import ast
from pathlib import Path

from hexapoda.games import game_names
from tests.test_layers import SOURCE, imports, modules

TABLE = "games/table.py"
OF_A_GAME = (
    "hive/",
    "hex/",
    "engines/hive/",
    "engines/hex/",
    "protocols/uhp/",
    "protocols/htp/",
    "train/expert/hex/",
    "train/expert/hive/",
    "_core/",
    "cli/htp_entry.py",
)
"""The places of code for one game."""


def shared() -> list[Path]:
    places = {path: path.relative_to(SOURCE).as_posix() for path in modules()}
    return [path for path, place in places.items() if place != TABLE and not place.startswith(OF_A_GAME)]


def by_place(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def names_in(text: str) -> list[str]:
    """The string literals of a module that are the name of a game."""
    values = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
    return [value for value in values if isinstance(value, str) and value.casefold() in game_names()]


def test_the_names_of_games_are_found() -> None:
    assert names_in("{'hive': 1}; f(x, 'Hex')") == ["hive", "Hex"]
    assert names_in((SOURCE / TABLE).read_text("utf-8")) == list(game_names())


def test_shared_modules_name_no_game() -> None:
    quoted = [f'"{name}"' for name in game_names()]
    texts = {by_place(path): path.read_text("utf-8") for path in shared()}
    assert not {place: found for place, text in texts.items() if (found := names_in(text))}
    assert not [place for place, text in texts.items() if any(word in text for word in quoted)], (
        "also in comments"
    )


def test_shared_modules_import_from_no_game() -> None:
    packages = tuple(f"hexapoda.{name}" for name in game_names())
    inside = tuple(f"{package}." for package in packages)
    for path in shared():
        found = [one for one in imports(path) if one in packages or one.startswith(inside)]
        assert not found, (path, found)
