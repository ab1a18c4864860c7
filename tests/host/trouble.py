"""Functions that make trouble in the processes of a pool."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NoReturn

from hexapoda.host.work import Work

__all__ = ["ends_at_close", "exit_python", "hangs_at_close", "leave_child", "start_session"]

_SLEEP = [sys.executable, "-c", "import time; time.sleep(3600)"]


def leave_child(work: Work) -> NoReturn:
    """Die, but not a child that has all that is open here."""
    if os.fork() == 0:
        time.sleep(60)
    os._exit(3)


def start_session(work: Work, pid: Path) -> None:
    """Start a program in a session of its own, as external engines are, and hang."""
    child = subprocess.Popen(_SLEEP, start_new_session=True, stdout=subprocess.DEVNULL)
    pid.write_text(str(child.pid))
    work.report("begun", within=0.1)
    time.sleep(3600)


def exit_python(work: Work) -> NoReturn:
    sys.exit(3)


class _Closing:
    def __init__(self, ends: bool) -> None:
        self._ends = ends

    def close(self) -> None:
        if self._ends:
            os._exit(7)
        threading.Event().wait()


def ends_at_close(work: Work) -> None:
    """Keep something that ends the process when it is closed."""
    work.kept.get(lambda: _Closing(ends=True))


def hangs_at_close(work: Work) -> None:
    """Keep something that cannot be closed, and retire."""
    work.kept.get(lambda: _Closing(ends=False))
    work.retires = True
