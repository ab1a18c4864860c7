"""Which jobs are stopped for others, and when."""

from __future__ import annotations

from hexapoda.errors import EngineError
from hexapoda.host.job import Job
from hexapoda.host.preemption import preempted


def job(began: float | None = None, *, slice_seconds: float | None = 1.0, urgency: int = 2) -> Job:
    made = Job(print, urgency=urgency, slice_seconds=slice_seconds)
    made.began = began
    return made


def test_nobody_waits() -> None:
    assert preempted([job(0)], [], 100) == ([], None)


def test_the_search_that_has_had_its_time_longest_gives_way() -> None:
    first, second = job(1), job(0)
    assert preempted([first, second], [job()], 5) == ([second], None)
    assert preempted([first, second], [job(), job(), job()], 5) == ([second, first], None)


def test_the_time_is_not_over() -> None:
    assert preempted([job(4.5)], [job()], 5) == ([], 5.5)
    long, short = job(4.5, slice_seconds=4), job(4.5, slice_seconds=2)
    assert preempted([long, short], [job()], 5) == ([], 6.5)


def test_a_more_urgent_job_waits_less() -> None:
    running = job(4.5)
    assert preempted([running], [job(urgency=1)], 5) == ([running], None)
    assert preempted([running], [job(urgency=0, slice_seconds=None)], 5) == ([running], None)
    assert preempted([job(4.95)], [job(urgency=0)], 5) == ([], 4.95 + 0.1)
    assert preempted([job(4.5, urgency=1)], [job(urgency=1)], 5) == ([], 5.5)


def test_a_game_never_gives_way() -> None:
    assert preempted([job(0, slice_seconds=None, urgency=0)], [job(urgency=0)], 99) == ([], None)


def test_a_search_that_is_being_stopped_counts() -> None:
    leaving, other, ended = job(0), job(0), job(0)
    leaving.preempted = True
    ended.end(error=EngineError("gone"))
    assert preempted([leaving, other], [job()], 5) == ([], None)
    assert preempted([ended, other], [job()], 5) == ([], None)
    assert preempted([leaving, other], [job(), job()], 5) == ([other], None)
