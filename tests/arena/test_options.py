"""The options of a match, in Python and in tournament files; `tests/cli` has the commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexapoda.arena.options import MatchOptions
from hexapoda.arena.settings import SprtSettings
from hexapoda.arena.tournament import read_tournament
from hexapoda.clock import TimeControl
from hexapoda.errors import UsageError


def test_options_become_settings() -> None:
    options = MatchOptions(
        clock="5+0.5", depth=3, margin=0.0, draw="1,5", sprt="0,5", seed=3, openings="none"
    )
    settings = options.settings(["random", "greedy:nodes=7"], concurrency=2)
    assert settings.control == TimeControl(base=5, increment=0.5, depth=3) and settings.margin == 0
    assert settings.own_controls == (None, TimeControl(nodes=7))
    assert settings.engines == ("random", "greedy") and settings.concurrency == 2
    assert (settings.games, settings.sprt) == (2_000, SprtSettings(0, 5)), "a test may take long"
    assert (settings.adjudication.draw_score, settings.adjudication.draw_moves) == (1, 5)
    usual = MatchOptions(nodes=1).settings(["random", "greedy"])
    assert (usual.games, usual.margin, usual.patience, usual.adjudication.draw_ply) == (100, 0.2, 30, 60)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, "nothing limits the engines"),
        ({"clock": "1:30"}, "is not a clock"),
        ({"nodes": 1, "draw": "1,2,3,4"}, "--draw '1,2,3,4': expected 1 to 3"),
        ({"nodes": 1, "game": "go"}, "no game is called 'go'"),
        ({"nodes": 1, "rule": ["speed=on"]}, "speed"),
    ],
)
def test_bad_options(values: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        MatchOptions(**values).settings(["random", "greedy"])


def test_options_that_are_given_replace_those_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(
        'engines = ["a", "b"]\ntime = 2\nclock = 60\nagree = [5, 2]\nopening-plies = 3\nseed = 1\n'
    )
    engines, format, options = read_tournament(file, MatchOptions(seed=0))
    assert (engines, format) == (["a", "b"], None)
    assert options == MatchOptions(time=2, clock="60", agree="5,2", opening_plies=3, seed=0)


@pytest.mark.parametrize(
    "line", ["seed = 1.5", "games = true", "variant = false", "time = '2'", "rule = 'x'"]
)
def test_values_of_the_wrong_type(tmp_path: Path, line: str) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(line)
    with pytest.raises(UsageError, match="has the wrong type"):
        read_tournament(file, MatchOptions())
