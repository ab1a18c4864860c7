"""Analysis: the socket on which an engine's lines for any position come."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket

from hexapoda.web.live.analysis_socket import serve_analysis

__all__ = ["router"]

router = APIRouter()


@router.websocket("/analysis")
async def analyze(socket: WebSocket) -> None:
    """Search positions, one at a time."""
    state = socket.app.state
    await serve_analysis(socket, state.rooms.pool, state.settings, state.analyses, state.log)
