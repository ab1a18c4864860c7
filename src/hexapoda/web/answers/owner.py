"""The answers about who the visitor is."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

__all__ = ["OwnGamesJson", "OwnerJson", "OwnerKeyJson"]


class OwnerJson(TypedDict):
    """Who the visitor is."""

    owner: Annotated[
        str, Field(description="`local` for the owner of the data folder, or what the key makes.")
    ]


class OwnerKeyJson(OwnerJson):
    """The secret of a visitor."""

    key: Annotated[str, Field(description="Whoever has it is the same owner.")]


class OwnGamesJson(TypedDict):
    """The unfinished games of a visitor."""

    ids: list[str]
