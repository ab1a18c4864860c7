"""What many answers have: boards, moves, results, and texts in several languages."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

__all__ = [
    "Absent",
    "AnswerJson",
    "BoardJson",
    "Cell",
    "MoveJson",
    "PlayableJson",
    "ResultJson",
    "StepJson",
    "ToldJson",
]

Absent = SkipJsonSchema[None]
"""Stands beside the type of a field that an answer may lack, and that is never null."""

Cell = list[int]
"""Two numbers: in Hive `[q, r]`, in Hex `[column, row]`."""


class AnswerJson(BaseModel):
    """An object whose fields are all known."""

    model_config = ConfigDict(extra="forbid")


class ToldJson(AnswerJson):
    """An object with texts for players, which are in English."""

    de: dict[str, str | list[str]] | Absent = Field(
        default=None, description="Those of the texts that are sentences, in German, under the same names."
    )


class BoardJson(BaseModel):
    """A position as `hexapoda show --json` writes it. Each game adds what it needs."""

    model_config = ConfigDict(extra="allow")

    game: str
    variant: str
    rules: dict[str, str]
    player: int = Field(description="The player to move, 0 or 1.")
    turn: str = Field(description="The name of that player, such as `White`.")
    ply: int
    state: str
    moves: list[str] = Field(description="The moves since the start; empty where they would be repeated.")
    text: str = Field(description="The position as text.")


class MoveJson(BaseModel):
    """A move as `hexapoda moves --json` writes it. Each game adds what it needs."""

    model_config = ConfigDict(extra="allow")

    move: str


class ResultJson(ToldJson):
    """How a game has ended."""

    winner: int | None = Field(description="0 or 1; null for a draw.")
    text: str


class StepJson(AnswerJson):
    """A move, and the board after it."""

    move: MoveJson
    board: BoardJson


class PlayableJson(AnswerJson):
    """A board with its legal moves."""

    board: BoardJson
    legal: list[MoveJson]
