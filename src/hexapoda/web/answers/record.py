"""Answers with games and their variations, and lists of the games in a text."""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.games.json_types import LocalizedJson
from hexapoda.page.json_types import ListedGameJson, RecordJson

__all__ = ["BadGameJson", "GameRowJson", "GamesJson", "PlayedRecordJson", "ReadRecordJson"]


class PlayedRecordJson(TypedDict):
    """The record of a game played on this server."""

    record: RecordJson


class ReadRecordJson(TypedDict):
    """One of the games in a text."""

    count: NotRequired[Annotated[int | None, Field(description="1 if it is the only one.")]]
    index: int
    format: Annotated[str | None, Field(description="Null if the text is a position.")]
    record: RecordJson


class GameRowJson(ListedGameJson):
    """An entry in the list of games in a text."""

    index: int


class BadGameJson(LocalizedJson):
    """A game that cannot be read."""

    index: int
    error: str
    line: int | None


class GamesJson(TypedDict):
    """The games in a text that contains several."""

    count: int
    format: str | None
    games: list[GameRowJson | BadGameJson]
    more: NotRequired[Annotated[bool, Field(description="Whether there are more games than those listed.")]]
