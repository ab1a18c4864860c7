"""Matches and tournaments: listing them, watching one while it runs, and reading its games."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi import Path as FromPath
from fastapi.responses import Response

from hexapoda.web.answers.match import MatchesJson, MatchGameJson, MatchGamesJson, WatchedMatchJson
from hexapoda.web.description import json_responses
from hexapoda.web.matches.matches import Matches
from hexapoda.web.watched_files import WatchedFiles

__all__ = ["router"]

router = APIRouter(prefix="/matches", tags=["matches"])

MatchId = Annotated[str, FromPath(max_length=300)]
Since = Annotated[str, Query(max_length=400, description="The version that the page has.")]
Offset = Annotated[int, Query(ge=0, le=10**9)]


def _files(request: Request) -> WatchedFiles[Matches]:
    files: WatchedFiles[Matches] = request.app.state.matches
    return files


Files = Annotated[WatchedFiles[Matches], Depends(_files)]


@router.get("", summary="List the matches", **json_responses(MatchesJson))
async def list_matches(
    files: Files,
    since: Since = "",
    offset: Offset = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """Return the matches, most recently changed first. If nothing has changed since the version `since`, the
    answer has only the `version`.
    """
    return await files.answer(lambda matches: matches.list_json(offset, limit, since))


@router.get("/{id}", summary="Watch a match", **json_responses(WatchedMatchJson))
async def read_match(id: MatchId, files: Files, since: Since = "") -> Response:
    """Return a match with its result so far, and its games in progress. `match` is null if it has not changed
    since the version `since`, and `running` is null if the match is not running.
    """
    return await files.answer(lambda matches: matches.match_json(id, since))


@router.get("/{id}/games", summary="List the games of a match", **json_responses(MatchGamesJson))
async def list_match_games(
    id: MatchId,
    files: Files,
    offset: Offset = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    only: Literal["", "first", "second", "drawn", "unscored", "fault"] = "",
) -> Response:
    """Return the finished games of a match, latest first. `only` selects the wins of player 0 or player 1,
    the draws, the unscored games, or (`fault`) the games that an engine lost by crashing, stalling, playing
    an illegal move or exceeding its time.
    """
    return await files.answer(lambda matches: matches.games_json(id, offset, limit, only))


@router.get("/{id}/games/{number}", summary="Read a game of a match", **json_responses(MatchGameJson))
async def read_match_game(
    id: MatchId, number: Annotated[int, FromPath(ge=0, le=10**9)], files: Files
) -> Response:
    """Return a game of a match, finished or not, with its record."""
    return await files.answer(lambda matches: matches.game_json(id, number))
