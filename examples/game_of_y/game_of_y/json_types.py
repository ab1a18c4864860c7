"""The types of positions and moves of Y as JSON, for type checkers."""

from typing import NotRequired

from typing_extensions import TypedDict

from hexapoda.games.json_types import BoardJson, MoveJson

__all__ = ["YBoardJson", "YMoveJson"]


class YStoneJson(TypedDict):
    """A stone."""

    cell: list[int]
    player: int


class YBoardJson(BoardJson):
    """A position."""

    size: int
    stones: list[YStoneJson]
    joined: list[list[int]]


class YMoveJson(MoveJson):
    """A move; a pass has no cell."""

    cell: NotRequired[list[int]]
