"""`Training`: the network of Hex learns from the engine's own games, and goes on after an interruption.

It trains two outputs: the policy, toward the visits of long searches, and the value, toward the winner mixed
with the value of the search; the latter depends less on later mistakes. The last steps compute with rounded
numbers, as the core does. docs/explanation/hex-engine.md describes the results.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.nets.network_file import fits_type
from hexapoda.train.checkpoint import reading_checkpoint, write_checkpoint
from hexapoda.train.expert.hex.network import BLOCKS, Network, load, weights_of
from hexapoda.train.expert.hex.samples import HexSamples
from hexapoda.train.iteration_report import LARGEST
from hexapoda.train.learner import Measured, TrainingDivergedError
from hexapoda.train.pytorch import Tensor, functional, torch

__all__ = ["Training", "check_finite", "measured"]

VALUE_WEIGHT = 1.5
"""The weight of the value loss relative to the policy loss."""
ROUNDED = 0.1
"""The share of the steps that compute with rounded numbers, at the end."""
MEASURED = 1024
"""The positions from which the ranges of the rounded numbers are measured."""
WITHOUT_LAST = 0.2
"""The share of positions that do not show the last move: a search from a position may not know it."""
_BFLOAT16 = torch.backends.cpu.get_cpu_capability().startswith("AVX512")
"""Whether steps that need not round compute in bfloat16. It takes half the time, but twelve times the time
on CPUs that cannot compute in it."""
_DIVERGED = "the network has diverged: expected a run in another folder with a lower expert.rate"
SAVED = 60.0
"""Seconds from one checkpoint to the next."""


def losses(network: Network, samples: HexSamples) -> tuple[Tensor, Tensor]:
    """The cross entropies of the policy and of the value, in nats per position."""
    log_policy, value = outputs(network, samples)
    value_loss = functional.binary_cross_entropy_with_logits(value, samples.values)
    searched = log_policy[: len(samples.policies)]
    policy_loss = -(samples.policies.float() * searched).sum() / max(1, len(searched))
    return policy_loss, value_loss


def outputs(network: Network, samples: HexSamples) -> tuple[Tensor, Tensor]:
    """The logarithm of the policy [positions, n * n], almost 0 probability for occupied cells, and the logit
    of the value.
    """
    policy, value = network(samples.stones)
    occupied = samples.stones[:, :2].sum(1).flatten(1).bool()
    return functional.log_softmax(policy.float().masked_fill(occupied, -1e4), 1), value.float()


def augmented(samples: HexSamples) -> HexSamples:
    """The same positions, with probability 1/2 rotated by half a turn, and some without their last move."""
    stones, policies = samples.stones.clone(), samples.policies
    if torch.rand(()) < 0.5:
        stones, policies = stones.flip(2, 3), policies.flip(1)
    stones[torch.rand(len(stones)) < WITHOUT_LAST, 2] = 0
    return HexSamples(stones, policies, samples.values)


@dataclass
class Training:
    """The state of a training, which can be saved."""

    network: Network
    optimizer: torch.optim.Optimizer
    settings: dict[str, Any]
    """What decides the result: a checkpoint with others is refused."""
    step: int = 0
    seconds: float = 0.0
    """How long the steps took, also those before an interruption."""

    @classmethod
    def begin(
        cls, settings: dict[str, Any], checkpoint: Path, start: Path | None = None, blocks: int = BLOCKS
    ) -> Training:
        """Load a training from its checkpoint, or begin a new one if there is none: with the weights of a
        file, or with random ones. `settings` has the `seed`. Raises `UsageError` if the checkpoint is
        damaged or has other settings, or if the network to begin with cannot be used.
        """
        torch.manual_seed(int(settings["seed"]))
        network = Network(blocks)
        training = cls(network, torch.optim.AdamW(network.parameters(), weight_decay=1e-4), settings)
        if checkpoint.exists():
            training._load(checkpoint)
        elif start is not None:
            load(start, network)
        return training

    def _load(self, checkpoint: Path) -> None:
        with reading_checkpoint(checkpoint) as held:
            for name, value in held["settings"].items():
                if self.settings.get(name) != value:
                    raise UsageError(
                        f"the checkpoint {str(checkpoint)!r} was made with other {name!r}: expected what the "
                        "training began with; without the file it begins anew"
                    )
            self.network.load_state_dict(held["network"])
            self.optimizer.load_state_dict(held["optimizer"])
            self.step, self.seconds = held["step"], held["seconds"]
            torch.set_rng_state(held["rng"])

    def save(self, path: Path) -> None:
        """Replace the file atomically."""
        write_checkpoint(
            path,
            {
                "network": self.network.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "settings": self.settings,
                "step": self.step,
                "seconds": self.seconds,
                "rng": torch.get_rng_state(),
            },
        )

    def learn(
        self,
        samples: Mapping[int, HexSamples],
        checkpoint: Path,
        *,
        steps: int,
        rate: float,
        batch: int = 256,
        on_step: Callable[[int, int], None] = lambda done, all: None,
    ) -> None:
        """Train up to `steps` steps in all, each on `batch` positions; the learning rate falls from `rate` to
        zero along a cosine. Saves every minute and at the end. Calls `on_step(done, all)`.

        Raises `TrainingDivergedError`.
        """
        began, before = time.monotonic(), self.seconds
        saved = began
        sides = list(samples)
        sizes = torch.tensor([len(samples[side]) for side in sides], dtype=torch.float32)
        while self.step < steps:
            for group in self.optimizer.param_groups:
                warm = min(1.0, (self.step + 1) / 200)
                group["lr"] = rate * warm * (1 + math.cos(math.pi * self.step / steps)) / 2
            side = sides[int(torch.multinomial(sizes, 1))]
            part = augmented(samples[side].part(drawn(samples[side], batch)))
            if self.step >= (1 - ROUNDED) * steps and not self.network.rounds:
                usual = samples[sides[int(sizes.argmax())]]
                self.network.round_from_now(usual.part(torch.randint(len(usual), (MEASURED,))).stones)
            with torch.autocast("cpu", torch.bfloat16, enabled=_BFLOAT16 and not self.network.rounds):
                policy_loss, value_loss = losses(self.network, part)
            loss = policy_loss + VALUE_WEIGHT * value_loss
            if not torch.isfinite(loss):
                raise TrainingDivergedError(_DIVERGED)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.step += 1
            self.seconds = before + time.monotonic() - began
            if time.monotonic() - saved > SAVED or self.step == steps:
                saved = time.monotonic()
                self.save(checkpoint)
            on_step(self.step, steps)


def drawn(samples: HexSamples, count: int) -> Tensor:
    """Random positions, at least half of them with a policy, if there are any."""
    searched = torch.randint(len(samples.policies) or len(samples), (count // 2,))
    return torch.cat((searched, torch.randint(len(samples), (count - count // 2,))))


def check_finite(network: Network, found: Measured) -> None:
    """Raise `TrainingDivergedError` if a loss is not finite or above `LARGEST`, or if the weights do not fit
    the file of the network, which has numbers of 16 bits.
    """
    if not fits_type(weights_of(network), "float16") or not max(found.policy, found.value) <= LARGEST:
        raise TrainingDivergedError(_DIVERGED)


def measured(network: Network, unseen: Mapping[int, HexSamples], batch: int = 256) -> Measured:
    """Return the losses on positions that were not learned from, and how often the policy prefers the move
    with the most visits. All are 0 without positions.
    """
    policy = value = hits = 0.0
    searches = positions = 0
    with torch.no_grad():
        for samples in unseen.values():
            for rows in torch.arange(len(samples)).split(batch):
                part = samples.part(rows)
                log_policy, odds = outputs(network, part)
                searched = log_policy[: len(part.policies)]
                policy -= float((part.policies.float() * searched).sum())
                # As the values of other runs, which are -1 to 1.
                value += float((2 * torch.sigmoid(odds) - 2 * part.values).square().sum())
                hits += float((searched.argmax(1) == part.policies.argmax(1)).sum())
            searches += len(samples.policies)
            positions += len(samples)
    return Measured(policy / max(1, searches), value / max(1, positions), hits / max(1, searches))
