"""Which searches give way, and when."""

from __future__ import annotations

from hexapoda.engine import Limit
from hexapoda.errors import EngineError
from hexapoda.hex import Position
from hexapoda.registry import parse_engine
from hexapoda.web.live.engine_job import EngineJob
from hexapoda.web.live.giving_way import giving_way


def job(began: float | None = None, *, slice_seconds: float | None = 1.0, urgency: int = 2) -> EngineJob:
    spec = parse_engine("random", "hex")
    made = EngineJob(
        "x", spec, Position("3x3"), Limit(time=60), None, urgency=urgency, slice_seconds=slice_seconds
    )
    made.began = began
    return made


def test_nobody_waits() -> None:
    assert giving_way([job(0)], [], 100) == ([], None)


def test_the_search_that_has_had_its_time_longest_gives_way() -> None:
    first, second = job(1), job(0)
    assert giving_way([first, second], [job()], 5) == ([second], None)
    assert giving_way([first, second], [job(), job(), job()], 5) == ([second, first], None)


def test_the_time_is_not_over() -> None:
    assert giving_way([job(4.5)], [job()], 5) == ([], 5.5)
    long, short = job(4.5, slice_seconds=4), job(4.5, slice_seconds=2)
    assert giving_way([long, short], [job()], 5) == ([], 6.5)


def test_a_more_urgent_job_waits_less() -> None:
    running = job(4.5)
    assert giving_way([running], [job(urgency=1)], 5) == ([running], None)
    assert giving_way([running], [job(urgency=0, slice_seconds=None)], 5) == ([running], None)
    assert giving_way([job(4.95)], [job(urgency=0)], 5) == ([], 4.95 + 0.1)
    assert giving_way([job(4.5, urgency=1)], [job(urgency=1)], 5) == ([], 5.5)


def test_a_game_never_gives_way() -> None:
    assert giving_way([job(0, slice_seconds=None, urgency=0)], [job(urgency=0)], 99) == ([], None)


def test_a_search_that_is_being_stopped_counts() -> None:
    leaving, other, ended = job(0), job(0), job(0)
    leaving.gave_way = True
    ended.end(error=EngineError("gone"))
    assert giving_way([leaving, other], [job()], 5) == ([], None)
    assert giving_way([ended, other], [job()], 5) == ([], None)
    assert giving_way([leaving, other], [job(), job()], 5) == ([other], None)
