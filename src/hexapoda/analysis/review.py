"""Review of a recorded game: what every move was worth, what was better, and by how much.

Owns the walk through the game: each position is searched once, because what a move is worth is what the
position behind it is worth to the other side. Positions with a single move are not searched at all: they are
worth what that move is. Judging is `review_judgement`'s, files are `review_pgn`'s, sums `review_summary`'s.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from hexapoda.analysis.review_judgement import Judgement, judge
from hexapoda.analysis.review_move import MoveReview
from hexapoda.analysis.review_value import Value
from hexapoda.analysis.winning_chance import SCALE
from hexapoda.engine import Engine, Limit
from hexapoda.errors import EngineError, HexapodaError, InvalidGameError, UsageError
from hexapoda.games import Game
from hexapoda.host import RunningSearch
from hexapoda.record import GameTree

__all__ = ["Explain", "Finding", "ReviewSettings", "review_game"]

_UNPROVEN = frozenset({Judgement.INACCURACY, Judgement.MISTAKE, Judgement.BLUNDER})
"""What is called so wants a reason; where something is proven, that is the reason."""
_LINE = 12
"""So many plies of a better line are kept."""
_SINGLE = 50
"""So many positions with a single move are stepped over, one behind the other."""
_TICK = 0.2
"""Seconds after which an interrupt is noticed at the latest."""
_PATIENCE = 5.0
"""Seconds that an engine has to stop in when the review is broken off."""

Explain: TypeAlias = Callable[[Any, tuple[str, ...], tuple[str, ...]], str]
"""Says why one line is better than another, in words or not at all: `explain(position, better, worse)`."""


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


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search says about a position.

    Attributes:
        value: to the side to move.
        line: that it expects, the best move first.
        reason: why the line is better than the move that was played; None when nobody has asked yet.
    """

    value: Value
    line: tuple[str, ...]
    reason: str | None = None


def review_game(
    tree: GameTree,
    engine: Engine,
    settings: ReviewSettings,
    *,
    known: Mapping[int, Finding] | None = None,
    explain: Explain | None = None,
) -> Iterator[MoveReview]:
    """Review the main line of a game, move by move.

    `engine` keeps what it learns from move to move: it is told of no new game but the first. `known` holds
    findings of an earlier review by the plies before them, which are not searched again.

    Raises `UsageError` when there is nothing to review, `InvalidGameError` for a move behind the end of the
    game, `EngineError` when the engine fails or has no opinion of positions.

    An interrupt ends the search that is running; the moves that were yielded before are whole.
    """
    walk = _Walk(tree, engine, settings, dict(known or {}))
    for ply in walk.plies:
        yield walk.review(ply, explain)


