"""The tests nearest to a module: those that import it in the fewest steps, and whose names are most like its.

Builds the graph of imports. Names of modules in texts count as imports, because many are loaded on first use.
"""

from __future__ import annotations

import ast
import re
from collections import deque
from functools import cache
from pathlib import Path

__all__ = ["module_name", "nearest_tests"]

ROOT = Path(__file__).parents[1]
_FAR = 6
"""The steps to a module that no test imports."""
_SLOW = re.compile(r"\b(?:browser|tab|cluster|server): |page_browser|Emulator\(")
"""Tests with these words start a browser, a cluster, a server or a terminal."""
_TARGET = re.compile(r"hexapoda(?:\.\w+)+")


def module_name(path: Path) -> str:
    """Return the name of a module of the package by its path."""
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def nearest_tests(path: Path, most: int) -> list[Path]:
    """Return at most this many test files for a module of the package, the nearest first."""
    module = module_name(path)
    words, own = _words(module), _words(module.rpartition(".")[2])

    def farness(test: Path) -> tuple[float, str]:
        name = _words(test.relative_to(ROOT / "tests").with_suffix("").as_posix())
        alike = len(words & name) + 2 * len(own & _words(test.stem))
        return _steps(test).get(module, _FAR) - alike + 3 * _is_slow(test), test.as_posix()

    return sorted(_tests(), key=farness)[:most]


@cache
def _tests() -> tuple[Path, ...]:
    return tuple(sorted((ROOT / "tests").rglob("test_*.py")))


@cache
def _is_slow(test: Path) -> bool:
    return bool(_SLOW.search(test.read_text("utf-8")))


def _words(name: str) -> set[str]:
    return {word.removesuffix("s") for word in re.split(r"[._/]", name)} - {"hexapoda", "test", ""}


@cache
def _steps(test: Path) -> dict[str, int]:
    """Return the steps from a test file to each module that it imports, also through others."""
    files = _files()
    found: dict[str, int] = {}
    todo = deque((name, 1) for name in _imports(test))
    while todo:
        name, steps = todo.popleft()
        if name not in files or name in found:
            continue
        found[name] = steps
        if steps < _FAR - 1:
            todo.extend((after, steps + 1) for after in _imports(files[name]))
    return found


@cache
def _files() -> dict[str, Path]:
    """The modules of the package and of the tests, by name."""
    of_package = {module_name(path): path for path in (ROOT / "src").rglob("*.py")}
    of_tests = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path
        for path in (ROOT / "tests").rglob("*.py")
    }
    return of_package | of_tests


@cache
def _imports(path: Path) -> frozenset[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set(_TARGET.findall(node.value)) if len(node.value) < 100 else set()
    return frozenset(found)
