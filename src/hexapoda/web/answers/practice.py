"""Answers about the exercises of a visitor."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.analysis.json_types import RemarkJson
from hexapoda.web.answers.parts import BoardJson, LocalizedJson, MoveJson, PlayableJson, StepJson
from hexapoda.web.answers.puzzle import ReplyJson
from hexapoda.web.answers.review import ReviewProgressJson

__all__ = [
    "AddedLineJson",
    "AnsweredJson",
    "ExerciseJson",
    "ExerciseRowJson",
    "ExerciseSolutionJson",
    "ExercisesJson",
    "GameReviewJson",
    "LastGamesJson",
    "PracticeJson",
    "PracticeThemeJson",
    "RemovedExerciseJson",
]

Seconds = Annotated[float, Field(description="Seconds since 1970.")]
Rated = Literal["again", "hard", "good", "easy"]


class ExerciseRowJson(TypedDict):
    """An exercise in a list."""

    id: str
    kind: Literal["mistake", "win", "opening"]
    game: str
    variant: str
    player: int
    side: str
    played: Annotated[str, Field(description="What the visitor played in the game; empty for an opening.")]
    judgment: str
    state: Literal["new", "learning", "known"]
    due: Seconds
    added: Seconds
    answers: Annotated[int, Field(description="How often it was answered.")]
    names: tuple[str, str]
    date: str
    review: Annotated[str, Field(description="The review that it comes from; empty if there is none.")]
    ply: Annotated[
        int, Field(description="The move in that game, counted in plies from 1; 0 without a game.")
    ]
    times: Annotated[int, Field(description="In how many games the position occurred.")]
    removed: bool


class PracticeThemeJson(LocalizedJson):
    """The exercises of one theme."""

    text: Annotated[str, Field(description="What the better moves do; empty if only `judgment` is known.")]
    judgment: str
    cards: int
    known: int
    due: int
    answers: int
    right: int


class PracticeWeekJson(TypedDict):
    """The answers of one week."""

    begin: Seconds
    answers: int
    right: int
    added: int


class PracticeGameJson(TypedDict):
    """The exercises of one game."""

    game: str
    cards: int
    due: int


class PracticeJson(TypedDict):
    """The exercises that are due, and how well the visitor is doing."""

    cards: int
    due: int
    new: int
    learning: int
    known: int
    next: Annotated[float | None, Field(description="When the next exercise becomes due; null if none will.")]
    removed: int
    damaged: Annotated[int, Field(description="Exercises whose files cannot be read.")]
    games: list[PracticeGameJson]
    themes: list[PracticeThemeJson]
    weeks: list[PracticeWeekJson]
    queue: Annotated[list[ExerciseRowJson], Field(description="What is due, up to 100 exercises.")]


class ExercisesJson(TypedDict):
    """Exercises, in the order in which they are due."""

    total: int
    exercises: list[ExerciseRowJson]


class ExerciseJson(ExerciseRowJson, PlayableJson):
    """An exercise with its board."""

    rules: dict[str, str]
    start: str | None
    moves: list[str]
    loss: Annotated[float, Field(description="The win probability that the move in the game lost.")]
    length: Annotated[
        int, Field(description="How many moves are to be found: for a forced win, perhaps several.")
    ]


class ExerciseSolutionJson(LocalizedJson):
    """The better line, and why it is better."""

    id: str
    steps: Annotated[list[StepJson], Field(description="The better line.")]
    refutation: Annotated[list[StepJson], Field(description="What was played, and how it is punished.")]
    text: Annotated[str, Field(description="What the move in the game did.")]
    reason: Annotated[str, Field(description="Why the better move is better; may be empty.")]
    remarks: Annotated[
        list[RemarkJson], Field(description="The reason as remarks, with the cells that prove them.")
    ]
    rating: Annotated[Rated | None, Field(description="How the answer was rated; null if it did not count.")]
    due: Annotated[float, Field(description="When the exercise comes back, in seconds since 1970.")]
    state: Literal["new", "learning", "known"]


class AnsweredJson(LocalizedJson):
    """The judgment on a legal move."""

    verdict: Literal["right", "solved", "wrong"]
    judged: Literal["best", "right", "fair", "same", "wrong"]
    text: str
    move: MoveJson
    board: BoardJson
    reply: ReplyJson | None
    left: Annotated[int, Field(description="Moves that are still to be found.")]
    rating: Rated | None
    due: Seconds
    solution: ExerciseSolutionJson | None


class AddedLineJson(TypedDict):
    """What a line added to the repertoire."""

    added: Annotated[int, Field(description="Positions that are new.")]
    merged: Annotated[int, Field(description="Positions that were already there.")]
    left: Annotated[int, Field(description="Positions for which there was no space.")]
    cut: Annotated[int, Field(description="Plies cut off at the end of a line that is too long.")]


class RemovedExerciseJson(TypedDict):
    """An exercise that was removed or restored."""

    id: str
    removed: bool


class GameReviewJson(TypedDict):
    """A review that is running or queued."""

    progress: ReviewProgressJson
    game: str
    variant: str
    names: tuple[str, str]
    date: str
    player: Annotated[int, Field(description="The player that the visitor was.")]


class LastGamesJson(TypedDict):
    """The running and queued reviews of a visitor's games, and how many more games could be reviewed."""

    reviews: list[GameReviewJson]
    games: Annotated[
        int, Field(description="How many of the last games have no finished review; 0 during reviews.")
    ]
