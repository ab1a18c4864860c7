"""Answers about training runs."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.train.reports import NetworkMatch, NetworkRating
from hexapoda.web.answers.parts import LocalizedJson

__all__ = ["RunsJson", "WatchedRunJson"]


class RunRowJson(TypedDict):
    """A run in the list. The last four fields are missing if its settings cannot be read."""

    id: str
    date: Annotated[str, Field(description="When it last changed, as ISO 8601 in UTC.")]
    trouble: str
    running: bool
    done: Annotated[int, Field(description="The number of complete iterations.")]
    published: Annotated[int | None, Field(description="The iteration of the published network.")]
    elo: Annotated[NetworkRating | None, Field(description="The rating of the published network.")]
    game: NotRequired[str]
    variant: NotRequired[str]
    total: NotRequired[Annotated[int, Field(description="The number of iterations of the whole run.")]]
    finished: NotRequired[bool]


Setting: TypeAlias = str | int | float | bool | None


class ConfigJson(TypedDict):
    """A small settings file."""

    name: str
    text: str


class RunsJson(LocalizedJson):
    """Runs, most recently changed first; only the version if nothing has changed."""

    version: str
    runs: NotRequired[list[RunRowJson]]
    total: NotRequired[int]
    trouble: NotRequired[str]
    config: NotRequired[Annotated[ConfigJson, Field(description="Settings for a first run.")]]
    command: NotRequired[Annotated[str, Field(description="The command that starts a run with it.")]]


class RatingMatchJson(TypedDict):
    """A match that counts only for the ratings."""

    against: Annotated[
        int | str,
        Field(description="The iteration of a network older than the published one, or an engine's text."),
    ]
    result: NetworkMatch
    games: Annotated[str | None, Field(description="The id of the match with its games.")]


class RunMatchJson(TypedDict):
    """A match between two networks of a run. The first network has no opponent and no result."""

    iteration: int
    against: int | None
    result: NetworkMatch | None
    published: bool
    games: Annotated[str | None, Field(description="The id of the match with its games.")]
    older: Annotated[list[RatingMatchJson], Field(description="The matches against older networks.")]
    engines: Annotated[list[RatingMatchJson], Field(description="The matches against engines.")]


class RunIterationJson(TypedDict):
    """The results of an iteration. Values that an earlier version did not measure are null."""

    iteration: int
    games: int
    decisive: int
    plies: float
    policy_loss: float | None
    value_loss: float | None
    positions: int | None
    self_play_seconds: float | None
    learning_seconds: float | None
    games_per_hour: float | None
    positions_per_second: float | None
    shown: Annotated[str | None, Field(description="The id of the match with some of its games.")]
    shown_games: Annotated[int, Field(description="How many games that match has.")]


class WarmStartJson(TypedDict):
    """What a network learned from recorded games before the first iteration."""

    games: int
    left_out: Annotated[
        int, Field(description="Games of another variant or with other rules, and unplayable ones.")
    ]
    positions: int
    policy_loss: float
    value_loss: float
    predicted: Annotated[
        float, Field(description="How often the first choice was the move that was played, 0 to 1.")
    ]
    seconds: float


class WholeRunJson(RunRowJson):
    """A run with its settings and its results so far."""

    settings: Annotated[
        dict[str, Setting] | None,
        Field(description="By their full names, such as `gate.every`."),
    ]
    warm_start: WarmStartJson | None
    curve: list[NetworkRating]
    matches: list[RunMatchJson]
    more_matches: Annotated[int, Field(description="How many older matches are not listed.")]
    every: Annotated[int, Field(description="If this is n, only every n-th iteration is listed.")]
    iterations: list[RunIterationJson]


RunWork: TypeAlias = Literal["reading games", "warm start", "self-play", "learning", "match", ""]


class RunStateJson(TypedDict):
    """What a run is doing now."""

    iteration: int
    work: Annotated[
        RunWork,
        Field(description="Empty between two pieces of work."),
    ]
    done: int
    all: int
    seconds: Annotated[float, Field(description="Seconds since this work began.")]


class WatchedRunJson(TypedDict):
    """A run and what it is doing now. `run` is null if it has not changed, `now` if it is not running."""

    id: str
    version: str
    now: RunStateJson | None
    run: WholeRunJson | None
