"""`ProcessorWait`: how long processes had to wait for a processor, because the machine was busy.

Only Linux records how long each thread was ready to run but had no processor; elsewhere the wait is 0. A
thread that sleeps or waits for an answer does not wait for a processor, so a slow engine is not mistaken for
a busy machine.
"""

from __future__ import annotations

from hexapoda.host.thread_files import children_of, thread_files

__all__ = ["ProcessorWait"]


class ProcessorWait:
    """Measures how long this process, and optionally another one with its descendants, has to wait."""

    def __init__(self, pid: int | None = None) -> None:
        """`pid`: a process that works for this one, or None."""
        processes: list[int | str] = ["self", *([] if pid is None else _family(pid))]
        self._before = {process: _waits(process) for process in processes}

    def seconds(self) -> float:
        """Return how many seconds the processes have waited, in total. The threads of a process may wait at
        the same time, so only the one that has waited longest counts.
        """
        total = 0
        for process, before in self._before.items():
            after = _waits(process)
            total += max((wait - before.get(task, 0) for task, wait in after.items()), default=0)
        return max(total, 0) / 1e9


def _waits(process: int | str) -> dict[str, int]:
    """Return the wait of each thread in nanoseconds; empty if the system does not record it."""
    found = {}
    for thread, text in thread_files(process, "schedstat").items():
        parts = text.split()
        if len(parts) == 3:
            found[thread] = int(parts[1])
    return found


def _family(process: int) -> list[int]:
    """Return a process and all its descendants."""
    found = [process]
    for one in found:  # the list grows in the loop
        found += children_of(one)
    return found
