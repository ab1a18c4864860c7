"""Puzzles: listing and reading them, and judging a move. Rules and proofs stay on the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from hexapoda.puzzles.puzzle import Puzzle
from hexapoda.web.answers.puzzle import (
    HintJson,
    JudgedMoveJson,
    PuzzleJson,
    PuzzlesJson,
    RefusedMoveJson,
    SolutionJson,
)
from hexapoda.web.description import json_responses
from hexapoda.web.live.page_pool import client_of
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.puzzle_catalog import PuzzleCatalog
from hexapoda.web.puzzle_work import hint_json, judged_json

__all__ = ["router"]

router = APIRouter(tags=["puzzles"])

_Answer = TypeVar("_Answer")
_Wish = TypeVar("_Wish")
_Move = Annotated[str, Field(max_length=100)]


class PuzzleMoves(BaseModel):
    """The moves of an attempt so far: the solver's move, the reply to it, and so on."""

    model_config = ConfigDict(extra="forbid")

    moves: list[_Move] = Field(default_factory=list, max_length=40)


class PuzzleMove(PuzzleMoves):
    """A move to judge."""

    move: _Move


class HintWish(PuzzleMoves):
    """A request for a hint."""

    level: int = Field(default=1, ge=1, le=2, description="1: the piece or a few cells; 2: the move.")


def _catalog(request: Request) -> PuzzleCatalog:
    catalog: PuzzleCatalog = request.app.state.puzzles
    return catalog


Catalog = Annotated[PuzzleCatalog, Depends(_catalog)]


@router.get("/puzzles", summary="List the puzzles", **json_responses(PuzzlesJson))
def list_puzzles(request: Request, catalog: Catalog) -> Response:
    """Return all puzzles without their boards, and the games that can have puzzles, with their themes."""
    packed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"vary": "accept-encoding", **({"content-encoding": "gzip"} if packed else {})}
    return Response(catalog.list_bytes(packed=packed), media_type="application/json", headers=headers)


@router.get("/puzzles/{id}", summary="Read a puzzle", **json_responses(PuzzleJson))
def read_puzzle(id: str, catalog: Catalog) -> PuzzleJson:
    """Return a puzzle: its board, its legal moves, and the length of the win."""
    return catalog.puzzle_json(id)


@router.post(
    "/puzzles/{id}/answer", summary="Judge a move", **json_responses(JudgedMoveJson, RefusedMoveJson)
)
async def judge_move(request: Request, id: str, wish: PuzzleMove) -> JudgedMoveJson | RefusedMoveJson:
    """Judge a move: `right`, `solved`, `slow`, `wrong` with the refutation, or `refused` by the rules."""
    return await _proved(request, judged_json, id, wish.moves, wish.move)


@router.post("/puzzles/{id}/hint", summary="Give a hint", **json_responses(HintJson))
async def give_hint(request: Request, id: str, wish: HintWish) -> HintJson:
    """Return a hint for the next move."""
    return await _proved(request, hint_json, id, wish.moves, wish.level)


@router.get("/puzzles/{id}/solution", summary="Read the solution", **json_responses(SolutionJson))
def read_solution(id: str, catalog: Catalog) -> SolutionJson:
    """Return the winning line, move by move."""
    return catalog.solution_json(id)


async def _proved(
    request: Request,
    work: Callable[[Puzzle, list[str], _Wish], _Answer],
    id: str,
    moves: list[str],
    wish: _Wish,
) -> _Answer:
    """Run `work` on a puzzle in a worker process; return its result. Raises `Problem` and `HexapodaError`."""
    rooms: Rooms = request.app.state.rooms
    puzzle = await asyncio.to_thread(_catalog(request).find, id)
    return await rooms.pool.run(client_of(request), work, puzzle, moves, wish)
