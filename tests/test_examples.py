"""The programs in `examples`, each at a size that takes seconds.

Those of libraries that are no tools of this repository are tests only where the library is installed; the
versions with which they were run by hand are in `docs/how-to/recipes.md`.
"""

from __future__ import annotations

import importlib.util
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"

CASES: list[tuple[str, str, dict[str, int], Callable[[Any], bool]]] = [
    ("masked_ppo", "sb3_contrib", {"steps": 64, "games": 4}, lambda share: 0 <= share <= 1),
    ("mctx_search", "mctx", {"games": 2}, lambda share: share == 1),
    (
        "openspiel_search",
        "pyspiel",
        {"simulations": 2, "plies": 6},
        lambda found: found[0].startswith("Base;InProgress;White[4];") and list(found[1]) == [0, 0],
    ),
]
"""The name of the program, the package that it needs, the size, and what the result must be."""
HERE = [case for case in CASES if importlib.util.find_spec(case[1]) is not None]


def main_of(name: str) -> Any:
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))["main"]


def test_a_policy_gradient_learns() -> None:
    first, last = main_of("policy_gradient")(steps=60, games=64, board="3x3")
    assert 0.5 < first < last


def test_a_language_model_is_told_what_is_wrong() -> None:
    reward, mistakes = main_of("language_model")(plies=10)
    assert (reward, mistakes) == (0, 1)


@pytest.mark.parametrize(("name", "package", "size", "fits"), HERE, ids=[case[0] for case in HERE])
def test_a_learning_library(
    name: str, package: str, size: dict[str, int], fits: Callable[[Any], bool]
) -> None:
    found = main_of(name)(**size)
    assert fits(found), (package, found)
