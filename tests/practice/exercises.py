"""Exercises for the tests of practice."""

from __future__ import annotations

from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.review_value import Value
from hexapoda.games import find_game
from hexapoda.practice.exercise import Exercise, ExerciseKind, ExerciseSource, exercise_id

__all__ = ["exercise"]


def exercise(
    *moves: str,
    kind: ExerciseKind = "mistake",
    played: str = "a1",
    line: tuple[str, ...] = ("c3", "c2"),
    review: str = "r1",
    themes: tuple[str, ...] = (),
    known: PositionAnalysis | None = None,
    judgment: str = "blunder",
    rules: tuple[tuple[str, str], ...] = (),
) -> Exercise:
    """An exercise of Hex on a board of 5x5 after these moves."""
    game = find_game("hex")
    position = game.initial("5x5", dict(rules))
    game.play_texts(position, moves)
    return Exercise(
        id=exercise_id(game, position, dict(rules)),
        kind=kind,
        game="hex",
        variant="5x5",
        rules=rules,
        start=None,
        player=position.turn,
        moves=moves,
        played=played,
        line=line,
        reply=(),
        judgment=judgment,
        loss=0.4,
        themes=themes,
        known=known or PositionAnalysis(Value(0.5), line, (0.1, 0.2)),
        sources=(ExerciseSource(review, len(moves) + 1, ("Ann", "Ben"), "2026-05-01"),),
    )
