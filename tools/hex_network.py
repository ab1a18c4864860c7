"""Train the network of Hex on the engine's own games: python -m tools.hex_network GAMES.

Reads files made by `hex_games.py --without network` and trains two outputs: the policy, toward the visits of
long searches, and the value, toward the winner mixed with the value of the search, which depends less on
later mistakes. Writes src/hexapoda/hex/data/network.gz. An interrupted run leaves a checkpoint, from which
`--resume` continues. Needs PyTorch, the extra `train`. docs/explanation/hex-engine.md describes the results.
"""

from __future__ import annotations

import argparse
import gzip
import math
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from hexapoda._core import hex as _core
from hexapoda.hex.cell import parse_cell
from tools.game_lines import games_of

FILE = Path(__file__).parent.parent / "src" / "hexapoda" / "hex" / "data" / "network.gz"
CHANNELS: int = _core.NETWORK_CHANNELS
BLOCKS = 3
BATCH = 256
"""Positions per training step."""
VALIDATION = 20
"""One game out of this many is kept for validation."""
OUTCOME = 0.4
"""The weight of the game's outcome in the value target; the rest is the value of the search."""
SHARPNESS = 1.7
"""The odds of a search without the network, to this power, fit the outcomes best."""
VALUE_WEIGHT = 1.5
"""The weight of the value loss relative to the policy loss."""
RECEPTIVE_MASK = torch.tensor([[0.0, 1, 1], [1, 1, 1], [1, 1, 0]])
"""The cells of a 3x3 square that are neighbors of its middle cell, and that cell."""


@dataclass(frozen=True)
class Samples:
    """Positions on n x n boards, oriented so that the side to move joins top and bottom."""

    stones: Tensor
    """[positions, 3, n, n]: own stones, the opponent's stones, the opponent's last move."""
    policies: Tensor
    """[positions, n * n]: the policy target, shares of visits."""
    values: Tensor
    """[positions]: the value target, a win probability of the side to move."""

    def __len__(self) -> int:
        return len(self.stones)

    def part(self, rows: Tensor) -> Samples:
        """Some of the positions."""
        return Samples(self.stones[rows], self.policies[rows], self.values[rows])


def sample(paths: list[Path]) -> tuple[dict[int, Samples], dict[int, Samples]]:
    """All positions with a long search, by the side of the board: for training, and for validation."""
    found: tuple[dict[int, list[tuple[NDArray[np.uint8], NDArray[np.float32], float]]], ...] = ({}, {})
    for number, game in enumerate(games_of(paths)):
        if "network" not in game.get("without", []):  # SHARPNESS fits only searches without the network
            raise ValueError(f"game {number + 1} of the files was not made by hex_games.py --without network")
        side = int(game["variant"].split("x")[0])
        cells = [parse_cell(text) for text in game["moves"]]
        for ply, (visits, value) in enumerate(zip(game["visits"], game["values"], strict=True)):
            if visits is None:
                continue
            stones = np.zeros((3, side, side), np.uint8)
            for before, (column, row) in enumerate(cells[:ply]):
                stones[(ply - before) % 2, row, column] = 1
            if ply:
                column, row = cells[ply - 1]
                stones[2, row, column] = 1
            policy = np.zeros((side, side), np.float32)
            for text, count in visits.items():
                column, row = parse_cell(text)
                policy[row, column] = count
            if ply % 2:
                stones, policy = stones.transpose(0, 2, 1), policy.T
            searched = min(max(value, 0.01), 0.99)
            sharpened = 1 / (1 + ((1 - searched) / searched) ** SHARPNESS)
            won = game["winner"] == ply % 2
            target = OUTCOME * won + (1 - OUTCOME) * sharpened
            kind = found[number % VALIDATION == 0]
            kind.setdefault(side, []).append((stones, (policy / policy.sum()).ravel(), target))
    training, unseen = (
        {
            side: Samples(
                torch.from_numpy(np.stack([stones for stones, _, _ in samples])),
                torch.from_numpy(np.stack([policy for _, policy, _ in samples])),
                torch.tensor([target for _, _, target in samples], dtype=torch.float32),
            )
            for side, samples in kind.items()
        }
        for kind in found
    )
    return training, unseen


class Convolution(nn.Conv2d):
    """A convolution over a cell and its six neighbors."""

    def forward(self, channels: Tensor) -> Tensor:
        """[B, in, H, W] to [B, out, H, W]; without padding, H and W shrink by 2."""
        return functional.conv2d(channels, self.weight * RECEPTIVE_MASK, self.bias, padding=self.padding)


def pooled(channels: Tensor) -> Tensor:
    """[B, C, H, W] to [B, 2 C]: the means, then the maxima."""
    return torch.cat([channels.mean((2, 3)), channels.amax((2, 3))], 1)


