"""Practice with the visitor's own mistakes: due exercises, answers, hints, solutions and removal."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi import Path as FromPath
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from hexapoda.errors import IllegalMoveError
from hexapoda.games import find_game, game_names
from hexapoda.games.move_hint import move_hint
from hexapoda.games.translations import translated
from hexapoda.practice.card import Card
from hexapoda.practice.collection import AddedCards
from hexapoda.practice.exercise import MOST_MOVES, Exercise
from hexapoda.practice.judging import rating
from hexapoda.practice.memory import AnswerRating
from hexapoda.practice.repertoire import LONGEST_LINE, repertoire_line
from hexapoda.record import GameTree
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.practice import (
    AddedLineJson,
    AnsweredJson,
    ExerciseJson,
    ExercisesJson,
    ExerciseSolutionJson,
    LastGamesJson,
    PracticeJson,
    RemovedExerciseJson,
)
from hexapoda.web.answers.puzzle import HintJson, RefusedMoveJson
from hexapoda.web.description import json_responses
from hexapoda.web.live.last_games import MOST_GAMES, LastGames
from hexapoda.web.live.page_pool import client_of
from hexapoda.web.live.practice import Practice
from hexapoda.web.live.refusal import refusal_json
from hexapoda.web.owner import owner_of
from hexapoda.web.position_fields import MoveText, PositionFields, find_position
from hexapoda.web.practice_json import answered_json, exercise_json, row_json, solution_json
from hexapoda.web.problem import Problem
from hexapoda.web.visitor import visitor_of

__all__ = ["router"]

router = APIRouter(prefix="/practice", tags=["practice"])

ExerciseId = Annotated[str, FromPath(pattern="^[0-9a-f]{16}$")]
Attempt = Annotated[
    str,
    Field(
        min_length=8,
        max_length=64,
        pattern="^[A-Za-z0-9_-]+$",
        description="A new random string for each attempt at the exercise. Only its first answer counts.",
    ),
]
GameName = Annotated[str | None, Query(max_length=40, description="Only this game.")]


class GivenUp(BaseModel):
    """An attempt that is given up."""

    model_config = ConfigDict(extra="forbid")

    attempt: Attempt


class ExerciseMoves(BaseModel):
    """The moves of an attempt so far: the visitor's move, the reply to it, and so on."""

    model_config = ConfigDict(extra="forbid")

    moves: list[MoveText] = Field(default_factory=list, max_length=2 * MOST_MOVES)


class GivenAnswer(GivenUp, ExerciseMoves):
    """A move to judge."""

    move: str = Field(max_length=100)
    hints: int = Field(default=0, ge=0, le=2, description="How many hints were asked for in this attempt.")
    seconds: float | None = Field(default=None, ge=0, le=1e6, description="The time that it took.")


class RepertoireLine(BaseModel):
    """A line to learn by heart."""

    model_config = ConfigDict(extra="forbid")

    line: PositionFields = Field(description="The position at its end, with the moves that lead there.")
    you: int = Field(ge=0, le=1, description="The player whose moves are to be found.")


class WantedGames(BaseModel):
    """How many games to review."""

    model_config = ConfigDict(extra="forbid")

    games: int = Field(default=3, ge=1, le=MOST_GAMES)


class HintLevel(ExerciseMoves):
    """A request for a hint."""

    level: int = Field(default=1, ge=1, le=2, description="1: the piece or a few cells; 2: the move.")


def _practice(connection: HTTPConnection) -> Practice:
    practice: Practice = connection.app.state.practice
    return practice


def _last_games(connection: HTTPConnection) -> LastGames:
    games: LastGames = connection.app.state.last_games
    return games


AllPractice = Annotated[Practice, Depends(_practice)]
OwnLastGames = Annotated[LastGames, Depends(_last_games)]


