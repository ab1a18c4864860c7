"""Answers about puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.web.answers.parts import (
    BoardJson,
    Cell,
    LocalizedJson,
    MoveJson,
    PlayableJson,
    StepJson,
)
from hexapoda.web.answers.position import RefusalJson

__all__ = [
    "HintJson",
    "JudgedMoveJson",
    "PuzzleJson",
    "PuzzleRowJson",
    "PuzzleThemeJson",
    "PuzzlesJson",
    "RefusedMoveJson",
    "SolutionJson",
]


class PuzzleRowJson(TypedDict):
    """A puzzle in the list."""

    id: str
    game: str
    variant: str
    player: int
    side: str
    length: Annotated[int, Field(description="How many moves the solver needs to win.")]
    grade: Annotated[int, Field(description="The difficulty; 1 is easiest.")]
    themes: Annotated[list[str], Field(description="The names of the themes of the solution.")]


class PuzzleThemeJson(LocalizedJson):
    """A theme of a game's puzzles."""

    game: str
    name: str
    title: str


class PuzzlesJson(LocalizedJson):
    """All puzzles, without their solutions."""

    games: Annotated[list[str], Field(description="The games that can have puzzles.")]
    themes: list[PuzzleThemeJson]
    puzzles: list[PuzzleRowJson]
    faults: list[str]


class PuzzleJson(PuzzleRowJson):
    """A puzzle with its board."""

    source: str
    start: str
    rules: dict[str, str]
    board: BoardJson
    legal: list[MoveJson]


class ReplyJson(PlayableJson):
    """The opponent's reply, and the position after it."""

    move: MoveJson


class JudgedMoveJson(LocalizedJson):
    """The judgment on a legal move."""

    verdict: Literal["right", "solved", "slow", "wrong"]
    text: str
    move: MoveJson
    board: BoardJson
    reply: ReplyJson | None
    left: Annotated[int, Field(description="How many moves are left until the win.")]


class RefusedMoveJson(RefusalJson):
    """A move that the rules do not allow."""

    verdict: Literal["refused"]


class HintJson(LocalizedJson):
    """A hint about the next move."""

    text: str
    pieces: list[str]
    cells: list[Cell]
    move: MoveJson | None


class SolutionJson(TypedDict):
    """The winning line."""

    id: str
    steps: list[StepJson]
