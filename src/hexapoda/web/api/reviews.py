"""Reviews: beginning and reading a review, trying other moves, and finding habits in several games."""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from hexapoda.analysis.review_themes import PlayedReview, habits
from hexapoda.page.record_json import record_json
from hexapoda.record import GameTree
from hexapoda.web.answers.parts import PlayableJson
from hexapoda.web.answers.record import PlayedRecordJson
from hexapoda.web.answers.review import (
    HabitsJson,
    ReviewJson,
    ReviewProgressJson,
    ReviewSideAnswerJson,
    TriedMoveJson,
)
from hexapoda.web.api.library import LibraryService
from hexapoda.web.description import json_responses
from hexapoda.web.live.live_review import LiveReview
from hexapoda.web.live.page_pool import client_of
from hexapoda.web.live.practice import Practice
from hexapoda.web.live.review_socket import watch_review
from hexapoda.web.live.reviews import Reviews
from hexapoda.web.live.rights import people
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.owner import owner_of
from hexapoda.web.position_fields import PositionFields, find_position
from hexapoda.web.problem import Problem
from hexapoda.web.record_work import read_one_game
from hexapoda.web.review_json import habits_json
from hexapoda.web.versioned_json import fast_json
from hexapoda.web.visitor import visitor_of

__all__ = ["router"]

router = APIRouter(tags=["reviews"])

_Text = Annotated[str, Field(max_length=200)]
_Id = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]


class NamedGame(PositionFields):
    """A game, given as its last position, with the names of its players."""

    names: tuple[_Text, _Text] = ("", "")


class NewReview(BaseModel):
    """The game to review: exactly one of `played`, `stored`, `text` and `moves`."""

    model_config = ConfigDict(extra="forbid")

    played: _Id | None = Field(default=None, description="The id of a game that was played here.")
    stored: int | None = Field(
        default=None, ge=1, le=2**31 - 1, description="The number of a game in the library."
    )
    text: str | None = Field(
        default=None, min_length=1, max_length=1_000_000, description="A game in any format."
    )
    number: int | None = Field(default=None, ge=1, le=10_000, description="Which game of the text, from 1.")
    moves: NamedGame | None = None
    you: int | None = Field(
        default=None,
        ge=0,
        le=1,
        description="The player that the visitor was, whose mistakes become exercises; by default the only "
        "seat that they have taken in a game that was played here.",
    )


class ReviewerSide(BaseModel):
    """The player that the visitor was in the game."""

    model_config = ConfigDict(extra="forbid")

    you: int | None = Field(ge=0, le=1, description="The player; null for none.")


class TriedMove(BaseModel):
    """A move to try in place of one that was played."""

    model_config = ConfigDict(extra="forbid")

    ply: int = Field(ge=1, le=10_000, description="The move that it replaces, counted in plies from 1.")
    move: _Text


class ReviewedSide(BaseModel):
    """One player of a reviewed game."""

    model_config = ConfigDict(extra="forbid")

    id: _Id
    player: int = Field(ge=0, le=1)


class ReviewedSides(BaseModel):
    """The games of one player."""

    model_config = ConfigDict(extra="forbid")

    reviews: list[ReviewedSide] = Field(min_length=1, max_length=50)


def _reviews(connection: HTTPConnection) -> Reviews:
    reviews: Reviews = connection.app.state.reviews
    return reviews


def _rooms(connection: HTTPConnection) -> Rooms:
    rooms: Rooms = connection.app.state.rooms
    return rooms


AllReviews = Annotated[Reviews, Depends(_reviews)]
AllRooms = Annotated[Rooms, Depends(_rooms)]


@router.post(
    "/reviews", status_code=201, summary="Begin a review", **json_responses(ReviewProgressJson, status=201)
)
async def create_review(
    request: Request, wish: NewReview, reviews: AllReviews, rooms: AllRooms
) -> ReviewProgressJson:
    """Begin a review of a game, or return the visitor's existing review of it. Anyone with the id may read,
    stop and resume the review.
    """
    reviews.quota.take(visitor_of(request))
    client = client_of(request)
    given = [name for name in ("played", "stored", "text", "moves") if getattr(wish, name) is not None]
    if len(given) != 1:
        raise Problem(400, "expected exactly one of played, stored, text and moves")
    if wish.played is not None:
        tree = await _played(rooms, wish.played)
    elif wish.stored is not None:
        library: LibraryService = request.app.state.library
        tree = await library.tree(wish.stored, owner_of(request))
    elif wish.text is not None:
        tree = GameTree.from_json(await rooms.pool.run(client, read_one_game, wish.text, wish.number))
    else:
        assert wish.moves is not None
        tree = await asyncio.to_thread(_tree, wish.moves)
    owner = owner_of(request)
    run = await reviews.create(tree, owner, client)
    you = await _own_side(rooms, wish, owner)
    if you is not None and run.sides.get(owner) is None:
        await _practice(request).set_side(run, owner, you)
    return reviews.progress(run)


