"""The help of commands is shown in a pager where it is longer than the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.emulator import Emulator

MARKING = {"PAGER": "sed 's/^/P:/'"}


@pytest.mark.parametrize("words", [["--help"], ["match", "--help"], ["games", "import", "-h"], []])
def test_long_help_is_paged(words: list[str], tmp_path: Path) -> None:
    for lines, marked in ((10, True), (400, False)):
        with Emulator(words, tmp_path, lines=lines, environment=MARKING) as terminal:
            terminal.end()
            shown = [line for line in terminal.raw.decode("utf-8").splitlines() if line.strip()]
            assert len(shown) > 10 and all(line.startswith("P:") == marked for line in shown)
            assert any("\x1b[" in line for line in shown)  # its colors are kept


def test_help_for_a_pipe_is_not_paged() -> None:
    command = [sys.executable, "-m", "hexapoda.cli.app", "match", "--help"]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        timeout=60,
        env=os.environ | MARKING,
    )
    assert "--games" in done.stdout and "P:" not in done.stdout and "\x1b[" not in done.stdout
