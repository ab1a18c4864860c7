"""The tool for mutation sampling: what it changes, which tests it takes, and that they see the mutant."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import mutants
from tools.mutants import HOOK, sample
from tools.mutation import mutations
from tools.nearest_tests import ROOT, module_name, nearest_tests

SOURCE = '''"""A module."""
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    LIMIT = 1
__all__ = ["f"]
def f(n: int = 3, deep: bool = False) -> int | None:
    """A function."""
    if not n or n < 2:
        raise ValueError(f"{n + 1}")
    print(n)
    n += 1
    return n if deep else n * 2
'''


def test_what_is_changed() -> None:
    found = [(each.line, each.before, each.after) for each in mutations(SOURCE)]
    assert found == [
        (6, "3", "4"),
        (6, "False", "True"),
        (8, "not n or n < 2", "not n and n < 2"),
        (8, "not n", "n"),
        (8, "n < 2", "n <= 2"),
        (8, "2", "3"),
        (10, "print(n)", "pass"),
        (11, "n += 1", "n -= 1"),
        (11, "1", "2"),
        (12, "return n if deep else n * 2", "return None"),
        (12, "n if deep else n * 2", "n * 2 if deep else n"),
        (12, "n * 2", "n + 2"),
        (12, "2", "3"),
    ]
    assert len({each.source for each in mutations(SOURCE)}) == len(found)


@pytest.mark.parametrize(
    ("module", "test"),
    [
        ("text/text_table.py", "test_text_table.py"),
        ("hive/text/notation.py", "hive/test_notation.py"),
        ("record/opening_book.py", "records/test_opening_book.py"),
        ("host/async_engine.py", "engines/test_async_engine.py"),
        ("cli/completion.py", "cli/test_completion.py"),
        ("record/tree.py", "test_game_tree.py"),
    ],
)
def test_the_nearest_tests(module: str, test: str) -> None:
    assert ROOT / "tests" / test in nearest_tests(ROOT / "src" / "hexapoda" / module, 4)


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    modules = [ROOT / "src" / "hexapoda" / "text" / name for name in ("line.py", "suggestion.py")]
    drawn = [list(sample(modules, 6, seed)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert [path for path, _ in drawn[0]].count(modules[0]) == 3


def test_a_file_whose_tests_do_not_run_is_no_test_of_a_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = {Path("passes"): 0, Path("fails"): 1, Path("skips all"): 5, Path("hangs"): None}
    monkeypatch.setattr(mutants, "nearest_tests", lambda path, most: list(codes))
    monkeypatch.setattr(mutants, "run_tests", lambda tests, deadline: codes[tests[0]])
    assert mutants.passing(tmp_path)[0] == (Path("passes"),)


def test_ctrl_c_keeps_the_summary(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes = iter([True, False, True])

    def is_noticed(*_: object) -> bool:
        for noticed in outcomes:
            return noticed
        raise KeyboardInterrupt

    monkeypatch.setattr(mutants, "passing", lambda path: ((path,), 1.0))
    monkeypatch.setattr(mutants, "is_noticed", is_noticed)
    assert mutants.main([str(ROOT / "src" / "hexapoda" / "text" / "line.py")]) == 130
    assert capsys.readouterr().out.endswith("2 of 3 mutants were noticed, 1 survived\n")


def test_a_process_loads_the_mutant(tmp_path: Path) -> None:
    mutant = tmp_path / "mutant.py"
    mutant.write_text("MAX_PLIES = 7", "utf-8")
    module = module_name(ROOT / "src" / "hexapoda" / "text" / "line.py")
    environment = {**os.environ, "PYTHONPATH": str(HOOK), "HEXAPODA_MUTANT": f"{module}:{mutant}"}
    code = "import hexapoda.text.line as line; print(line.MAX_PLIES, line.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    value, _, file = done.stdout.strip().partition(" ")
    assert value == "7" and Path(file).name == "line.py"
