"""The JSON types of positions, moves and rows in lists of games, with the fields that every game has.

Each game has its own types with more fields. Only type checkers and the server's API description import this
module.
"""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

__all__ = ["BoardJson", "HintedMoveJson", "LocalizedJson", "MoveJson", "RefusalFields", "StoredRowJson"]


class LocalizedJson(TypedDict):
    """An object whose texts for players are in English."""

    translations: NotRequired[
        Annotated[
            dict[str, dict[str, str | list[str]]],
            Field(description="By language, the fields that are sentences, under the same names."),
        ]
    ]


class BoardJson(TypedDict):
    """A position as `hexapoda show --json` writes it. Each game adds what it needs."""

    game: str
    variant: str
    rules: dict[str, str]
    player: int
    """The player to move, 0 or 1."""
    turn: str
    """The name of that player, such as `White`."""
    ply: int
    state: str
    moves: list[str]
    """The moves since the start; empty if the enclosing JSON object already lists them."""
    text: str
    """The position as text."""


class MoveJson(TypedDict):
    """A move as `hexapoda moves --json` writes it. Each game adds what it needs."""

    move: str


class HintedMoveJson(MoveJson, total=False):
    """A move with the fields that hints are based on; a game may omit them."""

    piece: str
    cell: tuple[int, int]


class RefusalFields(TypedDict):
    """Why a move is not legal."""

    rule: str | None
    text: str
    cells: list[tuple[int, int]]
    pieces: list[str]


class StoredRowJson(TypedDict):
    """A stored game, as a row of a list."""

    id: int
    game: str
    variant: str
    players: list[str]
    result: str
    ending: str
    plies: int
    date: str
    event: str
    source: str
