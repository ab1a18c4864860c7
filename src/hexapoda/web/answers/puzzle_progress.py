"""Answers about a visitor's progress with puzzles."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

__all__ = ["PuzzleCardJson", "PuzzleProgressJson"]


class PuzzleCardJson(TypedDict):
    """A visitor's results with one puzzle."""

    box: Annotated[int, Field(description="0 after a failure; each success moves the puzzle one box up.")]
    due: Annotated[float, Field(description="When it comes back, in seconds since 1970.")]
    solved: int
    failed: int


class PuzzleProgressJson(TypedDict):
    """The visitor's progress, with `cards` by puzzle id."""

    level: Annotated[dict[str, float], Field(description="By game, on the scale of the grades.")]
    streak: Annotated[int, Field(description="How many puzzles in a row were solved.")]
    cards: dict[str, PuzzleCardJson]
