"""Review of a recorded game: what every move was worth, what was better, and by how much.

Owns the walk through the game: each position is analyzed once, because what a move is worth is what the
position behind it is worth to the other side. Positions with a single move are not searched at all: they are
worth what that move is. Analysis is `position_analysis`'s, judging `review_judgement`'s, files are
`review_tree`'s, sums `review_summary`'s.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hexapoda.analysis.position_analysis import LONGEST_LINE, Analyst, PositionAnalysis, compared
from hexapoda.analysis.reason import reason_instead
from hexapoda.analysis.review_judgement import judge
from hexapoda.analysis.review_move import MoveReview
from hexapoda.analysis.review_value import Value
from hexapoda.analysis.winning_chance import SCALE
from hexapoda.engine import Engine, Limit
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.games import Game
from hexapoda.games.analysis import Proof
from hexapoda.record import GameTree

__all__ = ["ReviewSettings", "review_game"]

_SINGLE = 50
"""So many positions with a single move are stepped over, one behind the other."""
_EFFORT = 4.0
"""How much longer the solver may search before a move is called a missed or an allowed win."""


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """How a game is reviewed.

    Attributes:
        engine: the engine's text, for the record.
        limit: of the search of one position.
        first: the first ply that is reviewed, from 1.
        last: the last one; None for the last of the game.
        scale: the score that stands for a winning chance of 73%.

    Raises `UsageError` for a scale that makes no sense.
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
        """The plies to review of a game of so many. Raises `UsageError` when there are none."""
        last = played if self.last is None else min(self.last, played)
        if not played:
            raise UsageError("the game has no moves: there is nothing to review")
        if not 1 <= self.first <= last:
            asked = f"{self.first}-{'' if self.last is None else self.last}"
            raise UsageError(f"moves {asked} are not in the game, which has {played}: expected 1-{played}")
        return range(self.first, last + 1)


def review_game(
    tree: GameTree,
    engine: Engine,
    settings: ReviewSettings,
    *,
    known: Mapping[int, PositionAnalysis] | None = None,
) -> Iterator[MoveReview]:
    """Review the main line of a game, move by move.

    `engine` keeps what it learns from move to move: `new_game` is called once. `known` holds what an earlier
    review found by the plies before each position, which is not searched again.

    Raises `UsageError` when there is nothing to review, `InvalidGameError` for a move behind the end of the
    game, `EngineError` when the engine fails or has no opinion of positions.

    An interrupt ends the search that is running; the moves that were yielded before are whole.
    """
    walk = _Walk(tree, engine, settings, dict(known or {}))
    for ply in walk.plies:
        yield walk.review(ply)


