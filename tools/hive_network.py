"""Train the evaluation network of Hive on games of engines: python -m tools.hive_network GAMES...

Reads files made by `tune_hive play` and trains the network of cpp/hive/evaluate/evaluation_network.hpp to
predict the result, mixed with the score of the search. Begins with the weights of the features, so that the
network only has to learn what they miss. Writes src/hexapoda/nets/data/hive-evaluation.net. Needs PyTorch,
the extra `train`. docs/explanation/hive-evaluation.md has the results.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from hexapoda._core import hive as _core
from hexapoda.engines.hive.evaluation_network import network_shape
from hexapoda.nets.network_file import NetworkHeader, training_of, write_network
from tools.tune_hive import SCALE, VALIDATION, sampled_games

FILE = Path(__file__).parent.parent / "src" / "hexapoda" / "nets" / "data" / "hive-evaluation.net"
BATCH = 8192
"""The least positions of a training step, unless there are fewer."""
LARGEST = 1.9
"""Inputs of a feature, and their biases, stay within this, so that all sums fit into 16 bits."""


@dataclass(frozen=True)
class Samples:
    """Positions, with their labels."""

    features: NDArray[np.int16]
    """[positions, 2, 64]: the features of the side to move and of its opponent; -1 after the last one."""
    labels: NDArray[np.float32]
    """[positions]: the points of the side to move, 1, 0.5 or 0, mixed with the score of the search."""
    late: NDArray[np.float32]
    """[positions]: the share of the late game, from 0 to 1."""
    scores: NDArray[np.float32]
    """[positions]: the evaluation by the weights of the features, for comparison."""
    game: NDArray[np.int32]
    """[positions]: the number of the game."""

    def part(self, validation: bool) -> Samples:
        """The samples from the games that are, or are not, for validation."""
        chosen = (self.game % VALIDATION == 0) == validation
        return Samples(*(getattr(self, each.name)[chosen] for each in fields(self)))


def sample(paths: list[Path], share: float, search: float, seed: int) -> Samples:
    """Return the positions of `tune_hive.sampled_games` as lists of features. Exits if there are none."""
    features: list[NDArray[np.int16]] = []
    rows: list[tuple[float, float, int, int]] = []
    for game in sampled_games(paths, share, search, seed):
        if not game.positions:
            continue
        both = _core.evaluation_lists(game.positions)
        at, turn = np.arange(len(both)), np.array([position.turn for position in game.positions])
        features.append(np.stack([both[at, turn], both[at, 1 - turn]], 1))
        for position, label in zip(game.positions, game.labels, strict=True):
            rows.append((label, _core.evaluation_phase(position), _core.evaluate(position), game.number))
    if not rows:
        raise SystemExit(f"no positions in {', '.join(map(str, paths))}: expected games of `tune_hive play`")
    labels, late, scores, games = zip(*rows, strict=True)
    return Samples(
        np.concatenate(features),
        np.array(labels, np.float32),
        np.array(late, np.float32),
        np.array(scores, np.float32),
        np.array(games, np.int32),
    )


class EvaluationNetwork(nn.Module):
    """The network of evaluation_network.hpp, with scores divided by `SCALE`."""

    def __init__(self) -> None:
        """The scores of the features begin with their weights, everything else at random."""
        super().__init__()
        sizes = network_shape()["sizes"]
        self.features, inputs, hidden = sizes["features"], sizes["inputs"], sizes["hidden"]
        padding = self.features  # stands for no feature
        self.scores = nn.EmbeddingBag(self.features + 1, 2, mode="sum", padding_idx=padding)
        self.rows = nn.EmbeddingBag(self.features + 1, inputs, mode="sum", padding_idx=padding)
        self.bias = nn.Parameter(torch.full((inputs,), 0.3))
        self.hidden = nn.Linear(2 * inputs, hidden)
        self.output = nn.Linear(hidden, 2)
        weights = torch.tensor([row[4] for row in _core.evaluation_features()], dtype=torch.float32)
        with torch.no_grad():
            self.scores.weight.zero_()
            self.scores.weight[: self.features] = weights / SCALE
            self.rows.weight.normal_(std=0.1)
            self.rows.weight[padding] = 0
            self.output.weight.normal_(std=0.02)
            self.output.bias.zero_()

    def forward(self, features: Tensor, late: Tensor) -> Tensor:
        """The logarithm of the odds that the side to move wins; `features` as in `Samples`, without -1."""
        own, enemy = features[:, 0], features[:, 1]
        scores = self.scores(own) - self.scores(enemy)
        inputs = torch.cat([self.rows(own) + self.bias, self.rows(enemy) + self.bias], 1).clamp(0, 1)
        scores = scores + self.output(self.hidden(inputs).clamp(0, 1))
        return scores[:, 0] * (1 - late) + scores[:, 1] * late

    def weights(self) -> NDArray[np.float32]:
        """All weights, in the order of evaluation_network.hpp, with scores in their own unit."""
        rows = torch.cat([self.rows.weight, self.scores.weight * SCALE], 1)[: self.features]
        output = [self.output.weight * SCALE, self.output.bias * SCALE]
        parts = [rows, self.bias, self.hidden.weight, self.hidden.bias, *output]
        return np.asarray(torch.cat([part.detach().reshape(-1) for part in parts]).numpy(), np.float32)


class Training:
    """Fits a network to samples."""

    def __init__(self, samples: Samples, epochs: int, rate: float, seed: int) -> None:
        """`rate`: the highest learning rate, reached after 0.3 of the steps."""
        torch.manual_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.samples = samples
        self.network = EvaluationNetwork()
        self.steps = max(1, len(samples.labels) // BATCH)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=rate)
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(self.optimizer, rate, epochs * self.steps)

    def epoch(self) -> float:
        """Go through all samples once, in random order; return the mean loss, in nats."""
        total = 0.0
        for number, at in enumerate(
            np.array_split(self.rng.permutation(len(self.samples.labels)), self.steps)
        ):
            features, labels, late = _tensors(self.samples, at, self.network.features)
            loss = functional.binary_cross_entropy_with_logits(self.network(features, late), labels)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.schedule.step()
            with torch.no_grad():
                self.network.rows.weight.clamp_(-LARGEST, LARGEST)
                self.network.bias.clamp_(-LARGEST, LARGEST)
            total += loss.item()
            if not np.isfinite(total):
                raise SystemExit("the loss is not finite")
            print(f"\rstep {number + 1} of {self.steps}", end="", file=sys.stderr, flush=True)
        print("\r", end="", file=sys.stderr)
        return total / self.steps


def _tensors(samples: Samples, at: NDArray[Any], padding: int) -> tuple[Tensor, Tensor, Tensor]:
    features = samples.features[at].astype(np.int32)
    features[features < 0] = padding
    return (
        torch.from_numpy(features),
        torch.from_numpy(samples.labels[at]),
        torch.from_numpy(samples.late[at]),
    )


def loss_of(network: EvaluationNetwork, samples: Samples) -> float:
    """The mean logarithmic loss, in nats."""
    total = 0.0
    with torch.no_grad():
        for at in np.array_split(np.arange(len(samples.labels)), len(samples.labels) // BATCH + 1):
            features, labels, late = _tensors(samples, at, network.features)
            logits = network(features, late)
            total += functional.binary_cross_entropy_with_logits(logits, labels, reduction="sum").item()
    return total / len(samples.labels)


def loss_of_features(samples: Samples) -> float:
    """The loss of the evaluation by the weights of the features."""
    logits, labels = torch.from_numpy(samples.scores / SCALE), torch.from_numpy(samples.labels)
    return float(functional.binary_cross_entropy_with_logits(logits, labels).item())


def write(path: Path, network: EvaluationNetwork, settings: dict[str, Any], **more: Any) -> None:
    """Write the network into a file; `settings` and what else there is to say go into its header. Raises
    `ValueError`, and writes nothing, if the core would refuse the weights.
    """
    weights = network.weights()
    _core.EvaluationNetwork(weights.tobytes())
    training = training_of(settings, **more)
    write_network(path, NetworkHeader(weights=len(weights), training=training, **network_shape()), weights)


def main() -> None:
    """Parse the command line, train and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--share", type=float, default=0.7, help="share of the positions to use")
    parser.add_argument("--search", type=float, default=0.2, help="weight of the search's score in a label")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, default=FILE, help="the file to write")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    samples = sample(options.games, options.share, options.search, options.seed)
    training, validation = samples.part(False), samples.part(True)
    print(f"{len(training.labels)} positions for training, {len(validation.labels)} for validation")
    print(f"  features: loss in validation {loss_of_features(validation):.5f}")
    run = Training(training, options.epochs, options.rate, options.seed)
    for number in range(options.epochs):
        found = run.epoch(), loss_of(run.network, validation)
        print(f"  epoch {number + 1}: loss in training {found[0]:.5f}, validation {found[1]:.5f}", flush=True)
    settings = {name: getattr(options, name) for name in ("share", "search", "epochs", "rate", "seed")}
    counts = {
        "games": int(samples.game.max()) + 1,
        "positions": len(training.labels),
        "loss": round(found[1], 5),
    }
    write(options.out, run.network, settings, **counts)
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()
