"""Answers about games played on this server: states, lists and offers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.analysis.json_types import RemarkJson
from hexapoda.web.answers.parts import BoardJson, LocalizedJson, MoveJson, ResultJson

__all__ = ["CreatedGameJson", "GameRowsJson", "GameStateJson", "OffersJson", "OwnSeatsJson", "WithdrawnJson"]


class SeatJson(LocalizedJson):
    """The player of one side."""

    human: bool
    name: str
    opponent: Annotated[
        str | None, Field(description="The id of the engine in the catalog; null for a person.")
    ]
    seconds: Annotated[float | None, Field(description="The engine's time for a move; null for the default.")]
    thinking: bool
    present: Annotated[bool, Field(description="Whether a page with the key of this seat is open.")]


class ClockJson(TypedDict):
    """Both clocks."""

    left: Annotated[tuple[float, float], Field(description="Seconds left for each player.")]
    running: int | None
    control: Annotated[
        str, Field(description="Seconds for the game and for each move, such as `300+3`; or days, `3d`.")
    ]


class OfferJson(TypedDict):
    """An offer of one player to the other."""

    kind: Literal["draw", "undo", "help"]
    by: int


class MistakeJson(LocalizedJson):
    """A serious mistake: the latest move, which its player may take back."""

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
    """The state of a game, without the fields that its room adds."""

    board: BoardJson
    legal: Annotated[list[MoveJson], Field(description="Empty unless a person is to move.")]
    last: MoveJson | None
    result: ResultJson | None
    seats: tuple[SeatJson, SeatJson]
    clock: ClockJson | None
    undo: bool
    redo: bool
    given: Annotated[
        int, Field(description="How many of the moves were given at the beginning, not played in the game.")
    ]
    help: Annotated[
        list[str],
        Field(
            description="The help that a person has had against an engine: a game with help is not rated. "
            "Between two people who have agreed on help, `agreed` and the help they had."
        ),
    ]
    warning: Annotated[
        str, Field(description="What the players should know about the position; usually empty.")
    ]
    trouble: Annotated[
        str, Field(description="Why an engine does not move or the game is not saved; usually empty.")
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
        Field(description="The id of the rematch with the seats swapped, once a player wants one."),
    ]
    open: Annotated[bool, Field(description="Whether a seat is open to anyone.")]


class CreatedGameJson(GameStateJson):
    """The state of a new game."""

    keys: Annotated[
        list[str],
        Field(
            description="The secret keys of the seats, except for a seat that is offered to others. "
            "They are sent only once."
        ),
    ]


class OwnSeatsJson(TypedDict):
    """A game, and the keys of the requesting page's seats in it."""

    id: str
    keys: Annotated[list[str], Field(description="The secret keys of the requesting page's seats.")]


class RowSeatJson(LocalizedJson):
    """The player of one side, for a game in a list."""

    human: bool
    name: str


class PlayedRowJson(TypedDict):
    """A game in a list."""

    own: Annotated[list[int], Field(description="The seats of the visitor.")]
    turn: Annotated[
        int | None, Field(description="The player to move; null if unknown, or if the game is over.")
    ]
    left: Annotated[
        float | None,
        Field(
            description="Seconds left for the player to move; null unless a clock with days per move is "
            "running."
        ),
    ]
    control: Annotated[str, Field(description="The time control; empty without a clock.")]
    timed: Annotated[
        bool, Field(description="Whether it has a real-time clock, which needs both players at once.")
    ]
    here: Annotated[list[int], Field(description="The seats whose players have the game open.")]
    open: Annotated[bool, Field(description="Whether a seat is open to anyone.")]
    rematch: Annotated[str | None, Field(description="The id of the rematch, once a player wants one.")]
    id: str
    game: str
    variant: str
    seats: tuple[RowSeatJson, RowSeatJson]
    plies: int
    begun: Annotated[bool, Field(description="Whether somebody has moved since the given moves.")]
    result: str
    over: bool
    saved: Annotated[str, Field(description="When it was last saved, as ISO 8601 in UTC.")]


class GameRowsJson(TypedDict):
    """Games played on this server, most recently saved first."""

    games: list[PlayedRowJson]


class OfferedGameJson(TypedDict):
    """A game that is waiting for an opponent."""

    id: str
    game: str
    variant: str
    rules: Annotated[dict[str, str], Field(description="The rules that differ from the usual ones.")]
    start: Annotated[bool, Field(description="Whether it does not begin at the variant's usual start.")]
    control: Annotated[str, Field(description="The time control; empty without a clock.")]
    seat: Annotated[int | None, Field(description="The open seat, 0 or 1; null if it is drawn later.")]
    name: Annotated[str, Field(description="The name of the player who offers it; may be empty.")]
    help: Annotated[bool, Field(description="Whether accepting it means that an engine may help both.")]
    here: Annotated[bool, Field(description="Whether the player who offers it has the page open.")]
    since: Annotated[str, Field(description="When it was offered, as ISO 8601 in UTC.")]


class OffersJson(TypedDict):
    """The games that are open to anyone, newest first."""

    games: list[OfferedGameJson]


class WithdrawnJson(TypedDict):
    """A game that is no longer offered."""

    id: str