class _Walk:
    """One way through a game."""

    def __init__(
        self, tree: GameTree, engine: Engine, settings: ReviewSettings, known: dict[int, PositionAnalysis]
    ) -> None:
        self._game: Game = tree.game
        self._analyst = Analyst(tree.game, engine, settings.limit, settings.scale)
        self._settings = settings
        self._texts = [node.text for node in tree.main_line()]
        self.plies = settings.plies(len(self._texts))
        self._known = known
        self._at: Any = tree.start
        self._start: int = self._at.ply
        for text in self._texts[: self.plies.start - 1]:
            self._at.push(self._game.parse_move(self._at, text))

    def review(self, ply: int) -> MoveReview:
        """The review of the move of that ply, which is the next one to be played in `_at`."""
        position = self._at
        text = self._texts[ply - 1]
        over = position.outcome()
        if over is not None:
            raise InvalidGameError(
                f"ply {ply} {text!r}: the game is over before it, by {over.termination.value}", ply=ply
            )
        move = self._game.parse_move(position, text)
        found = self._analysis(position)
        only = len(position.legal_moves) == 1
        before = position.copy()
        position.push(move)
        best = only or found.line[0] == text or _same(self._game, before, found.line[0], position)
        value, after = self._values(before, found, position, best=best)
        if value.win_in is not None and found.value.win_in is None:  # the solver has found something better
            found = self._known.get(before.ply - self._start, found)
            best = only or found.line[0] == text
        line = found.line if not best or found.line[0] == text else (text,)
        scale = self._settings.scale
        chances = value.chance(scale), after.chance(scale)
        chance_loss = 0.0 if best else max(chances[0] - chances[1], 0.0)
        judgement = judge(value, after, chance_loss, best=best)
        reason, reply = "", tuple[str, ...]()
        if judgement.is_error:
            line = self._analyst.lengthened(before, line)
            reply = self._reply(found, position)
            reason = found.reason or ""
            if found.reason is None and value.win_in is None and after.win_in is None:
                reason = reason_instead(self._game, before, line, (text, *reply))
        missed = not best and value.is_won and not after.is_won
        allowed = not best and after.is_lost and not value.is_lost
        return MoveReview(
            ply=ply,
            player=before.turn,
            move=text,
            before=value,
            after=after,
            chance_before=chances[0],
            chance_after=chances[1],
            # Of a move that is good enough only the better one is reported: files do not keep more either.
            line=line if judgement.is_error else line[:1],
            judgement=judgement,
            chance_loss=chance_loss,
            loss=0.0 if best else max(value.points() - after.points(), 0.0),
            missed_win=value.win_in if missed else None,
            allowed_win=-(after.win_in or 0) if allowed else None,
            only=only,
            ends=position.outcome() is not None,
            reason=reason,
            reply=reply,
            analysis=found,
            following=None if position.outcome() is not None else self._analysis(position),
        )

    def _values(
        self, before: Any, found: PositionAnalysis, position: Any, *, best: bool
    ) -> tuple[Value, Value]:
        """What the best move and the one played are worth to the mover."""
        outcome = position.outcome()
        if outcome is not None:
            return found.settled, _final(outcome, before.turn)
        behind = self._analysis(position)
        value, after = compared(found, behind)
        if best:
            return value, after
        # Nobody is accused of missing or allowing a win before the solver has looked more closely.
        if value.is_won and not after.is_won:
            proof = self._analyst.prove(position, _EFFORT)
            if proof is not None and proof.win_in < 0:
                after = self._keep(position, proof, behind).value.flipped().counted_before()
        elif after.is_lost and not value.is_lost:
            proof = self._analyst.prove(before, _EFFORT)
            if proof is not None:
                value = self._keep(before, proof, found).value
        return value, after

    def _keep(self, position: Any, proof: Proof, found: PositionAnalysis) -> PositionAnalysis:
        """Remember what was proven later, with the line that was expected if the proof has none."""
        proven = self._analyst.proven(position, proof)
        proven = replace(proven, line=proven.line or found.line)
        self._known[position.ply - self._start] = proven
        return proven

    def _reply(self, found: PositionAnalysis, position: Any) -> tuple[str, ...]:
        """The line that shows what is wrong with the move that led to `position`."""
        if found.reply is not None:
            return found.reply
        if position.outcome() is not None:
            return ()
        return self._analyst.lengthened(position, self._analysis(position).line)

    def _analysis(self, position: Any) -> PositionAnalysis:
        """What is known of a position that is not over. Where there is only one move, and so no choice, the
        first position with a choice is analyzed.
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
            found = PositionAnalysis(_final(outcome, mover), (steps.pop(),))
        else:
            # A position behind single moves is one of the game, or the only one that can follow it.
            played = at.ply - self._start
            if played not in self._known:
                self._known[played] = self._analyst.analyze(at)
            found = self._known[played]
        for text in reversed(steps):
            found = found.behind(text)
        return replace(found, line=found.line[:LONGEST_LINE])


def _final(outcome: Any, mover: int) -> Value:
    """What the end of a game is worth to the one who moved last."""
    if outcome.winner is None:
        return Value(score=0.0)
    return Value(win_in=1 if outcome.winner == mover else -1)


def _same(game: Game, before: Any, text: str, position: Any) -> bool:
    """Whether another move leads to the same position, mirrored or turned perhaps."""
    other = before.copy()
    other.push(game.parse_move(other, text))
    return bool(_key(other) == _key(position))


def _key(position: Any) -> int:
    return int(getattr(position, "canonical_key", position.key))
