"""Overlays: the marks that a game can show on its board besides the pieces."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from hexapoda.web.answers.position import OverlaysJson
from hexapoda.web.description import json_responses
from hexapoda.web.live.page_pool import client_of
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.overlay_work import OverlayFields, show_overlays

__all__ = ["router"]

router = APIRouter(tags=["positions"])


@router.post("/positions/overlays", summary="Show overlays", **json_responses(OverlaysJson))
async def read_overlays(request: Request, fields: OverlayFields) -> Response:
    """Return overlays of a position."""
    rooms: Rooms = request.app.state.rooms
    content = await rooms.pool.run(client_of(request), show_overlays, fields)
    return Response(content, media_type="application/json")
