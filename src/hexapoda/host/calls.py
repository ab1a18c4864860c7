"""`Calls`: calling one function with many tasks, in processes on this machine or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

__all__ = ["Calls", "in_order"]

Task = TypeVar("Task")
Result = TypeVar("Result")


class Calls(Protocol):
    """What `WorkerPool` and `RayCluster` have in common."""

    def calls(
        self,
        function: Callable[[Any, Task], Any],
        shared: Any,
        tasks: Iterable[Task],
        *,
        most: int | None = None,
        name: Callable[[Task], str] = str,
    ) -> Iterator[tuple[Task, Any]]:
        """Call `function(shared, task)` for each task, in at most `most` places at a time, by default in all
        places. Yields tasks with their results as they end; closing the iterator ends the others. `name`
        returns what errors call a task.

        Raises `EngineError` if a call is lost, or if it raises an error that is not a `HexapodaError`. Each
        `HexapodaError` is raised as it is.
        """


def in_order(ended: Iterable[tuple[tuple[int, Any], Result]]) -> Iterator[Result]:
    """Yield the results of tasks in the order of their places. The first item of a task is its place, from 0.
    A result that comes too early is kept until those before it have come.
    """
    waiting: dict[int, Result] = {}
    following = 0
    for (place, _), result in ended:
        waiting[place] = result
        while following in waiting:
            yield waiting.pop(following)
            following += 1
