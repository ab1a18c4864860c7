"""`judge`: whether a move solves an exercise; and `rating`: how good an answer was.

Defines what counts as right. The better move of the review always does. In a missed win, so does any move
after which the win is still proven; in an opening, only what is the same by symmetry; elsewhere, any move
that loses no more than an inaccuracy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hexapoda.analysis.review import GameReviewer, ReviewSettings
from hexapoda.analysis.review_judgment import Judgment
from hexapoda.analysis.review_move import MoveReview
from hexapoda.engine import Engine, Limit
from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.games.analysis import Prover
from hexapoda.practice.exercise import Exercise
from hexapoda.practice.memory import AnswerRating
from hexapoda.text.sentence import Sentence

__all__ = ["Judged", "JudgedAs", "judge", "rating"]

JudgedAs = Literal["best", "right", "fair", "same", "wrong"]
"""`best`: the better move itself. `right`: as good. `fair`: an inaccuracy. `same`: what was played in the
game. `wrong`: anything else."""
_AT_ONCE = 10.0
"""Seconds for a move within which an answer shows that the person knew it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a move is worth.

    Attributes:
        verdict: how it is judged.
        move: the move in canonical notation.
        text: what to say, in a sentence.
        reply: the line that punishes a wrong move, or the defense to a right one; may be empty.
        left: how many moves are still to be found.
    """

    verdict: JudgedAs
    move: str
    text: str
    reply: tuple[str, ...] = ()
    left: int = 0

    @property
    def is_right(self) -> bool:
        """Whether the move is good enough."""
        return self.verdict in ("best", "right", "fair")

    @property
    def solves(self) -> bool:
        """Whether the exercise is solved."""
        return self.is_right and not self.left


def judge(
    exercise: Exercise,
    text: str,
    engine: Engine,
    spec: str,
    limit: Limit,
    prover: Prover | None = None,
    moves: Sequence[str] = (),
) -> Judged:
    """Judge a move, in any notation of the game. `spec` and `limit`: the engine as it was specified and the
    limit of each search, as those of the review. `moves`: the moves found so far, each with the reply to it.
    Raises `HexapodaError`, as `IllegalMoveError`.
    """
    if len(moves) % 2 or len(moves) >= 2 * exercise.length:
        raise UsageError(
            Sentence(
                "{count} moves in an exercise of {length}: expected pairs of a move and its reply, "
                "at most one fewer",
                count=len(moves),
                length=exercise.length,
            )
        )
    game, position = find_game(exercise.game), exercise.position(*moves)
    move = game.format_move(position, game.parse_move(position, text))
    line = (*moves, move)
    if exercise.line[: len(line)] == line:
        return _right(exercise, "best", line, exercise.line[len(line) : len(line) + 1])
    if exercise.kind == "opening":
        if exercise.leads_to(move) == exercise.leads_to():
            return Judged("right", move, Sentence("{move}: right, it is the same by symmetry.", move=move))
        message = Sentence("{move} is not the move of your repertoire.", move=move)
        return Judged("wrong", move, message)
    if move == exercise.played and not moves:
        message = Sentence("{move} is what you played in the game. Find another move.", move=move)
        return Judged("same", move, message, exercise.reply)
    played = len(exercise.moves) + len(moves)
    settings = ReviewSettings(spec, limit, first=played + 1, last=played + 1)
    known = {} if exercise.known is None or moves else {played: exercise.known}
    reviewer = GameReviewer(exercise.tree(*line), engine, settings, known, prover=prover)
    review = reviewer.review(played + 1)
    return _win(exercise, line, review) if exercise.kind == "win" else _better(exercise, move, review)


def rating(judged: Judged | None, hints: int, seconds: float | None, length: int = 1) -> AnswerRating:
    """Return how good an attempt was, as its first wrong move or its last right one shows. `judged`: None if
    the person gave up; `hints`: how many were given, where the second one says the move; `seconds`: the time
    that it took, if it is known, for `length` moves.
    """
    if judged is None or not judged.is_right or hints > 1:
        return AnswerRating.AGAIN
    if hints or judged.verdict == "fair":
        return AnswerRating.HARD
    if seconds is not None and seconds <= _AT_ONCE * length:
        return AnswerRating.EASY
    return AnswerRating.GOOD


def _right(exercise: Exercise, verdict: JudgedAs, line: tuple[str, ...], defense: tuple[str, ...]) -> Judged:
    """Judge a right move: the last one of `line`, which has all moves since the beginning."""
    move, left = line[-1], exercise.length - (len(line) + 1) // 2
    if left > 0 and defense and exercise.position(*line, *defense).outcome() is None:
        reply = defense[0]
        message = Sentence("{move}: right. The defense is {reply}. Go on.", move=move, reply=reply)
        return Judged(verdict, move, message, (reply,), left)
    if verdict == "best":
        return Judged(verdict, move, Sentence("{move}: exactly right.", move=move))
    return Judged(verdict, move, Sentence("{move}: right, it wins by force too.", move=move))


def _win(exercise: Exercise, line: tuple[str, ...], review: MoveReview) -> Judged:
    """Judge a move that should keep a forced win."""
    if review.after.is_won:
        defense = () if review.following is None else review.following.line[:1]
        return _right(exercise, "right", line, defense)
    message = Sentence("{move}: after it, no win is proven.", move=line[-1])
    return Judged("wrong", line[-1], message, review.reply)


def _better(exercise: Exercise, move: str, review: MoveReview) -> Judged:
    """Judge a move in the place of a mistake."""
    lost = 100 * review.win_probability_loss
    if review.judgment is Judgment.BEST:
        return Judged("right", move, Sentence("{move}: right.", move=move))
    if review.judgment is Judgment.GOOD:
        return Judged("right", move, Sentence("{move}: good. It keeps the chances.", move=move))
    if review.judgment is Judgment.INACCURACY:
        message = Sentence(
            "{move}: solved, but it costs {lost:.0f} percentage points; {best} is better.",
            move=move,
            lost=lost,
            best=exercise.best,
        )
        return Judged("fair", move, message)
    if review.judgment is Judgment.ALLOWED_WIN:
        return Judged("wrong", move, Sentence("{move}: it loses by force.", move=move), review.reply)
    if review.judgment is Judgment.MISSED_WIN:
        message = Sentence("{move}: it gives a forced win away.", move=move)
        return Judged("wrong", move, message, review.reply)
    message = Sentence("{move}: not better. It costs {lost:.0f} percentage points.", move=move, lost=lost)
    return Judged("wrong", move, message, review.reply)
