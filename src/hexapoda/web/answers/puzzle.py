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
    length: Annotated[int, Field(description="Moves of the solver until the win.")]
    grade: Annotated[int, Field(description="1 is easy.")]
    themes: Annotated[list[str], Field(description="What the solution is about: names of themes.")]


class PuzzleThemeJson(LocalizedJson):
    """A theme of the puzzles of a game."""

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
    """A legal move, judged."""

    verdict: Literal["right", "solved", "slow", "wrong"]
    text: str
    move: MoveJson
    board: BoardJson
    reply: ReplyJson | None
    left: Annotated[int, Field(description="Moves until the win.")]


class RefusedMoveJson(RefusalJson):
    """A move that the rules do not allow."""

    verdict: Literal["refused"]


class HintJson(LocalizedJson):
    """A hint."""

    text: str
    pieces: list[str]
    cells: list[Cell]
    move: MoveJson | None


class SolutionJson(TypedDict):
    """The winning line."""

    id: str
    steps: list[StepJson]
