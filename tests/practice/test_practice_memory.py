"""When an exercise comes back: the scheduler, its settings, and what is kept of it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from hexapoda.practice.memory import KNOWN_DAYS, AnswerRating, Memory, remembered

DAY = 24 * 3600.0
NOW = 1_750_000_000.0
NEW = Memory(NOW)


def after(*ratings: AnswerRating, memory: Memory = NEW) -> Memory:
    """The memory after answers that are given when they are due."""
    for rating in ratings:
        memory = remembered(memory, rating, memory.due)
    return memory


def pause(memory: Memory) -> float:
    assert memory.last is not None
    return memory.due - memory.last


def test_the_better_the_answer_the_longer_the_pause() -> None:
    pauses = [pause(after(rating)) for rating in AnswerRating]
    assert pauses == sorted(pauses) and len(set(pauses)) == 4
    assert pauses[0] == 600 and pauses[1] < DAY <= pauses[2], "a failure comes back in ten minutes"


def test_pauses_grow_until_the_exercise_is_known() -> None:
    memory, pauses = NEW, list[float]()
    for _ in range(8):
        assert not memory.is_known or pauses[-1] >= KNOWN_DAYS * DAY * 0.5
        memory = after(AnswerRating.GOOD, memory=memory)
        pauses.append(pause(memory))
    assert pauses == sorted(pauses) and memory.is_known
    assert pauses[-1] <= 365 * DAY


def test_a_failure_makes_it_unknown_and_soon_due() -> None:
    known = after(*[AnswerRating.GOOD] * 8)
    failed = after(AnswerRating.AGAIN, memory=known)
    assert known.is_known and not failed.is_known and pause(failed) == 600
    back = after(AnswerRating.GOOD, memory=failed)
    assert DAY <= pause(back) < pause(known), "it is not learned from scratch"


def test_the_same_answers_lead_to_the_same_times() -> None:
    ratings = [AnswerRating.GOOD, AnswerRating.HARD, AnswerRating.AGAIN, AnswerRating.GOOD, AnswerRating.EASY]
    assert after(*ratings) == after(*ratings)


def test_a_late_answer_that_is_right_counts_more() -> None:
    learned = after(AnswerRating.GOOD)
    in_time = remembered(learned, AnswerRating.GOOD, learned.due)
    late = remembered(learned, AnswerRating.GOOD, learned.due + 30 * DAY)
    assert pause(late) > pause(in_time)


def test_a_clock_that_was_set_back_does_no_harm() -> None:
    learned = after(AnswerRating.GOOD)
    again = remembered(learned, AnswerRating.GOOD, NOW - 10 * DAY)
    assert again.last == learned.last and again.due > NOW


@pytest.mark.parametrize(
    "ratings", [(), (AnswerRating.AGAIN,), (AnswerRating.GOOD,), (AnswerRating.GOOD, AnswerRating.AGAIN)]
)
def test_it_is_kept_without_loss(ratings: tuple[AnswerRating, ...]) -> None:
    memory = after(*ratings)
    assert Memory.from_json(json.loads(json.dumps(memory.to_json()))) == memory
    assert memory.is_new == (not ratings)


@pytest.mark.parametrize(
    "damage",
    [
        {"state": 4},
        {"state": 2},
        {"due": -1},
        {"due": float("nan")},
        {"stability": 3.0},
        {"difficulty": 11.0, "stability": 3.0, "last": NOW},
        {"step": None},
        {"step": -5},
        {"step": 99},
        {"stability": 0.0, "difficulty": 5.0, "last": NOW},
        {"difficulty": 0.0, "stability": 3.0, "last": NOW},
        {"last": "yesterday"},
    ],
)
def test_damage_is_found(damage: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        Memory.from_json(NEW.to_json() | damage)


def test_what_is_kept_after_a_lifetime_can_be_read() -> None:
    old = Memory.from_json(
        NEW.to_json() | {"state": 2, "step": None, "last": NOW, "stability": 1e6, "difficulty": 1.0}
    )
    later = remembered(old, AnswerRating.EASY, NOW + 365 * DAY)
    assert Memory.from_json(later.to_json()) == later


def test_the_scheduler_is_loaded_when_an_answer_is_rated() -> None:
    code = "import sys, hexapoda.practice.collection; sys.exit('fsrs' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
