"""The pool when its processes, the system or those who ask misbehave at a bad moment."""

from __future__ import annotations

import errno
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from hexapoda.errors import EngineError, EngineStalled, ProcessLost
from hexapoda.host.job import Job
from hexapoda.host.lane import Lane
from hexapoda.host.worker_pool import WorkerPool
from hexapoda.text.sentence import Sentence, message_of, read_patterns
from tests.host import jobs, trouble

needs_proc = pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    pool = WorkerPool(Lane(1))
    yield pool
    pool.close()


def run(pool: WorkerPool, function: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    """Return the answer to a job, which must come."""
    ended: queue.SimpleQueue[Job] = queue.SimpleQueue()
    pool.submit(Job(function, *arguments, on_end=ended.put, **more))
    return ended.get(timeout=60).wait()


def fail(*_: object) -> NoReturn:
    raise ValueError("not today")


def test_a_child_that_is_left_behind_hides_no_end(pool: WorkerPool) -> None:
    """It has the pipes too, and would keep them open."""
    with pytest.raises(ProcessLost, match="with code 3"):
        run(pool, trouble.leave_child)


@needs_proc
def test_programs_in_sessions_of_their_own_end_too(pool: WorkerPool, tmp_path: Path) -> None:
    with pytest.raises(EngineStalled):
        run(pool, trouble.start_session, tmp_path / "pid")
    assert run(pool, jobs.add, 1) == 1, "the other process is gone"
    status = Path("/proc", (tmp_path / "pid").read_text(), "stat")
    assert not status.exists() or " Z " in status.read_text(), "it has ended"


@pytest.mark.parametrize(
    ("code", "german"),
    [(3, "die Engine 'x': Der Prozess endete mit dem Code 3"), (-9, "Prozess endete durch Signal 9")],
)
def test_the_end_of_a_process_is_said_in_german(pool: WorkerPool, code: int, german: str) -> None:
    with pytest.raises(ProcessLost) as lost:
        run(pool, jobs.crash, code, name=Sentence("engine {name!r}", name="x"))
    message = message_of(lost.value)
    assert isinstance(message, Sentence)
    assert german in message.translated(read_patterns("hexapoda.games", "de"))


def test_a_job_that_exits_fails_alone(pool: WorkerPool) -> None:
    with pytest.raises(EngineError, match="SystemExit: 3"):
        run(pool, trouble.exit_python)
    [process] = pool.processes
    assert run(pool, jobs.add, 1) == 1 and pool.processes == [process]


def test_a_job_whose_reports_cannot_be_delivered_ends(pool: WorkerPool) -> None:
    with pytest.raises(ValueError, match="not today"):
        run(pool, jobs.until_stopped, on_report=fail)
    assert run(pool, jobs.add, 1) == 1, "its process is free"


def test_a_callback_that_fails_does_not_end_the_clock(pool: WorkerPool) -> None:
    job = Job(jobs.deaf, seconds=0.1, on_end=fail)
    pool.submit(job)
    for _ in range(2):
        with pytest.raises(EngineStalled):
            run(pool, jobs.deaf, seconds=0.1)


def test_a_process_that_starts_has_time_although_its_job_is_cancelled() -> None:
    """Otherwise pages with short jobs would kill every process before it can work."""
    pool = WorkerPool(Lane(1), now=lambda: 0.0)
    try:
        job = Job(jobs.add)
        pool.submit(job)
        [process] = pool.processes
        os.kill(process.process.pid, signal.SIGSTOP)
        pool.cancel(job)
        assert process.deadline == 120.0
        os.kill(process.process.pid, signal.SIGCONT)
        assert run(pool, jobs.add, 1) == 1 and pool.processes == [process]
    finally:
        pool.close()


def test_a_job_is_stopped_again_after_its_process_was_lost(pool: WorkerPool) -> None:
    run(pool, jobs.add)
    [process] = pool.processes
    os.kill(process.process.pid, signal.SIGSTOP)
    long = Job(jobs.until_stopped, slice_seconds=0.01)
    pool.submit(long)
    short = threading.Thread(target=run, args=(pool, jobs.add))
    short.start()
    while not long.preempted:
        short.join(0.005)
    os.kill(process.process.pid, signal.SIGKILL)
    short.join(60)
    assert not short.is_alive() and long.wait() == "stopped" and long.tries == 1


def test_a_job_is_not_blamed_for_what_the_one_before_has_kept(pool: WorkerPool) -> None:
    run(pool, trouble.ends_at_close, key="a")
    assert run(pool, jobs.add, 1, key="b") == 1


def test_a_process_that_cannot_retire_is_killed(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapoda.host.worker_pool._RETIRE", 0.05)
    run(pool, jobs.add)
    [process] = pool.processes
    run(pool, trouble.hangs_at_close)
    assert process.process.wait(60) == -signal.SIGKILL
    assert run(pool, jobs.add, 1) == 1


def test_a_system_without_threads(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start

    def refuse(thread: threading.Thread) -> None:
        if thread.name == "hexapoda worker":
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(EngineError, match="no process can be started for a job: can't start new thread"):
        run(pool, jobs.add)
    monkeypatch.undo()
    assert run(pool, jobs.add, 1) == 1


def test_a_system_without_processes(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(EngineError, match="Resource temporarily unavailable"):
        run(pool, jobs.add)
    for thread in threading.enumerate():
        if thread.name == "hexapoda orders":
            thread.join(60)
            assert not thread.is_alive()
