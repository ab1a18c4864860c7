"""The commands that are recommended work where the user is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hexapoda.cli.invocation import program, resume_command


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("HEXAPODA_STARTED_BY", raising=False)
    monkeypatch.chdir(tmp_path)
    script = tmp_path / ".venv" / "bin" / "hexapoda"
    script.parent.mkdir(parents=True)
    script.write_text("#!/bin/sh\n", encoding="utf-8")
    script.chmod(0o755)
    return tmp_path


def started(monkeypatch: pytest.MonkeyPatch, program: Path, path: Path) -> None:
    monkeypatch.setattr(sys, "argv", [str(program), "play"])
    monkeypatch.setenv("PATH", str(path))


def test_a_program_on_the_search_path_goes_by_its_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bin_folder = folder / ".venv" / "bin"
    started(monkeypatch, bin_folder / "hexapoda", bin_folder)
    assert program() == "hexapoda" and resume_command() == "hexapoda play --resume"


def test_a_program_that_is_not_on_the_search_path_goes_by_its_path(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = folder / ".venv" / "bin" / "hexapoda"
    started(monkeypatch, script, folder)
    assert resume_command() == ".venv/bin/hexapoda play --resume"
    monkeypatch.chdir(folder.parent)
    assert resume_command() == f"{folder.name}/.venv/bin/hexapoda play --resume"
    monkeypatch.chdir(script.parent)
    assert program() == "./hexapoda"


def test_other_ways_to_start_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started(monkeypatch, folder / "hexapoda" / "__main__.py", folder)
    monkeypatch.setattr(sys, "executable", str(folder / ".venv" / "bin" / "python"))
    assert program() == ".venv/bin/python -m hexapoda"
    started(monkeypatch, folder / "app.py", folder)
    assert program() == "hexapoda"
    monkeypatch.setenv("HEXAPODA_STARTED_BY", "make terminal")
    assert resume_command() == "make terminal"
