"""The files in `/proc` in which Linux describes the threads of a process; other systems have none."""

from __future__ import annotations

import contextlib
from pathlib import Path

__all__ = ["children_of", "thread_files"]


def thread_files(process: int | str, name: str) -> dict[str, str]:
    """Return the text of the file `name` of each thread of a process, by thread id; empty if the process has
    ended, and on other systems.
    """
    found = {}
    with contextlib.suppress(OSError):  # the process has ended, or the system has no such folder
        for thread in Path(f"/proc/{process}/task").iterdir():
            with contextlib.suppress(OSError):  # the thread has ended
                found[thread.name] = (thread / name).read_text("ascii")
    return found


def children_of(process: int) -> list[int]:
    """Return the ids of a process's children that are still running; empty except on Linux."""
    return [int(child) for text in thread_files(process, "children").values() for child in text.split()]