class Block(nn.Module):
    """A residual block: two convolutions and a global pooling, added to the input."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = Convolution(CHANNELS, CHANNELS, 3, padding=1)
        self.outer = Convolution(CHANNELS, CHANNELS, 3, padding=1)
        self.pool = nn.Linear(2 * CHANNELS, CHANNELS)
        for last in (self.outer, self.pool):  # at first a block is the identity
            nn.init.zeros_(last.weight)
            if last.bias is not None:
                nn.init.zeros_(last.bias)

    def forward(self, channels: Tensor) -> Tensor:
        """[B, C, H, W] to [B, C, H, W]."""
        board: Tensor = self.pool(pooled(channels))
        local: Tensor = self.outer(self.inner(channels).relu())
        return (channels + local + board[:, :, None, None]).relu()


class Network(nn.Module):
    """The network of cpp/hex/rave/network.hpp."""

    def __init__(self) -> None:
        super().__init__()
        self.first = Convolution(4, CHANNELS, 3)
        self.blocks = nn.ModuleList([Block() for _ in range(BLOCKS)])
        self.move = nn.Conv2d(CHANNELS, 1, 1)
        self.hidden = nn.Linear(2 * CHANNELS, CHANNELS)
        self.value = nn.Linear(CHANNELS, 1)

    def forward(self, stones: Tensor) -> tuple[Tensor, Tensor]:
        """[B, 3, n, n] to the logits of the policy [B, n * n] and of the value [B]."""
        channels = self.first(framed(stones)).relu()
        for block in self.blocks:
            channels = block(channels)
        value: Tensor = self.value(self.hidden(pooled(channels)).relu())
        policy: Tensor = self.move(channels)
        return policy.flatten(1), value.squeeze(1)


def framed(stones: Tensor) -> Tensor:
    """[B, 3, n, n] to [B, 4, n + 2, n + 2]: adds the edges as stones, and a plane of free cells."""
    planes = functional.pad(stones.float(), (1, 1, 1, 1))
    planes[:, 0, [0, -1], :] = 1
    planes[:, 1, 1:-1, 0] = planes[:, 1, 1:-1, -1] = 1
    return torch.cat([planes, 1 - planes[:, :1] - planes[:, 1:2]], 1)


def losses(network: Network, samples: Samples) -> tuple[Tensor, Tensor]:
    """The cross entropies of the policy and of the value, in nats per position."""
    log_policy, value = outputs(network, samples)
    value_loss = functional.binary_cross_entropy_with_logits(value, samples.values)
    return -(samples.policies * log_policy).sum(1).mean(), value_loss


def outputs(network: Network, samples: Samples) -> tuple[Tensor, Tensor]:
    """The logarithm of the policy [positions, n * n], almost 0 probability for occupied cells, and the logit
    of the value.
    """
    policy, value = network(samples.stones)
    occupied = samples.stones[:, :2].sum(1).flatten(1).bool()
    return functional.log_softmax(policy.float().masked_fill(occupied, -1e4), 1), value.float()


def augmented(samples: Samples) -> Samples:
    """The same positions, with probability 1/2 rotated by half a turn, and some without their last move."""
    stones, policies = samples.stones.clone(), samples.policies
    if torch.rand(()) < 0.5:
        stones, policies = stones.flip(2, 3), policies.flip(1)
    stones[torch.rand(len(stones)) < 0.1, 2] = 0
    return Samples(stones, policies, samples.values)


def weights_of(network: Network) -> NDArray[np.float32]:
    """The weights of a network in the order of cpp/hex/rave/network.hpp."""
    parts: list[Tensor] = []

    def convolution(part: nn.Conv2d) -> None:
        used = [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]
        parts.extend(part.weight[:, :, row, column].T for row, column in used)
        parts.extend([] if part.bias is None else [part.bias])

    def linear(part: nn.Linear) -> None:
        parts.extend([part.weight.T, part.bias])

    convolution(network.first)
    for block in network.blocks:
        assert isinstance(block, Block)
        convolution(block.inner)
        convolution(block.outer)
        linear(block.pool)
    parts.extend([network.move.weight, *([] if network.move.bias is None else [network.move.bias])])
    linear(network.hidden)
    linear(network.value)
    return np.concatenate([part.detach().numpy().ravel() for part in parts]).astype(np.float32)


def packed(weights: NDArray[np.float32]) -> bytes:
    """The content of the file, the same for the same weights. Raises `ValueError` if one does not fit
    float16.
    """
    halves = weights.astype("<f2")
    if not np.isfinite(halves).all():
        raise ValueError("the training diverged: a weight does not fit float16")
    return gzip.compress(halves.tobytes(), 9, mtime=0)


@dataclass
class Training:
    """The state of a training run, which can be saved."""

    network: Network
    optimizer: torch.optim.Optimizer
    step: int = 0

    @classmethod
    def begin(cls, seed: int, path: Path | None) -> Training:
        """Begin a new run, or load one from a file."""
        torch.manual_seed(seed)
        network = Network()
        training = cls(network, torch.optim.AdamW(network.parameters(), weight_decay=1e-4))
        if path is not None:
            held = torch.load(path, weights_only=True)
            network.load_state_dict(held["network"])
            training.optimizer.load_state_dict(held["optimizer"])
            training.step = held["step"]
            torch.set_rng_state(held["rng"])
        return training

    def save(self, path: Path) -> None:
        """Replace the file atomically."""
        fresh = path.with_suffix(".new")
        torch.save(
            {
                "network": self.network.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "step": self.step,
                "rng": torch.get_rng_state(),
            },
            fresh,
        )
        fresh.replace(path)

    def learn(self, samples: dict[int, Samples], steps: int, rate: float, path: Path | None = None) -> None:
        """Train up to `steps` steps in all; the learning rate falls to zero along a cosine. Saves every
        minute.
        """
        saved = time.monotonic()
        sides = list(samples)
        sizes = torch.tensor([len(samples[side]) for side in sides], dtype=torch.float32)
        while self.step < steps:
            for group in self.optimizer.param_groups:
                warm = min(1.0, (self.step + 1) / 200)
                group["lr"] = rate * warm * (1 + math.cos(math.pi * self.step / steps)) / 2
            side = sides[int(torch.multinomial(sizes, 1))]
            batch = augmented(samples[side].part(torch.randint(len(samples[side]), (BATCH,))))
            with torch.autocast("cpu", torch.bfloat16):  # takes half the time
                policy_loss, value_loss = losses(self.network, batch)
            self.optimizer.zero_grad()
            (policy_loss + VALUE_WEIGHT * value_loss).backward()
            self.optimizer.step()
            self.step += 1
            if path is not None and (time.monotonic() - saved > 60 or self.step == steps):
                saved = time.monotonic()
                self.save(path)
                print(
                    f"step {self.step} of {steps}: policy loss {policy_loss.item():.3f}, "
                    f"value loss {value_loss.item():.4f}",
                    flush=True,
                )


def validation(network: Network, samples: Samples) -> tuple[float, float, float]:
    """The policy loss, the value loss, and how often the policy prefers the move with the most visits."""
    sums = np.zeros(3)
    with torch.no_grad():
        for rows in torch.arange(len(samples)).split(BATCH):
            part = samples.part(rows)
            log_policy, value = outputs(network, part)
            policy_sum = -(part.policies * log_policy).sum()
            value_sum = functional.binary_cross_entropy_with_logits(value, part.values, reduction="sum")
            hits = (log_policy.argmax(1) == part.policies.argmax(1)).sum()
            sums += [float(policy_sum), float(value_sum), float(hits)]
    policy_loss, value_loss, accuracy = sums / len(samples)
    return float(policy_loss), float(value_loss), float(accuracy)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+", help="files made by hex_games.py")
    parser.add_argument("--steps", type=int, default=9_000)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checkpoint", type=Path, default=Path("hex_network.pt"), help="saved every minute")
    parser.add_argument("--resume", action="store_true", help="continue from the checkpoint")
    given = parser.parse_args()
    if given.resume != given.checkpoint.exists():
        wrong = (
            "there is no such file"
            if given.resume
            else "left by an earlier run: continue it with --resume, or delete the file"
        )
        parser.error(f"{given.checkpoint}: {wrong}")
    try:
        samples, unseen = sample(given.files)
    except (OSError, ValueError) as error:
        sys.exit(str(error))
    if not samples:
        sys.exit("no game in the files has a position with a long search")
    print(", ".join(f"{len(samples[side])} positions of {side}x{side}" for side in samples), flush=True)
    training = Training.begin(given.seed, given.checkpoint if given.resume else None)
    try:
        training.learn(samples, given.steps, given.rate, given.checkpoint)
    except KeyboardInterrupt:
        training.save(given.checkpoint)
        sys.exit(f"interrupted; --resume continues from step {training.step}")
    for side, part in unseen.items():
        policy_loss, value_loss, accuracy = validation(training.network, part)
        print(
            f"{side}x{side}, unseen: policy loss {policy_loss:.3f} ({accuracy:.0%} right), "
            f"value loss {value_loss:.4f}"
        )
    FILE.write_bytes(packed(weights_of(training.network)))
    given.checkpoint.unlink(missing_ok=True)
    print(f"wrote {FILE}, {FILE.stat().st_size} bytes; engines load it when they start")


if __name__ == "__main__":
    main()
