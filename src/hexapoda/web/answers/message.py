"""The messages that the server sends on its WebSockets. An answer also has the `ref` of the message that it
answers.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.analysis.json_types import RemarkJson, ReviewSummaryJson
from hexapoda.web.answers.game import GameStateJson
from hexapoda.web.answers.parts import LocalizedJson, MoveJson
from hexapoda.web.answers.position import LegalJson, RefusalJson
from hexapoda.web.answers.review import JudgmentJson, ReviewProgressJson

__all__ = [
    "AdviceJson",
    "AnalysisLineJson",
    "AnalysisMessage",
    "DeclinedMessage",
    "ErrorMessage",
    "GameMessage",
    "HintLineJson",
    "HintMessage",
    "JudgmentMessage",
    "LineFiguresJson",
    "LinesMessage",
    "ProgressMessage",
    "ReviewMessage",
    "SearchLineJson",
    "SeatsMessage",
    "StateMessage",
    "SummaryMessage",
    "ThinkingMessage",
    "Why",
]


class ErrorMessage(LocalizedJson):
    """Why a message was refused or could not be carried out, or why the socket is closed."""

    type: Literal["error"]
    text: str
    field: NotRequired[Annotated[str, Field(description="The part of the message that is wrong.")]]
    status: NotRequired[
        Annotated[
            int, Field(description="If the socket is closed: the HTTP status that a request would get.")
        ]
    ]


# A game


class StateMessage(GameStateJson):
    """The state of a game, sent after each change. If several are queued, a page receives only the latest."""

    type: Literal["state"]
    own: Annotated[
        list[int] | None, Field(description="The seats of this page if it has just joined; otherwise null.")
    ]


class SeatsMessage(TypedDict):
    """The seats that a page plays from now on."""

    type: Literal["seats"]
    own: list[int]


class SearchLineJson(LocalizedJson):
    """A line that a thinking engine reports."""

    text: str
    score: str
    depth: int | None


class ThinkingMessage(TypedDict):
    """The best lines that a thinking engine has found so far."""

    type: Literal["thinking"]
    player: int
    lines: list[SearchLineJson]
    seconds: float


class HintLineJson(MoveJson, SearchLineJson):
    """One of the best moves, with its line."""


class AdviceJson(LocalizedJson):
    """The best moves, and an explanation of the first one."""

    lines: list[HintLineJson]
    move: Annotated[str, Field(description="The first move in words.")]
    text: str
    remarks: list[RemarkJson]


class HintMessage(AdviceJson):
    """The best moves for the player to move."""

    type: Literal["hint"]


class DeclinedMessage(TypedDict):
    """The notice that an engine declined an offer."""

    type: Literal["declined"]
    kind: Literal["draw", "undo", "help"]
    by: int


GameMessage: TypeAlias = (
    StateMessage
    | SeatsMessage
    | ThinkingMessage
    | HintMessage
    | DeclinedMessage
    | RefusalJson
    | LegalJson
    | ErrorMessage
)


# A review


class JudgmentMessage(JudgmentJson):
    """The judgment on one move."""

    type: Literal["judgment"]


class SummaryMessage(TypedDict):
    """The summary of both players' moves."""

    type: Literal["summary"]
    summary: ReviewSummaryJson


class ProgressMessage(ReviewProgressJson):
    """The progress of a review."""

    type: Literal["progress"]


ReviewMessage: TypeAlias = JudgmentMessage | SummaryMessage | ProgressMessage | ErrorMessage


# An analysis


class LineFiguresJson(LocalizedJson):
    """A line, and what the engine reports about it."""

    pv: list[str]
    score: Annotated[str, Field(description="In words.")]
    depth: int | None
    nodes: int | None
    win: Annotated[float | None, Field(description="The win probability of player 0; null if unknown.")]
    proven: Annotated[
        Literal["win", "loss"] | None,
        Field(description="The proven result for the side to move; null if none."),
    ]
    win_in: int | None


class AnalysisLineJson(MoveJson, LineFiguresJson):
    """A line of an analysis, with its first move."""


Why: TypeAlias = Literal["time", "proven", "complete", "over", "stopped"]


class LinesMessage(TypedDict):
    """The best lines of a search so far."""

    type: Literal["lines"]
    lines: list[AnalysisLineJson]
    engine: str
    seconds: float
    done: bool
    why: NotRequired[Annotated[Why, Field(description="Why the search has ended.")]]


AnalysisMessage: TypeAlias = LinesMessage | ErrorMessage
