"""Request bodies, validated before anything else happens."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from hexapoda.clock import TimeControl
from hexapoda.text.sentence import Sentence
from hexapoda.web.position_fields import MOST_MOVES, MoveText, RuleText

__all__ = ["MoveSeconds", "NewGame"]

MoveSeconds = Annotated[float, Field(ge=0.1, le=60, allow_inf_nan=False)]
"""An engine's time for a move, in seconds."""


def _playable(text: str) -> str:
    TimeControl.parse_online(text)
    return text


class NewGame(BaseModel):
    """A game to create."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=40, description="The name of the game, as in the catalog.")
    variant: str | None = Field(default=None, max_length=40, description="By default the first variant.")
    rules: dict[RuleText, RuleText] = Field(default_factory=dict, max_length=20)
    start: str | None = Field(
        default=None, max_length=32_000, description="A position as text, in place of the variant's start."
    )
    moves: list[MoveText] = Field(
        default_factory=list,
        max_length=MOST_MOVES,
        description="Moves from the start, after which the players take over: they belong to the game, but "
        "its clocks and judgments begin after them.",
    )
    seats: tuple[str, str] = Field(description="`human`, or the id of an opponent in the catalog.")
    clock: Annotated[str, Field(max_length=40), AfterValidator(_playable)] | None = Field(
        default=None,
        description="Seconds for the game and for each move, such as `300+3`; or, between two people, days "
        "per move, such as `3d`.",
    )
    seconds: tuple[MoveSeconds | None, MoveSeconds | None] = Field(
        default=(None, None), description="Seconds of each engine for a move; by default those of the server."
    )
    open: Literal["first", "second", "random"] | None = Field(
        default=None,
        description="The seat that is open to anyone: the game is in the list of offers until "
        "a visitor accepts it. `random`: the seat is then drawn.",
    )

    help: bool = Field(
        default=False,
        description="Whether accepting the offered game means that an engine may help both.",
    )

    @model_validator(mode="after")
    def _needs_people(self) -> NewGame:
        if self.help and self.open is None:
            raise ValueError(
                Sentence("help is agreed on during the game, unless the game is offered to anyone")
            )
        if self.seats == ("human", "human"):
            return self
        if self.open is not None:
            raise ValueError(Sentence("only a game of two people can be offered"))
        if self.clock is not None and TimeControl.parse_online(self.clock).days is not None:
            raise ValueError(
                Sentence("days per move are only for two people: an engine cannot wait for days")
            )
        return self
