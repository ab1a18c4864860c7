"""Learn a policy for moves of Hex from the engine's own searches: python -m tools.hex_patterns GAMES...

Reads games that `hexapoda train` has played with `rave`, fits the weights of all patterns so that they
predict the shares of visits (a softmax over the free cells, by AdaGrad with an L2 penalty), and writes
src/hexapoda/hex/data/patterns.gz.
Patterns make the engine stronger, and a stronger engine plays better games to learn from: the file in the
repository comes from the second round. docs/explanation/hex-engine.md describes the results.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import hex as _core
from hexapoda.errors import UsageError
from hexapoda.hex import Position
from hexapoda.train.expert.game_lines import taken_games

FILE = Path(__file__).parent.parent / "src" / "hexapoda" / "hex" / "data" / "patterns.gz"
BATCH = 512
"""Positions per step of the fit."""
VALIDATION = 10
"""One position out of this many is kept for validation, taken from the end of the files."""


@dataclass(frozen=True)
class Samples:
    """The free cells of many positions, one position after another."""

    features: NDArray[np.int32]
    """[cells, features of a cell]."""
    policy: NDArray[np.float32]
    """[cells]: the share of each cell in the visits of its position."""
    starts: NDArray[np.int64]
    """[positions + 1]: the index of the first cell of each position."""

    def __len__(self) -> int:
        return len(self.starts) - 1

    def part(self, first: int, end: int) -> Samples:
        """The positions from `first` up to `end`, which is not included."""
        starts = self.starts[first : end + 1]
        cells = slice(starts[0], starts[-1])
        return Samples(self.features[cells], self.policy[cells], starts - starts[0])


def sample(paths: list[Path]) -> Samples:
    """All positions of the games with a long search. Raises `UsageError` if there are none, and for a line
    that is not such a game.
    """
    searches = [search for game in taken_games(paths, _searches) for search in game]
    if not searches:
        raise UsageError(f"no searches in {', '.join(map(str, paths))}: expected games of `hexapoda train`")
    features, policies = zip(*searches, strict=True)
    starts = np.cumsum([0] + [len(policy) for policy in policies])
    return Samples(np.concatenate(features), np.concatenate(policies), starts)


def _searches(number: int, game: dict[str, Any]) -> list[tuple[NDArray[np.int32], NDArray[np.float32]]]:
    """The features and the policies of the positions of a game with a long search."""
    position = Position(game["variant"], swap="off")
    played: list[Any] = [None, None]
    searches = []
    for text, visits in zip(game["moves"], game["visits"], strict=True):
        move = position.parse_move(text)
        if visits:
            found = _core.pattern_features(position, played[-1], played[-2])
            counts = np.array([visits.get(str(cell), 0) for cell, _ in found], np.float32)
            searches.append((np.array([shown for _, shown in found], np.int32), counts / counts.sum()))
        played.append(move)
        position.push(move)
    return searches


def predicted(weights: NDArray[np.float64], samples: Samples) -> NDArray[np.float64]:
    """[cells]: the predicted policy, the probability that each cell is played."""
    logits = weights[samples.features].sum(1)
    cells, first = np.diff(samples.starts), samples.starts[:-1]
    powers = np.exp(logits - np.repeat(np.maximum.reduceat(logits, first), cells))
    policy: NDArray[np.float64] = powers / np.repeat(np.add.reduceat(powers, first), cells)
    return policy


def loss(weights: NDArray[np.float64], samples: Samples) -> float:
    """The cross entropy, in nats per position."""
    parts = [samples.part(first, first + BATCH) for first in range(0, len(samples), BATCH)]
    sums = [(part.policy * np.log(predicted(weights, part) + 1e-12)).sum() for part in parts]
    return float(-sum(sums) / len(samples))


def fit(samples: Samples, epochs: int, rate: float, penalty: float, seed: int = 1) -> NDArray[np.float64]:
    """Fit one weight for each feature."""
    weights = np.zeros(_core.PATTERN_FEATURES)
    squares = np.full(len(weights), 1e-8)
    rng = np.random.default_rng(seed)
    for epoch in range(epochs):
        for first in rng.permutation(np.arange(0, len(samples), BATCH)):
            part = samples.part(first, first + BATCH)
            slope = (predicted(weights, part) - part.policy) / len(part)
            each = np.repeat(slope, part.features.shape[1])
            gradient = np.bincount(part.features.ravel(), each, len(weights))
            seen = np.nonzero(gradient)[0]
            step = gradient[seen] + penalty * weights[seen]
            squares[seen] += step * step
            weights[seen] -= rate * 0.25 ** (epoch / epochs) * step / np.sqrt(squares[seen])
        print(f"epoch {epoch + 1}: loss {loss(weights, samples):.4f}", flush=True)
    return weights


def packed(weights: NDArray[np.float64]) -> bytes:
    """The content of the file, the same for the same weights."""
    units = np.clip(np.round(weights / _core.PATTERN_UNIT), -127, 127).astype(np.int8)
    return gzip.compress(units.tobytes(), 9, mtime=0)


def main() -> None:
    """Parse the command line and run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--rate", type=float, default=0.3)
    parser.add_argument("--penalty", type=float, default=1e-5)
    given = parser.parse_args()
    try:
        samples = sample(given.files)
    except (OSError, UsageError) as error:
        sys.exit(str(error))
    kept = len(samples) - len(samples) // VALIDATION
    weights = fit(samples.part(0, kept), given.epochs, given.rate, given.penalty)
    unseen = samples.part(kept, len(samples))
    print(
        f"{len(samples)} positions; validation: loss {loss(weights, unseen):.4f}, "
        f"uniform {loss(weights * 0, unseen):.4f}"
    )
    FILE.write_bytes(packed(weights))
    print(f"wrote {FILE}, {FILE.stat().st_size} bytes; engines load it when they start")


if __name__ == "__main__":
    main()
