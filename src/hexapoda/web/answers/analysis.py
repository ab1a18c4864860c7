"""Answers about the analyses that the server keeps."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.games.json_types import StoredRowJson
from hexapoda.page.json_types import RecordJson

__all__ = ["AnalysesJson", "AnalysisJson", "DeletedAnalysisJson", "KeptAnalysisJson"]


class AnalysisRowJson(StoredRowJson):
    """An analysis in a list."""

    name: str


class AnalysesJson(TypedDict):
    """Analyses, newest first."""

    analyses: list[AnalysisRowJson]
    damaged: Annotated[list[int], Field(description="The numbers of those that cannot be read.")]
    total: int


class KeptAnalysisJson(TypedDict):
    """What a page has to know to change an analysis again."""

    id: int
    revision: Annotated[str, Field(description="Tells this state of the analysis from every other one.")]


class AnalysisJson(KeptAnalysisJson):
    """An analysis."""

    name: str
    record: RecordJson


class DeletedAnalysisJson(TypedDict):
    """An analysis that is in the trash now."""

    deleted: int
