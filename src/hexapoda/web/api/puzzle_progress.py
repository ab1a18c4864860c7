"""A visitor's progress with puzzles: reading it, counting an attempt, and merging what a browser stored."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from hexapoda.errors import UsageError
from hexapoda.games import game_names
from hexapoda.puzzles.progress import PAUSES, PuzzleCard, PuzzleProgress
from hexapoda.puzzles.puzzle import HARDEST
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.puzzle_progress import PuzzleCardJson, PuzzleProgressJson
from hexapoda.web.description import json_responses
from hexapoda.web.owner import owner_of
from hexapoda.web.problem import Problem
from hexapoda.web.puzzle_catalog import PuzzleCatalog
from hexapoda.web.quotas import Quota
from hexapoda.web.refusal_log import LOGGER
from hexapoda.web.settings import WebSettings
from hexapoda.web.visitor import visitor_of

__all__ = ["puzzle_quota", "router"]

router = APIRouter(prefix="/puzzles/progress", tags=["puzzles"])

_Found = TypeVar("_Found")
_Count = Annotated[int, Field(ge=0, le=1_000_000)]
_PuzzleId = Annotated[str, Field(pattern="^[0-9a-f]{10}$")]
_Level = Annotated[float, Field(ge=1, le=HARDEST)]
_SENT = 500
"""The maximum number of cards in one request."""


class PuzzleAttempt(BaseModel):
    """How an attempt at a puzzle ended."""

    model_config = ConfigDict(extra="forbid")

    puzzle: _PuzzleId
    solved: bool
    attempt: str = Field(
        min_length=8,
        max_length=64,
        description="A new random string for each attempt, which then counts only once.",
    )


class KeptCard(BaseModel):
    """A visitor's results with one puzzle, as stored by a browser."""

    model_config = ConfigDict(extra="forbid")

    box: int = Field(ge=0, lt=len(PAUSES))
    due: float = Field(ge=0, le=4e9, description="Seconds since 1970.")
    solved: _Count
    failed: _Count


class KeptProgress(BaseModel):
    """A visitor's progress, as stored by a browser."""

    model_config = ConfigDict(extra="forbid")

    level: dict[Annotated[str, Field(max_length=40)], _Level] = Field(default_factory=dict, max_length=20)
    streak: _Count = 0
    cards: dict[_PuzzleId, KeptCard] = Field(default_factory=dict, max_length=_SENT)


@router.get("", summary="Read the progress", **json_responses(PuzzleProgressJson))
async def read_progress(request: Request) -> PuzzleProgressJson:
    """Return the visitor's progress, and when each puzzle is due again."""
    owner = owner_of(request)
    return await _asked(lambda: _progress_json(PuzzleProgress.load(owner)))


@router.post("", summary="Count an attempt", **json_responses(PuzzleProgressJson))
async def count_attempt(request: Request, wish: PuzzleAttempt) -> PuzzleProgressJson:
    """Count an attempt once; return the new level, the streak, and only the card of this puzzle."""
    owner = owner_of(request)
    _take_file(request, owner)

    def count() -> PuzzleProgressJson:
        puzzle = _catalog(request).find(wish.puzzle)
        with PuzzleProgress.changing(owner) as progress:
            progress.record(puzzle, wish.solved, time.time(), wish.attempt)
        return _progress_json(progress, puzzle.id)

    return await _asked(count)


@router.put("", summary="Merge stored progress", **json_responses(PuzzleProgressJson))
async def bring_progress(request: Request, wish: KeptProgress) -> PuzzleProgressJson:
    """Merge the progress that a browser stored; return all progress. Of two cards for a puzzle, the one with
    more attempts is kept.
    """
    owner = owner_of(request)
    _take_file(request, owner)

    def bring() -> PuzzleProgressJson:
        known = _catalog(request).ids()
        cards = {
            id: PuzzleCard(card.box, card.due, card.solved, card.failed)
            for id, card in wish.cards.items()
            if id in known
        }
        levels = {game: level for game, level in wish.level.items() if game in game_names()}
        with PuzzleProgress.changing(owner) as progress:
            progress.merge(PuzzleProgress(levels, wish.streak, cards))
        return _progress_json(progress)

    return await _asked(bring)


def puzzle_quota(settings: WebSettings) -> Quota:
    """Return the daily quota of new puzzle solvers at one address."""
    return Quota(
        lambda count: Sentence(
            "{count} visitors have started puzzles at this address today: come back tomorrow", count=count
        ),
        settings.solvers_a_day_per_address,
        settings.solvers_a_day_per_address,
    )


def _catalog(request: Request) -> PuzzleCatalog:
    catalog: PuzzleCatalog = request.app.state.puzzles
    return catalog


def _take_file(request: Request, owner: str) -> None:
    """Count a visitor without progress against the quota. Raises `Problem` 429."""
    if not PuzzleProgress.path(owner).exists():
        quota: Quota = request.app.state.puzzle_quota
        quota.take(visitor_of(request))


async def _asked(ask: Callable[[], _Found]) -> _Found:
    """Call a function in a thread. Raises `Problem` 409 for a damaged file, and `OSError`."""
    try:
        return await asyncio.to_thread(ask)
    except UsageError as error:
        LOGGER.warning("%s", error)  # the error names the file
        raise Problem(409, Sentence("your puzzle progress cannot be read")) from None


def _progress_json(progress: PuzzleProgress, only: str | None = None) -> PuzzleProgressJson:
    cards = progress.cards if only is None else {only: progress.cards[only]}
    return {
        "level": dict(progress.levels),
        "streak": progress.streak,
        "cards": {id: _card_json(card) for id, card in cards.items()},
    }


def _card_json(card: PuzzleCard) -> PuzzleCardJson:
    return {"box": card.box, "due": card.due, "solved": card.solved, "failed": card.failed}
