"""The JSON types of a game with its variations, as pages receive it.

Only type checkers and the server import this module.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field, JsonValue, with_config
from typing_extensions import TypedDict

from hexapoda.games.json_types import BoardJson, LocalizedJson, MoveJson

__all__ = [
    "ChangeJson",
    "FaultJson",
    "MarkJson",
    "NodeJson",
    "NodePlayedJson",
    "NodeReviewJson",
    "OpeningJson",
    "PathJson",
    "RecordJson",
    "RepairJson",
    "ResultJson",
    "SetJson",
    "SpliceJson",
]

with_config(use_attribute_docstrings=True)(BoardJson)  # its field docstrings become descriptions


class ResultJson(LocalizedJson):
    """How a game ended."""

    winner: Annotated[int | None, Field(description="0 or 1; null for a draw.")]
    text: str


class OpeningJson(LocalizedJson):
    """The name of the opening of a game."""

    name: str
    book: Annotated[
        int, Field(description="How many plies of the game are in the opening book; 0 without a book.")
    ]


class FaultJson(LocalizedJson):
    """A damaged part of a file, which was left out."""

    text: str
    line: NotRequired[int | None]
    ply: NotRequired[int | None]


class RepairJson(LocalizedJson):
    """A repair that was made when a file was read, or something that the file leaves unknown."""

    kind: Literal["inserted", "dropped", "changed", "unknown"]
    text: str
    line: NotRequired[int | None]
    ply: NotRequired[int | None]


class NodeAnalysisJson(TypedDict):
    """What an analysis says; `score` and `win_in` are for the player who moved."""

    score: float | None
    win_in: int | None
    depth: int | None
    win: NotRequired[Annotated[float | None, Field(description="The win probability of player 0.")]]


class NodeReviewJson(TypedDict):
    """What a review says about a move. Empty fields are left out."""

    judgment: NotRequired[str]
    best: NotRequired[str]
    words: NotRequired[str]
    reason: NotRequired[str]
    reply: NotRequired[list[str]]


class NodePlayedJson(TypedDict):
    """What the player reported with the move."""

    score: NotRequired[float]
    win_in: NotRequired[int]
    depth: NotRequired[int]
    nodes: NotRequired[int]
    time: NotRequired[float]
    book: NotRequired[bool]


class MarkJson(TypedDict):
    """A mark on the board after a move."""

    kind: str
    cells: Annotated[list[str], Field(description="One cell; an arrow and a line have two.")]
    color: NotRequired[str]
    text: NotRequired[str]


PathJson = list[str | int]
"""The keys and indices that lead to a part of a board."""
SetJson = tuple[PathJson, JsonValue]
SpliceJson = tuple[PathJson, list[int], list[tuple[int, JsonValue]]]
ChangeJson = list[SetJson | SpliceJson]


class NodeJson(TypedDict):
    """A move of a game or of a variation; the first node is the start."""

    id: int
    parent: int | None
    board: NotRequired[Annotated[BoardJson, Field(description="The board at the start.")]]
    move: NotRequired[MoveJson]
    change: NotRequired[
        Annotated[
            ChangeJson,
            Field(
                description="How the board differs from the parent's. `[path, value]` sets a part. "
                "`[path, cut, put]` removes the items with the indices `cut` from a list, then inserts each "
                "`[index, item]` of `put`."
            ),
        ]
    ]
    comment: NotRequired[Annotated[str, Field(description="The comment that people wrote.")]]
    comments: NotRequired[
        Annotated[
            list[str],
            Field(
                description="All comments as in the file, if they differ from `comment`: several comments, "
                "or comments of a review."
            ),
        ]
    ]
    nags: NotRequired[list[int]]
    glyphs: NotRequired[str]
    marks: NotRequired[list[MarkJson]]
    analysis: NotRequired[NodeAnalysisJson]
    played: NotRequired[NodePlayedJson]
    review: NotRequired[NodeReviewJson]
    result: NotRequired[ResultJson]


class ListedGameJson(TypedDict):
    """A game in a list."""

    game: str
    variant: str
    names: list[str]
    result: str | None
    plies: int
    date: str
    event: str


class RecordJson(TypedDict):
    """A game with its variations."""

    game: str
    variant: str
    rules: dict[str, str]
    start: str | None
    names: tuple[str, str] | None
    engines: Annotated[
        tuple[str, str] | None, Field(description="The engine of each player as text; empty for a person.")
    ]
    result: str | None
    opening: OpeningJson | None
    headers: dict[str, str]
    number: NotRequired[int]
    seed: NotRequired[int]
    source: NotRequired[
        Annotated[str, Field(description="The file from which it was read, without its folder.")]
    ]
    faults: list[FaultJson]
    repairs: list[RepairJson]
    cut: NotRequired[Annotated[bool, Field(description="Whether nodes after the first 5,000 are left out.")]]
    nodes: Annotated[
        list[NodeJson], Field(description="Parents first; the first child is the main continuation.")
    ]
