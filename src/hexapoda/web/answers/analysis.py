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
    """A page of analyses, newest first."""

    analyses: list[AnalysisRowJson]
    damaged: Annotated[list[int], Field(description="The numbers of analyses that cannot be read.")]
    total: int


class KeptAnalysisJson(TypedDict):
    """The number and revision that a page needs to change an analysis."""

    id: int
    revision: Annotated[str, Field(description="Identifies this state of the analysis.")]


class AnalysisJson(KeptAnalysisJson):
    """An analysis."""

    name: str
    record: RecordJson


class DeletedAnalysisJson(TypedDict):
    """An analysis that was moved to the trash."""

    deleted: int
