"""Imports make no cycles, except those of facades, which import inside functions."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.test_layers import SOURCE, modules

FACADES = {
    "hexapoda.hive.position",
    "hexapoda.hex.position",
    "hexapoda.hive.game",
    "hexapoda.hex.game",
    "hexapoda.hive.text.notation",  # `parse_move` explains a refusal
    "hexapoda.hex.text.notation",
}
"""Modules whose functions import modules that are built on them."""


def name_of(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


parsed = cache(ast.parse)


def is_type_checking(test: ast.expr) -> bool:
    return any(
        "TYPE_CHECKING" in (getattr(node, "id", ""), getattr(node, "attr", "")) for node in ast.walk(test)
    )


def imported(text: str, known: set[str], *, lazy: bool) -> set[str]:
    """The modules that a module imports when loaded; with `lazy` also those that its functions import."""
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and is_type_checking(child.test):
                continue
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and not lazy:
                continue
            if isinstance(child, ast.Import):
                found.update(alias.name for alias in child.names)
            elif isinstance(child, ast.ImportFrom) and child.module:
                names = (f"{child.module}.{alias.name}" for alias in child.names)
                found.update(name if name in known else str(child.module) for name in names)
            visit(child)

    visit(parsed(text))
    return found & known


def graph(*, lazy: bool) -> dict[str, set[str]]:
    paths = {name_of(path): path for path in modules()}
    return {
        name: imported(path.read_text("utf-8"), set(paths), lazy=lazy and name not in FACADES) - {name}
        for name, path in paths.items()
    }


def cycle(links: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(links).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_imports_and_cycles_are_found() -> None:
    text = "import a\nif TYPE_CHECKING:\n    import b\ndef f():\n    from c import d, e\n"
    known = {"a", "b", "c", "c.d"}
    assert imported(text, known, lazy=False) == {"a"}
    assert imported(text, known, lazy=True) == {"a", "c", "c.d"}
    assert cycle({"a": {"b"}, "b": {"a"}}) and not cycle({"a": {"b"}, "b": set()})


@pytest.mark.parametrize("lazy", [False, True], ids=["when loaded", "when called"])
def test_no_import_cycles(lazy: bool) -> None:
    assert cycle(graph(lazy=lazy)) == []
