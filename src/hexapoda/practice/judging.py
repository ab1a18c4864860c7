"""`judge`: whether a move solves an exercise; `rating`: how good an answer was.

Defines which moves are right. The review's better move is always right. Other moves are right if a win is
still proven after them (missed wins), if they are the same by symmetry (openings), or if they lose no more
than an inaccuracy does (mistakes).
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
"""`best`: the review's better move. `right`: another good move. `fair`: an inaccuracy. `same`: the move that
was played in the game. `wrong`: anything else."""
_AT_ONCE = 10.0
"""Seconds per move: an answer within this time shows that the person knew the move."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgment of a move.

    Attributes:
        verdict: the class of the move.
        move: the move in canonical notation.
        text: the feedback to the person.
        reply: the line that refutes a wrong move, or the defense to a right one; may be empty.
        left: how many moves the person still has to find.
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
    """Judge the move `text`, in any notation of the game. `spec` and `limit`: the specification of the engine
    and the limit of each search, as in the review. `moves`: the moves found so far, each followed by its
    reply. Raises `UsageError` if `moves` has the wrong length, and other `HexapodaError`s, such as
    `IllegalMoveError`.
    """
    if len(moves) % 2 or len(moves) >= 2 * exercise.length:
        raise UsageError(
            Sentence(
                "{count} moves in an exercise of {length}: "
                "expected fewer than {length} pairs of a move and its reply",
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
        message = Sentence("{move} is not your repertoire move.", move=move)
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
    """Return how good an attempt was. `judged`: the judgment of its first wrong move, or of its last move if
    all were right; None if the person gave up. `hints`: the number of hints given; the second hint names the
    move. `seconds`: how long the `length` moves took; None if unknown.
    """
    if judged is None or not judged.is_right or hints > 1:
        return AnswerRating.AGAIN
    if hints or judged.verdict == "fair":
        return AnswerRating.HARD
    if seconds is not None and seconds <= _AT_ONCE * length:
        return AnswerRating.EASY
    return AnswerRating.GOOD


def _right(exercise: Exercise, verdict: JudgedAs, line: tuple[str, ...], defense: tuple[str, ...]) -> Judged:
    """Judge the last move of `line`, which is right. `line`: all moves since the exercise began, with the
    replies; `defense`: the reply to the move, if any.
    """
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
    """Judge a move that should be better than the mistake."""
    lost = 100 * review.win_probability_loss
    if review.judgment is Judgment.BEST:
        return Judged("right", move, Sentence("{move}: right.", move=move))
    if review.judgment is Judgment.GOOD:
        return Judged("right", move, Sentence("{move}: good. It keeps your chances.", move=move))
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
        message = Sentence("{move}: it gives away a forced win.", move=move)
        return Judged("wrong", move, message, review.reply)
    message = Sentence("{move}: not better. It costs {lost:.0f} percentage points.", move=move, lost=lost)
    return Judged("wrong", move, message, review.reply)
