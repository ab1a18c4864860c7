"""Records: games with variations, read from any text, and written as files."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field, StringConstraints
from pydantic_core import to_json

from hexapoda.page.record_json import record_json
from hexapoda.record import GameTree, Node
from hexapoda.web.answers.record import GamesJson, PlayedRecordJson, ReadRecordJson
from hexapoda.web.description import answers, files
from hexapoda.web.exports import ExportedFile, export
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.position_fields import PositionFields, find_position
from hexapoda.web.position_tree import position_tree
from hexapoda.web.problem import Problem
from hexapoda.web.record_fields import RecordFields, read_tree
from hexapoda.web.record_text import read_records

__all__ = ["router"]

router = APIRouter(tags=["records"])


class RecordSource(PositionFields):
    """Where a record comes from: a text with games, a position, or a record without boards."""

    record: RecordFields | None = None
    text: Annotated[str, StringConstraints(max_length=1_000_000)] | None = None
    index: int | None = Field(default=None, ge=0, le=100_000, description="The game in the text, from 0.")


class ExportFields(PositionFields):
    """What to write: the game that led to a position, or a record."""

    record: RecordFields | None = None
    format: str = Field(max_length=40)
    at: int | None = Field(default=None, ge=0, description="The id of a node of the record.")


@router.post("/records", summary="Read a text", responses=answers(ReadRecordJson, GamesJson))
async def read_record(request: Request, fields: RecordSource) -> Response:
    """Return a game of a text with its variations, or a list if the text has several."""
    async with request.app.state.slow_work:
        return Response(await asyncio.to_thread(_read, fields), media_type="application/json")


@router.get("/games/{id}/record", summary="Read the record of a game", responses=answers(PlayedRecordJson))
async def read_played_game(request: Request, id: str) -> Response:
    """Return the record of a game that is played here."""
    rooms: Rooms = request.app.state.rooms
    record = await (await rooms.find(id)).record()
    answer = await asyncio.to_thread(lambda: to_json({"record": record_json(record)}))
    return Response(answer, media_type="application/json")


@router.post(
    "/exports",
    summary="Write a file",
    response_class=Response,
    responses=files("The file.", "text/plain", "application/json", "image/svg+xml"),
)
async def write_file(request: Request, fields: ExportFields) -> Response:
    """Return a game or a position as a file."""
    async with request.app.state.slow_work:
        file = await asyncio.to_thread(_export, fields)
    headers = {"content-disposition": f'attachment; filename="{file.name}"'}
    return Response(file.text, media_type=file.media_type, headers=headers)


def _read(fields: RecordSource) -> bytes:
    if fields.record is not None:
        tree, _ = read_tree(fields.record)
        return to_json({"count": 1, "index": 0, "format": None, "record": record_json(tree)})
    if fields.text is not None:
        return to_json(read_records(fields.text, fields.game, fields.index, fields.rules))
    record = record_json(position_tree(find_position(fields)))
    return to_json({"count": 1, "index": 0, "format": None, "record": record})


def _export(fields: ExportFields) -> ExportedFile:
    if fields.record is None:
        tree = position_tree(find_position(fields))
        return export(tree, _last(tree), fields.format)
    tree, nodes = read_tree(fields.record)
    if fields.at is not None and fields.at not in nodes:
        raise Problem(400, f"the record has no node {fields.at}", "at")
    return export(tree, _last(tree) if fields.at is None else nodes[fields.at], fields.format)


def _last(tree: GameTree) -> Node:
    return [tree.root, *tree.main_line()][-1]
