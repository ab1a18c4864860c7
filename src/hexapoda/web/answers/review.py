"""Answers about reviews."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.analysis.json_types import RemarkJson, ReviewedMoveJson, ReviewSummaryJson
from hexapoda.page.json_types import OpeningJson
from hexapoda.web.answers.parts import BoardJson, LocalizedJson, MoveJson, StepJson

__all__ = [
    "HabitsJson",
    "MoveJudgmentJson",
    "ReviewJson",
    "ReviewProgressJson",
    "ReviewSideAnswerJson",
    "TriedMoveJson",
]


ReviewStatus: TypeAlias = Literal["waiting", "fast", "deep", "done", "stopped", "failed"]


class ReviewProgressJson(LocalizedJson):
    """The progress of a review."""

    id: str
    status: ReviewStatus
    trouble: Annotated[str, Field(description="Why it failed; empty if it did not.")]
    version: Annotated[int, Field(description="Counts the changes.")]
    engine: str
    done: int
    planned: int
    again: Annotated[int, Field(description="How many moves the second pass has reviewed.")]
    again_left: int | None
    place: Annotated[int | None, Field(description="The place in the queue, from 1; null if not queued.")]
    saved: Annotated[bool, Field(description="Whether it continues after a restart of the server.")]


class JudgmentJson(ReviewedMoveJson, LocalizedJson):
    """The judgment on a move. Win probabilities are for the player who moved, unless a field says
    otherwise.
    """

    side: int
    glyph: str
    error: bool
    win_before: Annotated[float, Field(description="The win probability of player 0 before the move.")]
    win: Annotated[float, Field(description="The win probability of player 0 after the move.")]
    text: str
    better: list[StepJson]
    refutation: list[StepJson]
    deep: Annotated[bool, Field(description="Whether the second pass has reviewed it.")]


class MoveJudgmentJson(JudgmentJson):
    """The judgment on a move that a visitor asks about."""

    step: StepJson
    does: Annotated[list[RemarkJson], Field(description="What the move immediately brings about or ends.")]


class TriedMoveJson(MoveJudgmentJson):
    """The judgment on a move tried in place of the one that was played."""

    same: Annotated[bool, Field(description="Whether it is the move that was played.")]


class ReviewedGameJson(TypedDict):
    """A game with the board before the first move and after every move."""

    game: str
    variant: str
    rules: dict[str, str]
    start: str | None
    names: tuple[str, str]
    result: str
    ending: str
    date: str
    event: str
    opening: OpeningJson | None
    moves: list[str]
    boards: list[BoardJson]
    steps: list[MoveJson]


class ReviewJson(ReviewProgressJson, ReviewedGameJson):
    """A game with its boards, and all judgments so far."""

    judgments: list[JudgmentJson]
    summary: ReviewSummaryJson
    you: Annotated[int | None, Field(description="The player that the visitor was; null if none.")]


class ReviewSideAnswerJson(TypedDict):
    """The player that the visitor was, and the numbers of resulting exercises."""

    you: int | None
    added: Annotated[int, Field(description="Exercises that are new.")]
    merged: Annotated[int, Field(description="Exercises whose positions were already there.")]
    left: Annotated[int, Field(description="Exercises for which there was no space.")]


class HabitPlaceJson(TypedDict):
    """A move of a reviewed game."""

    id: str
    ply: int


class HabitJson(LocalizedJson):
    """What better moves would have achieved, and in which positions."""

    text: str
    places: list[HabitPlaceJson]


class HabitPartJson(TypedDict):
    """The errors in one part of the games: the beginning, the middle or the end."""

    errors: int
    moves: int


class HabitErrorJson(HabitPlaceJson):
    """One of the worst moves."""

    loss: float


class GameHabitsJson(TypedDict):
    """What goes wrong in the games of one player."""

    games: int
    moves: int
    accuracy: float | None
    counts: dict[str, int]
    parts: list[HabitPartJson]
    missed: list[HabitJson]
    worst: list[HabitErrorJson]


class HabitsJson(TypedDict):
    """The habits of a player in each game, and the ids of reviews that cannot be loaded."""

    games: dict[str, GameHabitsJson]
    gone: list[str]
