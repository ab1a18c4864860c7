"""Fit how the lowest levels of Hive choose moves to games of people: python -m tools.hive_imitation GAMES

Prints the parameters of src/hexapoda/engines/hive/imitation.py and the sharpness of people, with standard
errors, and how well the model predicts games that it was not fitted to: the mean logarithmic loss, and how
often a move that is drawn is the one that was played. Then how often engines play that move, with several
seeds each.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from hexapoda.engine import Limit
from hexapoda.engines.hive.imitation import MAX_EVALUATION, evaluation_after, is_same_piece
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.hive import Move, Position
from hexapoda.hive.game import HIVE
from hexapoda.record import GameRecord, read_games
from hexapoda.registry import parse_engine

OPENING = 4
"""Plies at the start of a game that are left out."""
STEPS = 30
PRIOR = 0.01
"""The inverse variance of the prior of each weight, which keeps the weights finite."""


@dataclass(frozen=True)
class Choice:
    """A choice of a player."""

    features: NDArray[np.float64]
    """[moves, 3]: the evaluation after each legal move, whether the piece moved last, whether it is placed.
    """
    played: int


def records(paths: list[Path]) -> list[GameRecord]:
    """The games of Hive in the files. Raises `HexapodaError` for a file or a game that cannot be read."""
    found = []
    for path in paths:
        for tree in read_games(path):
            if tree.game is not HIVE:
                raise UsageError(f"{path}: expected games of Hive")
            found.append(tree.to_record())
    return found


def decisions(record: GameRecord) -> Iterator[tuple[Position, list[Move], Move]]:
    """The positions after the opening with more than one legal move, these, and the one that was played."""
    rules = dict(record.rules)
    if record.start is None:
        position = HIVE.initial(record.variant, rules)
    else:
        position = HIVE.parse_position(record.start, rules)
    for played in record.moves:
        move = position.parse_move(played.text)
        moves = list(position.legal_moves)
        if position.ply >= OPENING and len(moves) > 1:
            yield position, moves, move
        position.push(move)


def choices(record: GameRecord) -> list[Choice]:
    """The choices of a game that no player could win at once."""
    found = []
    for position, moves, played in decisions(record):
        values = [evaluation_after(position, move) for move in moves]
        if max(values) <= MAX_EVALUATION:
            same = [is_same_piece(position, move) for move in moves]
            placed = [move.origin is None for move in moves]
            features = np.array([np.array(values) / 100, same, placed], np.float64).T
            found.append(Choice(features, moves.index(played)))
    return found


def probabilities(choice: Choice, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probability of each move."""
    logits = choice.features @ weights
    odds = np.exp(logits - logits.max())
    return np.asarray(odds / odds.sum())


def fitted(games: list[list[Choice]]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The most probable weights, by Newton's method, and their standard errors. The choices in a game may
    depend on each other, different games may not (White, "Maximum likelihood estimation of misspecified
    models", 1982).
    """
    weights = np.zeros(3)
    for _ in range(STEPS):
        curve, slopes = PRIOR * np.eye(3), []
        for game in games:
            slopes.append(np.zeros(3))
            for choice in game:
                share = probabilities(choice, weights)
                mean = share @ choice.features
                slopes[-1] += choice.features[choice.played] - mean
                curve += (choice.features.T * share) @ choice.features - np.outer(mean, mean)
        inverse = np.linalg.inv(curve)
        weights = weights + inverse @ (sum(slopes) - PRIOR * weights)
    spread = sum(np.outer(slope, slope) for slope in slopes)
    return weights, np.sqrt(np.diag(inverse @ spread @ inverse))


def main() -> None:
    """Fit, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+", help="games of people, in any format")
    parser.add_argument("--engines", nargs="*", default=[], help="such as alphabeta:level=1")
    parser.add_argument("--seeds", type=int, default=8, help="for each engine")
    given = parser.parse_args()
    if given.seeds < 1:
        parser.error("--seeds must be at least 1")
    try:
        games = records(given.files)
        engines = {
            text: [
                parse_engine(f"{text}{',' if ':' in text else ':'}seed={n}").create()
                for n in range(given.seeds)
            ]
            for text in given.engines
        }
    except HexapodaError as error:
        sys.exit(str(error))
    found = [choices(game) for game in track(games, "evaluating")]
    if not all(any(found[half::2]) for half in (0, 1)):
        sys.exit("expected at least two games with moves after the opening")
    weights, errors = fitted(found)
    print(f"{len(games)} games, {sum(map(len, found))} choices without a win at once")
    print(f"sharpness {weights[0]:.2f} ± {errors[0]:.2f}")
    for name, weight, off in zip(
        ("SAME_PIECE_BONUS", "PLACEMENT_BONUS"), weights[1:], errors[1:], strict=True
    ):
        print(f"{name} {100 * weight / weights[0]:.0f} ± {100 * off / weights[0]:.0f}")
    loss, uniform, drawn = [], [], []
    for half in (0, 1):
        half_weights, _ = fitted(found[1 - half :: 2])
        for choice in (choice for game in found[half::2] for choice in game):
            share = probabilities(choice, half_weights)[choice.played]
            loss.append(-np.log(share))
            uniform.append(np.log(len(choice.features)))
            drawn.append(share)
    print(
        f"moves of the other half of the games: loss {np.mean(loss):.3f}, "
        f"of equal probabilities {np.mean(uniform):.3f}; drawn in {np.mean(drawn):.1%}"
    )
    for text, seeded in engines.items():
        hits = [
            engine.search(position, Limit(nodes=20_000)).move == played
            for game in track(games, text)
            for position, _, played in decisions(game)
            for engine in seeded
        ]
        print(f"{text}: plays the move that was played in {np.mean(hits):.1%}")


if __name__ == "__main__":
    main()
