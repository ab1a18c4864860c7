"""The answers about who the visitor is."""

from __future__ import annotations

from pydantic import Field

from hexapoda.web.answers.parts import AnswerJson

__all__ = ["OwnGamesJson", "OwnerJson", "OwnerKeyJson"]


class OwnerJson(AnswerJson):
    """Who the visitor is."""

    owner: str = Field(description="`local` for the owner of the data folder, or what the key makes.")


class OwnerKeyJson(OwnerJson):
    """The secret of a visitor."""

    key: str = Field(description="Whoever has it is the same owner.")


class OwnGamesJson(AnswerJson):
    """The unfinished games of a visitor."""

    ids: list[str]
