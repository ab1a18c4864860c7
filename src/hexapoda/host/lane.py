"""`Lane`, the limits on jobs of one kind, and `LaneQueue`, the waiting jobs of that kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexapoda.host.fair_queue import FairQueue, group_of
from hexapoda.host.job import Job

__all__ = ["Lane", "LaneQueue"]


@dataclass(frozen=True, slots=True)
class Lane:
    """The limits on jobs of one kind. A long job in one lane never delays a job in another."""

    size: int
    """How many jobs may run at a time."""
    name: str = ""
    each: int | None = None
    """How many jobs of one group of clients may run at a time; None for no limit except `size`. See
    `FairQueue` for groups.
    """
    waiting_each: int | None = None
    """How many jobs of one group of clients may wait; None for no limit."""
    waiting: int | None = None
    """How many jobs may wait; None for no limit."""


class LaneQueue:
    """The waiting jobs of a lane. It is not thread-safe: the pool must hold its lock."""

    def __init__(self, lane: Lane) -> None:
        """`lane`: the limits."""
        self.lane = lane
        self.look: float | None = None
        """When the next running job must be stopped for a waiting one; None if no job must be stopped."""
        self.waiting: FairQueue[Job] = FairQueue(
            lambda job: job.client,
            lambda job: job.urgency,
            each=lane.waiting_each,
            most=lane.waiting,
        )

    def add(self, job: Job, running: list[Job]) -> None:
        """Add a job. Raises `QueueFull` if it must wait but too many jobs are waiting already."""
        if len(self.waiting) or not self._has_room(job.client, running):
            self.waiting.check(job.client)
        self.waiting.push(job)

    def next(self, running: list[Job]) -> Job | None:
        """Remove and return the job whose turn it is; None if none may run beside the `running` ones."""
        if len(running) >= self.lane.size:
            return None
        return self.waiting.pop(lambda client: self._has_room(client, running))

    def delayed(self, running: list[Job]) -> Iterator[Job]:
        """Yield the waiting jobs whose group may run another job, the next one first. These wait only for
        room in the lane. Lazy, because sorting a long queue takes milliseconds.
        """
        each = self.lane.each
        return (job for job in self.waiting if each is None or _count(job.client, running) < each)

    def _has_room(self, client: str, running: list[Job]) -> bool:
        each = self.lane.each
        return len(running) < self.lane.size and (each is None or _count(client, running) < each)


def _count(client: str, jobs: list[Job]) -> int:
    return sum(group_of(job.client) == group_of(client) for job in jobs)
