"""`harvest`: makes exercises from a player's errors in a reviewed game.

Exercises are made from mistakes, blunders, allowed wins and missed wins, but not from inaccuracies, which may
not be real errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.review_judgment import Judgment
from hexapoda.analysis.review_move import MoveReview, verdict
from hexapoda.analysis.review_themes import PlayedReview, themes
from hexapoda.games.position import Position
from hexapoda.practice.exercise import Exercise, ExerciseSource, exercise_id
from hexapoda.record import GameTree

__all__ = ["harvest"]

_PRACTICED = frozenset({Judgment.MISTAKE, Judgment.BLUNDER, Judgment.MISSED_WIN, Judgment.ALLOWED_WIN})


def harvest(
    tree: GameTree, played: PlayedReview, known: Mapping[int, PositionAnalysis]
) -> Iterator[Exercise]:
    """Yield an exercise for each such error by the player `played.player`, in the order of the moves.
    `known`: the review's analyses, by the number of plies before the position.
    """
    texts = [node.text for node in tree.main_line()]
    position, done = tree.start, 0
    for review in sorted(played.moves, key=lambda one: one.ply):
        wrong = review.player == played.player and review.judgment in _PRACTICED and not review.only
        if not wrong or review.best == review.move:
            continue
        for text in texts[done : review.ply - 1]:
            tree.game.push_recorded(position, tree.game.recorded_move(position, text))
        done = review.ply - 1
        yield _exercise(
            tree,
            position,
            texts[:done],
            review,
            themes(tree.game, review),
            known.get(done),
            ExerciseSource(played.id, review.ply, _names(tree), tree.header.date),
        )


def _exercise(
    tree: GameTree,
    position: Position,
    moves: list[str],
    review: MoveReview,
    found: tuple[str, ...],
    known: PositionAnalysis | None,
    source: ExerciseSource,
) -> Exercise:
    header = tree.header
    return Exercise(
        id=exercise_id(tree.game, position, dict(header.rules)),
        kind="win" if review.missed_win is not None else "mistake",
        game=header.game,
        variant=position.variant,
        rules=tuple(sorted(header.rules)),
        start=header.start,
        player=position.turn,
        moves=tuple(moves),
        played=review.move,
        line=review.line,
        reply=review.reply,
        judgment=review.judgment.value,
        loss=round(review.win_probability_loss, 4),
        verdict=verdict(review, plies=tree.game.analysis.COUNTS_PLIES),
        reason=review.reason,
        themes=found,
        known=known,
        sources=(source,),
    )


def _names(tree: GameTree) -> tuple[str, str]:
    first, second = tree.header.players
    return first.name, second.name
