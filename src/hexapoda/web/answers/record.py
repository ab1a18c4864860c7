"""Games with variations, and lists of the games of a text."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from hexapoda.web.answers.parts import Absent, AnswerJson, BoardJson, MoveJson, ResultJson, ToldJson

__all__ = ["GamesJson", "PlayedRecordJson", "ReadRecordJson", "RecordJson"]


class FaultJson(ToldJson):
    """A damaged part of a file, which is left out."""

    text: str
    line: int | None = None
    ply: int | None = None


class RepairJson(ToldJson):
    """What the reader of a file repaired, put in, or could not know."""

    kind: Literal["inserted", "dropped", "changed", "unknown"]
    text: str
    line: int | None = None
    ply: int | None = None


class NodeAnalysisJson(AnswerJson):
    """What an analysis says, for the player who moved."""

    score: float | None
    win_in: int | None
    depth: int | None
    win: float | None = Field(default=None, description="The win probability of player 0.")


class NodeReviewJson(AnswerJson):
    """What a review says about a move. What is empty is left out."""

    judgment: str = ""
    best: str = ""
    words: str = ""
    reason: str = ""
    reply: list[str] | Absent = None


class NodePlayedJson(AnswerJson):
    """What the player reported with the move."""

    score: float | None = None
    win_in: int | None = None
    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    book: bool = False


class MarkJson(AnswerJson):
    """A mark on the board after a move."""

    kind: str
    cells: list[str] = Field(description="One cell; an arrow and a line have two.")
    color: str = ""
    text: str = ""


PathJson = list[str | int]
"""The names and indices that lead to a part of a board."""
SetJson = tuple[PathJson, JsonValue]
SpliceJson = tuple[PathJson, list[int], list[tuple[int, JsonValue]]]


class NodeJson(AnswerJson):
    """A move of a game or of a variation; the first node is the start."""

    id: int
    parent: int | None
    board: BoardJson | Absent = Field(default=None, description="The board at the start.")
    move: MoveJson | Absent = None
    change: list[SetJson | SpliceJson] | Absent = Field(
        default=None,
        description="How the board differs from that of the parent. `[path, value]` sets a part. "
        "`[path, cut, put]` removes the items with the indices `cut` from a list, then inserts each "
        "`[index, item]` of `put`.",
    )
    comment: str = Field(default="", description="What people wrote.")
    comments: list[str] | Absent = Field(
        default=None,
        description="All comments as the file has them, if they are more than `comment`: several, or those "
        "of a review.",
    )
    nags: list[int] | Absent = None
    glyphs: str = ""
    marks: list[MarkJson] | Absent = None
    analysis: NodeAnalysisJson | Absent = None
    played: NodePlayedJson | Absent = None
    review: NodeReviewJson | Absent = None
    result: ResultJson | Absent = None


class RecordJson(AnswerJson):
    """A game with its variations."""

    game: str
    variant: str
    rules: dict[str, str]
    start: str | None
    names: list[str] | None
    engines: list[str] | None = Field(description="The text of each engine; empty for a person.")
    result: str | None
    headers: dict[str, str]
    source: str = Field(default="", description="The name of the file that the game is from.")
    number: int = Field(default=-1, description="The number of the game in its match, from 0.")
    seed: int | Absent = Field(default=None, description="The seed of the game's random choices.")
    faults: list[FaultJson]
    repairs: list[RepairJson]
    cut: bool = Field(default=False, description="Whether nodes after the first 5,000 are left out.")
    nodes: list[NodeJson] = Field(description="Parents first; the first child is the main continuation.")


class PlayedRecordJson(AnswerJson):
    """The record of a game that is played here."""

    record: RecordJson


class ReadRecordJson(AnswerJson):
    """One game of a text."""

    count: int | None = Field(default=None, description="1 if it is the only one.")
    index: int
    format: str | None = Field(description="Null if the text is a position.")
    record: RecordJson


class GameRowJson(AnswerJson):
    """A game in a list."""

    index: int
    game: str
    variant: str
    names: list[str]
    result: str | None
    plies: int
    date: str
    event: str


class BadGameJson(ToldJson):
    """A game that cannot be read."""

    index: int
    error: str
    line: int | None


class GamesJson(AnswerJson):
    """The games of a text with several."""

    count: int
    format: str | None
    games: list[GameRowJson | BadGameJson]
    more: bool = Field(default=False, description="Whether there are more than are listed.")
