"""Fit how the lowest levels of Hive choose moves to games of people: python -m tools.hive_imitation GAMES

Prints the parameters of src/hexapoda/engines/hive/imitation.py and of level 1 with their standard errors, and
how well they predict the moves of other games: the mean logarithmic loss, and how often a move that is drawn
is the one that was played. Then how often engines play that move, each with several seeds.
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
from hexapoda.engines.hive.imitation import CLEAR, evaluation_after, is_same_piece
from hexapoda.hive import Move, Position
from hexapoda.hive.game import HIVE
from hexapoda.record import GameRecord
from hexapoda.registry import parse_engine
from hexapoda.storage.files import read_file
from hexapoda.storage.indexing import IndexedGame

OPENING = 4
"""Plies at the start of a game that are left out."""
STEPS = 30
PRIOR = 0.01
"""The inverse variance of the weights before anything is known; with it, they are always finite."""


@dataclass(frozen=True)
class Choice:
    """A choice that somebody made."""

    features: NDArray[np.float64]
    """[moves, 3]: the evaluation after each legal move, whether the piece moved last, whether it is placed.
    """
    played: int


def records(paths: list[Path]) -> list[GameRecord]:
    """The games of Hive in the files. Raises `ValueError` if there are fewer than two."""
    found = [
        game.record
        for path in paths
        for game in read_file(path)
        if isinstance(game, IndexedGame) and game.record.game == "hive"
    ]
    if len(found) < 2:
        raise ValueError("expected at least two games of Hive in the files")
    return found


def decisions(record: GameRecord) -> Iterator[tuple[Position, list[Move], Move]]:
    """The positions after the opening with more than one legal move, these, and the one that was played."""
    position = HIVE.initial(record.variant, dict(record.rules))
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
        worth = [evaluation_after(position, move) for move in moves]
        if max(worth) <= CLEAR:
            same = [is_same_piece(position, move) for move in moves]
            placed = [move.origin is None for move in moves]
            features = np.array([np.array(worth) / 100, same, placed], np.float64).T
            found.append(Choice(features, moves.index(played)))
    return found


def shares(choice: Choice, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probability of each move."""
    logits = choice.features @ weights
    odds = np.exp(logits - logits.max())
    return np.asarray(odds / odds.sum())


def fitted(found: list[Choice]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The weights with the largest likelihood, by Newton's method, and their standard errors."""
    weights = np.zeros(3)
    for _ in range(STEPS):
        slope, curve = -PRIOR * weights, PRIOR * np.eye(3)
        for choice in found:
            share = shares(choice, weights)
            mean = share @ choice.features
            slope += choice.features[choice.played] - mean
            curve += (choice.features.T * share) @ choice.features - np.outer(mean, mean)
        weights = weights + np.linalg.solve(curve, slope)
    return weights, np.sqrt(np.diag(np.linalg.inv(curve)))


def main() -> None:
    """Fit, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+", help="games of people, in any format")
    parser.add_argument("--engines", nargs="*", default=[], help="such as alphabeta:level=1")
    parser.add_argument("--seeds", type=int, default=8, help="for each engine")
    given = parser.parse_args()
    try:
        games = records(given.files)
        engines = {
            text: [
                parse_engine(f"{text}{',' if ':' in text else ':'}seed={n}").create()
                for n in range(given.seeds)
            ]
            for text in given.engines
        }
    except ValueError as error:
        sys.exit(str(error))
    found = [choices(game) for game in track(games, "evaluating")]
    weights, errors = fitted([choice for game in found for choice in game])
    print(f"{len(games)} games, {sum(map(len, found))} choices without a win at once")
    print(f"sharpness {weights[0]:.2f} ± {errors[0]:.2f}")
    for name, weight, off in zip(("SAME_PIECE", "PLACING"), weights[1:], errors[1:], strict=True):
        print(f"{name} {100 * weight / weights[0]:.0f} ± {100 * off / weights[0]:.0f}")
    loss, uniform, drawn = [], [], []
    for half in (0, 1):
        half_weights, _ = fitted([choice for game in found[1 - half :: 2] for choice in game])
        for choice in (choice for game in found[half::2] for choice in game):
            share = shares(choice, half_weights)[choice.played]
            loss.append(-np.log(share))
            uniform.append(np.log(len(choice.features)))
            drawn.append(share)
    print(
        f"moves of the other half of the games: loss {np.mean(loss):.3f}, "
        f"of equal chances {np.mean(uniform):.3f}; drawn in {np.mean(drawn):.1%}"
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
