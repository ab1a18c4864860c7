"""The review of a recorded game: for every move, its value, the best move, and the difference.

Each position of the game is analyzed only once, because the value of a move is the negated value of the
position after it. Positions with a single legal move are not searched: they have the value of that move.
`position_analysis` analyzes positions, `review_judgment` classifies moves, `review_tree` stores reviews in
game trees, and `review_summary` computes totals.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hexapoda.analysis.position_analysis import LONGEST_LINE, Analyst, PositionAnalysis, compared
from hexapoda.analysis.reason import error_remarks
from hexapoda.analysis.review_judgment import judge
from hexapoda.analysis.review_move import MoveReview
from hexapoda.analysis.review_value import Value
from hexapoda.coach import Remark
from hexapoda.engine import Engine, Limit
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.games import Game
from hexapoda.games.analysis import Proof, Prover
from hexapoda.games.win_probability import SCALE
from hexapoda.record import GameRecord, GameTree
from hexapoda.record.given_moves import given_in
from hexapoda.text.sentence import Sentence

__all__ = [
    "GameReviewer",
    "ReviewSettings",
    "final_value",
    "first_to_review",
    "position_key",
    "review_game",
]

_SINGLE = 50
"""The maximum number of consecutive positions with a single legal move that are skipped."""
_EFFORT = 4.0
"""Multiplies the solver's limit when it verifies that a move missed or allowed a win."""


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """How a game is reviewed.

    Attributes:
        engine: the engine as it was specified, such as `alphabeta:threads=2`; stored with the review.
        limit: the search limit for each position.
        first: the first ply to review, counted from 1.
        last: the last ply to review; None for the last ply of the game.
        scale: the score that corresponds to a win probability of 73%.

    Raises `UsageError` if the scale is not positive and finite.
    """

    engine: str
    limit: Limit = field(default_factory=lambda: Limit(time=0.5))
    first: int = 1
    last: int | None = None
    scale: float = SCALE

    def __post_init__(self) -> None:
        if not 0 < self.scale < math.inf:
            raise UsageError(f"scale {self.scale:g}: expected a score above 0")

    def plies(self, played: int) -> range:
        """Return the plies to review in a game of `played` plies. Raises `UsageError` if there are none."""
        last = played if self.last is None else min(self.last, played)
        if not played:
            raise UsageError(Sentence("the game has no moves: there is nothing to review"))
        if not 1 <= self.first <= last:
            asked = f"{self.first}-{'' if self.last is None else self.last}"
            raise UsageError(
                Sentence(
                    "moves {asked} are not in the game, which has {played}: expected 1-{played}",
                    asked=asked,
                    played=played,
                )
            )
        return range(self.first, last + 1)


def first_to_review(record: GameRecord) -> int:
    """Return the first ply to review. The moves that were given when the game began are skipped, because
    they say nothing about the players. Raises `UsageError` if all moves were given.
    """
    first = given_in(record.tags) + 1
    if record.plies and first > record.plies:
        raise UsageError(Sentence("nobody has moved in this game: there is nothing to review"))
    return first


def review_game(
    tree: GameTree,
    engine: Engine,
    settings: ReviewSettings,
    *,
    known: Mapping[int, PositionAnalysis] | None = None,
) -> Iterator[MoveReview]:
    """Review the main line of a game, move by move.

    The engine keeps its state between moves: `new_game` is called at most once. `known` holds the analyses
    of an earlier review, by the number of plies before the position; these positions are not searched again.

    Raises `UsageError` if there is nothing to review, `InvalidGameError` for a move after the end of the
    game, and `EngineError` if the engine fails or does not evaluate positions.

    An interrupt ends the current search. The reviews yielded before it are complete.
    """
    reviewer = GameReviewer(tree, engine, settings, dict(known or {}))
    for ply in reviewer.plies:
        yield reviewer.review(ply)


