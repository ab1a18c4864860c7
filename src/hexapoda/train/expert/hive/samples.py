"""Positions of Hive from engine games, with labels for fitting evaluations."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import hive as _core
from hexapoda.hive import Position
from hexapoda.record import Ending, GameRecord
from hexapoda.train.expert.game_lines import HELD_OUT, taken_games

__all__ = ["SCALE", "EvaluationSamples", "SampledGame", "sample", "sampled_games"]

SCALE = 250.0
"""A score of `SCALE` means a win probability of 73%, 1 / (1 + 1/e); this fixes the unit of the weights."""
HEAD, TAIL = 4, 1
"""How many plies are skipped at the beginning of a game, and at its end, where the result depends on a single
move."""
_MOST_SCORE = 3000.0


@dataclass(frozen=True)
class SampledGame:
    """Positions of one game, with their labels."""

    held_out: bool
    """Whether the game is held out from learning."""
    positions: list[Position]
    labels: list[float]
    """For each position: the points of the side to move (1, 0.5 or 0), mixed with the search's scores."""


def sampled_games(paths: Sequence[Path], share: float, search: float, seed: int) -> Iterator[SampledGame]:
    """Yield every game in the files with a random `share` of its positions after the opening.

    `search` is the weight of the search's score in a position's label. The rest is the label of the next
    position or, after the last one, the result of the game. Raises `UsageError` that names the first game
    that is not a finished game of Hive from the usual start.
    """

    def take(number: int, value: dict[str, Any]) -> SampledGame:
        # Independent of the random numbers of `play_game`, the first of which chose the variant.
        rng = random.Random(f"{seed}/positions/{number}")
        return _sampled(number, _record(value), share, search, rng)

    return taken_games(paths, take)


def _record(value: dict[str, Any]) -> GameRecord:
    record = GameRecord.from_json(value)
    if record.game != "hive" or not record.finished or record.start is not None:
        raise ValueError("expected a finished game of Hive from the start")
    return record


def _sampled(number: int, game: GameRecord, share: float, search: float, rng: random.Random) -> SampledGame:
    position = Position(game.variant)
    taken = SampledGame(number % HELD_OUT == 0, [], [])
    labels = _labels(game, search)
    for ply, move in enumerate(game.moves):
        if not move.book and HEAD <= ply < game.plies - TAIL and rng.random() < share:
            taken.positions.append(position.copy())
            taken.labels.append(1 - labels[ply] if position.turn else labels[ply])
        if position._play_uhp([move.text]) != 1:
            raise ValueError(f"{move.text[:40]!r} is not legal at ply {ply}")
    outcome = position.outcome()
    if outcome is not None and outcome.winner != game.winner:
        raise ValueError(f"the board says {position.state}, the record has another winner")
    if outcome is None and game.ending is Ending.NORMAL:
        raise ValueError("the record says that the game is over, the board does not")
    return taken


def _labels(game: GameRecord, search: float) -> list[float]:
    """Return the label of the position before each move, in points for White. A score also counts for earlier
    positions: a later search sees what an earlier one did not reach. Moves without a score change nothing.
    """
    label, labels = game.score_of(0) or 0.0, []
    for ply in reversed(range(game.plies)):
        if (score := game.moves[ply].score) is not None:
            points = 1 / (1 + math.exp(-min(max(score, -_MOST_SCORE), _MOST_SCORE) / SCALE))
            label += search * ((1 - points if ply % 2 else points) - label)
        labels.append(label)
    return labels[::-1]


@dataclass(frozen=True)
class EvaluationSamples:
    """Positions as features, with their labels."""

    features: NDArray[np.int16]
    """[positions, 2, 80]: the features of the side to move and of its opponent, padded with -1."""
    labels: NDArray[np.float32]
    """[positions]: the points of the side to move (1, 0.5 or 0), mixed with the search's scores."""
    late: NDArray[np.float32]
    """[positions]: the weight of the late-game scores, from 0 to 1; the opening scores have the rest."""

    def __len__(self) -> int:
        return len(self.labels)


def sample(
    paths: Sequence[Path], share: float, search: float, seed: int
) -> tuple[EvaluationSamples, EvaluationSamples]:
    """Return the positions of `sampled_games`: those to learn from, and those of the held-out games."""
    parts: tuple[list[EvaluationSamples], ...] = ([], [])
    for game in sampled_games(paths, share, search, seed):
        parts[game.held_out].append(_samples_of(game))
    learned, held_out = map(_joined, parts)
    return learned, held_out


def _samples_of(game: SampledGame) -> EvaluationSamples:
    both = _core.evaluation_lists(game.positions)
    at, turn = np.arange(len(both)), np.array([position.turn for position in game.positions], np.int64)
    return EvaluationSamples(
        np.stack([both[at, turn], both[at, 1 - turn]], 1),
        np.array(game.labels, np.float32),
        np.array([*map(_core.evaluation_phase, game.positions)], np.float32),
    )


def _joined(parts: list[EvaluationSamples]) -> EvaluationSamples:
    if not parts:
        return EvaluationSamples(_core.evaluation_lists([]), np.zeros(0, np.float32), np.zeros(0, np.float32))
    return EvaluationSamples(*(np.concatenate([getattr(one, name) for one in parts]) for name in _NAMES))


_NAMES = [field.name for field in fields(EvaluationSamples)]
