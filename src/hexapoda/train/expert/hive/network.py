"""The evaluation network of Hive in PyTorch, and its weights as a file.

cpp/hive/evaluate/evaluation_network.hpp implements the same network in the core, with integers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import hive as _core
from hexapoda.hive.network import network_shape, read_evaluation
from hexapoda.nets.network_file import NetworkHeader, read_network, write_network
from hexapoda.train.expert.hive.samples import SCALE
from hexapoda.train.pytorch import Tensor, nn, torch

__all__ = ["EvaluationNetwork", "load", "weights_of", "write"]

LARGEST = 1.5
"""The largest absolute value of the first layer's weights and biases; with it, all sums fit in 16 bits."""


class EvaluationNetwork(nn.Module):
    """The network of evaluation_network.hpp, with scores divided by `SCALE`."""

    def __init__(self) -> None:
        """Initialize the scores of the features with the built-in weights, and the other weights randomly."""
        super().__init__()
        sizes = network_shape()["sizes"]
        named = [row[4] for row in _core.evaluation_features()]
        self.features, inputs, hidden = sizes["features"], sizes["inputs"], sizes["hidden"]
        self.scores = nn.Parameter(torch.zeros(self.features, 2))
        self.rows = nn.Parameter(torch.empty(self.features, inputs))
        self.bias = nn.Parameter(torch.full((inputs,), 0.3))
        self.hidden = nn.Linear(2 * inputs, hidden)
        self.output = nn.Linear(hidden, 2)
        with torch.no_grad():
            self.scores[: len(named)] = torch.tensor(named, dtype=torch.float32) / SCALE
            self.rows.normal_(std=0.1)
            self.output.weight.normal_(std=0.02)
            self.output.bias.zero_()

    def forward(self, features: Tensor, late: Tensor) -> Tensor:
        """Return the logits of a win for the side to move, [B]. `features`, [B, 2, 80], has the features of
        the side to move and of its opponent, padded with -1; `late`, [B], has the weights of the late game.
        """
        rows = torch.cat([self.rows.clamp(-LARGEST, LARGEST), self.scores], 1)
        rows = torch.cat([rows, torch.zeros_like(rows[:1])])  # the row for -1, no feature
        sums = nn.functional.embedding_bag(features.flatten(0, 1) % len(rows), rows, mode="sum")
        own, enemy = sums.unflatten(0, (-1, 2)).unbind(1)
        bias = self.bias.clamp(-LARGEST, LARGEST)
        inputs = torch.cat([own[:, :-2] + bias, enemy[:, :-2] + bias], 1).clamp(0, 1)
        scores = own[:, -2:] - enemy[:, -2:] + self.output(self.hidden(inputs).clamp(0, 1))
        return torch.as_tensor(scores[:, 0] * (1 - late) + scores[:, 1] * late)


def weights_of(network: EvaluationNetwork) -> NDArray[np.float32]:
    """Return the weights in the order of the file, with scores in the unit of the engine."""
    parts = [
        torch.cat([network.rows.clamp(-LARGEST, LARGEST), network.scores * SCALE], 1),
        network.bias.clamp(-LARGEST, LARGEST),
        network.hidden.weight,
        network.hidden.bias,
        network.output.weight * SCALE,
        network.output.bias * SCALE,
    ]
    return np.asarray(torch.cat([part.detach().reshape(-1) for part in parts]).cpu().numpy(), np.float32)


def load(path: Path, network: EvaluationNetwork) -> None:
    """Load the weights of a file into a network. Raises `UsageError`."""
    read_evaluation(path)  # checks the header and the weights
    file = read_network(path)
    values, begin = torch.from_numpy(np.array(file.values, np.float32)), 0

    def taken(*shape: int) -> Tensor:
        nonlocal begin
        count = int(np.prod(shape))
        begin += count
        return values[begin - count : begin].view(shape)

    with torch.no_grad():
        rows = taken(file.header.sizes["features"], network.rows.shape[1] + 2)
        network.rows.zero_()  # an older file has no rows for the last features
        network.scores.zero_()
        network.rows[: len(rows)], network.scores[: len(rows)] = rows[:, :-2], rows[:, -2:] / SCALE
        network.bias[:] = taken(*network.bias.shape)
        network.hidden.weight[:] = taken(*network.hidden.weight.shape)
        network.hidden.bias[:] = taken(*network.hidden.bias.shape)
        network.output.weight[:] = taken(*network.output.weight.shape) / SCALE
        network.output.bias[:] = taken(*network.output.bias.shape) / SCALE


def write(path: Path, network: EvaluationNetwork, training: dict[str, Any]) -> None:
    """Write the network file atomically; `training` goes into its header. Raises `OSError`, and
    `ValueError`, without writing anything, if the core would refuse the weights.
    """
    weights = weights_of(network)
    _core.EvaluationNetwork(weights.tobytes())
    write_network(path, NetworkHeader(weights=len(weights), training=training, **network_shape()), weights)
