"""`EnginePool`: the worker processes in which the engines of all games search.

Owns their number, the queue for them, and deadlines. The queue is first come, first served among jobs of the
same urgency, and a game has at most one search for its move and one for a hint in it, so no game can starve
another. Time in the queue counts as time of the search: on a busy server all engines think for a shorter
time. A search for an analysis may take minutes: it gives way when another job waits.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from hexapoda.engine import Limit
from hexapoda.errors import EngineCrashed, EngineError, EngineResigned, EngineStalled
from hexapoda.host import ANSWER_GRACE
from hexapoda.registry import EngineSpec
from hexapoda.web.live.engine_job import EngineJob
from hexapoda.web.live.giving_way import giving_way
from hexapoda.web.live.pool_process import PoolProcess

__all__ = ["EnginePool"]

_LEAST = 0.1
"""Seconds that a search gets even if its time was over in the queue."""
_STOP_GRACE = 1.0
"""Seconds in which a cancelled search must return. Then its process is killed."""
_LEAVE = 0.5
"""Seconds for a process to exit by itself."""


class EnginePool:
    """At most `size` processes, started when they are needed. Any thread may call it."""

    def __init__(self, size: int, memory: int, *, now: Callable[[], float] = time.monotonic) -> None:
        """`size`: the number of processes; `memory`: the most bytes of each one's address space; `now`: the
        clock.
        """
        self._size = size
        self._memory = memory
        self._now = now
        self._lock = threading.RLock()
        self._processes: list[PoolProcess] = []
        self._waiting: deque[EngineJob] = deque()
        self._closed = False
        self._alarm: threading.Timer | None = None

    @property
    def processes(self) -> list[PoolProcess]:
        """The processes that run."""
        with self._lock:
            return list(self._processes)

    def warm(self, specs: Iterable[EngineSpec]) -> None:
        """Start a process now and let it load these engines, so that the first move comes quickly."""
        with self._lock:
            if not self._closed and not self._processes:
                with contextlib.suppress(OSError):  # the first search says so
                    self._start().send("load", list(specs))

    def submit(self, job: EngineJob) -> None:
        """Run a job as soon as a process is free."""
        with self._lock:
            if self._closed:
                job.end(error=EngineError("the server ends"))
                return
            job.submitted = self._now()
            self._waiting.append(job)
            self._dispatch()

    def stop(self, job: EngineJob) -> None:
        """Let a search return its best move soon."""
        with self._lock:
            process = self._process_of(job)
            if process is not None:
                process.stop()
            else:
                job.hurried = True

    def cancel(self, job: EngineJob) -> None:
        """End a job now: its answer is an `EngineError`. The process is free soon after."""
        job.end(error=EngineError("the search was cancelled"))
        with self._lock:
            with contextlib.suppress(ValueError):
                self._waiting.remove(job)
            process = self._process_of(job)
            if process is not None:
                process.stop()
                self._kill_later(process, job, _STOP_GRACE, "did not stop")

    def trim(self, seconds: float) -> None:
        """End the processes that had no work for so long, except one."""
        with self._lock:
            late = self._now() - seconds
            idle = [process for process in self._processes if process.job is None and process.used < late]
            for process in idle[: len(self._processes) - 1]:
                self._processes.remove(process)
                process.kill()

    def close(self) -> None:
        """End all searches and processes."""
        with self._lock:
            self._closed = True
            processes, self._processes = self._processes, []
            jobs = [*self._waiting, *(process.job for process in processes if process.job is not None)]
            self._waiting.clear()
        for job in jobs:
            job.end(error=EngineError("the server ends"))
        for process in processes:
            process.dismiss(0.0 if process.job is not None else _LEAVE)

    # The rest is called with the lock held.

    def _dispatch(self) -> None:
        while self._waiting:
            job = min(self._waiting, key=_urgency)
            process = self._free(job)
            if process is None:
                if job in self._waiting:
                    self._make_way()
                    return
                continue  # no process can be started: the next job must hear of it too
            self._waiting.remove(job)
            if job.ended:
                continue
            job.limit = self._rest_of(job)
            job.began = self._now()
            process.begin(job)
            if job.limit.time is not None:
                self._kill_later(process, job, job.limit.time + ANSWER_GRACE, "did not answer")

    def _rest_of(self, job: EngineJob) -> Limit:
        """The limit of a job without the time that it has waited."""
        seconds = job.limit.time
        if job.hurried:
            return replace(job.limit, time=_LEAST if seconds is None else min(seconds, _LEAST))
        if seconds is None or job.slice_seconds is not None:
            return job.limit
        left = seconds - (self._now() - job.submitted)
        return replace(job.limit, time=max(left, min(seconds, _LEAST)))

    def _make_way(self) -> None:
        """Stop searches that have had their time, and look again when the next one has."""
        running = {process.job: process for process in self._processes if process.job is not None}
        now = self._now()
        stopped, next_look = giving_way(list(running), sorted(self._waiting, key=_urgency), now)
        for job in stopped:
            job.gave_way = True
            running[job].stop()
            self._kill_later(running[job], job, _STOP_GRACE, "did not stop")
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None
        if next_look is not None:
            self._alarm = threading.Timer(next_look - now, self._look_again)
            self._alarm.daemon = True
            self._alarm.start()

    def _look_again(self) -> None:
        with self._lock:
            self._dispatch()

    def _free(self, job: EngineJob) -> PoolProcess | None:
        """A process without work, if possible the one that has the engine of this game; or a new one."""
        free = [process for process in self._processes if process.job is None]
        for process in free:
            if process.key == (job.key, job.spec):
                return process
        if free:
            return min(free, key=lambda process: process.used)
        if len(self._processes) >= self._size:
            return None
        try:
            return self._start()
        except OSError as error:
            if not self._processes:
                self._waiting.remove(job)
                job.end(error=EngineError(f"no process can be started for the engine: {error.strerror}"))
            return None

    def _start(self) -> PoolProcess:
        process = PoolProcess(self._memory, self._handle)
        self._processes.append(process)
        return process

    def _process_of(self, job: EngineJob) -> PoolProcess | None:
        return next((process for process in self._processes if process.job is job), None)

    def _kill_later(self, process: PoolProcess, job: EngineJob, seconds: float, what: str) -> None:
        def kill() -> None:
            with self._lock:  # until it is killed, or the process could begin another job
                if process.job is job:
                    job.end(error=EngineStalled(f"engine {job.spec.name!r} {what} and was ended"))
                    process.kill()

        job.arm(threading.Timer(seconds, kill))

    # Called in the threads of the processes.

    def _handle(self, process: PoolProcess, message: Any) -> None:
        job = process.job
        if message is None:
            self._lost(process)
            return
        kind, number, value = message
        if job is None or number != process.number:
            return
        if kind == "info":
            job.report(value)
            return
        if kind == "done":
            job.end(value)
        else:
            job.end(error=(EngineResigned if kind == "resigned" else EngineError)(value))
        with self._lock:
            job.disarm()
            process.job, process.used = None, self._now()
            self._dispatch()

    def _lost(self, process: PoolProcess) -> None:
        """A process has ended. Its job fails; the others go on."""
        with self._lock:
            if process in self._processes:
                self._processes.remove(process)
            job, process.job = process.job, None
            if job is not None:
                job.disarm()
                job.end(error=EngineCrashed(f"the process of engine {job.spec.name!r} ended"))
            if not self._closed:
                self._dispatch()


def _urgency(job: EngineJob) -> int:
    return job.urgency
