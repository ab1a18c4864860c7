"""The types of a review's JSON objects: reviewed moves, remarks and the summary.

Only type checkers and the modules that define the server's responses import this module.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.games.json_types import LocalizedJson

__all__ = ["RemarkJson", "ReviewOpeningJson", "ReviewSideJson", "ReviewSummaryJson", "ReviewedMoveJson"]


class RemarkJson(LocalizedJson):
    """A fact stated by the coach, with the moves that lead to the position it describes."""

    text: str
    kind: str
    gains: Annotated[int, Field(description="The player who gains by it, 0 or 1.")]
    line: Annotated[list[str], Field(description="The moves that lead to the position.")]
    cells: Annotated[list[tuple[int, int]], Field(description="The cells that prove it.")]
    good: Annotated[
        bool,
        Field(description="Whether it speaks for the move; in reasons: whether it is about the better move."),
    ]


class ReviewedMoveJson(TypedDict):
    """A reviewed move. Scores and win probabilities are for the player who moved."""

    ply: int
    player: str
    move: str
    judgment: str
    best: str
    line: list[str]
    score_before: float | None
    win_in_before: int | None
    win_probability_before: float
    score_after: float | None
    win_in_after: int | None
    win_probability_after: float
    win_probability_loss: float
    loss: float
    missed_win: Annotated[int | None, Field(description="The plies of a proven win that the move gave away.")]
    allowed_win: int | None
    only: bool
    depth: int | None
    reason: str
    remarks: list[RemarkJson]
    reply: list[str]


class ReviewSideJson(TypedDict):
    """The figures of one player in a review."""

    player: str
    name: str
    moves: int
    accuracy: float | None
    average_loss: float | None
    average_win_probability_loss: float | None
    counts: dict[str, int]
    worst: list[int]
    missed_wins: list[int]
    allowed_wins: list[int]


class ReviewOpeningJson(TypedDict):
    """How often the opening was played in the games of the library, and how it scored."""

    plies: int
    games: int
    score: float | None
    new_move: str | None


class ReviewLimitJson(TypedDict):
    """The limit for each search of a review."""

    time: float | None
    depth: int | None
    nodes: int | None


class ReviewSummaryJson(TypedDict):
    """The summary of a review: how the game ended, what was reviewed, and the figures of both players."""

    result: str
    ending: str
    remark: str
    plies: int
    reviewed: int
    complete: bool
    engine: str
    limit: ReviewLimitJson
    scale: float
    players: tuple[ReviewSideJson, ReviewSideJson]
    opening: ReviewOpeningJson | None
    file: str | None
