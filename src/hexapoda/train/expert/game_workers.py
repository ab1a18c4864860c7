"""Processes that play games: each gets one task at a time, and the results come in the order of the tasks.

Owns the processes. What a task is, and what a game is, the function that is called in them decides.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from hexapoda.errors import EngineError
from hexapoda.train.held_interrupts import interrupts_later

__all__ = ["results_of"]

Task = TypeVar("Task")
Result = TypeVar("Result")

_LEAVE = 5.0
"""Seconds for a process that is told to end."""


class _Worker:
    """One process, and the number of the task that it works on."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        # A process that is forked would inherit the threads of PyTorch half-way.
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self.process = context.Process(target=_work, args=(function, other), daemon=True)
        # Ctrl+C reaches all processes of a terminal, and the one that gets it ends the others.
        with interrupts_later():
            self.process.start()
        other.close()
        self.number = -1

    def begin(self, number: int, task: Any) -> None:
        """Work on a task."""
        self.number = number
        with contextlib.suppress(OSError):  # the process is gone: `result` reports that
            self.connection.send(task)

    def result(self) -> Any:
        """Return what the task has given. Raises `EngineError` if it has failed."""
        try:
            failure, result = self.connection.recv()
        except (EOFError, OSError):
            self.process.join(_LEAVE)
            raise EngineError(
                f"a process that played a game has ended (exit code {self.process.exitcode}); "
                "the games before it are kept"
            ) from None
        if failure:
            raise EngineError(f"a game could not be played: {failure}")
        return result

    def kill(self) -> None:
        """End the process now."""
        self.connection.close()
        self.process.kill()
        self.process.join(_LEAVE)


def results_of(
    function: Callable[[Task], Result], tasks: Sequence[Task], processes: int
) -> Generator[Result]:
    """Call a function of a module with each task, in so many processes, and yield the results in the order
    of the tasks. Closing the iterator ends the processes. Raises `EngineError` if a process or a call fails.
    """
    found: dict[int, Result] = {}
    workers: list[_Worker] = []
    begun = given = 0
    try:
        for _ in range(min(processes, len(tasks))):
            workers.append(_Worker(function))
            workers[-1].begin(begun, tasks[begun])
            begun += 1
        at = {worker.connection: worker for worker in workers}
        while given < len(tasks):
            for connection in wait(list(at)):
                worker = at[connection]  # type: ignore[index] # it is one of those that were given
                found[worker.number] = worker.result()
                if begun < len(tasks):
                    worker.begin(begun, tasks[begun])
                    begun += 1
                else:
                    del at[worker.connection]
            while given in found:
                yield found.pop(given)
                given += 1
    finally:
        for worker in workers:
            worker.kill()


def _work(function: Callable[[Any], Any], connection: Connection) -> None:
    """Do tasks until the process is ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not be kept back
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        failure, result = "", None
        try:
            result = function(task)
        except Exception as error:
            failure = f"{type(error).__name__}: {error}"
        with contextlib.suppress(OSError):
            connection.send((failure, result))


def _end_with_parent() -> None:
    """End this process when the one that started it has ended, even if it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
