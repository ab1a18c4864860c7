"""Learn which moves of Hex are likely from the engine's own searches: python -m tools.hex_patterns GAMES.

Reads files made by `hex_games.py`, fits the weights of all patterns so that the shares of the tries come out
(a softmax over the free cells, by AdaGrad with an L2 penalty), and writes src/hexapoda/hex/data/patterns.gz.
Patterns make the engine stronger, and a stronger engine better games: what the repository holds is the second
round. docs/explanation/hex-engine.md tells what it gave.
"""

from __future__ import annotations

import argparse
import gzip
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import hex as _core
from hexapoda.hex import Position
from tools.game_lines import games_of

FILE = Path(__file__).parent.parent / "src" / "hexapoda" / "hex" / "data" / "patterns.gz"
BATCH = 512
"""Positions between two steps of the fit."""
VALIDATION = 10
"""One position of so many, the last ones of the files, is kept for validation."""


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
    parser.add_argument("files", type=Path, nargs="+", help="files made by hex_games.py")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--rate", type=float, default=0.3)
    parser.add_argument("--penalty", type=float, default=1e-5)
    given = parser.parse_args()
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
