"""The public names of the package, and what importing them loads."""

import importlib
import json
import pkgutil
import subprocess
import sys

import pytest

import hexapoda

HEAVY = {
    "fastapi", "gymnasium", "numpy", "onnxruntime", "pettingzoo", "pydantic", "ray", "rich", "sqlalchemy",
    "torch", "typer", "uvicorn", "websockets",
}  # fmt: skip


PUBLIC = {
    "hexapoda.hex",
    "hexapoda.hive",
    "hexapoda.hive.records",
    "hexapoda.errors",
    "hexapoda.games",
    "hexapoda.engine",
    "hexapoda.registry",
}


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


@pytest.mark.parametrize("name", names())
def test_every_public_name_exists(name: str) -> None:
    module = importlib.import_module(name)
    public = getattr(module, "__all__", None)
    if public is None:
        assert name not in PUBLIC, "no __all__"
        return
    assert len(set(public)) == len(public)
    for item in public:
        assert hasattr(module, item), item


@pytest.mark.parametrize(
    "statement",
    [
        "import hexapoda",
        "import hexapoda.hex",
        "import hexapoda.hive",
        "from hexapoda.hive import Position; list(Position('Base+MLP').legal_moves)",
        "import hexapoda.registry",
        "import hexapoda.cli.uhp_entry",
    ],
)
def test_imports_are_light(statement: str) -> None:
    assert not loaded_after(statement) & HEAVY


def test_numpy_is_loaded_on_demand() -> None:
    assert "numpy" in loaded_after("from hexapoda.hive import Position; Position().legal_moves.to_numpy()")


def test_version() -> None:
    from importlib.metadata import version

    assert version("hexapoda") == hexapoda.__version__
