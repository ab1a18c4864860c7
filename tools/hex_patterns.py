"""Learn which moves of Hex are likely, from the engine's own searches: python tools/hex_patterns.py play|fit.

`play` lets `rave` play itself and appends the games to a file, with how often it tried each move. `fit`
reads such files and fits the weights of all patterns so that the shares of the tries come out (a softmax over
the free cells, by AdaGrad with an L2 penalty), and writes src/hexapoda/hex/data/patterns.gz. Patterns make
the engine stronger, and a stronger engine better games: what the repository holds is the second round.
docs/explanation/hex-engine.md tells what it gave.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import multiprocessing
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import hex as _core
from hexapoda.hex import Position
from hexapoda.hex.patterns import pattern_weights

FILE = Path(__file__).parent.parent / "src" / "hexapoda" / "hex" / "data" / "patterns.gz"
BOARDS = ("11x11", "11x11", "11x11", "9x9", "13x13")
"""A game is on one of these."""
VARIED = 8
"""So many plies are drawn by the shares of the tries, later ones are the move tried most."""
RANDOM = 0.02
"""The share of moves at random after the first four plies, so that patterns of poor shapes are met too."""
BATCH = 512
"""Positions between two steps of the fit."""
VALIDATION = 10
"""One position of so many, the last ones of the files, is kept for validation."""


@dataclass(frozen=True)
class Task:
    """One game to be played."""

    number: int
    seed: int
    playouts: int
    patterns: bool


def play_game(task: Task) -> dict[str, Any]:
    """Let the engine play itself until the end is proven: what stands in one line of the file.

    `visits` has for each move the tries of all moves, or None where it was drawn at random.
    """
    chance = random.Random(f"{task.seed}/{task.number}")
    position = Position(chance.choice(BOARDS), swap="off")
    core = _core.RaveCore(128, pattern_weights() if task.patterns else b"")
    parts = sum(_core.rave_parts().values())
    moves: list[str] = []
    visits: list[dict[str, int] | None] = []
    while position.outcome() is None:
        ply = position.ply
        tried: dict[str, int] | None = None
        if ply == 0 or chance.random() < (0.4 if ply < 4 else RANDOM):
            text = str(chance.choice(list(position.legal_moves)))
        else:
            settings = _core.RaveSettings(parts=parts, seed=chance.getrandbits(60))
            lines = core.search(position, math.inf, math.inf, task.playouts, 26 * 26, settings)
            if lines[0][2] != 0:  # proven
                break
            tried = {str(line[-1][0]): line[3] for line in lines if line[3] > 0}
            text = max(tried, key=tried.__getitem__)
            if ply < VARIED:
                text = chance.choices(list(tried), list(tried.values()))[0]
        moves.append(text)
        visits.append(tried)
        position.push(position.parse_move(text))
    return {"variant": position.variant, "moves": moves, "visits": visits}


def play(path: Path, games: int, playouts: int, seed: int, jobs: int, patterns: bool) -> None:
    """Append games to the file until it has so many; what it has already is not played again."""
    whole = list(games_of([path])) if path.exists() else []
    if path.exists():  # a line that was cut off is played again
        path.write_text("".join(json.dumps(game) + "\n" for game in whole), "utf-8")
    there = len(whole)
    tasks = [Task(number, seed, playouts, patterns) for number in range(there, games)]
    with multiprocessing.Pool(jobs) as pool, path.open("a", encoding="utf-8") as file:
        for number, game in enumerate(pool.imap(play_game, tasks, chunksize=1), there + 1):
            file.write(json.dumps(game) + "\n")
            file.flush()
            print(f"\r{number} of {games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def games_of(paths: list[Path]) -> Iterator[dict[str, Any]]:
    """The games of files made by `play`, one JSON object a line; a line that was cut off is left out."""
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                if line.endswith("\n"):
                    yield json.loads(line)


@dataclass(frozen=True)
class Samples:
    """Positions one after the other, each with its free cells."""

    features: NDArray[np.int32]
    """[cells, features of a cell]"""
    shares: NDArray[np.float32]
    """[cells], of the tries of its position."""
    starts: NDArray[np.int64]
    """[positions + 1], where the cells of each begin."""

    def __len__(self) -> int:
        return len(self.starts) - 1

    def part(self, first: int, end: int) -> Samples:
        """The positions first to end - 1, as far as there are any."""
        starts = self.starts[first : end + 1]
        cells = slice(starts[0], starts[-1])
        return Samples(self.features[cells], self.shares[cells], starts - starts[0])


def sample(paths: list[Path]) -> Samples:
    """All positions of the games that were searched."""
    features: list[NDArray[np.int32]] = []
    shares: list[NDArray[np.float32]] = []
    for game in games_of(paths):
        position = Position(game["variant"], swap="off")
        played: list[Any] = [None, None]
        for text, visits in zip(game["moves"], game["visits"], strict=True):
            move = position.parse_move(text)
            if visits:
                found = _core.pattern_features(position, played[-1], played[-2])
                tries = np.array([visits.get(str(cell), 0) for cell, _ in found], np.float32)
                features.append(np.array([shown for _, shown in found], np.int32))
                shares.append(tries / tries.sum())
            played.append(move)
            position.push(move)
    starts = np.cumsum([0] + [len(tries) for tries in shares])
    return Samples(np.concatenate(features), np.concatenate(shares), starts)


def likely(weights: NDArray[np.float64], samples: Samples) -> NDArray[np.float64]:
    """[cells], how likely each is to be played."""
    sums = weights[samples.features].sum(1)
    cells, first = np.diff(samples.starts), samples.starts[:-1]
    powers = np.exp(sums - np.repeat(np.maximum.reduceat(sums, first), cells))
    shares: NDArray[np.float64] = powers / np.repeat(np.add.reduceat(powers, first), cells)
    return shares


def loss(weights: NDArray[np.float64], samples: Samples) -> float:
    """The cross entropy, nats a position."""
    parts = [samples.part(first, first + BATCH) for first in range(0, len(samples), BATCH)]
    sums = [(part.shares * np.log(likely(weights, part) + 1e-12)).sum() for part in parts]
    return float(-sum(sums) / len(samples))


def fit(samples: Samples, epochs: int, rate: float, penalty: float, seed: int = 1) -> NDArray[np.float64]:
    """One weight for each feature."""
    weights = np.zeros(_core.PATTERN_FEATURES)
    squares = np.full(len(weights), 1e-8)
    chance = np.random.default_rng(seed)
    for epoch in range(epochs):
        for first in chance.permutation(np.arange(0, len(samples), BATCH)):
            part = samples.part(first, first + BATCH)
            slope = (likely(weights, part) - part.shares) / len(part)
            each = np.repeat(slope, part.features.shape[1])
            gradient = np.bincount(part.features.ravel(), each, len(weights))
            seen = np.nonzero(gradient)[0]
            step = gradient[seen] + penalty * weights[seen]
            squares[seen] += step * step
            weights[seen] -= rate * 0.25 ** (epoch / epochs) * step / np.sqrt(squares[seen])
        print(f"epoch {epoch + 1}: loss {loss(weights, samples):.4f}", flush=True)
    return weights


def packed(weights: NDArray[np.float64]) -> bytes:
    """What the file holds, the same for the same weights."""
    units = np.clip(np.round(weights / _core.PATTERN_UNIT), -127, 127).astype(np.int8)
    return gzip.compress(units.tobytes(), 9, mtime=0)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="let the engine play itself")
    playing.add_argument("file", type=Path, help="where to append the games")
    playing.add_argument("--games", type=int, default=2400)
    playing.add_argument("--playouts", type=int, default=4000, help="a move")
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    playing.add_argument("--first", action="store_true", help="the first round: play without patterns")
    fitting = commands.add_parser("fit", help="fit the weights and write them")
    fitting.add_argument("files", type=Path, nargs="+", help="files made by play")
    fitting.add_argument("--epochs", type=int, default=12)
    fitting.add_argument("--rate", type=float, default=0.3)
    fitting.add_argument("--penalty", type=float, default=1e-5)
    given = parser.parse_args()
    if given.command == "play":
        play(given.file, given.games, given.playouts, given.seed, given.jobs, not given.first)
        return
    samples = sample(given.files)
    kept = len(samples) - len(samples) // VALIDATION
    weights = fit(samples.part(0, kept), given.epochs, given.rate, given.penalty)
    unseen = samples.part(kept, len(samples))
    print(
        f"{len(samples)} positions; validation: loss {loss(weights, unseen):.4f}, "
        f"uniform {loss(weights * 0, unseen):.4f}"
    )
    FILE.write_bytes(packed(weights))
    print(f"written {FILE}, {FILE.stat().st_size} bytes; the core reads it at its next start")


if __name__ == "__main__":
    main()
