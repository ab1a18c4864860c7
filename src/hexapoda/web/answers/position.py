"""Answers about positions: boards, refusals, positions put together by hand, overlays."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hexapoda.games.overlay import Tone
from hexapoda.web.answers.parts import AnswerJson, BoardJson, Cell, MoveJson, ResultJson, ToldJson

__all__ = ["LegalJson", "OverlaysJson", "PositionJson", "RefusalJson", "SetupJson"]


class PositionJson(AnswerJson):
    """A position. `game`, `variant`, `rules`, `start` and `moves` describe it again in a request."""

    game: str
    variant: str
    rules: dict[str, str]
    start: str | None = Field(description="The first position as text; null for the usual start.")
    moves: list[str]
    board: BoardJson
    legal: list[MoveJson] = Field(description="Empty when the game is over.")
    last: MoveJson | None
    result: ResultJson | None


class LegalJson(ToldJson):
    """A move is legal."""

    type: Literal["legal"]
    move: str
    text: str


class RefusalJson(ToldJson):
    """A move is not legal, or the text could mean several."""

    type: Literal["refusal"]
    move: str = Field(description="What was asked.")
    rule: str | None = Field(description="The rule that the move breaks, if it breaks one.")
    text: str
    cells: list[Cell] = Field(description="The cells that prove it.")
    pieces: list[str] = Field(description="The pieces that prove it.")


class PlacedPieceJson(AnswerJson):
    """A piece on a cell."""

    piece: str
    cell: Cell


class TrayPieceJson(AnswerJson):
    """A piece that can be placed, and how many of it are left; null if as many as wanted."""

    piece: str
    player: int
    left: int | None


class SetupJson(ToldJson):
    """A position that is put together by hand."""

    game: str
    variant: str
    rules: dict[str, str]
    pieces: list[PlacedPieceJson]
    player: int
    board: BoardJson
    tray: list[TrayPieceJson]
    open: list[Cell] | None = Field(description="The cells on which a piece may be placed; null if on any.")
    valid: bool
    problem: str | None = Field(description="Why the position is not valid.")
    cells: list[Cell] = Field(description="The cells of the problem.")
    start: str | None = Field(description="A valid position as text.")


class OverlayCellJson(AnswerJson):
    """A marked cell. What is empty is left out."""

    cell: Cell
    tone: Tone | None = None
    value: float | None = Field(default=None, description="For heat maps, 0 to 1.")
    label: str | None = None


class OverlayJson(ToldJson):
    """One overlay."""

    id: str
    cells: list[OverlayCellJson]
    lines: list[tuple[Cell, Cell]]
    text: str
    partial: bool = Field(description="Whether the time was over before everything was found.")


class OverlaysJson(AnswerJson):
    """Overlays, in the order of the request."""

    overlays: list[OverlayJson]