@router.get("", summary="Read what is due", **json_responses(PracticeJson))
async def read_practice(request: Request, practice: AllPractice, game: GameName = None) -> PracticeJson:
    """Return the exercises that are due, and the visitor's results by theme and by week."""
    return await asyncio.to_thread(practice.overview, owner_of(request), _named(game))


@router.get("/reviews", summary="Read what is reviewed", **json_responses(LastGamesJson))
async def read_reviews(request: Request, games: OwnLastGames) -> LastGamesJson:
    """Return the running and queued reviews of the visitor's games, and how many more could be reviewed."""
    return await games.read(owner_of(request))


@router.post(
    "/reviews", status_code=201, summary="Review the last games", **json_responses(LastGamesJson, status=201)
)
async def begin_reviews(request: Request, wish: WantedGames, games: OwnLastGames) -> LastGamesJson:
    """Begin reviews of the visitor's latest finished games that have no finished review. Mistakes become
    exercises.
    """
    return await games.begin(visitor_of(request), client_of(request), wish.games)


@router.delete("/reviews", summary="Stop these reviews", **json_responses(LastGamesJson))
async def stop_reviews(request: Request, games: OwnLastGames) -> LastGamesJson:
    """Stop the reviews of the visitor's games. They continue when they are requested again."""
    return await games.stop(owner_of(request))


