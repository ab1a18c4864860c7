"""Detects how the program was started, so that the commands it suggests work as printed."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

__all__ = ["program", "resume_command"]

_PROGRAM = "hexapoda"
_STARTED_BY = "HEXAPODA_STARTED_BY"
"""The environment variable that the Makefile sets to the command that the user typed."""


def program() -> str:
    """Return the words that start this program, such as `hexapoda` or `.venv/bin/python -m hexapoda`."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py" and called.parent.name == _PROGRAM:
        return f"{_short(Path(sys.executable))} -m {_PROGRAM}"
    if called.stem != _PROGRAM:
        return _PROGRAM
    found = shutil.which(_PROGRAM)
    if found is not None and Path(found).resolve() == called.resolve():
        return _PROGRAM
    return _short(called)


def resume_command() -> str:
    """Return the command that resumes the game that the user left."""
    return os.environ.get(_STARTED_BY) or f"{program()} play --resume"


def _short(path: Path) -> str:
    """Return `path` relative to the current folder if it is inside that folder, otherwise unchanged."""
    try:
        relative = Path(os.path.abspath(path)).relative_to(Path.cwd())  # noqa: PTH100 - links must stay
    except (ValueError, OSError):
        return str(path)
    return str(relative) if len(relative.parts) > 1 else f".{os.sep}{relative}"
