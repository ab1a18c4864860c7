"""Answers about matches and tournaments."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from hexapoda.web.answers.parts import AnswerJson, BoardJson, MoveJson, ToldJson
from hexapoda.web.answers.record import RecordJson

__all__ = ["MatchGameJson", "MatchGamesJson", "MatchesJson", "WatchedMatchJson"]


class MatchRowJson(BaseModel):
    """A match in the list. One that cannot be read has only the first six fields."""

    model_config = ConfigDict(extra="allow")

    id: str
    run: str | None = Field(description="The training run to which it belongs.")
    date: str
    trouble: str
    running: bool
    share: float = Field(description="How much of its games has been read, 0 to 1.")
    game: str | None = None
    variant: str | None = None
    format: str | None = None
    engines: list[str] | None = None
    total: int | None = None
    played: int | None = None
    finished: bool | None = None


class MatchesJson(ToldJson):
    """Matches, the one with the latest game first; only the version if nothing has changed."""

    version: str
    matches: list[MatchRowJson] | None = None
    total: int = 0
    offset: int = 0
    trouble: str = ""
    command: str = Field(default="", description="A command that plays a match.")


class MatchFaultJson(AnswerJson):
    """A game that an engine lost by a crash, a stall, an illegal move or on time."""

    engine: str
    game: int
    ending: str
    detail: str


class MatchTestJson(AnswerJson):
    """The sequential test."""

    elo0: float
    elo1: float
    model: str
    llr: float
    lower: float
    upper: float
    pairs: int
    verdict: str | None


class WholeMatchJson(MatchRowJson):
    """A match with its settings and its result so far."""

    settings: dict[str, Any] | None = None
    result: dict[str, Any] | None = Field(default=None, description="As `hexapoda match --json` prints it.")
    test: MatchTestJson | None = None
    faults: list[MatchFaultJson] | None = None
    fault_count: int = 0


class RunningBoardJson(AnswerJson):
    """A game that is being played now. One that cannot be shown has only its number and the trouble."""

    number: int
    trouble: str = ""
    engines: list[int] | None = None
    board: BoardJson | None = None
    last: MoveJson | None = None
    ply: int | None = None
    player: int | None = None
    seconds: float | None = Field(default=None, description="Since the latest move.")
    left: list[float | None] | None = None
    reports: list[dict[str, Any] | None] | None = None


class RunningMatchJson(AnswerJson):
    """What a match does now."""

    seconds_left: float | None
    games: list[RunningBoardJson]
    more: int


class WatchedMatchJson(AnswerJson):
    """A match; null if it has not changed."""

    id: str
    version: str
    running: RunningMatchJson | None
    match: WholeMatchJson | None


class MatchGameRowJson(AnswerJson):
    """A finished game of a match."""

    number: int
    engines: list[int]
    winner: int | None
    ending: str
    detail: str
    fault: bool
    plies: int


class MatchGamesJson(AnswerJson):
    """Finished games, the latest first."""

    games: list[MatchGameRowJson]
    total: int
    offset: int


class MatchGameJson(AnswerJson):
    """A game of a match with its record."""

    number: int
    record: RecordJson
