"""`/health` and `/metrics`: the state of a server, for monitoring programs."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from hexapoda.text.sentence import Sentence
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.mail.notices import Notices
from hexapoda.web.metrics import Metrics
from hexapoda.web.owner import LOCAL, owner_of
from hexapoda.web.problem import Problem

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def read_health() -> JSONResponse:
    """Report that the server is running. Any client may ask."""
    return JSONResponse({"status": "ok"})


@router.get("/metrics")
async def read_metrics(request: Request) -> PlainTextResponse:
    """Return the counters and gauges of the server, as text for Prometheus. Raises `Problem` 403 for anyone
    but the owner of the data folder.
    """
    if owner_of(request) != LOCAL:
        raise Problem(
            403,
            Sentence(
                "the metrics are for the owner of this server: send the header 'Authorization: Bearer TOKEN'"
            ),
        )
    rooms: Rooms = request.app.state.rooms
    metrics: Metrics = request.app.state.metrics
    notices: Notices = request.app.state.notices
    gauges = {**rooms.gauges(), **notices.gauges()}
    return PlainTextResponse(metrics.text(gauges), media_type="text/plain; version=0.0.4")
