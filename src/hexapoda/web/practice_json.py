"""The exercises of a visitor as JSON for pages: list rows, boards, judged answers, solutions and figures.

Defines the form of this JSON. `hexapoda.practice` stores the exercises and judges the answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from hexapoda.analysis.review_json import remark_json
from hexapoda.games import Game, find_game, game_names
from hexapoda.games.position import Position
from hexapoda.games.translations import translated
from hexapoda.practice.card import Card
from hexapoda.practice.judging import Judged
from hexapoda.practice.memory import AnswerRating
from hexapoda.practice.progress import ThemeProgress, progress
from hexapoda.web.answers.practice import (
    AnsweredJson,
    ExerciseJson,
    ExerciseRowJson,
    ExerciseSolutionJson,
    PracticeJson,
    PracticeThemeJson,
    Rated,
)
from hexapoda.web.answers.puzzle import ReplyJson
from hexapoda.web.puzzle_work import state_json
from hexapoda.web.review_json import line_json

__all__ = [
    "answered_json",
    "exercise_json",
    "practice_json",
    "row_json",
    "solution_json",
]

_MOST_DUE = 100
"""The maximum number of due exercises in the list."""
_RATED: dict[AnswerRating, Rated] = {
    AnswerRating.AGAIN: "again",
    AnswerRating.HARD: "hard",
    AnswerRating.GOOD: "good",
    AnswerRating.EASY: "easy",
}


def _rated(rating: AnswerRating | None) -> Rated | None:
    """Return the name of a rating for pages; None for no rating."""
    return None if rating is None else _RATED[rating]


def practice_json(every: Sequence[Card], damaged: int, now: float, game: str | None = None) -> PracticeJson:
    """Return a visitor's due exercises and figures.

    `every`: all cards, including those that were removed or whose games are not installed; `damaged`: the
    number of cards that cannot be read; `now`: in seconds since 1970; `game`: count only the cards of this
    game; None for all games.
    """
    able = set(game_names())
    known = [card for card in every if card.exercise.game in able]
    kept = [card for card in known if not card.removed]
    chosen = [card for card in kept if game in (None, card.exercise.game)]
    found = progress(chosen, now)
    return {
        "cards": found.cards,
        "due": found.due,
        "new": found.new,
        "learning": found.learning,
        "known": found.known,
        "next": found.next,
        "removed": len(known) - len(kept),
        "damaged": damaged,
        "games": [
            {
                "game": name,
                "cards": sum(card.exercise.game == name for card in kept),
                "due": sum(card.exercise.game == name and card.is_due(now) for card in kept),
            }
            for name in game_names()
        ],
        "themes": [_theme_json(theme) for theme in found.themes],
        "weeks": [
            {"begin": week.begin, "answers": week.answers, "right": week.right, "added": week.added}
            for week in found.weeks
        ],
        "queue": list(map(row_json, islice((card for card in chosen if card.is_due(now)), _MOST_DUE))),
    }


def row_json(card: Card) -> ExerciseRowJson:
    """Return the row of an exercise in a list. The game of the exercise must be installed."""
    exercise = card.exercise
    source = exercise.sources[0] if exercise.sources else None
    return {
        "id": exercise.id,
        "kind": exercise.kind,
        "game": exercise.game,
        "variant": exercise.variant,
        "player": exercise.player,
        "side": find_game(exercise.game).players[exercise.player],
        "played": exercise.played,
        "judgment": exercise.judgment,
        "state": card.state,
        "due": card.memory.due,
        "added": card.added,
        "answers": len(card.answers),
        "names": ("", "") if source is None else source.names,
        "date": "" if source is None else source.date,
        "review": "" if source is None else source.review,
        "ply": 0 if source is None else source.ply,
        "times": len(exercise.sources),
        "removed": card.removed,
    }


def exercise_json(card: Card) -> ExerciseJson:
    """Return an exercise with its board. Raises `HexapodaError` if its moves are not legal."""
    exercise = card.exercise
    game = find_game(exercise.game)
    return {
        **row_json(card),
        **state_json(game, exercise.position()),
        "rules": dict(exercise.rules),
        "start": exercise.start,
        "moves": list(exercise.moves),
        "loss": exercise.loss,
        "length": exercise.length,
    }


def solution_json(card: Card, rating: AnswerRating | None) -> ExerciseSolutionJson:
    """Return the solution of an exercise, and the refutation of the move that was played in the game.
    `rating`: the rating of the answer, if it has one. Raises `HexapodaError`.
    """
    exercise = card.exercise
    game, position = find_game(exercise.game), exercise.position()
    wrong = (exercise.played, *exercise.reply) if exercise.played else ()
    return translated(
        ExerciseSolutionJson(
            id=exercise.id,
            steps=line_json(game, position, exercise.line),
            refutation=line_json(game, position, wrong),
            text=exercise.verdict,
            reason=exercise.reason,
            remarks=[translated(remark_json(remark)) for remark in exercise.remarks()],
            rating=_rated(rating),
            due=card.memory.due,
            state=card.state,
        )
    )


def answered_json(
    card: Card, moves: Sequence[str], judged: Judged, rating: AnswerRating | None
) -> AnsweredJson:
    """Return a judged move with the board after it and after the reply. `moves`: the earlier moves of the
    attempt; `rating`: the rating of the answer, if it has one. Raises `HexapodaError`.
    """
    exercise = card.exercise
    game, position = find_game(exercise.game), exercise.position(*moves)
    [step] = line_json(game, position, [judged.move])
    reply = _reply_json(game, exercise.position(*moves, judged.move), judged)
    return translated(
        AnsweredJson(
            verdict="solved" if judged.solves else "right" if judged.is_right else "wrong",
            judged=judged.verdict,
            text=judged.text,
            move=step["move"],
            board=step["board"],
            reply=reply,
            left=judged.left,
            rating=_rated(rating),
            due=card.memory.due,
            solution=solution_json(card, rating) if judged.solves else None,
        )
    )


def _reply_json(game: Game, position: Position, judged: Judged) -> ReplyJson | None:
    if not judged.reply or position.outcome() is not None:
        return None
    move = game.parse_move(position, judged.reply[0])
    shown = game.move_json(position, move)
    position.push(move)
    state = state_json(game, position)
    return {"move": shown, "board": state["board"], "legal": state["legal"] if judged.is_right else []}


def _theme_json(theme: ThemeProgress) -> PracticeThemeJson:
    return translated(
        PracticeThemeJson(
            text="" if theme.plain else theme.theme,
            judgment=theme.theme if theme.plain else "",
            cards=theme.cards,
            known=theme.known,
            due=theme.due,
            answers=theme.answers,
            right=theme.right,
        )
    )
