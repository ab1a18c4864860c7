"""The game of Y of `examples`, as if it were installed: a folder in which Python finds it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

__all__ = ["EXAMPLE", "add_package", "install_game_of_y", "pip_install_game_of_y", "use_packages"]

EXAMPLE = Path(__file__).parents[1] / "examples" / "game_of_y"


def install_game_of_y(folder: Path) -> Path:
    """Put the package into an empty folder, as pip does, but faster; return the folder."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    (folder / "game_of_y").symlink_to(EXAMPLE / "game_of_y", target_is_directory=True)
    add_package(folder, project["name"], project["entry-points"]["hexapoda.games"])
    return folder


def pip_install_game_of_y(folder: Path) -> Path:
    """Build the package and install it into a folder with pip, without a network; return the folder."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index"]
    target = ["--no-build-isolation", "--no-deps", "--target", str(folder), str(EXAMPLE)]
    subprocess.run([*pip, *target], check=True, timeout=200)
    return folder


def add_package(folder: Path, name: str, games: dict[str, str]) -> None:
    """Write the metadata of an installed package that adds games."""
    notes = folder / f"{name.replace('-', '_')}-0.1.0.dist-info"
    notes.mkdir()
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n", "utf-8")
    rows = "".join(f"{game} = {target}\n" for game, target in games.items())
    (notes / "entry_points.txt").write_text(f"[hexapoda.games]\n{rows}", "utf-8")


def use_packages(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Make this process, and those that it starts, find the packages of a folder."""
    patch.syspath_prepend(str(folder))
    patch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
