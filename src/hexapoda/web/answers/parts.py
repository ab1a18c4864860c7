"""Parts that many answers share: boards, moves, results, and texts in several languages."""

from __future__ import annotations

from typing_extensions import TypedDict

from hexapoda.games.json_types import BoardJson, LocalizedJson, MoveJson
from hexapoda.page.json_types import ResultJson

__all__ = [
    "BoardJson",
    "Cell",
    "LocalizedJson",
    "MoveJson",
    "PlayableJson",
    "ResultJson",
    "StepJson",
]

Cell = tuple[int, int]
"""The coordinates of a cell: `[q, r]` in Hive, `[column, row]` in Hex."""


class StepJson(TypedDict):
    """A move, and the board after it."""

    move: MoveJson
    board: BoardJson


class PlayableJson(TypedDict):
    """A board with its legal moves."""

    board: BoardJson
    legal: list[MoveJson]
