"""The public names of the package, and what importing them loads."""

import importlib
import json
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hexapoda
from hexapoda.errors import UsageError

HEAVY = {
    "fastapi", "gymnasium", "numpy", "onnxruntime", "open_spiel", "pettingzoo", "pydantic", "pyspiel", "ray",
    "rich", "sqlalchemy", "torch", "typer", "uvicorn", "websockets",
}  # fmt: skip


PUBLIC = {
    "hexapoda.hex",
    "hexapoda.hive",
    "hexapoda.errors",
    "hexapoda.games",
    "hexapoda.record",
    "hexapoda.engine",
    "hexapoda.registry",
    "hexapoda.storage",
    "hexapoda.clock",
    "hexapoda.coach",
}
"""The modules whose names docs/reference/stability.md calls public."""
REFERENCE = Path(__file__).parent.parent / "docs" / "reference"


def names() -> list[str]:
    packages = pkgutil.walk_packages(hexapoda.__path__, "hexapoda.")
    # Only Alembic runs its scripts: they cannot be imported.
    return sorted(module.name for module in packages if ".migrations." not in module.name)


def loaded_after(statement: str) -> set[str]:
    code = f"import sys, json; {statement}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    return set(json.loads(done.stdout))


def test_every_public_name_exists() -> None:
    found = names()
    assert set(found) >= PUBLIC
    for name in found:
        try:
            module = importlib.import_module(name)
        except (UsageError, ModuleNotFoundError) as error:
            # Nothing but training needs PyTorch.
            assert name.startswith("hexapoda.train.") and "torch" in str(error).lower(), name
            continue
        public = getattr(module, "__all__", None)
        if public is None:
            assert name not in PUBLIC, f"{name}: no __all__"
            continue
        assert len(set(public)) == len(public), name
        assert [item for item in public if not hasattr(module, item)] == [], name


@pytest.mark.parametrize(
    "statement",
    [
        "import hexapoda",
        "import hexapoda.hex",
        "import hexapoda.hive",
        "from hexapoda.hive import Position; list(Position('Base+MLP').legal_moves)",
        "import hexapoda.registry",
        "import hexapoda.cli.uhp_entry",
        "import hexapoda.train.any_settings",  # which the server reads
    ],
)
def test_imports_are_light(statement: str) -> None:
    assert not loaded_after(statement) & HEAVY


def test_numpy_is_loaded_on_demand() -> None:
    assert "numpy" in loaded_after("from hexapoda.hive import Position; Position().legal_moves.to_numpy()")


def test_version() -> None:
    from importlib.metadata import version

    assert version("hexapoda") == hexapoda.__version__


def test_public_names_are_documented() -> None:
    pages = "\n".join(path.read_text("utf-8") for path in sorted(REFERENCE.glob("*.md")))
    promised = (REFERENCE / "stability.md").read_text("utf-8")
    shown = set(re.findall(r"auto(?:class|data|function):: hexapoda\.[\w.]*?(\w+)$", pages, re.MULTILINE))
    for name in sorted(PUBLIC):
        assert f"`{name}`" in promised
        if f"automodule:: {name}\n   :members:" not in pages:
            # errors-and-rules.md has a table of the members of `Rule`.
            assert set(importlib.import_module(name).__all__) - shown - {"Rule"} == set(), name
