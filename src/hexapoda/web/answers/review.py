"""Answers about reviews."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.web.answers.parts import BoardJson, MoveJson, StepJson, ToldJson

__all__ = ["HabitsJson", "ReviewJson", "ReviewProgressJson", "TriedMoveJson"]


class ReviewProgressJson(ToldJson):
    """How far a review is."""

    id: str
    status: Literal["waiting", "fast", "deep", "done", "stopped", "failed"]
    trouble: Annotated[str, Field(description="Why it failed.")]
    version: Annotated[int, Field(description="Counts the changes.")]
    engine: str
    done: int
    planned: int
    again: Annotated[int, Field(description="Moves that were looked at closely.")]
    again_left: int | None
    place: Annotated[int | None, Field(description="The place in the queue, from 1.")]
    saved: Annotated[bool, Field(description="Whether it continues after a restart of the server.")]


class JudgmentJson(ToldJson):
    """The judgment on a move. Win probabilities are those of the player who moved, or as it says."""

    ply: int
    player: str
    move: str
    judgment: str
    best: str
    line: list[str]
    score_before: float | None
    win_in_before: int | None
    win_probability_before: float
    score_after: float | None
    win_in_after: int | None
    win_probability_after: float
    win_probability_loss: float
    loss: float
    missed_win: Annotated[int | None, Field(description="The plies of a proven win that the move gave away.")]
    allowed_win: int | None
    only: bool
    depth: int | None
    reason: str
    reply: list[str]
    side: int
    glyph: str
    error: bool
    win_before: Annotated[float, Field(description="Of player 0.")]
    win: Annotated[float, Field(description="Of player 0.")]
    text: str
    better: list[StepJson]
    refutation: list[StepJson]
    deep: Annotated[bool, Field(description="Whether it was looked at closely.")]


class TriedMoveJson(JudgmentJson):
    """The judgment on a move in the place of one that was played."""

    step: StepJson
    same: Annotated[bool, Field(description="Whether it is the move that was played.")]


class ReviewSideJson(TypedDict):
    """The figures of one player."""

    player: str
    name: str
    moves: int
    accuracy: float | None
    average_loss: float | None
    average_win_probability_loss: float | None
    counts: dict[str, int]
    worst: list[int]
    missed_wins: list[int]
    allowed_wins: list[int]


class ReviewOpeningJson(TypedDict):
    """How the opening scored in the library."""

    plies: int
    games: int
    score: float | None
    new_move: str | None


class ReviewLimitJson(TypedDict):
    """The limit of each search."""

    time: float | None
    depth: int | None
    nodes: int | None


class ReviewSummaryJson(TypedDict):
    """The figures of both players."""

    result: str
    ending: str
    remark: str
    plies: int
    reviewed: int
    complete: bool
    engine: str
    limit: ReviewLimitJson
    scale: float
    players: tuple[ReviewSideJson, ReviewSideJson]
    opening: ReviewOpeningJson | None
    file: str | None


class ReviewJson(ReviewProgressJson):
    """A game with its boards, and all judgments so far."""

    game: str
    variant: str
    rules: dict[str, str]
    start: str | None
    names: tuple[str, str]
    result: str
    ending: str
    date: str
    event: str
    moves: list[str]
    boards: list[BoardJson]
    steps: list[MoveJson]
    judgments: list[JudgmentJson]
    summary: ReviewSummaryJson


class HabitPlaceJson(TypedDict):
    """A move of a reviewed game."""

    id: str
    ply: int


class HabitJson(ToldJson):
    """What better moves would have done, and where."""

    text: str
    places: list[HabitPlaceJson]


class HabitPartJson(TypedDict):
    """Errors in one part of the games."""

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
    """The same for each game; the ids of reviews that are gone."""

    games: dict[str, GameHabitsJson]
    gone: list[str]
