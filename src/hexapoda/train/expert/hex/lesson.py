"""`HexLesson`: what the network of Hex learns from the engine's own games.

It trains two outputs: the policy, toward the visits of long searches, and the value, toward a mixture of the
result of the game and the value of the search, which depends less on later mistakes. The last steps compute
with rounded numbers, as the core does. docs/explanation/hex-engine.md describes the results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.nets.network_file import fits_type
from hexapoda.train.device import device_of, in_bfloat16, is_fast_in_bfloat16
from hexapoda.train.expert.hex.network import BLOCKS, WEIGHT_TYPE, Network, load, weights_of, write
from hexapoda.train.expert.hex.samples import HexSamples, sample
from hexapoda.train.learner import Losses
from hexapoda.train.pytorch import Tensor, functional, torch

__all__ = ["HexLesson", "losses"]

VALUE_WEIGHT = 1.5
"""The weight of the value loss relative to the policy loss."""
ROUNDED = 0.1
"""The share of the steps, at the end, that compute with rounded numbers."""
MEASURED = 1024
"""The number of positions from which the ranges of the rounded numbers are measured."""
WITHOUT_LAST = 0.2
"""The share of positions whose last move is hidden: a search from a given position may not know it."""
_TOGETHER = 256
"""How many positions are measured at once."""


class HexLesson:
    """A network, and the positions of the engine's games by board size."""

    def __init__(self, games: Sequence[Path], start: Path | None = None, blocks: int = BLOCKS) -> None:
        """The network begins with the weights in the file `start`, or with random ones. Raises `UsageError`
        for damaged files, and if there is nothing to learn from.
        """
        self.samples, self.held_out = sample(games)
        if not self.samples:
            raise UsageError(f"{games[-1]}: expected positions to learn from")
        self._sides = list(self.samples)
        self._sizes = torch.tensor([len(self.samples[side]) for side in self._sides], dtype=torch.float32)
        self.network = Network(blocks)
        if start is not None:
            load(start, self.network)

    @property
    def positions(self) -> int:
        """How many positions the network learns from."""
        return sum(map(len, self.samples.values()))

    def loss(self, step: int, steps: int, batch: int) -> Tensor:
        """Return the loss of a step, on random positions of one board size. At least half of them are from
        long searches, if there are any.
        """
        side = self._sides[int(torch.multinomial(self._sizes, 1))]
        device = device_of(self.network)
        part = augmented(self.samples[side].part(drawn(self.samples[side], batch))).on(device)
        if step >= (1 - ROUNDED) * steps and not self.network.rounds:
            usual = self.samples[self._sides[int(self._sizes.argmax())]]
            self.network.round_from_now(usual.part(torch.randint(len(usual), (MEASURED,))).on(device).stones)
        # Numbers need full precision before they are rounded as in the core.
        with in_bfloat16(device, is_fast_in_bfloat16(device) and not self.network.rounds):
            policy_loss, value_loss = losses(self.network, part)
        return policy_loss + VALUE_WEIGHT * value_loss

    def unseen(self) -> Losses:
        """Return the losses on the held-out games."""
        return measured(self.network, self.held_out)

    def check(self) -> None:
        """Raise `ValueError` if a weight does not fit the file."""
        if not fits_type(weights_of(self.network), WEIGHT_TYPE):
            raise ValueError(f"a weight does not fit {WEIGHT_TYPE}")

    def write(self, path: Path, training: dict[str, Any]) -> None:
        """Write the file of the network."""
        write(path, self.network, training)


def losses(network: Network, samples: HexSamples) -> tuple[Tensor, Tensor]:
    """Return the mean cross-entropies of the policy and of the value, in nats."""
    log_policy, value = outputs(network, samples)
    value_loss = functional.binary_cross_entropy_with_logits(value, samples.values)
    searched = log_policy[: len(samples.policies)]
    policy_loss = -(samples.policies.float() * searched).sum() / max(1, len(searched))
    return policy_loss, value_loss


def outputs(network: Network, samples: HexSamples) -> tuple[Tensor, Tensor]:
    """Return the log-probabilities of the moves, [positions, n * n], where occupied cells have a probability
    near 0, and the logits of the value.
    """
    policy, value = network(samples.stones)
    occupied = samples.stones[:, :2].sum(1).flatten(1).bool()
    return functional.log_softmax(policy.float().masked_fill(occupied, -1e4), 1), value.float()


def augmented(samples: HexSamples) -> HexSamples:
    """Return the positions, either all or none rotated by half a turn, and some without their last move."""
    stones, policies = samples.stones.clone(), samples.policies
    if torch.rand(()) < 0.5:
        stones, policies = stones.flip(2, 3), policies.flip(1)
    stones[torch.rand(len(stones)) < WITHOUT_LAST, 2] = 0
    return HexSamples(stones, policies, samples.values)


def drawn(samples: HexSamples, count: int) -> Tensor:
    """Return the rows of random positions, at least half of them with a policy, if there are any."""
    searched = torch.randint(len(samples.policies) or len(samples), (count // 2,))
    return torch.cat((searched, torch.randint(len(samples), (count - count // 2,))))


def measured(network: Network, unseen: Mapping[int, HexSamples]) -> Losses:
    """Return the mean losses on positions; both are 0 if there are none."""
    policy = value = 0.0
    searches = positions = 0
    with torch.no_grad():
        for samples in unseen.values():
            for rows in torch.arange(len(samples)).split(_TOGETHER):
                part = samples.part(rows).on(device_of(network))
                log_policy, odds = outputs(network, part)
                searched = log_policy[: len(part.policies)]
                policy -= float((part.policies.float() * searched).sum())
                # On the scale of other runs, whose values range from -1 to 1.
                value += float((2 * torch.sigmoid(odds) - 2 * part.values).square().sum())
            searches += len(samples.policies)
            positions += len(samples)
    return Losses(policy / max(1, searches), value / max(1, positions))
