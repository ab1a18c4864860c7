"""Shared code knows no game: it neither names one nor imports from one."""

import ast
from pathlib import Path

import pytest

from hexapoda.games import game_names
from tests.test_layers import SOURCE, imports, modules

TABLE = "games/table.py"
OF_A_GAME = ("hive/", "hex/", "engines/hive/", "engines/hex/", "protocols/uhp/", "protocols/htp/", "_core/")
"""The places of code for one game."""
SOLVERS = {
    "analysis/solve.py",
    "analysis/hex_solve.py",
    "cli/solve_hive.py",
    "cli/solve_hex.py",
}
"""Modules for one game in shared packages: the solvers, whose commands a game names in
`Game.solve_command`."""


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


@pytest.mark.parametrize("path", shared(), ids=by_place)
def test_shared_modules_name_no_game(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not names_in(text)
    quoted = [f'"{name}"' for name in game_names()]
    assert not [word for word in quoted if word in text], "also in comments"


@pytest.mark.parametrize("path", shared(), ids=by_place)
def test_shared_modules_import_from_no_game(path: Path) -> None:
    packages = tuple(f"hexapoda.{name}" for name in game_names())
    found = [
        one for one in imports(path) if one in packages or one.startswith(tuple(f"{p}." for p in packages))
    ]
    if by_place(path) not in SOLVERS:
        assert not found


def test_the_exceptions_are_needed() -> None:
    for place in SOLVERS:
        assert any(one.startswith(("hexapoda.hive", "hexapoda.hex")) for one in imports(SOURCE / place)), (
            place
        )
