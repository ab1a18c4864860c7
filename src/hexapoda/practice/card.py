"""`Card`: an exercise of one person with what the scheduler knows about it and how it was answered."""

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
"""The answers that are kept of one card; the oldest go first."""
_MOST_SOURCES = 50
_ATTEMPT = 64
"""The most characters of the name of an attempt."""
_MOST_ATTEMPTS = 8
"""The names of attempts that are kept: pages that show the card at the same time have one each."""


@dataclass(frozen=True, slots=True)
class CardAnswer:
    """One answer: when, in seconds since 1970, and how good it was."""

    time: float
    rating: AnswerRating


@dataclass(frozen=True, slots=True)
class Card:
    """An exercise of one person.

    Attributes:
        exercise: the exercise.
        memory: when it comes back.
        added: when it came in, in seconds since 1970.
        answers: how it was answered, the oldest first.
        attempts: the names of the attempts that were counted, the latest first, so that a repeated request
            does not count twice.
        removed: whether the person does not want it any more. It stays, so that no review brings it back.
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
        """How far the person is with it."""
        if self.memory.is_new:
            return "new"
        return "known" if self.memory.is_known else "learning"

    def is_due(self, now: float) -> bool:
        """Whether it is to be answered now."""
        return not self.removed and self.memory.due <= now

    def answered(self, rating: AnswerRating, attempt: str, now: float) -> Card:
        """Return the card after an answer. It counts once for each attempt. Before the card is due only a
        failure counts, so that nobody makes up for a failure at once.
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
        """Return the card of a JSON object. Raises `InvalidGameError`."""
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
    """Return a card that has met its position in another game. What the newer review says replaces the older
    one, and whoever went wrong there again has to practice it now. A source that is known changes nothing
    but what the review says. A card without a source was withdrawn and is wanted again. Another move of the
    repertoire is learned from the beginning, also if the one before it was removed.
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
