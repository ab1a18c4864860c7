"""Games: to create one, to read one, and the socket on which it is played."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request, WebSocket
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.text.sentence import message_of
from hexapoda.web.answers.game import CreatedGameJson, GameRowsJson, GameStateJson, RematchJson
from hexapoda.web.api.schemas import NewGame
from hexapoda.web.description import answers
from hexapoda.web.live.game_rows import game_rows
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.live.socket import serve_socket
from hexapoda.web.problem import Problem
from hexapoda.web.visitor import visitor_of

__all__ = ["router"]

router = APIRouter(tags=["games"])


def _rooms(connection: HTTPConnection) -> Rooms:
    rooms: Rooms = connection.app.state.rooms
    return rooms


AllRooms = Annotated[Rooms, Depends(_rooms)]


@router.post("/games", status_code=201, summary="Create a game", **answers(CreatedGameJson, status=201))
async def create_game(request: Request, wish: NewGame, rooms: AllRooms) -> CreatedGameJson:
    """Create a game. Whoever has its id may watch; a key lets its holder move for one seat."""
    try:
        game = find_game(wish.game)
    except UsageError as error:
        raise Problem(400, message_of(error), "game") from None
    room, keys = await rooms.create(game, wish, visitor_of(request))
    return {**room.state(), "keys": list(keys)}


class PageGames(BaseModel):
    """Games of a page."""

    model_config = ConfigDict(extra="forbid")

    ids: list[Annotated[str, Field(max_length=100)]] = Field(max_length=100)


@router.post("/games/list", summary="List games", **answers(GameRowsJson))
async def list_games(wish: PageGames) -> GameRowsJson:
    """Return those of these games that have moves, last played first."""
    return {"games": await asyncio.to_thread(game_rows, wish.ids)}


class Rematch(BaseModel):
    """Who wants to play again."""

    model_config = ConfigDict(extra="forbid")

    keys: list[Annotated[str, Field(max_length=100)]] = Field(
        max_length=2,
        description="Keys of the game that is over; none for the seats that the visitor had in it.",
    )


@router.post("/games/{id}/rematch", summary="Play a game again", **answers(RematchJson))
async def play_again(request: Request, id: str, wish: Rematch, rooms: AllRooms) -> RematchJson:
    """Return the id of the same game with the seats swapped, and the keys for it. Both players of a game get
    the same rematch, whoever asks first; its id is then in the state of the game.
    """
    rematch, keys = await rooms.rematch(id, wish.keys, visitor_of(request))
    return {"id": rematch, "keys": keys}


@router.get("/games/{id}", summary="Read a game", **answers(GameStateJson))
async def read_game(id: str, rooms: AllRooms) -> GameStateJson:
    """Return the state of a game."""
    return await (await rooms.find(id)).read()


@router.websocket("/games/{id}/live")
async def play_game(socket: WebSocket, id: str, rooms: AllRooms) -> None:
    """Play or watch a game. The first message must be `join`."""
    await serve_socket(socket, id, rooms, socket.app.state.log)
