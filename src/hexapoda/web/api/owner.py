"""The visitor's identity, and the key that gives another browser the same identity."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.owner import LevelRatingsJson, OwnerJson, OwnerKeyJson, OwnGamesJson
from hexapoda.web.api.library import LibraryService
from hexapoda.web.description import json_responses
from hexapoda.web.level_ratings import level_ratings_json
from hexapoda.web.library.finished_games import FinishedGames
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.owner import has_key, is_key, key_cookie, key_of, owner_of, owner_with
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings

__all__ = ["router"]

router = APIRouter(prefix="/owner", tags=["owner"])


@router.get("", summary="Read who the visitor is", **json_responses(OwnerJson))
async def read_owner(request: Request) -> OwnerJson:
    """Return the owner under whose name this visitor's games and other data are kept."""
    return {"owner": owner_of(request)}


@router.get("/key", summary="Read the key", **json_responses(OwnerKeyJson))
async def read_key(request: Request) -> OwnerKeyJson:
    """Return the key of this visitor, for use in another browser. Only this browser receives the key, and
    its scripts can read it only through this request.
    """
    return {"owner": owner_of(request), "key": _own_key(request)}


@router.get("/games", summary="List the own games", **json_responses(OwnGamesJson))
async def list_own_games(request: Request) -> OwnGamesJson:
    """Return the ids of this visitor's unfinished games, whichever browser they were started in."""
    rooms: Rooms = request.app.state.rooms
    return {"ids": await rooms.own_games(owner_of(request))}


@router.get("/levels", summary="Read the ratings against the levels", **json_responses(LevelRatingsJson))
async def read_level_ratings(request: Request) -> LevelRatingsJson:
    """Return the ratings of this visitor against the levels, computed from the finished games in the library,
    including any that have just ended.
    """
    service: LibraryService = request.app.state.library
    finished: FinishedGames = request.app.state.finished
    owner = owner_of(request)
    await finished.settled()
    return {"ratings": await service.library.read(lambda store: level_ratings_json(store, owner))}


class NewKey(BaseModel):
    """The key to use from now on."""

    model_config = ConfigDict(extra="forbid")

    key: Annotated[str, Field(max_length=100)]
    replaces: Annotated[str, Field(max_length=100)] = Field(
        default="", description="The owner whose key this browser has now, and which it forgets."
    )


@router.put("/key", summary="Use another key", **json_responses(OwnerJson))
async def use_key(request: Request, response: Response, wish: NewKey) -> OwnerJson:
    """Switch this browser to another owner. If the browser already has a different key, the request must name
    the owner of that key in `replaces`, because the browser loses access to everything that was made with it.
    """
    _own_key(request)
    if not is_key(wish.key):
        raise Problem(400, Sentence("this is not a key"), "key")
    if has_key(request) and owner_of(request) not in (owner_with(wish.key), wish.replaces):
        raise Problem(409, Sentence("this browser already has a key, which would be lost"), "replaces")
    settings: WebSettings = request.app.state.settings
    response.headers["set-cookie"] = key_cookie(request.scope, wish.key, settings.root_path)
    return {"owner": owner_with(wish.key)}


def _own_key(request: Request) -> str:
    key = key_of(request)
    if key is None:
        raise Problem(409, Sentence("the owner of this server needs no key"))
    return key
