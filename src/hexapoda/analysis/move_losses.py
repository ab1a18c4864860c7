"""How much moves lose: one engine judges the moves of players in a sample of positions from recorded games,
and the moves that other engines choose in the same positions.

Samples positions, judges the moves, and computes means with their intervals. `position_analysis` analyzes
positions. Each position is judged independently, so a measurement can resume at any of them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, NamedTuple

from hexapoda.analysis.engine_opponent import EngineOpponent
from hexapoda.analysis.position_analysis import Analyst, compared
from hexapoda.analysis.review import final_value, position_key
from hexapoda.engine import Engine, Limit
from hexapoda.games import Game
from hexapoda.record import GameTree
from hexapoda.record.given_moves import given_in

__all__ = ["Loss", "MeanLoss", "MoveJudge", "Sampled", "mean_loss", "sampled"]

_DECIDED = 0.05
"""Positions are skipped if the win probability of the best move is below this or above 1 minus this, because
hardly any move loses anything there."""
_MIN_GAMES = 10
"""The minimum number of games for an interval."""
_Z = NormalDist().inv_cdf(0.975)


class Sampled(NamedTuple):
    """A position of a game, and the move that was played in it."""

    ply: int
    """The ply of the move, counted from 1."""
    player: int
    position: Any
    move: str


class Loss(NamedTuple):
    """The loss of a move in comparison with the best move that the judge found."""

    points: float
    """The loss in points, 0 to 20. A point is 100 units of the engine's score."""
    probability: float
    """The loss of win probability, 0 to 1."""


@dataclass(frozen=True, slots=True)
class MeanLoss:
    """The mean loss of the moves of one player or engine."""

    positions: int
    games: int
    mean: float
    error: float | None
    """Half the width of the 95% interval of the mean; None for fewer than 10 games."""


def sampled(tree: GameTree, count: int, seed: str) -> list[Sampled]:
    """Return up to `count` random positions of a game with more than one legal move, in the order of play.
    The opening is skipped, because opening theory is more reliable there than the judge. `seed` determines
    the selection.
    """
    game, position = tree.game, tree.start
    first = max(given_in(tree.header.tags), game.analysis.OPENING) + 1
    found = []
    for ply, node in enumerate(tree.main_line(), 1):
        if position.outcome() is not None:
            break
        if ply >= first and len(position.legal_moves) > 1:
            found.append(Sampled(ply, position.turn, position.copy(), node.text))
        game.push_recorded(position, game.recorded_move(position, node.text))
    chosen = random.Random(seed).sample(range(len(found)), min(count, len(found)))
    return [found[place] for place in sorted(chosen)]


class MoveJudge:
    """Judges how much moves lose, by searches of one engine."""

    def __init__(self, game: Game, engine: Engine, limit: Limit, scale: float) -> None:
        """`limit` applies to each search. `scale` is the score that corresponds to a win probability of
        73%.
        """
        self._game, self._engine, self._limit, self._scale = game, engine, limit, scale

    def losses(
        self, sample: Sampled, movers: Mapping[str, EngineOpponent], seed: int
    ) -> dict[str, Loss] | None:
        """Return the losses by key: "" for the player's move, and the keys of `movers` for the moves that
        these engines choose. Return None if the position is decided. `seed` seeds the engines' random
        choices. Raises the errors of `EngineOpponent.choose`, and `EngineError` if the judge fails.
        """
        # A new analyst for each position, so that the engine carries nothing over from other positions.
        analyst = Analyst(self._game, self._engine, self._limit, self._scale)
        before = analyst.analyze(sample.position)
        probability = before.value.win_probability(self._scale)
        if not _DECIDED <= probability <= 1 - _DECIDED:
            return None
        best = self._after(sample.position, before.line[0])
        known = {position_key(best): Loss(0.0, 0.0)}

        def loss(text: str) -> Loss:
            after = self._after(sample.position, text)
            key = position_key(after)
            if key in known:
                return known[key]
            outcome = after.outcome()
            if outcome is not None:
                value, other = before.settled, final_value(outcome, sample.player)
            else:
                value, other = compared(before, analyst.analyze(after))
            chances = value.win_probability(self._scale), other.win_probability(self._scale)
            known[key] = Loss(max(value.points() - other.points(), 0.0), max(chances[0] - chances[1], 0.0))
            return known[key]

        found = {"": loss(sample.move)}
        for name, mover in movers.items():
            mover.begin(seed)
            chosen = mover.choose(sample.position.copy())
            found[name] = loss(self._game.format_move(sample.position, chosen))
        return found

    def _after(self, position: Any, text: str) -> Any:
        after = position.copy()
        self._game.push_recorded(after, self._game.recorded_move(after, text))
        return after


def mean_loss(losses: Mapping[Any, Iterable[float]]) -> MeanLoss:
    """Return the mean of all losses, which are grouped by game. The positions of one game are correlated, so
    the interval is computed from the variance between games, as for a ratio estimator (Cochran, "Sampling
    Techniques", 1977, chapter 9A). Raises `ValueError` if there are no losses.
    """
    groups = [list(group) for group in losses.values()]
    groups = [group for group in groups if group]
    count = sum(map(len, groups))
    if not count:
        raise ValueError("expected at least one loss")
    mean = sum(map(sum, groups)) / count
    if len(groups) < _MIN_GAMES:
        return MeanLoss(count, len(groups), mean, None)
    spread = sum((sum(group) - mean * len(group)) ** 2 for group in groups)
    error = _Z * math.sqrt(spread * len(groups) / (len(groups) - 1)) / count
    return MeanLoss(count, len(groups), mean, error)
