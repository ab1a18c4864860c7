"""What Linux says about the threads of a process; other systems say nothing."""

from __future__ import annotations

import contextlib
from pathlib import Path

__all__ = ["children_of", "thread_files"]


def thread_files(process: int | str, name: str) -> dict[str, str]:
    """Return the text of the file `name` of each thread of a process, by the number of the thread; empty if
    the process has ended.
    """
    found = {}
    with contextlib.suppress(OSError):  # the process has ended, or the system has no such folder
        for thread in Path(f"/proc/{process}/task").iterdir():
            with contextlib.suppress(OSError):  # the thread has ended
                found[thread.name] = (thread / name).read_text("ascii")
    return found


def children_of(process: int) -> list[int]:
    """Return the processes that a process has started and that have not ended."""
    return [int(child) for text in thread_files(process, "children").values() for child in text.split()]
