"""The state of a game that is played here."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.analysis.json_types import RemarkJson
from hexapoda.web.answers.parts import BoardJson, LocalizedJson, MoveJson, ResultJson

__all__ = ["CreatedGameJson", "GameRowsJson", "GameStateJson", "OffersJson", "OwnSeatsJson", "WithdrawnJson"]


class SeatJson(LocalizedJson):
    """Who plays one side."""

    human: bool
    name: str
    opponent: Annotated[str | None, Field(description="The id of an engine in the catalog.")]
    seconds: Annotated[float | None, Field(description="The time of the engine for a move; null: as usual.")]
    thinking: bool
    present: Annotated[bool, Field(description="Whether a page with the key of this seat is open.")]


class ClockJson(TypedDict):
    """Both clocks."""

    left: Annotated[tuple[float, float], Field(description="Seconds.")]
    running: int | None
    control: Annotated[
        str, Field(description="Seconds for the game and for each move, such as `300+3`; or days, `3d`.")
    ]


class OfferJson(TypedDict):
    """What one player has offered to the other."""

    kind: Literal["draw", "undo", "help"]
    by: int


class MistakeJson(LocalizedJson):
    """A serious mistake of the latest move, which may be taken back."""

    ply: int
    move: str
    judgment: str
    win: Annotated[tuple[float, float], Field(description="The win probability before and after the move.")]
    better: str
    reply: MoveJson | None
    line: list[str]
    text: str
    remarks: Annotated[list[RemarkJson], Field(description="Why it was a mistake, if that is known.")]


class SessionJson(LocalizedJson):
    """The state of a game, without what the watching pages do."""

    board: BoardJson
    legal: Annotated[list[MoveJson], Field(description="Empty unless a person is to move.")]
    last: MoveJson | None
    result: ResultJson | None
    seats: tuple[SeatJson, SeatJson]
    clock: ClockJson | None
    undo: bool
    redo: bool
    given: Annotated[
        int, Field(description="How many of the moves were there when the game began, and not played in it.")
    ]
    help: Annotated[
        list[str],
        Field(
            description="The help that a person has had against an engine: a game with help is not rated. "
            "Between two people, `agreed` and the help they have had, if they have agreed on it."
        ),
    ]
    warning: Annotated[
        str, Field(description="What the players should know about the position; usually empty.")
    ]
    trouble: Annotated[
        str, Field(description="Why an engine does not move, or the game is not saved; may be empty.")
    ]


class GameStateJson(SessionJson):
    """The state of a game."""

    id: str
    version: Annotated[int, Field(description="Counts the changes.")]
    offer: OfferJson | None
    paused: bool
    teaching: bool
    lesson: MistakeJson | None
    rematch: Annotated[
        str | None,
        Field(description="The id of the same game with the seats swapped, once a player wants it."),
    ]
    open: Annotated[bool, Field(description="Whether a seat is open to anyone.")]


class CreatedGameJson(GameStateJson):
    """The state of a new game."""

    keys: Annotated[
        list[str],
        Field(
            description="The secret key of each seat, without that of one which is offered to others. They "
            "are sent only once."
        ),
    ]


class OwnSeatsJson(TypedDict):
    """Where the asking page plays."""

    id: str
    keys: Annotated[list[str], Field(description="The secret keys of the seats that the asking page has.")]


class RowSeatJson(LocalizedJson):
    """Who plays one side of a game in a list."""

    human: bool
    name: str


class PlayedRowJson(TypedDict):
    """A game in a list."""

    own: Annotated[list[int], Field(description="The seats of the visitor.")]
    turn: Annotated[int | None, Field(description="The player to move; null if the game is over.")]
    left: Annotated[
        float | None, Field(description="Seconds of the player to move; null if no clock runs or it is old.")
    ]
    control: Annotated[str, Field(description="The time control; empty without a clock.")]
    timed: Annotated[bool, Field(description="Whether it has a clock that needs both players now, not days.")]
    here: Annotated[list[int], Field(description="The seats whose players have the game open.")]
    open: Annotated[bool, Field(description="Whether a seat is open to anyone.")]
    rematch: Annotated[str | None, Field(description="The id of the rematch, once a player wants it.")]
    id: str
    game: str
    variant: str
    seats: tuple[RowSeatJson, RowSeatJson]
    plies: int
    begun: Annotated[bool, Field(description="Whether somebody has moved, after the moves that were given.")]
    result: str
    over: bool
    saved: Annotated[str, Field(description="When it was saved last, ISO 8601 in UTC.")]


class GameRowsJson(TypedDict):
    """Games that are played here, last played first."""

    games: list[PlayedRowJson]


class OfferedGameJson(TypedDict):
    """A game that waits for an opponent."""

    id: str
    game: str
    variant: str
    rules: Annotated[dict[str, str], Field(description="Those that differ from the usual ones.")]
    start: Annotated[bool, Field(description="Whether it begins with a position of its own.")]
    control: Annotated[str, Field(description="The time control; empty without a clock.")]
    seat: Annotated[int | None, Field(description="Which player is wanted; null if that will be drawn.")]
    name: Annotated[str, Field(description="What the one who offers it is called; may be empty.")]
    help: Annotated[bool, Field(description="Whether who accepts agrees that an engine may help both.")]
    here: Annotated[bool, Field(description="Whether the one who offers it has the page open.")]
    since: Annotated[str, Field(description="When it was offered, ISO 8601 in UTC.")]


class OffersJson(TypedDict):
    """The games that are open to anyone, the newest first."""

    games: list[OfferedGameJson]


class WithdrawnJson(TypedDict):
    """A game that is no longer offered."""

    id: str
