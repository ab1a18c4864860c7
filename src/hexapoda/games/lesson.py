"""`RuleLesson`: a small board that teaches one rule of a game, as data.

Defines the form of lessons, and reads them from `data/lessons.json` in a game's package. The game itself
judges the learner's moves.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from hexapoda.text.sentence import Sentence

__all__ = ["LessonStep", "RefusedMove", "RuleLesson", "read_lessons"]


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One move of the learner, and the answer to it."""

    accept: tuple[str, ...]
    """The moves that reach the goal, in canonical notation; empty if every legal move does."""
    reply: str | None
    """The opponent's answer; None if there is none."""


@dataclass(frozen=True, slots=True)
class RefusedMove:
    """A move that shows the rule of a lesson by breaking it."""

    move: str
    rule: str
    """The value of the rule in the game's `Rule` enum."""


@dataclass(frozen=True, slots=True)
class RuleLesson:
    """A position with a goal.

    Attributes:
        id: a short name, unique in its game.
        tour: whether it belongs to the tour, which shows a newcomer the game in three minutes. The lessons of
            the tour come first.
        title: the rule in a few words.
        text: the rule in one or two sentences.
        goal: what to do on this board.
        praise: the text that is shown when the goal is reached.
        start: the position, as text.
        marks: the cells that the goal is about.
        steps: the moves to the goal.
        refused: a move that breaks the rule; None if the rule forbids no move.
    """

    id: str
    tour: bool
    title: Sentence
    text: Sentence
    goal: Sentence
    praise: Sentence
    start: str
    marks: tuple[tuple[int, int], ...]
    steps: tuple[LessonStep, ...]
    refused: RefusedMove | None


def read_lessons(package: str) -> tuple[RuleLesson, ...]:
    """Return the lessons of the game with this package, in the order in which they are learned; there may be
    none.
    """
    file = files(package) / "data" / "lessons.json"
    return tuple(_lesson(data) for data in json.loads(file.read_text("utf-8"))) if file.is_file() else ()


def _lesson(data: dict[str, Any]) -> RuleLesson:
    refused = data.get("refused")
    return RuleLesson(
        id=data["id"],
        start=data["start"],
        **{name: Sentence(data[name]) for name in ("title", "text", "goal", "praise")},
        tour=data.get("tour", False),
        marks=tuple((q, r) for q, r in data.get("marks", ())),
        steps=tuple(LessonStep(tuple(step["accept"]), step.get("reply")) for step in data["steps"]),
        refused=None if refused is None else RefusedMove(**refused),
    )