@router.get("/reviews/{id}", summary="Read a review", **json_responses(ReviewJson))
async def read_review(request: Request, id: str, reviews: AllReviews) -> Response:
    """Return the game with its boards, and all judgments so far."""
    run = await reviews.find(id)
    accepts = "gzip" in request.headers.get("accept-encoding", "")
    content, headers = await asyncio.to_thread(_packed, reviews, run, owner_of(request), accepts)
    return Response(content, media_type="application/json", headers=headers)


@router.put("/reviews/{id}/you", summary="Say who the visitor was", **json_responses(ReviewSideAnswerJson))
async def say_side(
    request: Request, id: str, wish: ReviewerSide, reviews: AllReviews
) -> ReviewSideAnswerJson:
    """Note which player the visitor was. When the review is done, the mistakes of that player become
    exercises. Exercises that this review made for the other player are removed.
    """
    run, practice = await reviews.find(id), _practice(request)
    if wish.you is not None:
        await practice.take_side(visitor_of(request), run)
    added = await practice.set_side(run, owner_of(request), wish.you)
    return {"you": wish.you, "added": added.new, "merged": added.merged, "left": added.left}


@router.get("/reviews/{id}/record", summary="Read the game of a review", **json_responses(PlayedRecordJson))
async def read_reviewed_game(id: str, reviews: AllReviews) -> Response:
    """Return the game as a record that contains the review: glyphs, evaluations and better lines."""
    run = await reviews.find(id)
    content = await asyncio.to_thread(lambda: fast_json({"record": record_json(run.annotated())}))
    return Response(content, media_type="application/json")


@router.get(
    "/reviews/{id}/positions/{ply}",
    summary="Read the position before a move",
    **json_responses(PlayableJson),
)
async def read_position(id: str, ply: int, reviews: AllReviews) -> PlayableJson:
    """Return the position before a move, with its legal moves."""
    run = await reviews.find(id)
    return await asyncio.to_thread(run.position_before, ply)


@router.post("/reviews/{id}/tries", summary="Try another move", **json_responses(TriedMoveJson))
async def try_move(id: str, tried: TriedMove, reviews: AllReviews) -> TriedMoveJson:
    """Judge another move in place of one that was played."""
    run = await reviews.find(id)
    return await reviews.try_move(run, tried.ply, tried.move)


@router.post("/review-habits", summary="Find habits in several games", **json_responses(HabitsJson))
async def read_habits(wish: ReviewedSides, reviews: AllReviews) -> HabitsJson:
    """Return the most frequent errors in one player's games, with separate results for each type of game.
    Reviews that cannot be loaded are listed in `gone`.
    """
    played: dict[str, list[PlayedReview]] = {}
    gone: list[str] = []
    for side in wish.reviews:
        try:
            run = await reviews.find(side.id)
        except Problem:
            gone.append(side.id)
            continue
        found = await asyncio.to_thread(run.played, side.player)
        played.setdefault(run.tree.game.name, []).append(found)
    return {"games": {name: habits_json(habits(all)) for name, all in played.items()}, "gone": gone}


router.add_api_websocket_route("/reviews/{id}/live", watch_review)


def _practice(request: Request) -> Practice:
    practice: Practice = request.app.state.practice
    return practice


async def _own_side(rooms: Rooms, wish: NewReview, owner: str) -> int | None:
    """Return which player the visitor was: `wish.you`, or the only seat that they took; None if unknown."""
    if wish.you is not None or wish.played is None:
        return wish.you
    room = await rooms.find(wish.played)
    own = rooms.own_seats(room, owner) & people(room.live.session)
    return next(iter(own)) if len(own) == 1 else None


async def _played(rooms: Rooms, id: str) -> GameTree:
    room = await rooms.find(id)
    session = room.live.session
    return GameTree(session.game, await room.record(to_analyze=True))


def _tree(wish: NamedGame) -> GameTree:
    return GameTree.from_position(find_position(wish).position, wish.names)


def _packed(reviews: Reviews, run: LiveReview, owner: str, accepts: bool) -> tuple[bytes, dict[str, str]]:
    content = fast_json(reviews.full(run, owner))
    if not accepts:
        return content, {"vary": "accept-encoding"}
    return gzip.compress(content, 4, mtime=0), {"content-encoding": "gzip", "vary": "accept-encoding"}
