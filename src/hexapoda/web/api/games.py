"""Games: creating, listing, offering and reading them, and the socket on which they are played."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.text.sentence import message_of
from hexapoda.web.answers.game import (
    CreatedGameJson,
    GameRowsJson,
    GameStateJson,
    OffersJson,
    OwnSeatsJson,
    WithdrawnJson,
)
from hexapoda.web.api.schemas import NewGame
from hexapoda.web.description import json_responses
from hexapoda.web.live.game_rows import game_rows, offered_games
from hexapoda.web.live.player_name import clean_name
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.live.socket import play_game
from hexapoda.web.owner import owner_of
from hexapoda.web.problem import Problem
from hexapoda.web.visitor import visitor_of

__all__ = ["router"]

router = APIRouter(tags=["games"])


def _rooms(connection: HTTPConnection) -> Rooms:
    rooms: Rooms = connection.app.state.rooms
    return rooms


AllRooms = Annotated[Rooms, Depends(_rooms)]
Keys = Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=2)]


class Players(BaseModel):
    """The seats of the requesting page."""

    model_config = ConfigDict(extra="forbid")

    keys: Keys = Field(description="The page's keys in the game; if empty, the visitor's own seats count.")


@router.post(
    "/games", status_code=201, summary="Create a game", **json_responses(CreatedGameJson, status=201)
)
async def create_game(request: Request, wish: NewGame, rooms: AllRooms) -> CreatedGameJson:
    """Create a game. Anyone with its id may watch; the holder of a key may move for its seat."""
    try:
        game = find_game(wish.game)
    except UsageError as error:
        raise Problem(400, message_of(error), "game") from None
    room, keys = await rooms.create(game, wish, visitor_of(request))
    return {**room.state(), "keys": keys}


class PageGames(BaseModel):
    """The games that a page knows, with its keys."""

    model_config = ConfigDict(extra="forbid")

    ids: list[Annotated[str, Field(max_length=100)]] = Field(max_length=100)
    keys: dict[Annotated[str, Field(max_length=100)], Keys] = Field(
        default_factory=dict,
        max_length=100,
        description="The page's keys, by the id of the game. They determine `own` in the answer.",
    )


@router.post("/games/list", summary="List games", **json_responses(GameRowsJson))
async def list_games(request: Request, wish: PageGames, rooms: AllRooms) -> GameRowsJson:
    """Of the given games, return those in which somebody has moved or the visitor plays against a person,
    most recently saved first.
    """
    rows = await asyncio.to_thread(game_rows, wish.ids, wish.keys, owner_of(request), rooms.served)
    for row in rows:
        row["here"] = sorted(rooms.present(row["id"]))
    return {"games": rows}


@router.get("/games/offers", summary="List the games that are offered", **json_responses(OffersJson))
async def list_offers(rooms: AllRooms) -> OffersJson:
    """Return the games that are open to anyone, newest first."""
    games = await asyncio.to_thread(rooms.folder.games)
    found = await asyncio.to_thread(offered_games, [id for id, one in games.items() if one.open])
    for game in found:
        game["here"] = bool(rooms.present(game["id"]))
    return {"games": found}


class AcceptedName(BaseModel):
    """The name of the visitor who accepts a game."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(max_length=200)] = ""


@router.post("/games/{id}/accept", summary="Accept a game that is offered", **json_responses(OwnSeatsJson))
async def accept_game(request: Request, id: str, wish: AcceptedName, rooms: AllRooms) -> OwnSeatsJson:
    """Take the seat that is open to anyone, and return the key for it. If several visitors ask at
    once, one of them receives the seat and the others receive 409.
    """
    room, key = await rooms.take_open(id, visitor_of(request), clean_name(wish.name))
    return {"id": room.id, "keys": [key]}


@router.post(
    "/games/{id}/withdraw", summary="Withdraw a game that is offered", **json_responses(WithdrawnJson)
)
async def withdraw_game(request: Request, id: str, wish: Players, rooms: AllRooms) -> WithdrawnJson:
    """Withdraw an offered game, and delete it. The answer is 409 if somebody has already accepted it."""
    await rooms.withdraw(id, wish.keys, visitor_of(request))
    return {"id": id}


@router.post("/games/{id}/rematch", summary="Play a game again", **json_responses(OwnSeatsJson))
async def play_again(request: Request, id: str, wish: Players, rooms: AllRooms) -> OwnSeatsJson:
    """Return the id of a rematch, which is the same game with the seats swapped, and the keys for it. Both
    players receive the same rematch, whoever asks first. The state of the first game then has its id.
    """
    rematch, keys = await rooms.rematch(id, wish.keys, visitor_of(request))
    return {"id": rematch, "keys": keys}


@router.get("/games/{id}", summary="Read a game", **json_responses(GameStateJson))
async def read_game(id: str, rooms: AllRooms) -> GameStateJson:
    """Return the state of a game."""
    return await (await rooms.find(id)).read()


router.add_api_websocket_route("/games/{id}/live", play_game)
