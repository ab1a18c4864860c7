"""Analyses: games with variations that the server keeps for the visitor who works on them."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi import Path as FromPath
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from hexapoda.page.record_json import record_json
from hexapoda.record import GameTree
from hexapoda.web.answers.analysis import AnalysesJson, AnalysisJson, DeletedAnalysisJson, KeptAnalysisJson
from hexapoda.web.description import json_responses
from hexapoda.web.library.analyses import Analyses, KeptAnalysis
from hexapoda.web.live.page_pool import client_of
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.owner import owner_of
from hexapoda.web.record_fields import RecordFields, read_tree
from hexapoda.web.record_work import read_whole
from hexapoda.web.versioned_json import fast_json
from hexapoda.web.visitor import visitor_of

__all__ = ["router"]

router = APIRouter(prefix="/analyses", tags=["analyses"])

_MEGABYTE = 1e6
_FEW = 300
"""The maximum number of nodes in a record that the server process reads itself, in a few milliseconds."""
AnalysisId = Annotated[int, FromPath(ge=1, le=2**31 - 1)]


class NewAnalysis(BaseModel):
    """An analysis to keep."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(default="", max_length=200)
    record: RecordFields


class ChangedAnalysis(NewAnalysis):
    """An analysis that replaces a stored one."""

    revision: str = Field(max_length=40, description="The revision from which the change was made.")


def _analyses(request: Request) -> Analyses:
    analyses: Analyses = request.app.state.library.analyses
    return analyses


AllAnalyses = Annotated[Analyses, Depends(_analyses)]


@router.get("", summary="List analyses", **json_responses(AnalysesJson))
async def list_analyses(
    request: Request,
    analyses: AllAnalyses,
    offset: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> AnalysesJson:
    """Return the visitor's analyses, newest first."""
    return await analyses.rows(owner_of(request), offset, limit)


@router.post("", status_code=201, summary="Keep an analysis", **json_responses(KeptAnalysisJson, status=201))
async def create_analysis(request: Request, wish: NewAnalysis, analyses: AllAnalyses) -> KeptAnalysisJson:
    """Keep a new analysis; return its number and its revision. If it is sent twice, it is kept only once."""
    tree = await _tree(request, wish, analyses)
    return _kept(await analyses.create(owner_of(request), wish.name, tree))


@router.get("/{id}", summary="Read an analysis", **json_responses(AnalysisJson))
async def read_analysis(request: Request, id: AnalysisId, analyses: AllAnalyses) -> Response:
    """Return an analysis as a record with boards."""
    found = await analyses.read(owner_of(request), id)
    content = await asyncio.to_thread(
        lambda: fast_json({**_kept(found), "name": found.name, "record": record_json(found.tree)})
    )
    return Response(content, media_type="application/json")


@router.put("/{id}", summary="Change an analysis", **json_responses(KeptAnalysisJson))
async def change_analysis(
    request: Request, id: AnalysisId, wish: ChangedAnalysis, analyses: AllAnalyses
) -> KeptAnalysisJson:
    """Replace an analysis; return its new revision. The answer is 409 if another page has changed it since
    `revision`.
    """
    tree = await _tree(request, wish, analyses)
    return _kept(await analyses.change(owner_of(request), id, wish.name, wish.revision, tree))


@router.delete("/{id}", summary="Delete an analysis", **json_responses(DeletedAnalysisJson))
async def delete_analysis(request: Request, id: AnalysisId, analyses: AllAnalyses) -> DeletedAnalysisJson:
    """Move an analysis to the trash."""
    await analyses.delete(owner_of(request), id)
    return {"deleted": id}


@router.post("/{id}/restore", summary="Restore an analysis", **json_responses(KeptAnalysisJson))
async def restore_analysis(request: Request, id: AnalysisId, analyses: AllAnalyses) -> KeptAnalysisJson:
    """Restore an analysis from the trash under its old number."""
    return _kept(await analyses.restore(owner_of(request), id))


async def _tree(request: Request, wish: NewAnalysis, analyses: Analyses) -> GameTree:
    analyses.quota.take(visitor_of(request), len(await request.body()) / _MEGABYTE)
    if len(wish.record.nodes) <= _FEW:
        return read_tree(wish.record)[0]
    rooms: Rooms = request.app.state.rooms
    return GameTree.from_json(await rooms.pool.run(client_of(request), read_whole, wish.record), check=False)


def _kept(found: KeptAnalysis) -> KeptAnalysisJson:
    return {"id": found.id, "revision": found.revision}
