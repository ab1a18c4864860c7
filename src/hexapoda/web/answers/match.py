"""Answers about matches and tournaments."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.arena.figures import EngineFigures, LengthFigures
from hexapoda.arena.statistics import EloEstimate
from hexapoda.web.answers.parts import BoardJson, MoveJson, ToldJson
from hexapoda.web.answers.record import RecordJson

__all__ = ["MatchGameJson", "MatchGamesJson", "MatchesJson", "WatchedMatchJson"]


class MatchRowJson(TypedDict):
    """A match in the list. One that cannot be read has only the first six fields."""

    id: str
    run: Annotated[str | None, Field(description="The training run to which it belongs.")]
    date: str
    trouble: str
    running: bool
    share: Annotated[float, Field(description="How much of its games has been read, 0 to 1.")]
    game: NotRequired[str | None]
    variant: NotRequired[str | None]
    format: NotRequired[str | None]
    engines: NotRequired[list[str] | None]
    total: NotRequired[int | None]
    played: NotRequired[int | None]
    finished: NotRequired[bool | None]


class MatchesJson(ToldJson):
    """Matches, the one with the latest game first; only the version if nothing has changed."""

    version: str
    matches: NotRequired[list[MatchRowJson] | None]
    total: NotRequired[int]
    offset: NotRequired[int]
    trouble: NotRequired[str]
    command: NotRequired[Annotated[str, Field(description="A command that plays a match.")]]


class MatchFaultJson(TypedDict):
    """A game that an engine lost by a crash, a stall, an illegal move or on time."""

    engine: str
    game: int
    ending: str
    detail: str


class MatchTestJson(TypedDict):
    """The sequential test."""

    elo0: float
    elo1: float
    model: str
    llr: float
    lower: float
    upper: float
    pairs: int
    verdict: str | None


class ConclusionJson(ToldJson):
    """What the match shows, in sentences."""

    headline: list[str]
    doubts: Annotated[
        int, Field(description="How many of the first sentences say why the result cannot be trusted.")
    ]
    notes: list[str]


class MatchOpeningJson(TypedDict):
    """The games with an opening, and the results of player 0."""

    moves: list[str]
    board: Annotated[BoardJson | None, Field(description="After the opening; null if it is not legal.")]
    games: int
    wins: int
    draws: int
    losses: int


class FiguresJson(TypedDict):
    """The figures besides the result."""

    engines: list[EngineFigures]
    first_move: EloEstimate
    lengths: LengthFigures | None
    openings: list[MatchOpeningJson]
    booked: bool
    openings_left: int
    games_left: int


class WholeMatchJson(MatchRowJson):
    """A match with its settings and its result so far."""

    settings: NotRequired[dict[str, Any] | None]
    result: NotRequired[
        Annotated[dict[str, Any] | None, Field(description="As `hexapoda match --json` prints it.")]
    ]
    conclusion: NotRequired[ConclusionJson | None]
    figures: NotRequired[FiguresJson | None]
    test: NotRequired[MatchTestJson | None]
    faults: NotRequired[list[MatchFaultJson] | None]
    fault_count: NotRequired[int]


class RunningBoardJson(TypedDict):
    """A game that is being played now. One that cannot be shown has only its number and the trouble."""

    number: int
    trouble: NotRequired[str]
    engines: NotRequired[list[int] | None]
    board: NotRequired[BoardJson | None]
    last: NotRequired[MoveJson | None]
    ply: NotRequired[int | None]
    player: NotRequired[int | None]
    seconds: NotRequired[Annotated[float | None, Field(description="Since the latest move.")]]
    left: NotRequired[list[float | None] | None]
    reports: NotRequired[list[dict[str, Any] | None] | None]


class RunningMatchJson(TypedDict):
    """What a match does now."""

    seconds_left: float | None
    games: list[RunningBoardJson]
    more: int


class WatchedMatchJson(TypedDict):
    """A match; null if it has not changed."""

    id: str
    version: str
    running: RunningMatchJson | None
    match: WholeMatchJson | None


class MatchGameRowJson(TypedDict):
    """A finished game of a match."""

    number: int
    engines: list[int]
    winner: int | None
    ending: str
    detail: str
    kinds: Annotated[
        list[str], Field(description="`first`, `second`, `drawn` or `unscored`, and perhaps `fault`.")
    ]
    plies: int


class MatchGamesJson(TypedDict):
    """Finished games, the latest first."""

    games: list[MatchGameRowJson]
    total: int
    offset: int


class MatchGameJson(TypedDict):
    """A game of a match with its record."""

    number: int
    record: RecordJson
