"""`Calls`: calls of one function for many tasks, in processes on this machine or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

__all__ = ["Calls", "in_order"]

Task = TypeVar("Task")
Result = TypeVar("Result")


class Calls(Protocol):
    """The interface that `WorkerPool` and `RayCluster` share."""

    def calls(
        self,
        function: Callable[[Any, Task], Any],
        shared: Any,
        tasks: Iterable[Task],
        *,
        most: int | None = None,
        name: Callable[[Task], str] = str,
    ) -> Iterator[tuple[Task, Any]]:
        """Call `function(shared, task)` for each task, at most `most` at a time; by default, as many as there
        is room for. Yields each task with its result as its call ends; closing the iterator ends the other
        calls. `name` returns the name of a task in error messages.

        Raises `EngineError` if a call is lost, or if it raises an error that is not a `HexapodaError`. A
        `HexapodaError` is raised unchanged.
        """


def in_order(ended: Iterable[tuple[tuple[int, Any], Result]]) -> Iterator[Result]:
    """Yield the results of tasks in the order of the tasks. The first item of a task is its index, from 0. A
    result that arrives early is held until all results before it have arrived.
    """
    waiting: dict[int, Result] = {}
    following = 0
    for (place, _), result in ended:
        waiting[place] = result
        while following in waiting:
            yield waiting.pop(following)
            following += 1
