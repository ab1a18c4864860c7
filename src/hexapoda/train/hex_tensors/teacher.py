"""`Teacher`: a network of Hex that is too large for CPUs and learns from its own games on a GPU."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hexapoda.train.device import in_bfloat16, is_fast_in_bfloat16
from hexapoda.train.expert.hex.lesson import VALUE_WEIGHT, augmented, losses
from hexapoda.train.expert.hex.network import Block, Network
from hexapoda.train.expert.hex.samples import HexSamples
from hexapoda.train.hex_tensors.games import GameGroup, GameTerms
from hexapoda.train.pytorch import Tensor, nn, torch

__all__ = ["BOARDS", "Teacher", "TeacherSettings", "embed"]

_AVERAGED = 0.998
"""The share of the averaged weights that is kept in each step."""
BOARDS = {6: 256, 7: 512, 8: 512, 9: 1024, 10: 1024, 11: 4096, 13: 3072, 15: 1536, 17: 768, 19: 768}
"""The sides of the boards, and how many games are played at once on each: enough to keep a large GPU busy."""


@dataclass(frozen=True, slots=True)
class TeacherSettings:
    """How a teacher plays and learns."""

    channels: int = 64
    blocks: int = 8
    boards: dict[int, int] = field(default_factory=lambda: dict(BOARDS))
    """The sides of the boards, and how many games are played at once on each."""
    kept: int = 240
    """How many of the last plies of each game stay in memory."""
    batch: int = 2048
    """Positions per step on 11x11; steps on other boards have about the same total number of cells."""
    passes: float = 2.5
    """How often a position is learned from, on average."""
    rate: float = 0.0015
    last_rate: float = 0.0001
    terms: GameTerms = field(default_factory=GameTerms)
    seed: int = 1


def embed(small: Network, large: Network) -> None:
    """Initialize a network from a smaller one: both then have the same outputs. Weights that do not affect
    the outputs stay random.
    """
    old, new = small.channels, large.channels
    with torch.no_grad():

        def convolution(source: nn.Conv2d, target: nn.Conv2d, inputs: int) -> None:
            weight = target.weight
            weight[:old] = 0
            weight[:old, :inputs] = source.weight
            if source.bias is not None and target.bias is not None:
                target.bias[:old] = source.bias

        def pooled(source: nn.Linear, target: nn.Linear) -> None:
            target.weight[:old] = 0
            target.weight[:old, :old] = source.weight[:, :old]
            target.weight[:old, new : new + old] = source.weight[:, old:]
            target.bias[:old] = source.bias

        convolution(small.first, large.first, 4)
        for source, target in zip(small.blocks, large.blocks, strict=False):
            assert isinstance(source, Block) and isinstance(target, Block)
            convolution(source.inner, target.inner, old)
            convolution(source.outer, target.outer, old)
            pooled(source.pool, target.pool)
        large.move.weight.zero_()
        large.move.weight[:, :old] = small.move.weight
        if small.move.bias is not None and large.move.bias is not None:
            large.move.bias.copy_(small.move.bias)
        pooled(small.hidden, large.hidden)
        large.value.weight.zero_()
        large.value.weight[:, :old] = small.value.weight
        large.value.bias.copy_(small.value.bias)


class Teacher:
    """A network that plays against itself on boards of many sizes at once, and learns between moves."""

    def __init__(self, settings: TeacherSettings, start: Network | None, device: torch.device) -> None:
        """The network begins with the weights of `start`, which may be smaller, or with random ones."""
        torch.manual_seed(settings.seed)
        self.settings, self.device = settings, device
        self.network = Network(settings.blocks, settings.channels)
        if start is not None:
            embed(start, self.network)
        self.network.to(device, memory_format=torch.channels_last)
        self.averaged = copy.deepcopy(self.network).eval()
        """A network with the moving average of the weights."""
        self._player = copy.deepcopy(self.averaged)
        self._mixed = is_fast_in_bfloat16(device)
        if device.type == "cuda":
            self._player.to(torch.bfloat16)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=settings.rate, weight_decay=1e-4)
        self.groups = [
            GameGroup(side, count, self._evaluate, settings.terms, settings.kept, device)
            for side, count in settings.boards.items()
        ]
        self.steps = 0
        self._due = [0.0] * len(self.groups)
        self.losses = {side: deque[Tensor](maxlen=100) for side in settings.boards}
        """The policy and value losses of the last steps on each board."""

    def _evaluate(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        logits, odds = self._player(planes)
        return logits, torch.tanh(odds.float() / 2)

    def round(self, progress: float) -> None:
        """Play a move in every game, then learn. `progress` is 0 at the beginning and 1 at the end."""
        settings = self.settings
        for group in self.groups:
            group.play()
        for rate in self.optimizer.param_groups:
            warm = min(1.0, (self.steps + 1) / 300)
            rate["lr"] = warm * (settings.rate + (settings.last_rate - settings.rate) * progress)
        for number, group in enumerate(self.groups):
            batch = max(64, settings.batch * 121 // group.side**2)
            self._due[number] += settings.passes * settings.boards[group.side] / batch
            while self._due[number] >= 1:
                self._due[number] -= 1
                self._learn(group, batch)
        self._publish()

    def _publish(self) -> None:
        """Play with the averaged weights from now on, copied to where recorded searches read weights."""
        with torch.no_grad():
            for mine, new in zip(self._player.parameters(), self.averaged.parameters(), strict=True):
                mine.copy_(new)

    def _learn(self, group: GameGroup, batch: int) -> None:
        samples = group.sample(batch)
        if samples is None:
            return
        self.network.train()
        with in_bfloat16(self.device, self._mixed):
            policy_loss, value_loss = losses(self.network, augmented(samples))
        loss = policy_loss + VALUE_WEIGHT * value_loss
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
        self.optimizer.step()
        self.steps += 1
        self.losses[group.side].append(torch.stack((policy_loss, value_loss)).detach())
        # Otherwise the first averages would hardly differ from the initial weights.
        kept = min(_AVERAGED, self.steps / (self.steps + 10))
        with torch.no_grad():
            averaged, now = list(self.averaged.parameters()), list(self.network.parameters())
            torch._foreach_lerp_(averaged, now, 1 - kept)

    def drawn(self) -> HexSamples | None:
        """Return positions from games on a random board size, half as many as in a step of the teacher; None
        while too few have a known value.
        """
        sides = self.settings.boards
        shares = torch.tensor([count * side**2 for side, count in sides.items()], dtype=torch.float32)
        group = self.groups[int(shares.multinomial(1))]
        return group.sample(max(32, self.settings.batch * 121 // (2 * group.side**2)))

    def end_games(self) -> None:
        """Free the memory of the searches. No further game can be played."""
        for group in self.groups:
            group.end()
        if self.device.type == "cuda":
            torch.cuda.empty_cache()

    def state(self) -> dict[str, Any]:
        """Return the state for a checkpoint: the weights and the state of learning, but no games."""
        return {
            "network": self.network.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "steps": self.steps,
        }

    def load(self, state: Mapping[str, Any]) -> None:
        """Continue from the `state` of a teacher with a network of this size."""
        self.network.load_state_dict(state["network"])
        self.averaged.load_state_dict(state["averaged"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.steps = state["steps"]
        self._publish()

    def described(self) -> str:
        """Return the progress in words: the steps, and the games and last losses on each board size."""
        parts = [f"{self.steps} steps"]
        for group in self.groups:
            games, plies = group.played
            seen = list(self.losses[group.side])
            policy, value = torch.stack(seen).mean(0).tolist() if seen else (0.0, 0.0)
            parts.append(f"{group.side}: {games} games, {plies} positions, losses {policy:.3f} {value:.3f}")
        return "; ".join(parts)