class GameReviewer:
    """Reviews the moves of one game in any order."""

    def __init__(
        self,
        tree: GameTree,
        engine: Engine,
        settings: ReviewSettings,
        known: dict[int, PositionAnalysis],
        *,
        prover: Prover | None = None,
    ) -> None:
        """`known` holds analyses by the number of plies before the position. These positions are not searched
        again, and new analyses are added. `prover` searches for forced wins; it defaults to the game's own.

        Raises `UsageError` if there is nothing to review.
        """
        self._game: Game = tree.game
        self._analyst = Analyst(tree.game, engine, settings.limit, settings.scale, prover)
        self._settings = settings
        self._texts = [node.text for node in tree.main_line()]
        self.plies = settings.plies(len(self._texts))
        self._known = known
        self._begin = tree.start
        self._start: int = self._begin.ply
        self._at: Any = tree.start

    def position(self, played: int) -> Any:
        """Return the position after `played` plies."""
        if self._at.ply - self._start > played:
            self._at = self._begin.copy()
        while self._at.ply - self._start < played:
            text = self._texts[self._at.ply - self._start]
            self._game.push_recorded(self._at, self._game.recorded_move(self._at, text))
        return self._at.copy()

    def review(self, ply: int) -> MoveReview:
        """Review the move at `ply`, counted from 1. Raises the errors of `review_game`."""
        position = self.position(ply - 1)
        text = self._texts[ply - 1]
        over = position.outcome()
        if over is not None:
            raise InvalidGameError(
                Sentence(
                    "ply {ply} {text!r}: the game is over before it, by {termination}",
                    ply=ply,
                    text=text,
                    termination=over.termination.value,
                ),
                ply=ply,
            )
        move = self._game.recorded_move(position, text)
        found = self._analysis(position)
        only = len(position.legal_moves) == 1
        before = position.copy()
        self._game.push_recorded(position, move)
        best = only or found.line[0] == text or _same(self._game, before, found.line[0], position)
        value, after = self._values(before, found, position, best=best)
        if value.win_in is not None and found.value.win_in is None:  # `_values` found a proof
            found = self._known.get(before.ply - self._start, found)
            best = only or found.line[0] == text
        line = found.line if not best or found.line[0] == text else (text,)
        scale = self._settings.scale
        probabilities = value.win_probability(scale), after.win_probability(scale)
        proven = value.win_in is not None or after.win_in is not None
        free = best or (before.ply < self._game.analysis.OPENING and not proven)
        win_probability_loss = 0.0 if free else max(probabilities[0] - probabilities[1], 0.0)
        judgment = judge(value, after, win_probability_loss, best=best)
        remarks, reply = tuple[Remark, ...](), tuple[str, ...]()
        if judgment.is_error:
            line = self._analyst.lengthened(before, line)
            reply = self._reply(found, position)
            winner = before.turn if value.is_won else 1 - before.turn if after.is_lost else None
            remarks = error_remarks(self._game, before, line, (text, *reply), winner)
        missed = not best and value.is_won and not after.is_won
        allowed = not best and after.is_lost and not value.is_lost
        return MoveReview(
            ply=ply,
            player=before.turn,
            move=text,
            before=value,
            after=after,
            win_probability_before=probabilities[0],
            win_probability_after=probabilities[1],
            # Files store only the first move of the line unless the move is an error, so report no more.
            line=line if judgment.is_error else line[:1],
            judgment=judgment,
            win_probability_loss=win_probability_loss,
            loss=0.0 if free else max(value.points() - after.points(), 0.0),
            missed_win=value.win_in if missed else None,
            allowed_win=-(after.win_in or 0) if allowed else None,
            only=only,
            ends=position.outcome() is not None,
            remarks=remarks,
            reply=reply,
            analysis=found,
            following=None if position.outcome() is not None else self._analysis(position),
        )

    def _values(
        self, before: Any, found: PositionAnalysis, position: Any, *, best: bool
    ) -> tuple[Value, Value]:
        """Return the values of the best move and of the move played, for the player who moved."""
        outcome = position.outcome()
        if outcome is not None:
            return found.settled, final_value(outcome, before.turn)
        following = self._analysis(position)
        value, after = compared(found, following)
        if best:
            return value, after
        # Verify with a longer solver search before reporting a missed or allowed win.
        if value.is_won and not after.is_won:
            proof = self._analyst.prove(position, _EFFORT)
            if proof is not None and proof.win_in < 0:
                after = self._keep(position, proof, following).value.flipped().with_move()
        elif after.is_lost and not value.is_lost:
            proof = self._analyst.prove(before, _EFFORT)
            if proof is not None:
                value = self._keep(before, proof, found).value
        return value, after

    def _keep(self, position: Any, proof: Proof, found: PositionAnalysis) -> PositionAnalysis:
        """Replace an analysis with one from a later proof. If the proof has no line, keep the old line."""
        proven = self._analyst.proven(position, proof)
        proven = replace(proven, line=proven.line or found.line)
        self._known[position.ply - self._start] = proven
        return proven

    def _reply(self, found: PositionAnalysis, position: Any) -> tuple[str, ...]:
        """Return the line that refutes the move that led to `position`. `found` is the analysis of the
        position before the move.
        """
        if found.reply is not None:
            return found.reply
        if position.outcome() is not None:
            return ()
        return self._analyst.lengthened(position, self._analysis(position).line)

    def _analysis(self, position: Any) -> PositionAnalysis:
        """Return the analysis of a position in which the game is not over. If there is a single legal move,
        the analysis is derived from the next position with several legal moves, or from the end of the game.
        """
        at = position.copy()
        steps: list[str] = []
        mover = at.turn
        while at.outcome() is None and len(at.legal_moves) == 1 and len(steps) < _SINGLE:
            move = at.legal_moves[0]
            steps.append(self._game.format_move(at, move))
            mover = at.turn
            at.push(move)
        outcome = at.outcome()
        if outcome is not None:
            found = PositionAnalysis(final_value(outcome, mover), (steps.pop(),))
        else:
            # The ply identifies the position, because a sequence of forced moves is unique.
            played = at.ply - self._start
            if played not in self._known:
                self._known[played] = self._analyst.analyze(at)
            found = self._known[played]
        for text in reversed(steps):
            found = found.preceded_by(text)
        return replace(found, line=found.line[:LONGEST_LINE])


def final_value(outcome: Any, mover: int) -> Value:
    """Return the value of a finished game for `mover`, who moved last."""
    if outcome.winner is None:
        return Value(score=0.0)
    return Value(win_in=1 if outcome.winner == mover else -1)


def _same(game: Game, before: Any, text: str, position: Any) -> bool:
    """Return whether the move `text` leads from `before` to `position`, up to symmetry."""
    other = before.copy()
    other.push(game.parse_move(other, text))
    return position_key(other) == position_key(position)


def position_key(position: Any) -> int:
    """Return a number that is the same for positions that differ only by a symmetry."""
    return int(getattr(position, "canonical_key", position.key))
