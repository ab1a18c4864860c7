"""Positions: the board and the legal moves of any position, why a move is illegal, and how good a move is."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import to_json

from hexapoda.games.position_editor import PieceOnBoard
from hexapoda.record import GameTree
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.position import LegalJson, PositionJson, RefusalJson, SetupJson
from hexapoda.web.answers.review import MoveJudgmentJson
from hexapoda.web.description import json_responses
from hexapoda.web.live.analysis_socket import analyze
from hexapoda.web.live.page_pool import client_of
from hexapoda.web.live.refusal import answer_why
from hexapoda.web.live.reviews import Reviews
from hexapoda.web.position_fields import (
    Coordinate,
    LongText,
    PositionFields,
    RuleText,
    find_position,
    named_game,
)
from hexapoda.web.position_json import position_json
from hexapoda.web.problem import Problem
from hexapoda.web.setup_json import setup_json

__all__ = ["router"]

router = APIRouter(tags=["positions"])


class WhyFields(PositionFields):
    """A move in a position."""

    move: str = Field(min_length=1, max_length=200, description="A move or a piece, in any notation.")


@router.post("/positions", summary="Read a position", **json_responses(PositionJson))
async def read_position(fields: PositionFields) -> Response:
    """Return a position with its legal moves."""
    body = await asyncio.to_thread(_position, fields) if fields.is_long else _position(fields)
    return Response(body, media_type="application/json")


@router.post("/positions/why", summary="Why a move is not legal", **json_responses(LegalJson, RefusalJson))
def explain_move(fields: WhyFields) -> LegalJson | RefusalJson:
    """Explain why a move, or every move of a piece, is illegal, or report that the move is legal."""
    named = find_position(fields)
    text = fields.move.strip()
    if not text:
        raise Problem(400, Sentence("expected a move or a piece"), "move")
    return answer_why(named.game, named.position, text)


@router.post("/positions/judge", summary="Judge a move", **json_responses(MoveJudgmentJson))
async def judge_move(request: Request, fields: WhyFields) -> MoveJudgmentJson:
    """Search a position and judge a legal move: what is better, what refutes it, and why. Takes seconds."""
    reviews: Reviews = request.app.state.reviews
    tree = await asyncio.to_thread(lambda: GameTree.from_position(find_position(fields).position))
    return await reviews.judge_move(client_of(request), tree, fields.move.strip())


class PieceFields(BaseModel):
    """A piece on the board."""

    model_config = ConfigDict(extra="forbid")

    piece: str = Field(min_length=1, max_length=20)
    cell: tuple[Coordinate, Coordinate]


class SetupFields(BaseModel):
    """A position that a user sets up, or the text of a position to start from."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=40)
    variant: str | None = Field(default=None, max_length=40)
    rules: dict[RuleText, RuleText] = Field(default_factory=dict, max_length=20)
    pieces: list[PieceFields] = Field(default_factory=list, max_length=700)
    player: int = Field(default=0, ge=0, le=1)
    text: LongText | None = None


@router.post("/positions/setup", summary="Set up a position", **json_responses(SetupJson))
def set_up_position(fields: SetupFields) -> SetupJson:
    """Return a position that is set up by hand, and its problem if it is not valid."""
    return setup_json(
        named_game(fields.game),
        fields.variant,
        fields.rules,
        [PieceOnBoard(each.piece, each.cell) for each in fields.pieces],
        fields.player,
        fields.text,
    )


router.add_api_websocket_route("/analysis", analyze)


def _position(fields: PositionFields) -> bytes:
    # FastAPI's own encoder would take longer than all the other work together.
    return to_json(position_json(find_position(fields)))
