"""`judge`: whether a move solves an exercise; and `rating`: how good an answer was.

Owns what counts as right. The better move of the review always does. In a missed win, so does any move after
which the win is still proven; in an opening, only what is the same by symmetry; elsewhere, any move that
loses no more than an inaccuracy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hexapoda.analysis.review import GameReviewer, ReviewSettings
from hexapoda.analysis.review_judgment import Judgment
from hexapoda.analysis.review_move import MoveReview
from hexapoda.engine import Engine, Limit
from hexapoda.games import find_game
from hexapoda.games.analysis import Prover
from hexapoda.practice.exercise import Exercise
from hexapoda.practice.memory import Rating
from hexapoda.text.sentence import Sentence

__all__ = ["Judged", "JudgedAs", "judge", "rating"]

JudgedAs = Literal["best", "right", "fair", "same", "wrong"]
"""`best`: the better move itself. `right`: as good. `fair`: an inaccuracy. `same`: what was played in the
game. `wrong`: anything else."""
_AT_ONCE = 10.0
"""Seconds within which an answer shows that the person knew it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a move is worth.

    Attributes:
        verdict: how it is judged.
        move: the move in canonical notation.
        text: what to say, in a sentence.
        reply: the line that punishes a wrong move; may be empty.
    """

    verdict: JudgedAs
    move: str
    text: str
    reply: tuple[str, ...] = ()

    @property
    def solves(self) -> bool:
        """Whether the exercise is solved."""
        return self.verdict in ("best", "right", "fair")


def judge(
    exercise: Exercise, text: str, engine: Engine, spec: str, limit: Limit, prover: Prover | None = None
) -> Judged:
    """Judge a move, in any notation of the game. `spec` and `limit`: the engine as it was specified and the
    limit of each search, as those of the review. Raises `HexapodaError`, as `IllegalMoveError`.
    """
    game, position = find_game(exercise.game), exercise.position()
    move = game.format_move(position, game.parse_move(position, text))
    if move == exercise.best:
        return Judged("best", move, Sentence("{move}: exactly right.", move=move))
    if exercise.kind == "opening":
        if exercise.leads_to(move) == exercise.leads_to():
            return Judged("right", move, Sentence("{move}: right, it is the same by symmetry.", move=move))
        said = Sentence("{move} is not the move of your repertoire.", move=move)
        return Judged("wrong", move, said)
    if move == exercise.played:
        said = Sentence("{move} is what you played in the game. Find another move.", move=move)
        return Judged("same", move, said, exercise.reply)
    ply = len(exercise.moves) + 1
    settings = ReviewSettings(spec, limit, first=ply, last=ply)
    known = {} if exercise.known is None else {len(exercise.moves): exercise.known}
    review = GameReviewer(exercise.tree(move), engine, settings, known, prover=prover).review(ply)
    return _judged(exercise, move, review)


def rating(judged: Judged | None, hints: int, seconds: float | None) -> Rating:
    """Return how good the first answer of an attempt was. `judged`: None if the person gave up; `hints`: how
    many were given, where the second one says the move; `seconds`: the time that it took, if it is known.
    """
    if judged is None or not judged.solves or hints > 1:
        return Rating.AGAIN
    if hints or judged.verdict == "fair":
        return Rating.HARD
    if seconds is not None and seconds <= _AT_ONCE:
        return Rating.EASY
    return Rating.GOOD


def _judged(exercise: Exercise, move: str, review: MoveReview) -> Judged:
    lost = 100 * review.win_probability_loss
    if exercise.kind == "win":
        if review.after.is_won:
            return Judged("right", move, Sentence("{move}: right, it wins by force too.", move=move))
        said = Sentence("{move}: after it, no win is proven.", move=move)
        return Judged("wrong", move, said, review.reply)
    if review.judgment is Judgment.BEST:
        return Judged("right", move, Sentence("{move}: right.", move=move))
    if review.judgment is Judgment.GOOD:
        return Judged("right", move, Sentence("{move}: good. It keeps the chances.", move=move))
    if review.judgment is Judgment.INACCURACY:
        said = Sentence(
            "{move}: solved, but it costs {lost:.0f} percentage points; {best} is better.",
            move=move,
            lost=lost,
            best=exercise.best,
        )
        return Judged("fair", move, said)
    if review.judgment is Judgment.ALLOWED_WIN:
        return Judged("wrong", move, Sentence("{move}: it loses by force.", move=move), review.reply)
    if review.judgment is Judgment.MISSED_WIN:
        said = Sentence("{move}: it gives a forced win away.", move=move)
        return Judged("wrong", move, said, review.reply)
    said = Sentence("{move}: not better. It costs {lost:.0f} percentage points.", move=move, lost=lost)
    return Judged("wrong", move, said, review.reply)
