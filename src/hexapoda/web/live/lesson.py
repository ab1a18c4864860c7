"""`Lesson`: the review of a serious mistake that a person has just made.

Decides which mistakes are serious enough to offer a takeback. `hexapoda.analysis` judges the move.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexapoda.analysis.review import ReviewSettings, review_game
from hexapoda.analysis.review_json import remark_json
from hexapoda.analysis.review_judgment import Judgment
from hexapoda.analysis.review_move import MoveReview, describe
from hexapoda.engine import Engine, Limit
from hexapoda.games import Game
from hexapoda.games.translations import translated
from hexapoda.record import GameRecord, GameTree
from hexapoda.web.answers.game import MistakeJson
from hexapoda.web.answers.parts import MoveJson

__all__ = ["Lesson", "check_move"]

_LIGHT = (Judgment.BEST, Judgment.GOOD, Judgment.INACCURACY)
"""The judgments after which no takeback is offered."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A serious mistake in a game."""

    review: MoveReview
    reply: MoveJson | None
    """The opponent's best reply to the mistake; None if the review gives no line."""

    def to_json(self) -> MistakeJson:
        """Return the mistake as JSON."""
        review = self.review
        return translated(
            MistakeJson(
                ply=review.ply,
                move=review.move,
                judgment=review.judgment.value,
                win=(round(review.win_probability_before, 3), round(review.win_probability_after, 3)),
                better=review.best,
                reply=self.reply,
                line=list(review.reply),
                text=describe(review, plies=False),
                remarks=[translated(remark_json(remark)) for remark in review.remarks],
            )
        )


def check_move(game: Game, record: GameRecord, engine: Engine, seconds: float) -> Lesson | None:
    """Review the last move of a game; return a lesson if it was a serious mistake, otherwise None.

    `seconds`: the search time for each of the two positions, before and after the move. Raises `EngineError`
    if the engine fails or does not evaluate positions.
    """
    tree = GameTree(game, record)
    ply = len(record.moves)
    settings = ReviewSettings(engine.name, Limit(time=seconds), first=ply, last=ply)
    [review] = review_game(tree, engine, settings)
    if review.judgment in _LIGHT:
        return None
    return Lesson(review, _reply(game, tree, review))


def _reply(game: Game, tree: GameTree, review: MoveReview) -> MoveJson | None:
    if not review.reply:
        return None
    *_, last = tree.main_line()
    after = tree.position(last)
    return game.move_json(after, game.parse_move(after, review.reply[0]))