class _Walk:
    """One way through a game."""

    def __init__(
        self, tree: GameTree, engine: Engine, settings: ReviewSettings, known: dict[int, Finding]
    ) -> None:
        self._game: Game = tree.game
        self._engine = engine
        self._settings = settings
        self._texts = [node.text for node in tree.main_line()]
        self.plies = settings.plies(len(self._texts))
        self._begun = False
        self._found = known
        self._at: Any = tree.start
        self._start: int = self._at.ply
        for text in self._texts[: self.plies.start - 1]:
            self._at.push(self._game.parse_move(self._at, text))

    def review(self, ply: int, explain: Explain | None) -> MoveReview:
        """The review of the move of that ply, which is the next one to be played in `_at`."""
        position = self._at
        text = self._texts[ply - 1]
        over = position.outcome()
        if over is not None:
            raise InvalidGameError(
                f"ply {ply} {text!r}: the game is over before it, by {over.termination.value}", ply=ply
            )
        move = self._game.parse_move(position, text)
        found = self._finding(position)
        only = len(position.legal_moves) == 1
        before = position.copy()
        position.push(move)
        after = self._after(position, before.turn)
        best = only or found.line[0] == text or _same(self._game, before, found.line[0], position)
        line = found.line if not best or found.line[0] == text else (text,)
        scale = self._settings.scale
        chances = found.value.chance(scale), after.chance(scale)
        chance_loss = 0.0 if best else max(chances[0] - chances[1], 0.0)
        judgement = judge(found.value, after, chance_loss, best=best)
        missed = not best and found.value.is_won and not after.is_won
        allowed = not best and after.is_lost and not found.value.is_lost
        reason = found.reason or ""
        if found.reason is None and explain is not None and judgement in _UNPROVEN:
            reason = explain(before, line, (text, *self._expected(position)))
        return MoveReview(
            ply=ply,
            player=before.turn,
            move=text,
            before=found.value,
            after=after,
            chance_before=chances[0],
            chance_after=chances[1],
            # Of a move that is good enough only the better one is told: files do not keep more either.
            line=line if judgement.is_error else line[:1],
            judgement=judgement,
            chance_loss=chance_loss,
            loss=0.0 if best else max(found.value.points() - after.points(), 0.0),
            missed_win=found.value.win_in if missed else None,
            allowed_win=-(after.win_in or 0) if allowed else None,
            only=only,
            reason=reason,
        )

    def _after(self, position: Any, mover: int) -> Value:
        """What the move that led to `position` is worth to the one who made it."""
        outcome = position.outcome()
        if outcome is None:
            return self._finding(position).value.flipped().counted_before()
        if outcome.winner is None:
            return Value(score=0.0)
        return Value(win_in=1 if outcome.winner == mover else -1)

    def _expected(self, position: Any) -> tuple[str, ...]:
        return () if position.outcome() is not None else self._finding(position).line

    def _finding(self, position: Any) -> Finding:
        """What is found in a position that is not over. Where there is only one move, and so no choice, the
        first position with a choice is searched.
        """
        at = position.copy()
        steps: list[str] = []
        mover = at.turn
        while at.outcome() is None and len(at.legal_moves) == 1 and len(steps) < _SINGLE:
            move = at.legal_moves[0]
            steps.append(self._game.format_move(at, move))
            mover = at.turn
            at.push(move)
        line: tuple[str, ...]
        if at.outcome() is not None:
            value, line = self._after(at, mover), (steps.pop(),)
        else:
            # A position behind single moves is one of the game, or the only one that can follow it.
            played = at.ply - self._start
            found = self._found.get(played)
            if found is None:
                found = self._found[played] = self._search(at)
            if not steps:
                return found
            value, line = found.value.flipped().counted_before(), (steps.pop(), *found.line)
        for text in reversed(steps):
            value, line = value.flipped().counted_before(), (text, *line)
        return Finding(value, line[:_LINE])

    def _search(self, position: Any) -> Finding:
        engine = self._engine
        if not self._begun:
            engine.new_game()
            self._begun = True
        thinking = RunningSearch(engine, position, self._settings.limit)
        try:
            while not thinking.done:  # not in one wait: an interrupt could come just before it and be missed
                thinking.next_info(_TICK)
            result = thinking.result()
        finally:
            if not thinking.done:  # an interrupt: the engine has to be let go
                with suppress(HexapodaError):
                    thinking.finish(_PATIENCE)
        info = result.info
        if not info.win_in and (info.score is None or math.isnan(info.score)):
            raise EngineError(
                f"engine {engine.name!r} does not say what a position is worth: "
                "expected one that tells scores"
            )
        score = None if info.score is None else float(info.score)
        line = [result.move, *info.pv[1:]] if info.pv[:1] == (result.move,) else [result.move]
        return Finding(Value(score, info.win_in or None, info.depth), self._written(position, line))

    def _written(self, position: Any, moves: list[Any]) -> tuple[str, ...]:
        """The texts of a line, as far as it is legal: engines are not always right about later moves."""
        at = position.copy()
        texts: list[str] = []
        for move in moves[:_LINE]:
            if at.outcome() is not None or not at.is_legal(move):
                break
            texts.append(self._game.format_move(at, move))
            at.push(move)
        return tuple(texts)


def _same(game: Game, before: Any, text: str, position: Any) -> bool:
    """Whether another move leads to the same position, mirrored or turned perhaps."""
    other = before.copy()
    other.push(game.parse_move(other, text))
    return bool(_key(other) == _key(position))


def _key(position: Any) -> int:
    return int(getattr(position, "canonical_key", position.key))
