"""Parts of many answers: boards, moves, results, and texts in several languages."""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import Field, with_config
from typing_extensions import TypedDict

from hexapoda.games.json_types import BoardJson, MoveJson

__all__ = [
    "BoardJson",
    "Cell",
    "MoveJson",
    "PlayableJson",
    "ResultJson",
    "StepJson",
    "ToldJson",
]

with_config(use_attribute_docstrings=True)(BoardJson)  # the games do without pydantic
Cell = tuple[int, int]
"""Two numbers: in Hive `[q, r]`, in Hex `[column, row]`."""


class ToldJson(TypedDict):
    """An object with texts for players, which are in English."""

    de: NotRequired[
        Annotated[
            dict[str, str | list[str]],
            Field(description="Those of the texts that are sentences, in German, under the same names."),
        ]
    ]


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
