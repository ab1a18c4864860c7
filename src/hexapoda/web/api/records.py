"""Records: games with variations, read from any text, and written as files."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import Response

from hexapoda.page.record_json import record_json
from hexapoda.web.answers.record import GamesJson, PlayedRecordJson, ReadRecordJson
from hexapoda.web.description import file_responses, json_responses
from hexapoda.web.live.page_pool import client_of
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.record_work import ExportFields, RecordSource, read_source, write_export
from hexapoda.web.versioned_json import fast_json

__all__ = ["router"]

router = APIRouter(tags=["records"])


@router.post("/records", summary="Read a text", **json_responses(ReadRecordJson, GamesJson))
async def read_record(request: Request, fields: RecordSource) -> Response:
    """Return a game in a text with its variations, or a list of the games if the text has several and the
    request has no `index`.
    """
    rooms: Rooms = request.app.state.rooms
    content = await rooms.pool.run(client_of(request), read_source, fields)
    return Response(content, media_type="application/json")


@router.get("/games/{id}/record", summary="Read the record of a game", **json_responses(PlayedRecordJson))
async def read_played_game(request: Request, id: str) -> Response:
    """Return the record of a game played on this server. While two people are playing it on two pages, both
    must have agreed on help.
    """
    rooms: Rooms = request.app.state.rooms
    record = await (await rooms.find(id)).record(to_analyze=True)
    body = await asyncio.to_thread(lambda: fast_json({"record": record_json(record)}))
    return Response(body, media_type="application/json")


@router.post(
    "/exports",
    summary="Write a file",
    response_class=Response,
    responses=file_responses("The file.", "text/plain", "application/json", "image/svg+xml"),
)
async def write_file(request: Request, fields: ExportFields) -> Response:
    """Return a game or a position as a file."""
    rooms: Rooms = request.app.state.rooms
    file = await rooms.pool.run(client_of(request), write_export, fields)
    headers = {"content-disposition": f'attachment; filename="{file.name}"'}
    return Response(file.text, media_type=file.media_type, headers=headers)
