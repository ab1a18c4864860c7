"""Preemption: which running jobs are stopped for waiting ones, and when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from hexapoda.host.job import Job

__all__ = ["preempted"]

_LEAST = 0.1
"""Seconds that a job runs before it is stopped for a more urgent one: enough for a search's first lines."""


def preempted(running: Sequence[Job], waiting: Iterable[Job], now: float) -> tuple[list[Job], float | None]:
    """Return the running jobs to stop now, at most one for each waiting job, and the time at which to look
    again (None if no other job will be stopped). `waiting`: the waiting jobs, the next one first.
    """
    stopped: list[Job] = []
    leaving = sum(job.preempted or job.ended for job in running)
    for job in islice(waiting, leaving, None):
        ends = [
            (end, at)
            for at, each in enumerate(running)
            if not (each.preempted or each.ended or each in stopped) and (end := _end(each, job)) is not None
        ]
        if not ends:
            return stopped, None
        end, at = min(ends)
        if end > now:
            return stopped, end
        stopped.append(running[at])
    return stopped, None


def _end(running: Job, waiting: Job) -> float | None:
    """Return when a running job is stopped for a waiting one; None if never."""
    if running.slice_seconds is None or running.began is None:
        return None
    urgent = waiting.urgency < running.urgency
    return running.began + (min(running.slice_seconds, _LEAST) if urgent else running.slice_seconds)
