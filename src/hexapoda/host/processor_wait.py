"""`ProcessorWait`: how long processes had to wait for a processor, because the machine was busy.

Only Linux counts for each thread the time in which it could run but had no processor; elsewhere the wait is
0. A thread that sleeps or waits for an answer does not wait for a processor, so a slow engine is not mistaken
for a busy machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

__all__ = ["ProcessorWait"]


class ProcessorWait:
    """The waits of this process, and of another one with its children, from now on."""

    def __init__(self, pid: int | None = None) -> None:
        """`pid`: of a process that works for this one, or None."""
        processes = ["self", *([] if pid is None else _family(str(pid)))]
        self._before = {process: _waits(process) for process in processes}

    def seconds(self) -> float:
        """Return how many seconds they have waited. The threads of a process wait at the same time, so only
        the one that has waited longest counts.
        """
        total = 0
        for process, before in self._before.items():
            after = _waits(process)
            total += max((wait - before.get(task, 0) for task, wait in after.items()), default=0)
        return max(total, 0) / 1e9


def _waits(process: str) -> dict[str, int]:
    """Return the wait of each thread in nanoseconds; empty if the system does not count it."""
    found = {}
    for task, text in _read(process, "schedstat"):
        parts = text.split()
        if len(parts) == 3:
            found[task] = int(parts[1])
    return found


def _family(process: str) -> list[str]:
    """Return a process and its descendants."""
    found = [process]
    for one in found:  # the list grows in the loop
        for _, children in _read(one, "children"):
            found += children.split()
    return found


def _read(process: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield for each thread of a process its number and the text of its file `name`."""
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
    except OSError:
        return  # the process has ended, or the system has no such folder
    for task in tasks:
        try:
            text = (task / name).read_text("ascii")
        except OSError:
            continue  # the thread has ended, or the system has no such file
        yield task.name, text
