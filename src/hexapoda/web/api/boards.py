"""Boards: the shapes from which pages draw a board, made by the game's own drawing code."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from hexapoda.games import Game, find_game, game_names
from hexapoda.record import Ending, GameRecord, PlayerRecord
from hexapoda.web.description import file_responses
from hexapoda.web.page_files import PageFile, file_response
from hexapoda.web.problem import Problem

__all__ = ["router"]

router = APIRouter(tags=["catalog"])


@router.get(
    "/boards/{name}.svg",
    summary="Read the shapes of a board",
    response_class=Response,
    responses=file_responses("Definitions of the shapes.", "image/svg+xml"),
)
def read_shapes(
    request: Request, name: str, variant: Annotated[str | None, Query(max_length=40)] = None
) -> Response:
    """Return an SVG document with the shapes of a board as definitions."""
    game = find_game(name) if name in game_names() else None
    if game is None or game.page_board is None:
        raise Problem(404, f"no board {name[:40]!r} has shapes")
    records = [_record(game, one) for one in ([variant] if variant else game.variants)]
    shapes = game.page_board.definitions(records)
    document = shapes.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return file_response(request, PageFile.of(document.encode(), "image/svg+xml"))


def _record(game: Game, variant: str) -> GameRecord:
    """Return a game without moves, which represents its variant. Raises `InvalidGameError`."""
    players = (PlayerRecord(game.players[0]), PlayerRecord(game.players[1]))
    return GameRecord(game.name, game.parse_variant(variant), players, (), None, False, Ending.UNKNOWN)
