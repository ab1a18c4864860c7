"""`Memory`: how well a person knows an exercise, and when it comes back. The scheduler is FSRS.

Contains the settings of the scheduler. Times are seconds since 1970.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import fsrs

__all__ = ["KNOWN_DAYS", "LATEST", "AnswerRating", "Memory", "moment", "remembered"]

KNOWN_DAYS = 21.0
"""An exercise counts as known if a person will probably still solve it after this many days."""
_RETENTION = 0.9
"""The target probability that a person can still solve an exercise when it comes back."""
_STEPS = (timedelta(minutes=10),)
"""The only learning step: the time after which a failed exercise comes back."""
_LONGEST = 365
"""The maximum number of days until an exercise comes back."""
_MOST_SECONDS = 4e9  # in the year 2096
LATEST = _MOST_SECONDS - 2 * 86400 * _LONGEST
"""The latest valid time of an answer, in seconds since 1970, chosen so that the due time after the answer
is at most `_MOST_SECONDS`."""
_AHEAD = 86400.0
"""How many seconds a saved answer may lie in the future, because the clocks of two machines can differ."""
_LEAST_DAYS, _MOST_DAYS = 1e-3, 1e6
"""The bounds of a stability, in days: the smallest value that FSRS returns, and more than a lifetime."""
_STATES = (1, 2, 3)
"""The states of the scheduler: learning, review and relearning."""


class AnswerRating(enum.IntEnum):
    """How good an answer was, numbered as in FSRS."""

    AGAIN = 1
    """Failed."""
    HARD = 2
    """Solved with a hint, or with a move that is not quite as good."""
    GOOD = 3
    """Solved."""
    EASY = 4
    """Solved quickly, without a hint."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What the scheduler knows about one exercise.

    Attributes:
        due: when the exercise comes back; for a new one, when it was added.
        last: when it was last answered; None if it is new.
        state: 1 (learning) at first, 2 (review) once it comes back only after days, 3 (relearning) after a
            failure in state 2.
        step: the learning step in state 1 or 3; None in state 2.
        stability: the number of days after which a person still solves it with a probability of 90%; None if
            new.
        difficulty: from 1 to 10; None if new.
    """

    due: float
    last: float | None = None
    state: int = 1
    step: int | None = 0
    stability: float | None = None
    difficulty: float | None = None

    @property
    def is_new(self) -> bool:
        """Whether the exercise has never been answered."""
        return self.last is None

    @property
    def is_known(self) -> bool:
        """Whether the person knows the exercise."""
        return self.state == 2 and self.stability is not None and self.stability >= KNOWN_DAYS

    def pulled_back(self, now: float) -> Memory:
        """Return the memory with times from a wrong clock corrected: the exercise becomes due now if its last
        answer lies in the future, or if its due time is later than any that the scheduler could have set.
        """
        if self.last is not None and self.last > now + _AHEAD:
            return replace(self, due=now, last=now)  # the real time of the answer is unknown
        if self.due > now + _AHEAD + 86400 * (0 if self.last is None else _LONGEST):
            return replace(self, due=now)
        return self

    def to_json(self) -> dict[str, Any]:
        """Return the memory as a JSON object."""
        return {
            "due": self.due,
            "last": self.last,
            "state": self.state,
            "step": self.step,
            "stability": self.stability,
            "difficulty": self.difficulty,
        }

    @classmethod
    def from_json(cls, value: Any) -> Memory:
        """Read a memory from its JSON object. Raises `ValueError`, `TypeError`, `KeyError` or
        `OverflowError`.
        """
        memory = cls(
            moment(value["due"]),
            None if value["last"] is None else moment(value["last"]),
            int(value["state"]),
            None if value["step"] is None else int(value["step"]),
            None if value["stability"] is None else _number(value["stability"], _MOST_DAYS, _LEAST_DAYS),
            None if value["difficulty"] is None else _number(value["difficulty"], 10.0, 1.0),
        )
        steps = (None,) if memory.state == 2 else range(len(_STEPS))
        if memory.state not in _STATES or memory.step not in steps:
            raise ValueError(f"'state' is {memory.state} with step {memory.step}: expected step 0 in 1 and 3")
        answered = (memory.last, memory.stability, memory.difficulty)
        if any(one is None for one in answered) and (
            memory.state != 1 or any(one is not None for one in answered)
        ):
            raise ValueError("'last', 'stability' and 'difficulty' belong together: expected all or none")
        return memory


def remembered(memory: Memory, rating: AnswerRating, now: float) -> Memory:
    """Return the memory after an answer at the time `now`."""
    import fsrs

    now = max(now, memory.last or 0.0)  # the system clock may have been set back
    card = fsrs.Card(
        card_id=0,
        state=fsrs.State(memory.state),
        step=memory.step,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_time(memory.due),
        last_review=None if memory.last is None else _time(memory.last),
    )
    after, _ = _scheduler().review_card(card, fsrs.Rating(int(rating)), _time(now))
    stability = None if after.stability is None else min(after.stability, _MOST_DAYS)
    return Memory(after.due.timestamp(), now, int(after.state), after.step, stability, after.difficulty)


@cache
def _scheduler() -> fsrs.Scheduler:
    import fsrs  # imported here because that takes 30 ms and few commands need it

    return fsrs.Scheduler(
        desired_retention=_RETENTION,
        learning_steps=_STEPS,
        relearning_steps=_STEPS,
        maximum_interval=_LONGEST,
        enable_fuzzing=False,  # the same answers give the same due times
    )


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def moment(value: Any) -> float:
    """Return a saved time as a number. Raises `ValueError`, `TypeError` or `OverflowError` if it is not a
    valid time.
    """
    return _number(value, _MOST_SECONDS)


def _number(value: Any, most: float, least: float = 0.0) -> float:
    number = float(value)
    if not least <= number <= most or math.isnan(number):
        raise ValueError(f"{value!r:.40} is out of range: expected {least:g} to {most:g}")
    return number
