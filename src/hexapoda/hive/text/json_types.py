"""The types of Hive positions and moves as JSON, for type checkers."""

from __future__ import annotations

from typing_extensions import TypedDict

from hexapoda.games.json_types import BoardJson

__all__ = ["HiveBoardJson", "HiveMoveJson"]


class HivePieceJson(TypedDict):
    """A piece on the board, with its cell and its height, 0 on the ground."""

    piece: str
    cell: list[int]
    height: int


class HiveBoardJson(BoardJson):
    """A position of Hive."""

    turn_number: int
    pieces: list[HivePieceJson]
    hands: dict[str, list[str]]
    resting: str | None


HiveMoveJson = TypedDict(
    "HiveMoveJson",
    {
        "move": str,
        "piece": str | None,
        "from": list[int] | None,
        "to": list[int] | None,
        "kind": str | None,
    },
)
"""A move of Hive: `piece` and `to` are null for a pass, `from` is null for a pass and for a placement."""
