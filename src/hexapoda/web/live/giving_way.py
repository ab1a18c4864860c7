"""Which searches give way to jobs that wait, and when."""

from __future__ import annotations

from collections.abc import Sequence

from hexapoda.web.live.engine_job import EngineJob

__all__ = ["giving_way"]

_LEAST = 0.1
"""Seconds that a search has before it gives way to a more urgent job: enough for its first lines."""


def giving_way(
    running: Sequence[EngineJob], waiting: Sequence[EngineJob], now: float
) -> tuple[list[EngineJob], float | None]:
    """Return the running searches to stop now, one for each job that waits, and the time at which to look
    again; None if no other search will give way. `waiting`: the most urgent first.
    """
    stopped: list[EngineJob] = []
    leaving = sum(job.gave_way or job.ended for job in running)
    for job in waiting[leaving:]:
        ends = [
            (end, at)
            for at, each in enumerate(running)
            if not (each.gave_way or each.ended or each in stopped) and (end := _end(each, job)) is not None
        ]
        if not ends:
            return stopped, None
        end, at = min(ends)
        if end > now:
            return stopped, end
        stopped.append(running[at])
    return stopped, None


def _end(running: EngineJob, waiting: EngineJob) -> float | None:
    """Return when a running search gives way to a waiting one; None if never."""
    if running.slice_seconds is None or running.began is None:
        return None
    urgent = waiting.urgency < running.urgency
    return running.began + (min(running.slice_seconds, _LEAST) if urgent else running.slice_seconds)
