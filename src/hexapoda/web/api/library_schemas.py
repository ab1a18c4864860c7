"""The request bodies and queries of the library, validated before anything else happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field

from hexapoda.web.position_fields import PositionFields

if TYPE_CHECKING:
    from hexapoda.storage.correction import Correction
    from hexapoda.storage.selection import GameSelection

__all__ = [
    "ExplorerQuestion",
    "GameIds",
    "GameQuestion",
    "GameSelectionFields",
    "NewHeader",
    "PlayersQuestion",
]

_INTEGER = 2**31 - 1
Id = Annotated[int, Field(ge=1, le=_INTEGER)]


class GameSelectionFields(BaseModel):
    """The conditions of `GameSelection`, with their bounds."""

    model_config = ConfigDict(extra="forbid")

    game: str | None = Field(default=None, max_length=40)
    player: str | None = Field(default=None, max_length=200)
    opponent: str | None = Field(default=None, max_length=200)
    winner: str | None = Field(default=None, max_length=200)
    result: str | None = Field(default=None, max_length=40)
    variant: str | None = Field(default=None, max_length=40)
    ending: str | None = Field(default=None, max_length=40)
    min_plies: int | None = Field(default=None, ge=0, le=_INTEGER)
    max_plies: int | None = Field(default=None, ge=0, le=_INTEGER)
    event: str | None = Field(default=None, max_length=200)
    match: str | None = Field(default=None, max_length=200)
    opening: str | None = Field(default=None, max_length=2000)
    position: str | None = Field(default=None, max_length=16_000)

    def selection(self) -> GameSelection:
        """Return the conditions that are set; an empty string counts as not set."""
        from hexapoda.storage.selection import GameSelection

        given = self.model_dump(include=set(GameSelectionFields.model_fields))
        return GameSelection(**{name: None if value == "" else value for name, value in given.items()})


class GameQuestion(GameSelectionFields):
    """A page of the list of games."""

    limit: int = Field(default=50, ge=1, le=100)
    offset: int = Field(default=0, ge=0, le=_INTEGER)


class PlayersQuestion(BaseModel):
    """The list of players of one game."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=40)
    name: str = Field(default="", max_length=200, description="Part of a name.")
    variant: str | None = Field(default=None, max_length=40)
    event: str | None = Field(default=None, max_length=200)
    limit: int = Field(default=100, ge=1, le=500)


class ExplorerQuestion(PositionFields):
    """A position for the opening explorer."""

    player: str | None = Field(default=None, max_length=200, description="Only games of this player.")


class GameIds(BaseModel):
    """Some games of the store."""

    model_config = ConfigDict(extra="forbid")

    ids: list[Id] = Field(min_length=1, max_length=1000)


class NewHeader(BaseModel):
    """The corrections to the header of a game; missing fields keep their values."""

    model_config = ConfigDict(extra="forbid")

    names: tuple[str | None, str | None] = Field(default=(None, None))
    date: str | None = Field(default=None, max_length=40)
    event: str | None = Field(default=None, max_length=400)
    result: str | None = Field(default=None, max_length=40)
    ending: str | None = Field(default=None, max_length=40)

    def correction(self) -> Correction:
        """Return the correction for the store, which checks the values."""
        from hexapoda.storage.correction import Correction

        return Correction(self.names, self.date, self.event, self.result, self.ending)
