"""The bodies of requests, checked before anything else happens."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["ClockChoice", "MoveSeconds", "NewGame"]

MoveSeconds = Annotated[float, Field(ge=0.1, le=60, allow_inf_nan=False)]
"""The time of an engine for a move."""


class ClockChoice(BaseModel):
    """The clocks of a game."""

    model_config = ConfigDict(extra="forbid")

    base: float = Field(ge=1, le=24 * 3600, allow_inf_nan=False, description="Seconds for each player.")
    increment: float = Field(
        default=0, ge=0, le=3600, allow_inf_nan=False, description="Seconds added after each move."
    )


class NewGame(BaseModel):
    """A game to create."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=40, description="The name of the game, as in the catalog.")
    variant: str | None = Field(default=None, max_length=40, description="By default the first variant.")
    rules: dict[str, str] = Field(default_factory=dict, max_length=20)
    start: str | None = Field(
        default=None, max_length=32_000, description="A position as text, in place of the variant's start."
    )
    seats: tuple[str, str] = Field(description="`human`, or the id of an opponent in the catalog.")
    clock: ClockChoice | None = None
    seconds: tuple[MoveSeconds | None, MoveSeconds | None] = Field(
        default=(None, None), description="Seconds of each engine for a move; by default those of the server."
    )
