"""`Learner`: fits a network to samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import HexapodaError, UsageError
from hexapoda.nets.network_file import fits_type
from hexapoda.train.board_network import BoardNetwork
from hexapoda.train.device import device_of, enough_memory, in_bfloat16, is_fast_in_bfloat16
from hexapoda.train.packed_samples import PackedSamples
from hexapoda.train.pytorch import AveragedModel, Tensor, functional, get_ema_multi_avg_fn, torch
from hexapoda.train.reports import LARGEST
from hexapoda.train.run_settings import LearnerSettings
from hexapoda.train.samples import Samples

__all__ = ["Learner", "Losses", "Measured", "TrainingDivergedError"]


_IMPOSSIBLE = -1e9
"""The logit of an illegal action: minus infinity times a target of 0 would be NaN."""
_DIVERGED = "the network has diverged: expected a run in another folder with a lower learning_rate"


class TrainingDivergedError(HexapodaError):
    """The network has numbers that are not finite, or a loss that is too large for a report."""


@dataclass(frozen=True, slots=True)
class Losses:
    """Mean losses over the steps of an iteration, or over samples."""

    policy: float | None
    """Cross-entropy of the policy, in nats; None for a network without one."""
    value: float | None
    """Squared error of the value, which ranges from -1 to 1, over the positions whose value is known; None if
    there are none, as when all games were cut short."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Mean losses over samples, and the share of actions that were predicted correctly."""

    policy: float
    value: float
    predicted: float
    """The share of samples whose most probable action is the network's first choice."""


