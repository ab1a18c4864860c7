"""`Calls`: calls of one function with many tasks, in processes of this machine or on those of a cluster."""

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
        """Call `function(shared, task)` for each task, at most `most` at a time, by default as many as there
        are places. Yields tasks with their results as they end; closing the iterator ends the others. `name`
        names a task in errors.

        Raises `EngineError` if a call is lost, or for an error that is none of `HexapodaError`; those come
        back as they are.
        """


def in_order(ended: Iterable[tuple[tuple[int, Any], Result]]) -> Iterator[Result]:
    """Yield the results of tasks that begin with their place, from 0, in the order of the places. A result
    that comes before an earlier one waits for it.
    """
    waiting: dict[int, Result] = {}
    following = 0
    for (place, _), result in ended:
        waiting[place] = result
        while following in waiting:
            yield waiting.pop(following)
            following += 1
