"""Lessons: the small boards on which a page teaches the rules of a game."""

from __future__ import annotations

from fastapi import APIRouter

from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.catalog import LessonsJson
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
    return {"game": game.name, "lessons": list(lessons)}
