"""Answers about positions: boards, refused moves, positions set up by hand, and overlays."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.analysis.json_types import RemarkJson
from hexapoda.games.overlay import Tone
from hexapoda.page.json_types import OpeningJson
from hexapoda.web.answers.parts import BoardJson, Cell, LocalizedJson, MoveJson, ResultJson

__all__ = ["LegalJson", "OverlaysJson", "PositionJson", "RefusalJson", "SetupJson"]


class PositionJson(TypedDict):
    """A position. A request can send back `game`, `variant`, `rules`, `start` and `moves` to identify it."""

    game: str
    variant: str
    rules: dict[str, str]
    start: Annotated[str | None, Field(description="The first position as text; null for the usual start.")]
    moves: list[str]
    board: BoardJson
    legal: Annotated[list[MoveJson], Field(description="Empty when the game is over.")]
    last: MoveJson | None
    result: ResultJson | None
    opening: OpeningJson | None


class LegalJson(LocalizedJson):
    """A legal move."""

    type: Literal["legal"]
    move: str
    text: str
    does: Annotated[list[RemarkJson], Field(description="What the move immediately brings about or ends.")]


class RefusalJson(LocalizedJson):
    """An illegal move, or a text that could mean several moves."""

    type: Literal["refusal"]
    move: Annotated[str, Field(description="The move as it was sent.")]
    rule: Annotated[str | None, Field(description="The rule that the move breaks, if it breaks one.")]
    text: str
    cells: Annotated[list[Cell], Field(description="The cells that prove it.")]
    pieces: Annotated[list[str], Field(description="The pieces that prove it.")]


class PlacedPieceJson(TypedDict):
    """A piece on a cell."""

    piece: str
    cell: Cell


class TrayPieceJson(TypedDict):
    """A piece that can be placed. `left` is the number still available, null if there is no limit."""

    piece: str
    player: int
    left: int | None


class SetupJson(LocalizedJson):
    """A position that is set up by hand."""

    game: str
    variant: str
    rules: dict[str, str]
    pieces: list[PlacedPieceJson]
    player: int
    board: BoardJson
    tray: list[TrayPieceJson]
    open: Annotated[
        list[Cell] | None, Field(description="The cells on which a piece may be placed; null if on any.")
    ]
    valid: bool
    problem: Annotated[str | None, Field(description="Why the position is not valid; null if it is.")]
    cells: Annotated[list[Cell], Field(description="The cells that the problem is about.")]
    start: Annotated[str | None, Field(description="The position as text; null if it is not valid.")]


class OverlayCellJson(TypedDict):
    """A marked cell. Empty fields are left out."""

    cell: Cell
    tone: NotRequired[Tone | None]
    value: NotRequired[Annotated[float | None, Field(description="For heat maps, 0 to 1.")]]
    label: NotRequired[str | None]


class OverlayJson(LocalizedJson):
    """An overlay with its marks."""

    id: str
    cells: list[OverlayCellJson]
    lines: list[tuple[Cell, Cell]]
    text: str
    partial: Annotated[bool, Field(description="Whether time ran out before everything was found.")]


class OverlaysJson(TypedDict):
    """Overlays, in the order of the request."""

    overlays: list[OverlayJson]
