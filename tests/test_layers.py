"""The layers of docs/explanation/architecture.md: a module imports from lower rows or its own package."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "hexapoda"

ROWS = {
    "errors": 0,
    "data_folder": 0,
    "game": 0,
    "game_file": 0,
    "span": 0,
    "line": 0,
    "measurement": 0,
    "svg_element": 0,
    "hive": 0,
    "hex": 0,
    "_core": 0,
    "_cpu": 0,
    "core_build": 0,
    "engine": 1,
    "thinking": 1,
    "record": 1,
    "game_kind": 1,
    "game_tree": 1,
    "protocols": 2,
    "engines": 3,
    "registry": 4,
    "bot_file": 4,
    "external": 4,
    "arena": 5,
    "storage": 5,
    "analysis": 6,
    "report": 6,
    "train": 7,
    "cli": 8,
    "web": 8,
}
# Of the bottom row: what each may use of its neighbours there.
BOTTOM = {
    "errors": set[str](),
    "data_folder": set[str](),
    "game": {"errors"},
    "line": set[str](),
    "game_file": {"errors"},
    "measurement": set[str](),
    "span": set[str](),
    "svg_element": set[str](),
    "_core": {"core_build"},
    "core_build": {"errors", "_cpu"},
    "hive": {"errors", "game", "game_file", "line", "measurement", "span", "svg_element", "_core"},
    "hex": {"errors", "game", "game_file", "line", "measurement", "span", "svg_element", "_core"},
}
STRANGERS = ({"arena", "storage"}, {"hive", "hex"})


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def part_of(module: str) -> str | None:
    """hexapoda.hive.cell -> hive; hexapoda itself -> None."""
    names = module.split(".")
    return names[1] if names[0] == "hexapoda" and len(names) > 1 else None


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
            if node.module == "hexapoda":
                found |= {f"hexapoda.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_down(path: Path) -> None:
    own = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    if own == "__init__":
        return
    assert own in ROWS, f"{own} has no row: give it one here and in the architecture page"
    for module in imports(path):
        other = part_of(module)
        if other is None or other == own or other.startswith("__"):
            continue
        assert other in ROWS, f"{path} imports {module}, which has no row"
        assert ROWS[other] <= ROWS[own], f"{path} imports {module} from a higher row"
        if ROWS[own] == 0:
            assert other in BOTTOM[own], f"{path} imports {module}"
        for pair in STRANGERS:
            assert not {own, other} <= pair, f"{path} imports {module}: these two do not know each other"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_modules_are_small_and_say_what_they_own(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= 500
    assert ast.get_docstring(ast.parse(text)), "no docstring"
    assert path.stem not in {"utils", "helpers", "common", "misc"}


def test_core_files_are_small() -> None:
    for path in (SOURCE.parent.parent / "cpp").rglob("*.?pp"):
        assert len(path.read_text("utf-8").splitlines()) <= 500, path


def test_only_bindings_know_python() -> None:
    for path in (SOURCE.parent.parent / "cpp").rglob("*.?pp"):
        if path.parent.name != "bindings":
            text = path.read_text("utf-8")
            assert "Python.h" not in text and "nanobind" not in text, path
