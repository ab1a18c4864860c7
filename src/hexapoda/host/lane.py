"""`Lane`: the jobs of one kind, how many of them run and wait, and those that wait."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexapoda.host.fair_queue import FairQueue, group_of
from hexapoda.host.job import Job

__all__ = ["Lane", "LaneQueue"]


@dataclass(frozen=True, slots=True)
class Lane:
    """The jobs of one kind. A long job in one lane delays none in another."""

    size: int
    """Jobs that run at a time."""
    name: str = ""
    each: int | None = None
    """Jobs of one group of clients that run at a time; None for all. See `FairQueue` for groups."""
    waiting_each: int | None = None
    """Jobs of one group of clients that may wait."""
    waiting: int | None = None
    """Jobs that may wait."""


class LaneQueue:
    """The jobs of a lane that wait. The pool has a lock for it."""

    def __init__(self, lane: Lane) -> None:
        """`lane`: its bounds."""
        self.lane = lane
        self.look: float | None = None
        """When a running job must be stopped for one that waits."""
        self.waiting: FairQueue[Job] = FairQueue(
            lambda job: job.client,
            lambda job: job.urgency,
            each=lane.waiting_each,
            most=lane.waiting,
        )

    def add(self, job: Job, running: list[Job]) -> None:
        """Add a job. Raises `QueueFull` if it must wait and too many do."""
        if len(self.waiting) or not self._has_room(job.client, running):
            self.waiting.check(job.client)
        self.waiting.push(job)

    def next(self, running: list[Job]) -> Job | None:
        """Remove the job whose turn it is and return it; None if none may run beside the `running` ones."""
        if len(running) >= self.lane.size:
            return None
        return self.waiting.pop(lambda client: self._has_room(client, running))

    def delayed(self, running: list[Job]) -> Iterator[Job]:
        """The jobs that wait for another client's jobs to end, the next one first. Lazy, because sorting
        a long queue takes milliseconds.
        """
        each = self.lane.each
        return (job for job in self.waiting if each is None or _count(job.client, running) < each)

    def _has_room(self, client: str, running: list[Job]) -> bool:
        each = self.lane.each
        return len(running) < self.lane.size and (each is None or _count(client, running) < each)


def _count(client: str, jobs: list[Job]) -> int:
    return sum(group_of(job.client) == group_of(client) for job in jobs)
