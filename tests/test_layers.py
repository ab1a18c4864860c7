"""The layers of docs/explanation/architecture.md: a module imports from lower rows or its own package."""

import ast
import re
from functools import cache
from pathlib import Path

from hexapoda.games.translations import other_languages
from hexapoda.page.catalogs import catalog_path

SOURCE = Path(__file__).parent.parent / "src" / "hexapoda"

# Modules of src/hexapoda, lowest first. A module imports only from lower rows and its own package.
ROWS = {
    name: row
    for row, names in enumerate(
        [
            ("errors", "late_names", "_cpu"),
            ("core_build", "foreign_error", "text"),
            ("files", "_core"),
            ("games",),
            ("coach", "engine", "record", "nets"),
            ("clock", "host", "hive", "hex"),
            ("protocols",),
            ("engines",),
            ("registry",),
            ("play", "arena", "storage"),
            ("analysis", "benchmark"),
            ("page", "practice", "puzzles"),
            ("train",),
            ("web",),
            ("cli",),
        ]
    )
    for name in names
}


CORE_ROWS = {
    **{"search": 0, "nn": 1, "hive": 2, "hex": 2, "env": 3, "bindings": 4},
    **{"hive/bindings": 5, "hex/bindings": 5},
}
"""Folders of cpp, lowest first. A file includes only from lower rows and its own folder."""


TYPES_FROM_ABOVE = {"games": "record"}
"""The manifest of a game names types of records, which have games: only type checkers see these imports."""


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def part_of(module: str) -> str | None:
    """hexapoda.hive.cell -> hive; hexapoda itself -> None."""
    names = module.split(".")
    return names[1] if names[0] == "hexapoda" and len(names) > 1 else None


@cache
def imports(path: Path) -> set[str]:
    found = set()
    tree = ast.parse(path.read_text("utf-8"))
    part = path.relative_to(SOURCE).parts[0]
    for block in [node for node in ast.walk(tree) if isinstance(node, ast.If)]:
        if ast.unparse(block.test) == "TYPE_CHECKING" and part in TYPES_FROM_ABOVE:
            above = f"from hexapoda.{TYPES_FROM_ABOVE[part]}"
            block.body = [node for node in block.body if not ast.unparse(node).startswith(above)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
            if node.module == "hexapoda":
                found |= {f"hexapoda.{alias.name}" for alias in node.names}
    return found


def test_imports_go_down() -> None:
    upward = []
    for path in modules():
        own = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if own in ("__init__", "__main__"):
            continue
        assert own in ROWS, f"{own} has no row: give it one here and in the architecture page"
        for module in imports(path):
            other = part_of(module)
            if other is None or other == own or other.startswith("__"):
                continue
            assert other in ROWS, f"{path} imports {module}, which has no row"
            if ROWS[other] >= ROWS[own]:
                upward.append(f"{path} imports {module}, which is not in a lower row")
    assert not upward


def test_modules_are_small_and_say_what_they_own() -> None:
    texts = {path: path.read_text("utf-8") for path in modules()}
    assert not [path for path, text in texts.items() if len(text.splitlines()) > 500]
    assert not [path for path, text in texts.items() if not ast.get_docstring(ast.parse(text))]
    assert not [path for path in texts if path.stem in {"utils", "helpers", "common", "misc"}]


ANY = {
    "web/description.py": "FastAPI has `Any` in the description of an API",
    "games/position.py": "in code that is shared by all games, positions and moves are opaque",
    "games/part.py": "the class `Game` has the type of each part",
    "games/game.py": "each game has its own options of pictures",
    "games/encodings.py": "arrays of any type of NumPy",
    "games/lesson.py": "JSON, which is read here",
}
"""The modules of `games`, `web` and `page` that name `Any`, and why."""


def test_answers_have_types() -> None:
    found = {
        str(path.relative_to(SOURCE))
        for part in ("games", "web", "page")
        for path in (SOURCE / part).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Name) and node.id == "Any"
    }
    assert found == set(ANY)


def core_files() -> list[Path]:
    return sorted((SOURCE.parent.parent / "cpp").rglob("*.?pp"))


def row_name(file: str) -> str:
    """hive/rules/key.cpp -> hive; hive/bindings/moves.cpp -> hive/bindings."""
    game = re.match(r"\w+/bindings(?=/)", file)
    return game[0] if game else file.split("/")[0]


def test_core_includes_go_down() -> None:
    found = set()
    for path in core_files():
        own = row_name(path.relative_to(SOURCE.parent.parent / "cpp").as_posix())
        assert own in CORE_ROWS, f"{own} has no row: give it one here and in the architecture page"
        for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text("utf-8"), re.MULTILINE):
            other = row_name(name)
            assert other in CORE_ROWS, f"{path} includes {name}: expected a path from the folder cpp"
            assert other == own or CORE_ROWS[other] < CORE_ROWS[own], f"{path} includes {name}"
            found.add((own, other))
    assert {(game, "search") for game in ("hive", "hex")} <= found
    assert {(f"{game}/bindings", game) for game in ("hive", "hex")} <= found


def test_files_of_the_core_of_tests_and_of_tools_are_small() -> None:
    root = SOURCE.parent.parent
    paths = [*(root / "cpp").rglob("*.?pp"), *(root / "tests").rglob("*.py"), *(root / "tools").rglob("*.py")]
    assert [str(path) for path in paths if len(path.read_text("utf-8").splitlines()) > 500] == []


def test_scripts_and_styles_of_the_page_are_small() -> None:
    root = SOURCE.parent.parent
    paths = [path for folder in (SOURCE, root / "examples", root / "tests") for path in folder.rglob("*.*s*")]
    catalogs = [SOURCE / "web" / "static" / catalog_path(language) for language in other_languages()]
    own = [path for path in paths if path.suffix in (".js", ".css") and "vendor" not in path.parts]
    own = [path for path in own if path not in catalogs]  # data, each as long as all texts of the page
    assert {path.suffix for path in own} == {".js", ".css"}
    assert [str(path) for path in own if len(path.read_text("utf-8").splitlines()) > 500] == []


def test_only_bindings_know_python() -> None:
    for path in core_files():
        if path.relative_to(SOURCE.parent.parent / "cpp").parts[-2] != "bindings":
            text = path.read_text("utf-8")
            assert "Python.h" not in text and "nanobind" not in text, path
