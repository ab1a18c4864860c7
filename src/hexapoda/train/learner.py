"""`Learner`: fits a network to samples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from hexapoda.errors import HexapodaError, UsageError
from hexapoda.train.board_network import BoardNetwork
from hexapoda.train.iteration_report import LARGEST
from hexapoda.train.run_settings import LearnerSettings
from hexapoda.train.samples import Samples

__all__ = ["Learner", "Losses", "TrainingDivergedError"]


_DIVERGED = "the network has diverged: expected a run in another folder with a lower learning_rate"


class TrainingDivergedError(HexapodaError):
    """The network is not finite, or its loss is not one that a report can have."""


@dataclass(frozen=True, slots=True)
class Losses:
    """Means over the steps of an iteration."""

    policy: float
    """Cross-entropy of the policy, in nats."""
    value: float
    """Squared error of the value."""


class Learner:
    """A network with its optimizer."""

    def __init__(self, network: BoardNetwork, settings: LearnerSettings) -> None:
        self.network, self.settings = network, settings
        self.optimizer = torch.optim.AdamW(
            network.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay
        )

    def fit(
        self, samples: Samples, rng: np.random.Generator, on_update: Callable[[int, int], None] | None = None
    ) -> Losses:
        """Make the steps of an iteration on random samples. Calls `on_update(done, all)` after each.

        Raises `TrainingDivergedError` if a loss is not finite or above `LARGEST`, or the network is not
        finite any more, and `UsageError` without samples.
        """
        if not len(samples):
            raise UsageError("no position to learn from: expected fewer random_plies")
        updates, size = self.settings.updates, min(self.settings.batch, len(samples))
        sums = np.zeros(2)
        self.network.train()
        for done in range(1, updates + 1):
            rows = rng.choice(len(samples), size, replace=False)
            sums += self._step(samples, rows)
            if on_update is not None:
                on_update(done, updates)
        self.network.eval()
        # The losses are those before the last step.
        with torch.inference_mode():
            outputs = self.network(torch.from_numpy(samples.observations[:size]))
        if not all(bool(torch.isfinite(output).all()) for output in outputs):
            raise TrainingDivergedError(_DIVERGED)
        policy, value = sums / updates
        if policy > LARGEST:
            raise TrainingDivergedError(_DIVERGED)
        return Losses(float(policy), float(value))

    def _step(self, samples: Samples, rows: np.ndarray[Any, Any]) -> tuple[float, float]:
        targets = torch.from_numpy(samples.policies[rows])
        values, weights = torch.from_numpy(samples.values[rows]), torch.from_numpy(samples.weights[rows])
        logits, predicted = self.network(torch.from_numpy(samples.observations[rows]))
        policy_loss = functional.cross_entropy(logits, targets)
        value_loss = (weights * (predicted - values) ** 2).sum() / weights.sum().clamp(min=1)
        loss = policy_loss + value_loss
        if not torch.isfinite(loss):
            raise TrainingDivergedError(_DIVERGED)
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step()
        return policy_loss.item(), value_loss.item()
