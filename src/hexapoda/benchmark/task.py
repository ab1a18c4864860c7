"""`BenchmarkTask`: a frozen set of positions with their correct moves; `find_task` finds a task by name."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.text.suggestion import check_choice

__all__ = ["TASKS", "BenchmarkTask", "TaskPosition", "find_task"]


@dataclass(frozen=True, slots=True)
class TaskPosition:
    """A position of a task."""

    text: str
    rules: Mapping[str, str]
    best: tuple[str, ...]
    """The correct moves; all others are wrong."""
    legal: int
    """The number of legal moves: a random move is correct with probability `len(best) / legal`."""


@dataclass(frozen=True, slots=True)
class BenchmarkTask:
    """A task. Its positions never change: a new set of positions requires a new task name."""

    name: str
    """The name, which begins with the name of the game, such as `hex-wins`."""
    about: str
    sha256: str
    """The SHA-256 checksum of the unpacked file."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.name.partition("-")[0]

    def positions(self) -> tuple[TaskPosition, ...]:
        """Return the positions. Raises `UsageError` if the file is missing or does not match the checksum."""
        source = files("hexapoda.benchmark") / "data" / f"{self.name}.jsonl.gz"
        try:
            data = gzip.decompress(source.read_bytes())
        except (OSError, EOFError) as error:
            raise UsageError(f"cannot read the task {self.name!r}: {error}") from None
        if hashlib.sha256(data).hexdigest() != self.sha256:
            raise UsageError(f"the task {self.name!r} is damaged: the checksum is wrong")
        return tuple(_position(json.loads(line)) for line in data.splitlines())


def _position(row: Mapping[str, Any]) -> TaskPosition:
    return TaskPosition(row["position"], row.get("rules", {}), tuple(row["best"]), row["legal"])


_ALL = (
    BenchmarkTask(
        "hex-wins",
        "won positions on 5x5 to 8x8; any move that the solver has proven to win is correct",
        "b8bca0fbe4b0411dd8872a87bbd23a28a89e459eb5d22123ba73442e029fd1d0",
    ),
    BenchmarkTask(
        "hive-wins",
        "proven wins of Hive; only the move that wins in the fewest moves is correct",
        "b988a828555aaab71a40547f4f3f7483d0edbc959d28a1de70383690220ee2db",
    ),
)
TASKS: Mapping[str, BenchmarkTask] = {task.name: task for task in _ALL}
"""The tasks by name."""


def find_task(name: str) -> BenchmarkTask:
    """Return a task. Raises `UsageError` for an unknown name."""
    return TASKS[check_choice("task", name, list(TASKS))]
