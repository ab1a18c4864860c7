"""Answers about the analyses that the server keeps."""

from __future__ import annotations

from pydantic import Field

from hexapoda.web.answers.library import StoredRowJson
from hexapoda.web.answers.parts import AnswerJson
from hexapoda.web.answers.record import RecordJson

__all__ = ["AnalysesJson", "AnalysisJson", "DeletedAnalysisJson", "KeptAnalysisJson"]


class AnalysisRowJson(StoredRowJson):
    """An analysis in a list."""

    name: str


class AnalysesJson(AnswerJson):
    """Analyses, newest first."""

    analyses: list[AnalysisRowJson]
    total: int


class KeptAnalysisJson(AnswerJson):
    """What a page has to know to change an analysis again."""

    id: int
    revision: str = Field(description="Tells this state of the analysis from every other one.")


class AnalysisJson(KeptAnalysisJson):
    """An analysis."""

    name: str
    record: RecordJson


class DeletedAnalysisJson(AnswerJson):
    """An analysis that is in the trash now."""

    deleted: int
