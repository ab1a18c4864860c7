"""Positions: the board and the legal moves of any position, and why a move is not legal."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import Field
from pydantic_core import to_json

from hexapoda.web.live.refusal import answer_why
from hexapoda.web.position_fields import PositionFields, find_position
from hexapoda.web.position_json import position_json
from hexapoda.web.problem import Problem

__all__ = ["router"]

router = APIRouter()


class WhyFields(PositionFields):
    """A move in a position."""

    move: str = Field(min_length=1, max_length=200, description="A move or a piece, in any notation.")


@router.post("/positions")
async def read_position(fields: PositionFields) -> Response:
    """Return a position with its legal moves."""
    answer = await asyncio.to_thread(_position, fields) if fields.is_long else _position(fields)
    return Response(answer, media_type="application/json")


@router.post("/positions/why")
def explain_move(fields: WhyFields) -> dict[str, Any]:
    """Say why a move, or every move of a piece, is not legal, or that it is."""
    named = find_position(fields)
    text = fields.move.strip()
    if not text:
        raise Problem(400, "expected a move or a piece", "move")
    return answer_why(named.game, named.position, text)


def _position(fields: PositionFields) -> bytes:
    # Not through FastAPI's own encoder, which takes longer than everything else together.
    return to_json(position_json(find_position(fields)))
