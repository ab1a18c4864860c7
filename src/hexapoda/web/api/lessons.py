"""Lessons: the small boards on which a page teaches the rules of a game."""

from __future__ import annotations

from fastapi import APIRouter

from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.games.lesson import RuleLesson
from hexapoda.games.translations import translated
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.catalog import LessonJson, LessonsJson
from hexapoda.web.description import json_responses
from hexapoda.web.problem import Problem

__all__ = ["router"]

router = APIRouter(tags=["catalog"])


@router.get("/lessons/{name}", summary="Read the lessons of a game", **json_responses(LessonsJson))
def read_lessons(name: str) -> LessonsJson:
    """Return the lessons of a game, in the order in which they are learned."""
    try:
        game = find_game(name)
    except UsageError as error:
        raise Problem(404, str(error)) from None
    lessons = game.lessons
    if not lessons:
        raise Problem(404, Sentence("{title} has no lessons", title=game.title))
    return {"game": game.name, "lessons": [_lesson_json(lesson) for lesson in lessons]}


def _lesson_json(lesson: RuleLesson) -> LessonJson:
    return translated(
        LessonJson(
            id=lesson.id,
            tour=lesson.tour,
            title=lesson.title,
            text=lesson.text,
            goal=lesson.goal,
            praise=lesson.praise,
            start=lesson.start,
            marks=list(lesson.marks),
            steps=list(lesson.steps),
            refused=lesson.refused,
        )
    )
