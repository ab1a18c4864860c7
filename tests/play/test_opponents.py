"""Whom one can play against: levels first, then engines by name."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexapoda
from hexapoda.games import find_game
from hexapoda.play import friendly_opponent, opponents
from hexapoda.play.opponent import level_text


@pytest.mark.parametrize("name", ["hive", "hex"])
def test_levels_come_before_engines(name: str) -> None:
    found = opponents(find_game(name))
    levels = [one for one in found if one.level is not None]
    assert found[: len(levels)] == levels and len(found) > len(levels) + 2
    numbers = [one.level or 0 for one in levels]
    assert numbers == sorted(numbers) and set(range(1, 11)) <= set(numbers)
    names = {one.level: str(one.name) for one in levels}
    assert names[9] == "level 9" and names[1.5] == "level 1½"
    assert name == "hex" or names[9.25] == "level 9¼"
    assert levels[0].note == "for a first game" and levels[-1].note == "full strength"
    friend = friendly_opponent(find_game(name))
    assert friend.level == 2 and friend in found


def test_a_game_without_levels_has_its_engines(game_of_y: None) -> None:
    assert [one.name for one in opponents(find_game("y"))] == ["random"]
    assert friendly_opponent(find_game("y")).text == "random"


def test_levels_of_an_engine_of_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """There need not be an easy one, and not every fraction has a sign."""
    assert [level_text(level) for level in (3.0, 9.25, 9.3)] == ["3", "9¼", "9.3"]
    for levels in ((3.0, 4.0), (1.0, 2.0)):
        monkeypatch.setattr("hexapoda.play.opponent._levels", lambda spec, levels=levels: levels)
        friend = friendly_opponent(find_game("hive"))
        assert friend.level == min(levels, key=lambda level: abs(level - 2))
        assert friend in opponents(find_game("hive"))


@pytest.mark.parametrize("folder", ["play", "host", "cli/terminal"])
def test_what_plays_a_game_names_none(folder: str) -> None:
    root = Path(hexapoda.__file__).parent
    for path in (root / folder).glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for name in ("hive", "hex"):
            assert f'"{name}"' not in text and f"hexapoda.{name}" not in text, path
        if folder != "cli/terminal":
            assert "rich" not in text and "print(" not in text and "input(" not in text, path
