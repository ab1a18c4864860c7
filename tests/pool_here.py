"""The pool of processes, without processes: for tests of what is done in them, not of the processes.

To start one takes longer than most games of these tests. `tests/host` has the tests of the pool itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from hexapoda.host.job import Job
from hexapoda.host.work import Keepsake, Work

__all__ = ["PoolHere", "play_matches_here"]


class PoolHere:
    """Offers what matches and training runs use of `WorkerPool`. A job runs when it is submitted."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self._kept = Keepsake()
        self._key: object = None

    def submit(self, job: Job) -> None:
        if job.key is None or job.key != self._key:
            self._kept.drop()
            self._kept.shared = None if job.shared is None else job.shared.value
            self._key = job.key
        work = Work(self._kept, lambda value, within: None if job.report(value) else work.stop())
        try:
            job.end(job.function(work, *job.arguments))
        except Exception as error:
            job.end(error=error)
        if work.retires:
            self._kept.drop()
            self._key = None

    def calls(
        self, function: Any, shared: Any, tasks: Iterable[Any], *, name: Callable[[Any], str]
    ) -> Iterator[tuple[Any, Any]]:
        for task in tasks:
            yield task, function(shared, task)

    def close(self, seconds: float = 0.0) -> None:
        self._kept.drop()


def play_matches_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play the games of matches in this process."""
    monkeypatch.setattr("hexapoda.arena.game_players.WorkerPool", PoolHere)
