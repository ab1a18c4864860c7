"""`Card`: a person's exercise, with its schedule and its answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from hexapoda.errors import InvalidGameError
from hexapoda.practice.exercise import Exercise, ExerciseSource
from hexapoda.practice.memory import AnswerRating, Memory, moment, remembered

__all__ = ["Card", "CardAnswer", "CardState", "merged"]

CardState = Literal["new", "learning", "known"]
_VERSION = 1
_MOST_ANSWERS = 200
"""The maximum number of answers kept per card; the oldest are dropped."""
_MOST_SOURCES = 50
_ATTEMPT = 64
"""The maximum length of an attempt's name; the rest is cut off."""
_MOST_ATTEMPTS = 8
"""The maximum number of attempt names kept per card. Each browser page that shows the card has an
attempt of its own.
"""


@dataclass(frozen=True, slots=True)
class CardAnswer:
    """An answer: its time, in seconds since 1970, and its rating."""

    time: float
    rating: AnswerRating


@dataclass(frozen=True, slots=True)
class Card:
    """A person's exercise.

    Attributes:
        exercise: the exercise.
        memory: the scheduler's state, which says when the exercise is due.
        added: when the card was made, in seconds since 1970.
        answers: the answers, the oldest first.
        attempts: the names of the latest attempts, the newest first, kept so that a repeated request does
            not count twice.
        removed: whether the person removed the exercise, or its last source was withdrawn. The card is kept,
            so that no review adds a removed exercise again.
    """

    exercise: Exercise
    memory: Memory
    added: float
    answers: tuple[CardAnswer, ...] = ()
    attempts: tuple[str, ...] = ()
    removed: bool = False

    @property
    def id(self) -> str:
        """The id of the exercise."""
        return self.exercise.id

    @property
    def state(self) -> CardState:
        """How well the person knows the exercise."""
        if self.memory.is_new:
            return "new"
        return "known" if self.memory.is_known else "learning"

    def is_due(self, now: float) -> bool:
        """Whether the exercise should be answered now."""
        return not self.removed and self.memory.due <= now

    def answered(self, rating: AnswerRating, attempt: str, now: float) -> Card:
        """Return the card after an answer. Each attempt counts once. Before the card is due, only a failure
        counts, so that solving the exercise right after a failure does not make up for the failure.
        """
        if attempt[:_ATTEMPT] in self.attempts:
            return self
        attempts = (attempt[:_ATTEMPT], *self.attempts)[:_MOST_ATTEMPTS]
        if rating is not AnswerRating.AGAIN and self.memory.due > now:
            return replace(self, attempts=attempts)
        answers = (*self.answers, CardAnswer(now, rating))[-_MOST_ANSWERS:]
        memory = remembered(self.memory, rating, now)
        return replace(self, memory=memory, answers=answers, attempts=attempts)

    def to_json(self) -> dict[str, Any]:
        """Return the card as a JSON object."""
        return {
            "version": _VERSION,
            "exercise": self.exercise.to_json(),
            "memory": self.memory.to_json(),
            "added": self.added,
            "answers": [[one.time, int(one.rating)] for one in self.answers],
            "attempt": " ".join(self.attempts),
            "removed": self.removed,
        }

    @classmethod
    def from_json(cls, value: Any) -> Card:
        """Read a card from its JSON object. Raises `InvalidGameError`."""
        try:
            if value["version"] != _VERSION:
                raise ValueError(f"'version' is {value['version']!r:.20}: expected {_VERSION}")
            return cls(
                Exercise.from_json(value["exercise"]),
                Memory.from_json(value["memory"]),
                moment(value["added"]),
                tuple(CardAnswer(moment(time), AnswerRating(rating)) for time, rating in value["answers"]),
                tuple(str(value["attempt"]).split()),
                bool(value["removed"]),
            )
        except InvalidGameError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise InvalidGameError(f"not a card: {type(error).__name__}: {error}") from error


def merged(card: Card, exercise: Exercise, now: float) -> Card:
    """Return `card` merged with a newer exercise for the same position, which replaces the card's.

    A mistake or missed win keeps its old sources too. If the exercise has a new source, the person went wrong
    again, so the card is due now. A removed card stays removed, unless it has no source left: then it was
    withdrawn, and comes back. An opening with a different move starts from the beginning, even if the card
    was removed.
    """
    if exercise.kind == "opening":
        same = exercise.leads_to() == card.exercise.leads_to()
        memory = card.memory if same else Memory(now)
        return replace(card, exercise=exercise, memory=memory, removed=card.removed and same)
    places = {(one.review, one.ply) for one in card.exercise.sources}
    new = [one for one in exercise.sources if (one.review, one.ply) not in places]
    sources: tuple[ExerciseSource, ...] = (*new, *card.exercise.sources)[:_MOST_SOURCES]
    memory = replace(card.memory, due=min(card.memory.due, now)) if new else card.memory
    removed = card.removed and bool(card.exercise.sources)
    return replace(card, exercise=replace(exercise, sources=sources), memory=memory, removed=removed)
