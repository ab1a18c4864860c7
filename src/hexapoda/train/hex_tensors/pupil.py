"""`Pupils`: networks for CPUs that learn from the games of a teacher and its evaluations of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from hexapoda.train.device import device_of, in_bfloat16, is_fast_in_bfloat16
from hexapoda.train.expert.hex.lesson import VALUE_WEIGHT, augmented, losses, outputs
from hexapoda.train.expert.hex.network import Network
from hexapoda.train.expert.hex.samples import HexSamples
from hexapoda.train.pytorch import Tensor, nn, torch

__all__ = ["Pupils", "taught"]

_ROUNDED = 0.12
"""The share of the training, at the end, that computes with rounded numbers."""
_MEASURED = 1024
"""The number of positions from which the ranges of the rounded numbers are measured."""
_WARM = 200
"""The number of steps in which the learning rate rises."""


def taught(samples: HexSamples, teacher: Network) -> HexSamples:
    """Return the positions with new targets: the means of the old targets, which come from games,
    and the teacher's outputs.
    """
    device = device_of(teacher)
    with torch.no_grad(), in_bfloat16(device, is_fast_in_bfloat16(device)):
        log_policy, odds = outputs(teacher, samples)
    policies = (samples.policies.float() + log_policy.exp()) / 2
    return HexSamples(samples.stones, policies, (samples.values + odds.sigmoid()) / 2)


class Pupils:
    """Networks that learn from the same batches of positions."""

    def __init__(self, networks: Sequence[Network], teacher: Network, rate: float) -> None:
        self.networks, self._teacher, self._rate = list(networks), teacher, rate
        self._optimizers = [torch.optim.AdamW(one.parameters(), weight_decay=1e-4) for one in networks]
        self.steps = 0
        self.losses = [deque[Tensor](maxlen=500) for _ in networks]
        """The policy and value losses of the last steps of each network."""

    def learn(self, draw: Callable[[], HexSamples | None], progress: float) -> None:
        """Make a step with each network if `draw` returns positions. `progress` is 0 at the beginning and 1
        at the end.
        """
        samples = draw()
        if samples is None:
            return
        samples = taught(augmented(samples), self._teacher)
        rate = self._rate * min(1.0, (self.steps + 1) / _WARM) * max(0.01, 1 - progress)
        device = device_of(self._teacher)
        for network, optimizer, seen in zip(self.networks, self._optimizers, self.losses, strict=True):
            if progress > 1 - _ROUNDED and not network.rounds:
                network.round_from_now(samples.stones[:_MEASURED])
            for group in optimizer.param_groups:
                group["lr"] = rate
            with in_bfloat16(device, is_fast_in_bfloat16(device) and not network.rounds):
                policy_loss, value_loss = losses(network, samples)
            optimizer.zero_grad()
            (policy_loss + VALUE_WEIGHT * value_loss).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 2.0)
            optimizer.step()
            seen.append(torch.stack((policy_loss, value_loss)).detach())
        self.steps += 1

    def described(self) -> str:
        """Return the mean of each network's last losses, in words."""
        means = [torch.stack(list(seen)).mean(0).tolist() for seen in self.losses if seen]
        return ", ".join(f"policy {policy:.3f} and value {value:.3f}" for policy, value in means)