@router.get("/exercises", summary="List the exercises", **json_responses(ExercisesJson))
async def list_exercises(
    request: Request,
    practice: AllPractice,
    game: GameName = None,
    removed: bool = False,
    offset: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> ExercisesJson:
    """Return the visitor's exercises in the order in which they are due, or the removed ones."""
    named, able = _named(game), game_names()
    cards = await asyncio.to_thread(practice.of(owner_of(request)).cards, removed=True)
    chosen = [
        card
        for card in cards
        if card.removed == removed and card.exercise.game in able and named in (None, card.exercise.game)
    ]
    return {"total": len(chosen), "exercises": [row_json(card) for card in chosen[offset : offset + limit]]}


@router.post(
    "/repertoire", status_code=201, summary="Add a line", **json_responses(AddedLineJson, status=201)
)
async def add_line(request: Request, wish: RepertoireLine, practice: AllPractice) -> AddedLineJson:
    """Make an exercise of each of the visitor's moves in a line, except forced moves. An existing exercise
    with another move in the same position is replaced.
    """
    owner = owner_of(request)
    practice.quota.take(visitor_of(request))

    def add() -> AddedCards:
        tree = GameTree.from_position(find_position(wish.line).position)
        return practice.add(owner, repertoire_line(tree, wish.you))

    added = await practice.kept(add)
    if not added.new + added.merged + added.left:
        text = Sentence("the line has no moves of this player to choose: expected at least one")
        raise Problem(400, text, "line")
    cut = max(len(wish.line.moves) - LONGEST_LINE, 0)
    return {"added": added.new, "merged": added.merged, "left": added.left, "cut": cut}


@router.get("/exercises/{id}", summary="Read an exercise", **json_responses(ExerciseJson))
async def read_exercise(request: Request, id: ExerciseId, practice: AllPractice) -> ExerciseJson:
    """Return an exercise: its board, its legal moves, and the move that was played."""
    card = await _card(request, practice, id)
    return await asyncio.to_thread(exercise_json, card)


@router.post(
    "/exercises/{id}/answer", summary="Judge an answer", **json_responses(AnsweredJson, RefusedMoveJson)
)
async def answer_exercise(
    request: Request, id: ExerciseId, wish: GivenAnswer, practice: AllPractice
) -> AnsweredJson | RefusedMoveJson:
    """Judge a move. The first answer of an attempt decides when the exercise comes back. An illegal
    move does not count as an answer.
    """
    card = await _card(request, practice, id)
    try:
        judged = await practice.judge(client_of(request), card.exercise, wish.moves, wish.move)
    except IllegalMoveError as error:
        return await asyncio.to_thread(_refused, card.exercise, wish, error)
    if judged.is_right and not judged.solves:
        return await asyncio.to_thread(answered_json, card, wish.moves, judged, None)
    found = rating(judged, wish.hints, wish.seconds, card.exercise.length)
    after, counted = await _counted(request, practice, card, found, wish.attempt)
    return await asyncio.to_thread(answered_json, after, wish.moves, judged, counted)


@router.post("/exercises/{id}/hint", summary="Give a hint", **json_responses(HintJson))
async def give_hint(request: Request, id: ExerciseId, wish: HintLevel, practice: AllPractice) -> HintJson:
    """Return a hint about the better move."""
    card = await _card(request, practice, id)
    return await asyncio.to_thread(_hint, card.exercise, wish)


@router.post("/exercises/{id}/solution", summary="Give up", **json_responses(ExerciseSolutionJson))
async def give_up(
    request: Request, id: ExerciseId, wish: GivenUp, practice: AllPractice
) -> ExerciseSolutionJson:
    """Return the better line and the reason. An attempt without an answer counts as failed."""
    card = await _card(request, practice, id)
    after, counted = await _counted(request, practice, card, rating(None, 0, None), wish.attempt)
    return await asyncio.to_thread(solution_json, after, counted)


@router.delete("/exercises/{id}", summary="Remove an exercise", **json_responses(RemovedExerciseJson))
async def remove_exercise(request: Request, id: ExerciseId, practice: AllPractice) -> RemovedExerciseJson:
    """Remove an exercise. No review brings it back."""
    collection = practice.of(owner_of(request))
    await practice.kept(lambda: collection.set_removed(id, True))
    return {"id": id, "removed": True}


@router.post("/exercises/{id}/restore", summary="Restore an exercise", **json_responses(RemovedExerciseJson))
async def restore_exercise(request: Request, id: ExerciseId, practice: AllPractice) -> RemovedExerciseJson:
    """Restore a removed exercise with its history."""
    collection = practice.of(owner_of(request))
    await practice.kept(lambda: collection.set_removed(id, False))
    return {"id": id, "removed": False}


def _refused(exercise: Exercise, wish: GivenAnswer, error: IllegalMoveError) -> RefusedMoveJson:
    game, position = find_game(exercise.game), exercise.position(*wish.moves)
    return {"verdict": "refused", **refusal_json(game, position, wish.move, error)}


def _hint(exercise: Exercise, wish: HintLevel) -> HintJson:
    game, position = find_game(exercise.game), exercise.position(*wish.moves)
    done = len(wish.moves)
    if list(exercise.line[:done]) != wish.moves or done >= len(exercise.line):
        text = Sentence("There is no hint here.")  # the visitor has left the line of the review
        return translated(HintJson(text=text, pieces=[], cells=[], move=None))
    next_move = game.parse_move(position, exercise.line[done])
    hint = move_hint(game, position, next_move, wish.level, exercise.id)
    move = None if hint.move is None else game.move_json(position, hint.move)
    return translated(HintJson(text=hint.text, pieces=list(hint.pieces), cells=list(hint.cells), move=move))


async def _card(request: Request, practice: Practice, id: str) -> Card:
    card = await practice.card(owner_of(request), id)
    if card.exercise.game not in game_names():
        raise Problem(409, Sentence("the game {name!r} is not installed here", name=card.exercise.game))
    return card


async def _counted(
    request: Request, practice: Practice, card: Card, found: AnswerRating, attempt: str
) -> tuple[Card, AnswerRating | None]:
    """Count an answer; return the updated card, and the rating, which is None if the answer did not count."""
    collection = practice.of(owner_of(request))
    after = await practice.kept(lambda: collection.answer(card.id, found, attempt))
    return after, found if after.answers != card.answers else None


def _named(game: str | None) -> str | None:
    if game is not None and game not in game_names():
        raise Problem(
            400,
            Sentence(
                "there is no game {game!r}: expected one of {names}", game=game, names=", ".join(game_names())
            ),
            "game",
        )
    return game
