"""Games of other packages: found by an entry point, and left out with a warning if they are broken."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from game_of_y.game import GAME_OF_Y
from hexapoda.errors import UsageError
from hexapoda.games import find_game, game_names, game_of_position
from tests.third_game import EXAMPLE, add_package, pip_install_game_of_y, use_packages


def test_a_game_of_another_package() -> None:
    assert game_names() == ("hive", "hex", "y")
    assert find_game("Y") is GAME_OF_Y
    assert game_of_position(GAME_OF_Y.initial()) is GAME_OF_Y


@pytest.mark.parametrize(
    ("name", "target", "trouble"),
    [
        (
            "go",
            "no_such_module:GO",
            "it cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'",
        ),
        ("go", "broken_game:NO_GAME", "it cannot be loaded: AttributeError: .*'NO_GAME'"),
        ("go", "ends_at_once:GO", "it cannot be loaded: SystemExit: 3"),
        ("go", "game_of_y.game:GAME_OF_Y", "expected a game called 'go', not <game_of_y"),
        ("go", "broken_game:GO", "expected a game called 'go', not 1"),
        ("hive", "game_of_y.game:GAME_OF_Y", "its name is taken"),
        ("Go!", "game_of_y.game:GAME_OF_Y", "expected a name of lowercase letters and digits"),
    ],
)
def test_a_broken_game_is_left_out(
    name: str, target: str, trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_game.py").write_text("GO = 1\n", "utf-8")
    (tmp_path / "ends_at_once.py").write_text("raise SystemExit(3)\n", "utf-8")
    add_package(tmp_path, "broken", {name: target})
    use_packages(tmp_path, monkeypatch)
    with pytest.warns(UserWarning, match=f"the game '{name}' = '{target}' is left out: {trouble}"):
        names = game_names()
    assert names == ("hive", "hex", "y")
    if name == "go":
        with pytest.raises(UsageError, match="no game is called 'go': expected hive or hex or y"):
            find_game(name)


def test_a_command_works_beside_a_broken_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_package(tmp_path, "broken", {"go": "no_such_module:GO"})
    use_packages(tmp_path, monkeypatch)
    command = [sys.executable, "-m", "hexapoda", "games", "check", str(tmp_path / "game.y")]
    (tmp_path / "game.y").write_text("Y triangle-3\n1.1 2.1\n", "utf-8")
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0 and "good" in ran.stdout, ran
    assert ran.stderr.count("the game 'go' = 'no_such_module:GO' is left out") == 1
    assert "Traceback" not in ran.stderr


def test_pip_installs_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the other tests put into a folder by hand is what pip puts there."""
    pip_install_game_of_y(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    shown = subprocess.run(
        [sys.executable, "-c", "import game_of_y; print(game_of_y.__file__)"], capture_output=True, text=True
    )
    assert Path(shown.stdout.strip()).parent == tmp_path / "game_of_y"
    inside = {path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("game_of_y/**/*.*")}
    whole = {path.relative_to(EXAMPLE).as_posix() for path in EXAMPLE.glob("game_of_y/**/*.*")}
    assert {path for path in inside if ".pyc" not in path} == {path for path in whole if ".pyc" not in path}
    command = [sys.executable, "-m", "hexapoda", "moves", "y", "--position", "triangle-3 1.1"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.stdout.split() == ["2.1", "2.2", "3.1", "3.2", "3.3"], ran
