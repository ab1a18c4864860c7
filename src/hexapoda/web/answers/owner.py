"""Answers about the visitor: owner, key, unfinished games, emails and ratings."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

__all__ = ["LevelRatingsJson", "NoticesJson", "OwnGamesJson", "OwnerJson", "OwnerKeyJson"]


class OwnerJson(TypedDict):
    """Who the visitor is."""

    owner: Annotated[
        str, Field(description="`local` for the owner of the data folder, otherwise a hash of the key.")
    ]


class OwnerKeyJson(OwnerJson):
    """The owner and the secret key of a visitor."""

    key: Annotated[str, Field(description="All browsers with this key act as the same owner.")]


class OwnGamesJson(TypedDict):
    """The unfinished games of a visitor."""

    ids: list[str]


class NoticesJson(TypedDict):
    """Whether and where a visitor receives emails."""

    possible: Annotated[bool, Field(description="Whether this server sends emails.")]
    address: Annotated[
        str | None, Field(description="The address for emails, confirmed or not; null if none was given.")
    ]
    confirmed: Annotated[bool, Field(description="Whether the link in the confirmation email was opened.")]


class LevelChanceJson(TypedDict):
    """A level of a game, and the points that a visitor can expect against it."""

    id: Annotated[str, Field(description="The id of the opponent in the catalog.")]
    elo: Annotated[int, Field(description="The fixed rating of the level; level 1 has 1000.")]
    expected: Annotated[
        float | None,
        Field(description="The expected points of the visitor in a game; null if no game counts yet."),
    ]


class LevelRatingJson(TypedDict):
    """The rating of a visitor against the levels in a variant. Games between people do not count."""

    game: str
    variant: Annotated[str, Field(description="Each variant has its own scale.")]
    games: Annotated[int, Field(description="How many finished games the rating is based on.")]
    rating: Annotated[int | None, Field(description="Null if no game counts yet.")]
    low: Annotated[int | None, Field(description="The lower end of the 95% interval.")]
    high: Annotated[int | None, Field(description="The upper end of the 95% interval.")]
    next: Annotated[
        str | None,
        Field(
            description="The level to play next: the one against which the visitor can expect closest to "
            "half a point, or one without a rating if all rated levels are too weak. Null if no game "
            "counts yet."
        ),
    ]
    levels: Annotated[list[LevelChanceJson], Field(description="The levels with a rating, weakest first.")]


class LevelRatingsJson(TypedDict):
    """The ratings of a visitor, one for each variant in which the levels are rated."""

    ratings: list[LevelRatingJson]
