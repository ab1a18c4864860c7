"""The programs in `examples`, each at a size that takes seconds; skipped if their packages are missing."""

from __future__ import annotations

import importlib.util
import runpy
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def main_of(name: str, *needed: str) -> Any:
    for package in needed:
        if importlib.util.find_spec(package) is None:
            pytest.xfail(f"{package} is not one of the tools of this repository")
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))["main"]


def test_a_policy_gradient_learns() -> None:
    first, last = main_of("policy_gradient")(steps=60, games=64, board="3x3")
    assert 0.5 < first < last


def test_a_language_model_is_told_what_is_wrong() -> None:
    reward, mistakes = main_of("language_model")(plies=10)
    assert (reward, mistakes) == (0, 1)


def test_maskable_ppo_plays_legal_games() -> None:
    assert 0 <= main_of("masked_ppo", "sb3_contrib")(steps=64, games=4) <= 1


def test_mctx_finds_the_move_that_wins() -> None:
    assert main_of("mctx_search", "mctx")(games=2) == 1


def test_openspiel_plays_a_game() -> None:
    text, returns = main_of("openspiel_search", "pyspiel")(simulations=2, plies=6)
    assert text.startswith("Base;InProgress;White[4];") and returns == [0, 0]
