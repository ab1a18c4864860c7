"""The pool of processes: answers, errors, limits, stops, lost processes, and whose turn it is."""

from __future__ import annotations

import contextlib
import os
import queue
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hexapoda.errors import EngineError, EngineStalled, InvalidGameError, ProcessLost, QueueFull, UsageError
from hexapoda.host.job import Job, Shared
from hexapoda.host.lane import Lane
from hexapoda.host.worker_pool import WorkerPool
from hexapoda.text.sentence import message_of
from tests.host import jobs

MEMORY = 2 * 1024**3


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    pool = WorkerPool(Lane(1))
    yield pool
    pool.close()


def run(pool: WorkerPool, function: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    job = Job(function, *arguments, **more)
    pool.submit(job)
    return job.wait()


class Begun:
    """A job that has begun when this returns: it reports once."""

    def __init__(self, pool: WorkerPool, function: Callable[..., Any], *arguments: Any, **more: Any) -> None:
        reports: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.job = Job(function, *arguments, on_report=reports.put, **more)
        pool.submit(self.job)
        self.report = reports.get(timeout=60)


def test_a_function_runs_elsewhere(pool: WorkerPool) -> None:
    reports: list[Any] = []
    pid = run(pool, jobs.report, 1, "two", {3: None}, on_report=reports.append)
    assert pid != os.getpid() and reports == [1, "two", {3: None}]
    assert run(pool, jobs.report) == pid, "the process goes on"


@pytest.mark.parametrize(
    ("how", "kind", "text"),
    [
        ("game", InvalidGameError, "line 7 is bad"),
        ("usage", UsageError, "so not"),
        ("bug", ValueError, "a bug"),
        ("odd", EngineError, "OddError: 1 and 2"),
    ],
)
def test_errors_come_back_as_they_are(pool: WorkerPool, how: str, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text) as raised:
        run(pool, jobs.fail, how)
    if how == "game":
        assert getattr(raised.value, "line", None) == 7
        assert getattr(message_of(raised.value), "pattern", "") == "line {line} is bad"
    if how == "bug":
        assert "jobs.py" in raised.value.__notes__[0], "where it was"
    assert run(pool, jobs.add, 1, 2) == 3


def test_what_cannot_be_sent(pool: WorkerPool) -> None:
    with pytest.raises(EngineError, match="cannot be sent"):
        run(pool, lambda work: None, name="a job")
    with pytest.raises(AttributeError, match="pickle"):
        run(pool, jobs.late_answer)
    assert run(pool, jobs.add, 1) == 1


@pytest.mark.parametrize(("code", "text"), [(3, "with code 3"), (-11, "by signal 11"), (-9, "by signal 9")])
def test_a_lost_process_costs_one_job(pool: WorkerPool, code: int, text: str) -> None:
    with pytest.raises(ProcessLost, match=f"the process of the test ended {text}") as lost:
        run(pool, jobs.crash, code, name="the test")
    assert lost.value.code == code
    assert run(pool, jobs.add, 1, 2) == 3


def test_a_job_handed_to_a_process_that_was_just_killed_runs_in_another(pool: WorkerPool) -> None:
    """Also if nobody knows yet that it was killed."""
    run(pool, jobs.add)
    [process] = pool.processes
    os.kill(process.process.pid, signal.SIGSTOP)  # it is alive, and cannot say that it begins
    job = Job(jobs.add, 1, 2)
    pool.submit(job)
    assert process.job is job
    os.kill(process.process.pid, signal.SIGKILL)
    assert job.wait() == 3 and job.tries == 1


def test_a_process_that_is_being_killed_gets_no_job(pool: WorkerPool) -> None:
    run(pool, jobs.add)
    [process] = pool.processes
    process.kill()
    assert run(pool, jobs.add, 1, 2) == 3


def test_processes_that_never_begin(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(EngineError, match="no worker process can be started: it ended with code 1"):
        run(pool, jobs.add)


def test_memory_is_limited(pool: WorkerPool) -> None:
    with pytest.raises(MemoryError):
        run(pool, jobs.eat, 3 * MEMORY, memory=MEMORY)
    assert run(pool, jobs.eat, MEMORY // 8, memory=MEMORY) == MEMORY // 8


def test_a_job_has_a_deadline(pool: WorkerPool) -> None:
    with pytest.raises(EngineStalled, match="the test did not answer"):
        run(pool, jobs.deaf, seconds=0.1, name="the test")
    with pytest.raises(EngineStalled):
        run(pool, jobs.late_reports, 0.1, seconds=60.0)
    assert run(pool, jobs.add, 1, seconds=60.0) == 1


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_what_blocks_everything_is_killed_with_its_children(pool: WorkerPool, tmp_path: Path) -> None:
    begun = Begun(pool, jobs.ignore_everything, tmp_path / "child")
    pool.cancel(begun.job)
    with pytest.raises(EngineError, match="cancelled"):
        begun.job.wait()
    assert run(pool, jobs.add, 1, 2) == 3
    child = int((tmp_path / "child").read_text())
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        assert " Z " in Path(f"/proc/{child}/stat").read_text(), "it is gone, or nobody has noted its end"


def test_a_stop_reaches_the_job(pool: WorkerPool) -> None:
    begun = Begun(pool, jobs.until_stopped)
    pool.stop(begun.job)
    assert begun.job.wait() == "stopped"


def test_a_stop_reaches_a_job_that_waits(pool: WorkerPool) -> None:
    begun = Begun(pool, jobs.until_stopped)
    waits = Job(jobs.until_stopped)
    pool.submit(waits)
    pool.stop(waits)
    pool.stop(begun.job)
    assert waits.wait() == "stopped"


def test_a_cancelled_job_leaves_its_process(pool: WorkerPool) -> None:
    begun = Begun(pool, jobs.until_stopped)
    [process] = pool.processes
    pool.cancel(begun.job)
    assert run(pool, jobs.add, 1) == 1 and pool.processes == [process]


def test_a_job_that_waits_is_cancelled(pool: WorkerPool) -> None:
    begun = Begun(pool, jobs.until_stopped)
    waits = Job(jobs.add)
    pool.submit(waits)
    assert pool.waiting() == 1
    pool.cancel(waits)
    assert pool.waiting() == 0
    with pytest.raises(EngineError, match="cancelled"):
        waits.wait()
    pool.stop(begun.job)


def test_things_are_kept_for_jobs_with_one_key(pool: WorkerPool) -> None:
    first, second = Shared({"a": 1}), Shared([2])
    kept = [run(pool, jobs.count, shared=shared)[:2] for shared in (first, first, second, first)]
    assert kept == [(1, {"a": 1}), (2, {"a": 1}), (1, [2]), (1, {"a": 1})]
    assert [run(pool, jobs.count)[0] for _ in range(2)] == [1, 1], "without a key nothing is kept"
    assert [run(pool, jobs.count, key="k")[0] for _ in range(2)] == [1, 2]


def test_a_job_goes_where_its_things_are() -> None:
    pool = WorkerPool(Lane(2))
    try:
        begun = [Begun(pool, jobs.until_stopped, key=key) for key in "ab"]
        for each in begun:
            pool.stop(each.job)
            each.job.wait()
        at = {key: run(pool, jobs.count, key=key)[2] for key in "ab"}
        assert at["a"] != at["b"]
        assert [run(pool, jobs.count, key=key)[::2] for key in "bab"] == [
            (2, at["b"]),
            (2, at["a"]),
            (3, at["b"]),
        ]
    finally:
        pool.close()


def test_a_process_retires(pool: WorkerPool) -> None:
    pid = run(pool, jobs.retire)
    assert run(pool, jobs.report) != pid


def test_clients_take_turns(pool: WorkerPool, tmp_path: Path) -> None:
    order: list[str] = []
    gate = tmp_path / "gate"
    first = Begun(pool, jobs.wait_for, gate, "first")
    made = []
    for number in range(60):
        made.append(Job(jobs.report, f"a{number}", client="a", on_report=order.append))
        pool.submit(made[-1])
    for client in "bc":
        made.append(Job(jobs.report, client, client=client, on_report=order.append))
        pool.submit(made[-1])
    gate.touch()
    first.job.wait()
    for job in made:
        job.wait()
    assert order[:4] == ["a0", "b", "c", "a1"] and len(order) == 62


def test_a_client_has_a_part_of_a_lane(tmp_path: Path) -> None:
    """Then another one need not wait for any of its jobs."""
    pool = WorkerPool(Lane(2, "text", each=1, waiting_each=3, waiting=4))
    gate = tmp_path / "gate"
    try:
        first = Begun(pool, jobs.wait_for, gate, "a0", client="a", lane="text")
        later = [Job(jobs.add, client="a", lane="text") for _ in range(3)]
        for job in later:
            pool.submit(job)
        with pytest.raises(QueueFull) as full:
            pool.submit(Job(jobs.add, client="a", lane="text"))
        assert full.value.own
        assert run(pool, jobs.add, 5, client="b", lane="text") == 5, "at once"
        other = Begun(pool, jobs.wait_for, gate, "b", client="b", lane="text")
        pool.submit(Job(jobs.add, client="c", lane="text"))
        with pytest.raises(QueueFull) as full:
            pool.submit(Job(jobs.add, client="d", lane="text"))
        assert not full.value.own
        assert not any(job.ended for job in later)
        gate.touch()
        for job in (first.job, other.job, *later):
            job.wait()
    finally:
        gate.touch()
        pool.close()


def test_lanes_do_not_wait_for_each_other() -> None:
    pool = WorkerPool(Lane(1, "long"), Lane(1, "short"))
    try:
        begun = Begun(pool, jobs.until_stopped, lane="long")
        assert run(pool, jobs.add, 1, lane="short") == 1
        assert not begun.job.ended
    finally:
        pool.close()


def test_a_job_with_slices_is_stopped_for_another(pool: WorkerPool) -> None:
    begun = Begun(pool, jobs.until_stopped, slice_seconds=0.05)
    assert run(pool, jobs.add, 1) == 1
    assert begun.job.wait() == "stopped" and begun.job.preempted


def test_a_job_that_ignores_its_slices_is_killed(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapoda.host.worker_pool._STOP_GRACE", 0.1)
    begun = Begun(pool, jobs.deaf, slice_seconds=0.05)
    assert run(pool, jobs.add, 1) == 1
    with pytest.raises(EngineStalled):
        begun.job.wait()


def test_calls_come_as_they_end() -> None:
    pool = WorkerPool(Lane(2))
    try:
        found = dict(pool.calls(jobs.scaled, 10, range(20)))
        assert found == {number: 10 * number for number in range(20)}
        with pytest.raises(EngineError, match="task 3 failed: ValueError: three"):
            list(pool.calls(jobs.not_three, None, range(5), name=lambda task: f"task {task}"))
        with pytest.raises(ProcessLost, match="task 7 ended with code 5"):
            list(pool.calls(jobs.exits, 5, [7], name=lambda task: f"task {task}"))
        assert list(pool.calls(jobs.scaled, 10, [])) == []
    finally:
        pool.close()


def test_closing_ends_everything() -> None:
    pool = WorkerPool(Lane(1))
    begun = Begun(pool, jobs.deaf)
    waits = Job(jobs.add)
    pool.submit(waits)
    [process] = pool.processes
    pool.close()
    for job in (begun.job, waits):
        with pytest.raises(EngineError, match="program is ending"):
            job.wait()
    assert process.process.poll() is not None and pool.processes == []
    with pytest.raises(EngineError, match="program is ending"):
        run(pool, jobs.add)


def test_what_is_kept_is_closed_at_the_end(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        pool = WorkerPool(Lane(1), log=log)
        run(pool, jobs.count, key=1)
        pool.close(patience=60)
    assert (tmp_path / "log").read_text() == "closed\n", "what it prints goes to the log"


def test_processes_that_nobody_needs_end() -> None:
    pool = WorkerPool(Lane(2))
    begun = [Begun(pool, jobs.until_stopped) for _ in range(2)]
    for each in begun:
        pool.stop(each.job)
        each.job.wait()
    pool.trim(3600)
    assert len(pool.processes) == 2
    pool.trim(0)
    assert len(pool.processes) == 1
    pool.close()


OWNER = """
import sys
from hexapoda.host.job import Job
from hexapoda.host.lane import Lane
from hexapoda.host.worker_pool import WorkerPool
from tests.host import jobs

pool = WorkerPool(Lane(1), log=sys.stderr.buffer)
job = Job(jobs.FUNCTION, on_report=lambda report: print(report, flush=True))
pool.submit(job)
job.wait()
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system sends no signal")
@pytest.mark.parametrize("function", ["deaf", "hold_everything"])
def test_processes_do_not_outlive_a_program_that_is_killed(function: str) -> None:
    """Also if the job lets no other thread run. The process alone holds the error stream at the end."""
    command = [sys.executable, "-c", OWNER.replace("FUNCTION", function)]
    pipe = subprocess.PIPE
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    owner = subprocess.Popen(command, stdout=pipe, stderr=pipe, env=env)
    assert owner.stdout is not None and owner.stderr is not None
    try:
        assert owner.stdout.readline() == b"begun\n", owner.stderr.read()
    finally:
        owner.kill()
    assert owner.communicate(timeout=30) == (b"", b"")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system sends no signal")
def test_the_programs_of_a_process_do_not_outlive_it_either() -> None:
    """Even those that are slow to quit, for which a process without its owner cannot wait."""
    command = [sys.executable, "-c", OWNER.replace("FUNCTION", "slow_program")]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    owner = subprocess.Popen(command, stdout=subprocess.PIPE, env=env)
    assert owner.stdout is not None
    program = int(owner.stdout.readline())
    waiting = os.pidfd_open(program)
    try:
        owner.kill()
        owner.communicate(timeout=30)
        assert select.select([waiting], [], [], 20.0)[0], "it still runs"
    finally:
        owner.kill()
        os.close(waiting)
        with contextlib.suppress(ProcessLookupError):
            os.kill(program, signal.SIGKILL)


def test_threads_may_ask_at_the_same_time() -> None:
    pool = WorkerPool(Lane(2))
    found: list[int] = []

    def ask(number: int) -> None:
        found.append(run(pool, jobs.add, number, client=str(number)))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(20))
    pool.close()