class Learner:
    """A network with its optimizer. It learns on the network's device, in mixed precision on a GPU that
    supports it.
    """

    def __init__(self, network: BoardNetwork, settings: LearnerSettings) -> None:
        self.network, self.settings = network, settings
        self._device = device_of(network)
        self._mixed = self._device.type != "cpu" and is_fast_in_bfloat16(self._device)
        self.optimizer = torch.optim.AdamW(
            network.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay
        )
        self._average: Any = None
        if settings.averaging:
            moving = get_ema_multi_avg_fn(settings.averaging)
            self._average = AveragedModel(network, multi_avg_fn=moving).eval()
        self.unsaved = False
        """Whether a step has been made since this was last set to False."""

    @property
    def playing(self) -> BoardNetwork:
        """The network that plays and is published: the one that learns, or a copy with its averaged
        weights.
        """
        network: BoardNetwork = self.network if self._average is None else self._average.module
        return network

    def stored(self) -> dict[str, Any]:
        """Return the state that `load` restores."""
        average = {} if self._average is None else {"average": self._average.state_dict()}
        return {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict(), **average}

    def load(self, stored: Mapping[str, Any]) -> None:
        """Continue from a state that `stored` returned. Raises the errors of `load_state_dict`, and
        `KeyError`.
        """
        self.network.load_state_dict(stored["network"])
        self.optimizer.load_state_dict(stored["optimizer"])
        if self._average is not None:
            self._average.load_state_dict(stored["average"])

    @enough_memory()
    def fit(
        self,
        samples: Samples | PackedSamples,
        rng: np.random.Generator,
        on_update: Callable[[int, int], None] | None = None,
        *,
        augment: Callable[[Samples], Samples] | None = None,
        progress: float = 0.0,
    ) -> Losses:
        """Make the steps of an iteration on random samples, and return their mean losses. `augment` changes
        the samples of each step; `progress`, 0 to 1, is the share of the run that is done. Calls
        `on_update(done, all)` after each step.

        Raises `TrainingDivergedError` if a loss or the network is not finite, or the policy loss is above
        `LARGEST`, and `UsageError` if there are no samples or memory runs out.
        """
        if not len(samples):
            raise UsageError(
                "no position to learn from: expected fewer random_plies, more games or a larger full, and"
                " another folder"
            )
        settings = self.settings
        updates, size = settings.updates, min(settings.batch, len(samples))
        sums = np.zeros(3)
        [group] = self.optimizer.param_groups
        if settings.final_learning_rate:
            fall = settings.final_learning_rate - settings.learning_rate
            group["lr"] = settings.learning_rate + fall * progress
        self.network.train()
        for done in range(1, updates + 1):
            batch = samples.part(rng.choice(len(samples), size, replace=False))
            sums += self._step(batch if augment is None else augment(batch))
            if on_update is not None:
                on_update(done, updates)
        self._check_finite(samples)
        policy, errors, known = sums.tolist()
        if policy > LARGEST * updates:
            raise TrainingDivergedError(_DIVERGED)
        return Losses(policy / updates, errors / known if known else None)

    @enough_memory()
    def learn_once(
        self,
        samples: Samples | PackedSamples,
        rng: np.random.Generator,
        rate: Callable[[float], float],
        on_update: Callable[[int, int], None] | None = None,
    ) -> None:
        """Learn from all samples once, in random order. `rate(share)` returns the learning rate of a step,
        given the share of the samples that were learned before it, 0 to 1. Calls `on_update(done, all)` after
        each step; both are numbers of samples.

        Raises `TrainingDivergedError`, and `UsageError` if memory runs out.
        """
        if not len(samples):
            return
        order, size = rng.permutation(len(samples)), self.settings.batch
        [group] = self.optimizer.param_groups
        self.network.train()
        try:
            for begin in range(0, len(order), size):
                group["lr"] = rate(begin / len(order))
                rows = order[begin : begin + size]
                self._step(samples.part(rows))
                if on_update is not None:
                    on_update(begin + len(rows), len(order))
        finally:
            group["lr"] = self.settings.learning_rate
        self._check_finite(samples)

    def measure(self, samples: Samples | PackedSamples) -> Measured:
        """Return the mean losses on samples, without learning from them. Without samples, all are 0."""
        policy = value = predicted = 0.0
        self.network.eval()
        with torch.inference_mode():
            for begin in range(0, len(samples), self.settings.batch):
                part = samples.part(np.arange(begin, min(begin + self.settings.batch, len(samples))))
                logits, values = self._outputs(self.playing, part)
                targets = self._here(part.policies)
                error = (values - self._here(part.values)) ** 2
                policy += functional.cross_entropy(logits, targets, reduction="sum").item()
                value += (self._here(part.weights) * error).sum().item()
                predicted += int((logits.argmax(1) == targets.argmax(1)).sum())
        count, weight = max(1, len(samples)), max(1.0, float(samples.weights.sum()))
        return Measured(policy / count, value / weight, predicted / count)

    def _check_finite(self, samples: Samples | PackedSamples) -> None:
        """Raise `TrainingDivergedError` if the network is not finite, or its weights do not fit the 16-bit
        numbers of its file. The loss is computed before each step, so it cannot reveal that the last step
        failed.
        """
        some = samples.part(np.arange(min(self.settings.batch, len(samples))))
        self.network.eval()
        with torch.inference_mode():
            outputs = self.network(self._here(some.observations))
        fits = fits_type(self.network.weights(), "float16")
        if not fits or not all(bool(torch.isfinite(output).all()) for output in outputs):
            raise TrainingDivergedError(_DIVERGED)

    def _step(self, batch: Samples) -> tuple[float, float, float]:
        """Make a step. Return the policy loss, and the sum and the number of the squared errors of values."""
        targets = self._here(batch.policies)
        values, weights = self._here(batch.values), self._here(batch.weights)
        logits, predicted = self._outputs(self.network, batch)
        policy_loss = functional.cross_entropy(logits, targets)
        errors, known = (weights * (predicted - values) ** 2).sum(), weights.sum()
        loss = policy_loss + errors / known.clamp(min=1)
        if not torch.isfinite(loss):
            raise TrainingDivergedError(_DIVERGED)
        self.unsaved = True
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step()
        if self._average is not None:
            self._average.update_parameters(self.network)
        return policy_loss.item(), errors.item(), known.item()

    def _outputs(self, network: BoardNetwork, batch: Samples) -> tuple[Tensor, Tensor]:
        """Return the logits and the values. Illegal actions are masked if the samples say which actions are
        legal.
        """
        with in_bfloat16(self._device, self._mixed and network.training):
            logits, values = network(self._here(batch.observations))
        logits, values = logits.float(), values.float()
        if batch.legal.shape[1]:
            logits = logits.masked_fill(self._here(~batch.legal), _IMPOSSIBLE)
        return logits, values

    def _here(self, numbers: NDArray[Any]) -> Tensor:
        """Return an array as a tensor on the device."""
        return torch.from_numpy(numbers).to(self._device)
