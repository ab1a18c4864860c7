"""`WorkerPool`: the processes in which jobs run, the queues of jobs, and the deadlines.

Each kind of job has a lane, in which clients take fair turns: see `FairQueue`. If a process crashes, or is
killed because it does not answer, only the job that it was doing fails; other jobs run in other processes.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import IO, Any, TypeVar

from hexapoda.errors import EngineError, EngineStalled, HexapodaError, ProcessLost
from hexapoda.host.job import Job, Shared
from hexapoda.host.lane import Lane, LaneQueue
from hexapoda.host.preemption import preempted
from hexapoda.host.work import Work
from hexapoda.host.worker_process import WorkerProcess
from hexapoda.text.sentence import Sentence

__all__ = ["WorkerPool"]

Task = TypeVar("Task")

_STOP_GRACE = 1.0
"""Seconds that a stopped job has to end before its process is killed."""
_START = 120.0
"""Seconds for a process to start and to begin a job. On a busy machine this can take long through no fault of
the job.
"""
_LEAVE = 0.5
"""Seconds for a process to exit by itself when the pool is closed."""
_RETIRE = 10.0
"""Seconds for a retired process to exit. Its engines need time to end."""
_TRIES = 3
"""A job fails after this many processes have ended before they began it."""
_LONGEST_WAIT = 3600.0
"""The maximum number of seconds between two deadline checks: the system limits the length of a wait."""


class WorkerPool:
    """A pool of processes, which are started when they are needed. Any thread may call it."""

    def __init__(
        self,
        *lanes: Lane,
        nice: int = 0,
        log: IO[bytes] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`lanes`: the kinds of jobs. `nice`: how much less urgent the processes are than this one. `log`:
        where their standard error goes; None to discard it. `now`: the clock.
        """
        self._lanes = {lane.name: LaneQueue(lane) for lane in lanes}
        self._nice = nice
        self._log = log
        self._now = now
        self._change = threading.Condition(threading.RLock())
        self._processes: list[WorkerProcess] = []
        self._closed = False
        self._wakes: float | None = None
        """When the thread that watches the deadlines wakes up; None if nothing has a deadline."""
        threading.Thread(target=self._watch, name="hexapoda deadlines", daemon=True).start()

    @property
    def size(self) -> int:
        """The number of jobs that can run at a time."""
        return sum(queue.lane.size for queue in self._lanes.values())

    @property
    def processes(self) -> list[WorkerProcess]:
        """The running processes."""
        with self._change:
            return list(self._processes)

    def waiting(self, lane: str = "") -> int:
        """Return how many jobs of a lane are waiting."""
        with self._change:
            return len(self._lanes[lane].waiting)

    def submit(self, job: Job) -> None:
        """Queue a job, to run in its turn. Raises `QueueFull`. In a closed pool, the job fails at once."""
        with self._change:
            if self._closed:
                job.end(error=EngineError("the program is ending"))
                return
            lane = self._lanes[job.lane]
            lane.add(job, self._running(lane))
            job.submitted = self._now()
            self._dispatch()

    def stop(self, job: Job) -> None:
        """Ask a job to end soon with its answer so far."""
        with self._change:
            job.hurried = True  # so that it ends soon even if it begins again in another process
            process = self._process_of(job)
            if process is not None:
                process.stop()

    def cancel(self, job: Job) -> None:
        """End a job now: its answer is an `EngineError`. Its process is asked to stop, and killed if it
        does not.
        """
        job.end(error=EngineError(f"{job.name} was cancelled"))
        with self._change:
            self._lanes[job.lane].waiting.remove(job)
            process = self._process_of(job)
            if process is not None:
                self._stop(process)

    def calls(
        self,
        function: Callable[[Any, Task], Any],
        shared: Any,
        tasks: Iterable[Task],
        *,
        most: int | None = None,
        name: Callable[[Task], str] = str,
    ) -> Iterator[tuple[Task, Any]]:
        """See `hexapoda.host.calls.Calls`."""
        places = self.size if most is None else min(most, self.size)
        kept, waiting = Shared(shared), iter(tasks)
        ended: queue.SimpleQueue[Job] = queue.SimpleQueue()
        running: dict[Job, Task] = {}
        try:
            while True:
                for task in islice(waiting, places - len(running)):
                    job = Job(_call, function, task, name=name(task), shared=kept, on_end=ended.put)
                    running[job] = task
                    self.submit(job)
                if not running:
                    return
                job = ended.get()
                yield running.pop(job), _result(job)
        finally:
            for job in list(running):
                self.cancel(job)

    def trim(self, seconds: float) -> None:
        """End processes that have had no work for `seconds`, but keep at least one process."""
        with self._change:
            late = self._now() - seconds
            idle = [process for process in self._processes if process.job is None and process.used < late]
            for process in idle[: len(self._processes) - 1]:
                self._processes.remove(process)
                process.kill()

    def close(self, patience: float = _LEAVE) -> None:
        """End all jobs and processes. After `patience` seconds, processes that have not exited are killed."""
        with self._change:
            self._closed = True
            processes, self._processes = self._processes, []
            jobs = [job for lane in self._lanes.values() for job in lane.waiting.clear()]
            jobs += [process.job for process in processes if process.job is not None]
            self._change.notify_all()
        for job in jobs:
            job.end(error=EngineError("the program is ending"))
        for process in processes:
            process.dismiss()
        end = time.monotonic() + patience
        for process in processes:
            process.finish(max(end - time.monotonic(), 0.0))

    # Called with the lock held.

    def _running(self, lane: LaneQueue) -> list[Job]:
        jobs = (process.job for process in self._processes)
        return [job for job in jobs if job is not None and job.lane == lane.lane.name]

    def _dispatch(self) -> None:
        for lane in self._lanes.values():
            while (job := lane.next(self._running(lane))) is not None:
                if not job.ended and not self._begin(job):
                    lane.waiting.put_back(job)
                    break
            self._preempt(lane)

    def _begin(self, job: Job) -> bool:
        """Send a job to a process. Return False if it must wait, because the system has no more processes or
        threads. If it cannot be sent, it fails.
        """
        try:
            process = self._free(job)
        except (OSError, RuntimeError) as error:
            if self._processes:
                return False
            text = Sentence("no process can be started for {name}: {why}", name=job.name, why=str(error))
            job.end(error=EngineError(text))
            return True
        job.began = self._now()
        stops = job.prepare(job.began)
        try:
            process.begin(job)
        except Exception as error:
            job.end(error=EngineError(f"{job.name} cannot be sent to a process: {error}"))
        else:
            self._set_deadline(process, _START)
            if stops:
                process.stop()
        return True

    def _free(self, job: Job) -> WorkerProcess:
        """Return a process for the job: if possible, a free one whose latest job had the same key. Failing
        that, start a process if none is free, or if the job has no key and there is room for another one.
        Otherwise, return the free process that has been idle the longest. Raises `OSError` or `RuntimeError`
        if none is free and none can be started.
        """
        free = [process for process in self._processes if process.job is None and not process.leaving]
        for process in free:
            if process.key == job.key:
                return process
        if not free or (job.key is None and len(self._processes) < self.size):
            try:
                self._processes.append(WorkerProcess(self._handle, nice=self._nice, log=self._log))
                return self._processes[-1]
            except (OSError, RuntimeError):
                if not free:
                    raise
        return min(free, key=lambda process: process.used)

    def _preempt(self, lane: LaneQueue) -> None:
        """Stop the running jobs that must make way for waiting ones, and note when to look again."""
        running = self._running(lane)
        stopped, lane.look = preempted(running, lane.delayed(running), self._now())
        for process in self._processes:
            if process.job is not None and process.job in stopped:
                process.job.preempted = True
                self._stop(process)
        self._wake(lane.look)

    def _stop(self, process: WorkerProcess) -> None:
        """Stop a process's job, even if it has not begun. If it does not end, the process will be killed."""
        if process.stopping:
            return
        process.stop()
        process.stopping = True
        if process.begun:
            self._set_deadline(process, _STOP_GRACE)

    def _process_of(self, job: Job) -> WorkerProcess | None:
        return next((process for process in self._processes if process.job is job), None)

    def _set_deadline(self, process: WorkerProcess, seconds: float | None) -> None:
        process.deadline = None if seconds is None else self._now() + seconds
        self._wake(process.deadline)

    def _wake(self, at: float | None) -> None:
        """Make sure that the deadlines are checked at the time `at`."""
        if at is not None and (self._wakes is None or at < self._wakes):
            self._change.notify_all()

    # Called in other threads.

    def _watch(self) -> None:
        """Kill processes that do not answer in time, and stop jobs for waiting ones when that is due."""
        with self._change:
            while not self._closed:
                now = self._now()
                for process in list(self._processes):
                    if process.deadline is not None and process.deadline <= now:
                        self._end_late(process)
                if any(lane.look is not None and lane.look <= now for lane in self._lanes.values()):
                    self._dispatch()
                times = [process.deadline for process in self._processes]
                times += [lane.look for lane in self._lanes.values()]
                self._wakes = min((at for at in times if at is not None), default=None)
                seconds = _LONGEST_WAIT if self._wakes is None else self._wakes - self._now()
                self._change.wait(min(max(seconds, 0.0), _LONGEST_WAIT))

    def _end_late(self, process: WorkerProcess) -> None:
        process.deadline, job = None, process.job
        if job is not None and process.begun:
            job.end(error=EngineStalled(Sentence("{name} did not answer and was ended", name=job.name)))
        process.kill()

    def _handle(self, process: WorkerProcess, message: Any) -> None:
        if message is None:
            self._lost(process)
            return
        kind, number, *values = message
        job = process.job
        if job is None or number != process.number:
            return
        if kind == "begun":
            with self._change:
                process.begun = True
                self._set_deadline(process, _STOP_GRACE if process.stopping else job.seconds)
        elif kind == "report":
            value, within = values
            with self._change:
                if within is not None and not process.stopping:
                    self._set_deadline(process, within)
            if not job.report(value):
                self.cancel(job)
        else:
            answer, retires = values
            if kind == "done":
                job.end(answer)
            else:
                job.end(error=answer)
            with self._change:
                process.job, process.used, process.leaving = None, self._now(), retires
                self._set_deadline(process, _RETIRE if retires else None)
                self._dispatch()

    def _lost(self, process: WorkerProcess) -> None:
        """Handle the end of a process. Its job fails if it had begun, or after `_TRIES` tries; otherwise it
        waits for another process.
        """
        with self._change:
            if process in self._processes:
                self._processes.remove(process)
            job, process.job = process.job, None
            if job is not None and not job.ended:
                job.tries += 1
                code = process.process.wait()
                how = _how(code)
                if process.begun:
                    text = Sentence("the process of {name} ended {how}", name=job.name, how=how)
                    job.end(error=ProcessLost(text, code=code, how=how))
                elif job.tries >= _TRIES or self._closed:
                    text = Sentence("no worker process can be started: it ended {how}", how=how)
                    job.end(error=EngineError(text))
                else:
                    job.preempted = False
                    self._lanes[job.lane].waiting.put_back(job)
            if not self._closed:
                self._dispatch()


def _how(code: int) -> Sentence:
    if code < 0:
        return Sentence("by signal {number}", number=-code)
    return Sentence("with code {code}", code=code)


def _result(job: Job) -> Any:
    """Return the result of a call. Raises only `HexapodaError`."""
    try:
        return job.wait()
    except HexapodaError:
        raise
    except Exception as error:
        raise EngineError(f"{job.name} failed: {type(error).__name__}: {error}") from error


def _call(work: Work, function: Callable[[Any, Task], Any], task: Task) -> Any:
    """Call `function` with the shared value and a task, as the function of a job."""
    return function(work.shared, task)
