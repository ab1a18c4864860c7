"""The types of Hex positions and moves as JSON objects, for type checkers."""

from __future__ import annotations

from hexapoda.games.json_types import BoardJson, MoveJson

__all__ = ["HexBoardJson", "HexMoveJson"]


class HexBoardJson(BoardJson):
    """A position of Hex."""

    columns: int
    rows: int
    sides_swapped: bool
    stones: dict[str, list[list[int]]]
    winning_chain: list[list[int]]


class HexMoveJson(MoveJson):
    """A move of Hex. Its cell is null for a swap."""

    kind: str
    cell: list[int] | None
