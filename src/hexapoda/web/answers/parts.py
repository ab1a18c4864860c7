"""What many answers have: boards, moves, results, and texts in several languages."""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

__all__ = [
    "BoardJson",
    "Cell",
    "MoveJson",
    "PlayableJson",
    "ResultJson",
    "StepJson",
    "ToldJson",
]

Cell = list[int]
"""Two numbers: in Hive `[q, r]`, in Hex `[column, row]`."""


class ToldJson(TypedDict):
    """An object with texts for players, which are in English."""

    de: NotRequired[
        Annotated[
            dict[str, str | list[str]],
            Field(description="Those of the texts that are sentences, in German, under the same names."),
        ]
    ]


class BoardJson(TypedDict):
    """A position as `hexapoda show --json` writes it. Each game adds what it needs."""

    game: str
    variant: str
    rules: dict[str, str]
    player: Annotated[int, Field(description="The player to move, 0 or 1.")]
    turn: Annotated[str, Field(description="The name of that player, such as `White`.")]
    ply: int
    state: str
    moves: Annotated[
        list[str], Field(description="The moves since the start; empty where they would be repeated.")
    ]
    text: Annotated[str, Field(description="The position as text.")]


class MoveJson(TypedDict):
    """A move as `hexapoda moves --json` writes it. Each game adds what it needs."""

    move: str


class ResultJson(ToldJson):
    """How a game has ended."""

    winner: Annotated[int | None, Field(description="0 or 1; null for a draw.")]
    text: str


class StepJson(TypedDict):
    """A move, and the board after it."""

    move: MoveJson
    board: BoardJson


class PlayableJson(TypedDict):
    """A board with its legal moves."""

    board: BoardJson
    legal: list[MoveJson]
