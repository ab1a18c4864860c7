"""How the program was started, so that the commands it recommends work where the user is."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

__all__ = ["program", "resume_command"]

_PROGRAM = "hexapoda"
_STARTED_BY = "HEXAPODA_STARTED_BY"
"""Set by the Makefile: what the user typed."""


def program() -> str:
    """What to type in front of a command of this program."""
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
    """What to type to go on with the game that was just left."""
    return os.environ.get(_STARTED_BY) or f"{program()} play --resume"


def _short(path: Path) -> str:
    """The path from here, where that is below."""
    try:
        near = Path(os.path.abspath(path)).relative_to(Path.cwd())  # noqa: PTH100 - links must stay
    except (ValueError, OSError):
        return str(path)
    return str(near) if len(near.parts) > 1 else f".{os.sep}{near}"
