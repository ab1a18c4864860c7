"""Answers about matches and tournaments."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.arena.figures import EngineFigures, LengthFigures
from hexapoda.arena.statistics import EloEstimate
from hexapoda.page.json_types import NodePlayedJson, RecordJson
from hexapoda.web.answers.parts import BoardJson, LocalizedJson, MoveJson

__all__ = ["MatchGameJson", "MatchGamesJson", "MatchesJson", "WatchedMatchJson"]


Hypothesis: TypeAlias = Literal["H0", "H1"]


class MatchRowJson(TypedDict):
    """A match in the list. An unreadable match has only the first six fields."""

    id: str
    run: Annotated[str | None, Field(description="The training run that it belongs to; null if none.")]
    date: str
    trouble: str
    running: bool
    share: Annotated[float, Field(description="How much of its games has been read, 0 to 1.")]
    game: NotRequired[str]
    variant: NotRequired[str]
    format: NotRequired[str]
    engines: NotRequired[list[str]]
    total: NotRequired[Annotated[int, Field(description="The maximum number of games.")]]
    played: NotRequired[int]
    finished: NotRequired[bool]
    sprt: NotRequired[Annotated[bool, Field(description="Whether a sequential test may end the match.")]]
    rated: NotRequired[Annotated[bool, Field(description="Whether it rates its first engine on a ladder.")]]
    leader: NotRequired[
        Annotated[
            str | None, Field(description="The engine that leads a tournament; null before its first game.")
        ]
    ]
    wins: NotRequired[Annotated[int, Field(description="Wins of the first engine, in a match of two.")]]
    draws: NotRequired[int]
    losses: NotRequired[int]
    verdict: NotRequired[
        Annotated[Hypothesis | None, Field(description="The verdict of the sequential test.")]
    ]


class MatchesJson(LocalizedJson):
    """Matches, most recently changed first; only the version if nothing has changed."""

    version: str
    matches: NotRequired[list[MatchRowJson]]
    total: NotRequired[int]
    offset: NotRequired[int]
    trouble: NotRequired[str]
    command: NotRequired[Annotated[str, Field(description="A command that plays a match.")]]


class MatchFaultJson(TypedDict):
    """A game that an engine lost by crashing, stalling, playing an illegal move or exceeding its time."""

    engine: str
    game: int
    ending: str
    detail: str


class MatchTestJson(TypedDict):
    """The state of the sequential test."""

    elo0: float
    elo1: float
    model: str
    llr: float
    lower: float
    upper: float
    pairs: int
    verdict: Hypothesis | None


class ConclusionJson(LocalizedJson):
    """The conclusions from the result, in sentences."""

    headline: list[str]
    doubts: Annotated[
        int, Field(description="How many sentences of the headline, from the first, are reasons for doubt.")
    ]
    notes: list[str]


class MatchOpeningJson(TypedDict):
    """An opening, and the results of player 0 in the games with it."""

    moves: list[str]
    board: Annotated[
        BoardJson | None, Field(description="The board after the opening; null if that is not legal.")
    ]
    games: int
    wins: int
    draws: int
    losses: int


class FiguresJson(TypedDict):
    """The statistics of a match, apart from its result."""

    engines: list[EngineFigures]
    first_move: EloEstimate
    lengths: LengthFigures | None
    openings: list[MatchOpeningJson]
    booked: bool
    openings_left: int
    games_left: int


class EngineLimitsJson(TypedDict):
    """The limits on the moves of an engine."""

    time: Annotated[
        str, Field(description="A clock such as `60+1`, or `2s` for each move; empty without a limit.")
    ]
    nodes: int | None
    depth: int | None


class OpeningSourceJson(TypedDict):
    """Where the openings come from."""

    source: Annotated[str, Field(description="`suite`, `none`, `random:PLIES`, or the name of a file.")]
    count: int


class MatchSettingsJson(TypedDict):
    """The settings of a match."""

    limits: Annotated[list[EngineLimitsJson], Field(description="In the order of the engines.")]
    openings: OpeningSourceJson
    rules: dict[str, str]
    adjudication: Annotated[dict[str, float | None], Field(description="The rules by which games end early.")]
    seed: int
    concurrency: int


class StandingJson(TypedDict):
    """An engine of a tournament. Without a rating, it has only its results."""

    name: str
    wins: int
    draws: int
    losses: int
    elo: NotRequired[float]
    error: NotRequired[float]
    games: NotRequired[int]
    score: NotRequired[float]
    group: NotRequired[int]
    held: NotRequired[bool]
    change: NotRequired[
        Annotated[
            float | None, Field(description="In a rating list: how much the rating changed on the last day.")
        ]
    ]
    checks: NotRequired[
        Annotated[
            int | None, Field(description="In a rating list: how many checks of its protocol were made.")
        ]
    ]
    failed: NotRequired[Annotated[list[str], Field(description="The checks that it failed.")]]
    retired: NotRequired[Annotated[bool, Field(description="Whether it plays no more games.")]]


class MeetingJson(TypedDict):
    """The results between two engines of a tournament."""

    engines: list[str]
    wins: int
    draws: int
    losses: int
    pentanomial: list[int]
    los: float | None


class AnchorJson(TypedDict):
    """The engine of a rating list with a fixed rating."""

    name: str
    elo: float


class LadderRatingJson(TypedDict):
    """The rating of the first engine on a ladder."""

    elo: float | None
    low: float | None
    high: float | None
    within: float | None


class MatchResultJson(TypedDict):
    """The result, as `hexapoda match --json` prints it. Only a tournament has standings and meetings."""

    game: str
    variant: str
    rules: dict[str, str]
    engines: list[str]
    format: str
    seed: int
    finished: bool
    games: int
    wins: NotRequired[int]
    draws: NotRequired[int]
    losses: NotRequired[int]
    score: NotRequired[float | None]
    elo: NotRequired[float | None]
    elo_low: NotRequired[float | None]
    elo_high: NotRequired[float | None]
    nelo: NotRequired[float | None]
    nelo_error: NotRequired[float | None]
    los: NotRequired[float | None]
    pentanomial: NotRequired[list[int]]
    llr: NotRequired[float | None]
    llr_bounds: NotRequired[list[float] | None]
    verdict: NotRequired[Hypothesis | None]
    standings: NotRequired[list[StandingJson]]
    meetings: NotRequired[list[MeetingJson]]
    rating: NotRequired[LadderRatingJson]
    anchor: NotRequired[AnchorJson]
    day: NotRequired[Annotated[str, Field(description="Of a rating list: the date of its latest game.")]]
    first_player: dict[str, int]
    plies: float | None
    unscored: int
    repetitions: int
    seconds_a_move: dict[str, float | None]
    depth: dict[str, float | None]
    endings: dict[str, int]


class WholeMatchJson(MatchRowJson):
    """A match with its settings and its result so far."""

    settings: NotRequired[MatchSettingsJson]
    result: NotRequired[
        Annotated[MatchResultJson | None, Field(description="Null if it cannot be computed.")]
    ]
    conclusion: NotRequired[ConclusionJson | None]
    figures: NotRequired[FiguresJson | None]
    test: NotRequired[MatchTestJson | None]
    faults: NotRequired[Annotated[list[MatchFaultJson], Field(description="Only the latest ones.")]]
    fault_count: NotRequired[int]


class MoveReportJson(NodePlayedJson):
    """What an engine reported with its latest move."""

    move: str


class RunningBoardJson(TypedDict):
    """A game in progress. A game that cannot be shown has only `number` and `trouble`."""

    number: int
    trouble: NotRequired[str]
    engines: NotRequired[list[int]]
    board: NotRequired[BoardJson]
    last: NotRequired[MoveJson | None]
    ply: NotRequired[int]
    player: NotRequired[int | None]
    seconds: NotRequired[
        Annotated[float, Field(description="Seconds since the engine to move began to think.")]
    ]
    left: NotRequired[
        Annotated[
            list[float | None] | None, Field(description="Seconds left for each player; null without clocks.")
        ]
    ]
    reports: NotRequired[list[MoveReportJson | None]]


class RunningMatchJson(TypedDict):
    """The games that a match is playing now."""

    seconds_left: float | None
    games: list[RunningBoardJson]
    more: int


class WatchedMatchJson(TypedDict):
    """A match and its running games: `match` is null if unchanged, `running` if the match is not running."""

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
    """Finished games, latest first."""

    games: list[MatchGameRowJson]
    total: int
    offset: int


class MatchGameJson(TypedDict):
    """A game of a match with its record."""

    number: int
    record: RecordJson
