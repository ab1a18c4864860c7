"""`EvaluationLesson`: what the evaluation network of Hive learns from the results and scores of games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import hive as _core
from hexapoda.errors import UsageError
from hexapoda.train.device import device_of
from hexapoda.train.expert.hive.network import EvaluationNetwork, load, weights_of, write
from hexapoda.train.expert.hive.samples import EvaluationSamples, sample
from hexapoda.train.learner import Losses
from hexapoda.train.pytorch import Tensor, functional, torch

__all__ = ["EvaluationLesson"]

_TOGETHER = 8192
"""How many positions are measured at once."""


class EvaluationLesson:
    """A network, and the positions of the engine's games. Each is used once before any is repeated."""

    def __init__(
        self, games: Sequence[Path], start: Path | None = None, *, share: float, search: float, seed: int
    ) -> None:
        """The network begins with the weights in the file `start`, or with the built-in weights of the
        features. For `share` and `search`, see `sampled_games`. Raises `UsageError` for damaged files, and if
        there is nothing to learn from.
        """
        self.samples, self.held_out = sample(games, share, search, seed)
        if not len(self.samples):
            raise UsageError(
                f"{games[-1]}: expected positions to learn from: a run in another folder with more games, "
                "or a larger expert.share"
            )
        self._seed = seed
        self._order: tuple[tuple[int, int], list[NDArray[Any]]] = ((-1, 0), [])
        """The number of the current epoch, how many steps it has, and the positions of each step."""
        self.network = EvaluationNetwork()
        if start is not None:
            load(start, self.network)

    @property
    def positions(self) -> int:
        """How many positions the network learns from."""
        return len(self.samples)

    def loss(self, step: int, steps: int, batch: int) -> Tensor:
        """Return the cross-entropy of a step, in nats."""
        parts = max(1, len(self.samples) // batch)
        epoch, place = divmod(step, parts)
        if self._order[0] != (epoch, parts):
            rng = np.random.default_rng([self._seed, epoch])
            self._order = (epoch, parts), np.array_split(rng.permutation(len(self.samples)), parts)
        rows = self._order[1][place]
        return functional.binary_cross_entropy_with_logits(*self._predicted(self.samples, rows))

    def unseen(self) -> Losses:
        """Return the mean squared error on the held-out games, for values from -1 to 1."""
        total, count = 0.0, len(self.held_out)
        for rows in np.split(np.arange(count), range(_TOGETHER, count, _TOGETHER)):
            logits, labels = self._predicted(self.held_out, rows)
            total += float((2 * torch.sigmoid(logits) - 2 * labels).square().sum())
        return Losses(None, total / max(1, count))

    def _predicted(self, samples: EvaluationSamples, rows: NDArray[Any]) -> tuple[Tensor, Tensor]:
        """Return the logits of the network, and the labels."""
        numbers = samples.features[rows].astype(np.int64), samples.late[rows], samples.labels[rows]
        features, late, labels = (torch.from_numpy(each).to(device_of(self.network)) for each in numbers)
        return self.network(features, late), labels

    def check(self) -> None:
        """Raise `ValueError` if the core would refuse the weights."""
        _core.EvaluationNetwork(weights_of(self.network).tobytes())

    def write(self, path: Path, training: dict[str, Any]) -> None:
        """Write the file of the network."""
        write(path, self.network, training)
