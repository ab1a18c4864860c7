"""Train the network of Hex on the engine's own games: python -m tools.hex_network GAMES.

Reads files made by `hex_games.py` and trains two outputs: the policy, toward the visits of long searches,
and the value, toward the winner mixed with the value of the search; the latter depends less on later
mistakes. The last steps compute with rounded numbers, as the core does. Writes
src/hexapoda/nets/data/hex.net. `--from` begins with the weights of a network, such as the one that played
the games. An interrupted run leaves a checkpoint, from which `--resume` continues with
the same options. Needs PyTorch, the extra `train`. docs/explanation/hex-engine.md describes the results.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from hexapoda._core import hex as _core
from hexapoda.data_folder import replacing
from hexapoda.errors import UsageError
from hexapoda.hex.network import ARCHITECTURE, check_network
from hexapoda.nets.network_file import NetworkHeader, read_network, training_of, write_network
from tools.hex_samples import Samples, sample

FILE = Path(__file__).parent.parent / "src" / "hexapoda" / "nets" / "data" / "hex.net"
CHANNELS: int = _core.NETWORK_CHANNELS
BLOCKS = 6
BATCH = 256
"""Positions per training step; at least half come from long searches, if there are any."""
VALUE_WEIGHT = 1.5
"""The weight of the value loss relative to the policy loss."""
ROUNDED = 0.1
"""The share of the steps that compute with rounded numbers, at the end."""
LEAST_STEPS = 100
"""The fewest steps that include some with and some without rounding."""
MEASURED = 1024
"""The positions from which the ranges of the rounded numbers are measured."""
WITHOUT_LAST = 0.2
"""The share of positions that do not show the last move: a search from a position may not know it."""
LEVELS = 127
"""The largest integer that stands for a number between layers, and for a weight."""
RECEPTIVE_MASK = torch.tensor([[0.0, 1, 1], [1, 1, 1], [1, 1, 0]])
"""The cells of a 3x3 square that are neighbors of its middle cell, and that cell."""


class Convolution(nn.Conv2d):
    """A convolution over a cell and its six neighbors."""

    def forward(self, channels: Tensor) -> Tensor:
        """[B, in, H, W] to [B, out, H, W]; without padding, H and W shrink by 2."""
        return functional.conv2d(channels, self.weight * RECEPTIVE_MASK, self.bias, padding=self.padding)

    def rounded(self, channels: Tensor) -> Tensor:
        """The same with rounded weights."""
        weight = rounded_weights(self.weight * RECEPTIVE_MASK)
        return functional.conv2d(channels, weight, self.bias, padding=self.padding)


def pooled(channels: Tensor) -> Tensor:
    """[B, C, H, W] to [B, 2 C]: the means, then the maxima."""
    return torch.cat([channels.mean((2, 3)), channels.amax((2, 3))], 1)


def rounded(numbers: Tensor, most: Tensor) -> Tensor:
    """Numbers clipped to 0 to `most`, in multiples of `most` / `LEVELS`; the gradient passes through."""
    steps = LEVELS / most
    near = (numbers * steps + 0.5).floor().clamp(0, LEVELS) / steps
    return numbers + (near - numbers).detach()


def rounded_weights(weight: Tensor) -> Tensor:
    """The weights of a convolution, rounded in steps that depend on the output; the gradient passes."""
    steps = LEVELS / weight.abs().amax((1, 2, 3), keepdim=True).clamp(min=1e-9)
    return weight + ((weight * steps).round() / steps - weight).detach()


def best_most(numbers: Tensor) -> Tensor:
    """The largest input, of eight candidates, with the least mean squared rounding error."""
    top = numbers.max().clamp(min=1e-3)
    candidates = [top * share for share in (1, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)]
    return min(candidates, key=lambda most: float((rounded(numbers, most) - numbers).square().mean()))


class Block(nn.Module):
    """A residual block: two convolutions and a global pooling, added to the input."""

    most: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.inner = Convolution(CHANNELS, CHANNELS, 3, padding=1)
        self.outer = Convolution(CHANNELS, CHANNELS, 3, padding=1)
        self.pool = nn.Linear(2 * CHANNELS, CHANNELS)
        self.register_buffer("most", torch.zeros(2))
        """Inputs of the two convolutions are clipped to these; 0 until numbers are rounded."""
        for last in (self.outer, self.pool):  # at first a block is the identity
            nn.init.zeros_(last.weight)
            if last.bias is not None:
                nn.init.zeros_(last.bias)

    def forward(self, channels: Tensor) -> Tensor:
        """[B, C, H, W] to [B, C, H, W]."""
        board: Tensor = self.pool(pooled(channels))
        if self.most[0] > 0:
            inner = self.inner.rounded(rounded(channels, self.most[0])).relu()
            local = self.outer.rounded(rounded(inner, self.most[1]))
        else:
            local = self.outer(self.inner(channels).relu())
        return (channels + local + board[:, :, None, None]).relu()

    def find_most(self, channels: Tensor) -> None:
        """Begin to round."""
        inner: Tensor = self.inner(channels).relu()
        self.most[:] = torch.stack((best_most(channels), best_most(inner)))


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

    def round_from_now(self, stones: Tensor) -> None:
        """Compute with rounded numbers, in ranges that fit these positions."""
        with torch.no_grad():
            channels = self.first(framed(stones)).relu()
            for block in self.blocks:
                assert isinstance(block, Block)
                block.find_most(channels)
                channels = block(channels)

    @property
    def rounds(self) -> bool:
        """Whether it computes with rounded numbers."""
        return all(bool(block.most[0] > 0) for block in self.blocks if isinstance(block, Block))


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
    searched = log_policy[: len(samples.policies)]
    policy_loss = -(samples.policies.float() * searched).sum() / max(1, len(searched))
    return policy_loss, value_loss


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
    stones[torch.rand(len(stones)) < WITHOUT_LAST, 2] = 0
    return Samples(stones, policies, samples.values)


def ordered(network: Network) -> list[Tensor]:
    """Views of the weights of a network, in the order of cpp/hex/rave/network_weights.hpp."""
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
        parts.append(block.most)
    parts.extend([network.move.weight, *([] if network.move.bias is None else [network.move.bias])])
    linear(network.hidden)
    linear(network.value)
    return [part.detach() for part in parts]


def weights_of(network: Network) -> NDArray[np.float32]:
    """The weights of a network in the order of its file."""
    return np.concatenate([part.numpy().ravel() for part in ordered(network)]).astype(np.float32)


def load(path: Path, network: Network) -> None:
    """Load the weights of a file into a network, which then does not round. Raises `UsageError`."""
    file = read_network(path)
    check_network(file.header, str(path))
    parts = ordered(network)
    blocks = file.header.sizes["blocks"]
    if blocks != len(network.blocks):
        raise UsageError(f"{path}: a network of {blocks} blocks: expected {len(network.blocks)}")
    begin = 0
    for part in parts:
        part.copy_(torch.from_numpy(file.values[begin : begin + part.numel()]).view(part.shape))
        begin += part.numel()
    for block in network.blocks:
        assert isinstance(block, Block)
        block.most.zero_()


def write(path: Path, network: Network, settings: dict[str, Any]) -> None:
    """Write the file of a network. Raises `UsageError` if a weight does not fit float16, and `OSError`."""
    weights = weights_of(network)
    header = NetworkHeader(
        architecture=ARCHITECTURE,
        game="hex",
        sizes={"channels": CHANNELS, "blocks": len(network.blocks)},
        weight_type="float16",
        weights=len(weights),
        observation="planes",
        actions="cells",
        training=training_of(settings),
    )
    write_network(path, header, weights)


@dataclass
class Training:
    """The state of a training run, which can be saved."""

    network: Network
    optimizer: torch.optim.Optimizer
    settings: dict[str, Any]
    """The settings of the command line, the digest of the files, and their number of positions."""
    step: int = 0
    saved: int = 0
    """The last step that was saved."""

    @classmethod
    def begin(cls, settings: dict[str, Any], path: Path | None, start: Path | None = None) -> Training:
        """Begin a new run, or load one from a checkpoint. Raises `ValueError` if it has other settings, and
        `UsageError` if the network to begin with cannot be used.
        """
        torch.manual_seed(int(settings["seed"]))
        network = Network()
        training = cls(network, torch.optim.AdamW(network.parameters(), weight_decay=1e-4), settings)
        if path is not None:
            held = torch.load(path, weights_only=True)
            if held["settings"] != settings:
                raise ValueError(f"{path}: the run has the settings {held['settings']}, not {settings}")
            network.load_state_dict(held["network"])
            training.optimizer.load_state_dict(held["optimizer"])
            training.step = training.saved = held["step"]
            torch.set_rng_state(held["rng"])
        elif start is not None:
            load(start, network)
        return training

    def save(self, path: Path) -> None:
        """Replace the file atomically."""
        held = {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "settings": self.settings,
            "step": self.step,
            "rng": torch.get_rng_state(),
        }
        with replacing(path) as file:
            torch.save(held, file)
        self.saved = self.step

    def learn(self, samples: dict[int, Samples], steps: int, rate: float, path: Path | None = None) -> None:
        """Train up to `steps` steps in all; the learning rate falls to zero along a cosine. Saves at once,
        every minute and at the end.
        """
        if path is not None:
            self.save(path)
        saved = time.monotonic()
        sides = list(samples)
        sizes = torch.tensor([len(samples[side]) for side in sides], dtype=torch.float32)
        while self.step < steps:
            for group in self.optimizer.param_groups:
                warm = min(1.0, (self.step + 1) / 200)
                group["lr"] = rate * warm * (1 + math.cos(math.pi * self.step / steps)) / 2
            side = sides[int(torch.multinomial(sizes, 1))]
            batch = augmented(samples[side].part(drawn(samples[side])))
            if self.step >= (1 - ROUNDED) * steps and not self.network.rounds:
                usual = samples[sides[int(sizes.argmax())]]
                self.network.round_from_now(usual.part(torch.randint(len(usual), (MEASURED,))).stones)
            # bfloat16 takes half the time, but would round too.
            with torch.autocast("cpu", torch.bfloat16, enabled=not self.network.rounds):
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


def drawn(samples: Samples) -> Tensor:
    """Random positions, at least half of them with a policy."""
    searched = torch.randint(len(samples.policies) or len(samples), (BATCH // 2,))
    return torch.cat((searched, torch.randint(len(samples), (BATCH - BATCH // 2,))))


def validation(network: Network, samples: Samples) -> tuple[float, float, float]:
    """The policy loss, the value loss, and how often the policy prefers the move with the most visits."""
    policy_sum = value_sum = hits = 0.0
    with torch.no_grad():
        for rows in torch.arange(len(samples)).split(BATCH):
            part = samples.part(rows)
            log_policy, value = outputs(network, part)
            searched = log_policy[: len(part.policies)]
            policy_sum -= float((part.policies.float() * searched).sum())
            value_sum += float(
                functional.binary_cross_entropy_with_logits(value, part.values, reduction="sum")
            )
            hits += float((searched.argmax(1) == part.policies.argmax(1)).sum())
    count = max(1, len(samples.policies))
    return policy_sum / count, value_sum / len(samples), hits / count


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+", help="files made by hex_games.py")
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--from",
        dest="start",
        metavar="NETWORK",
        type=Path,
        help="begin with the weights of this network file",
    )
    parser.add_argument("--checkpoint", type=Path, default=Path("hex_network.pt"), help="saved every minute")
    parser.add_argument("--resume", action="store_true", help="continue from the checkpoint")
    given = parser.parse_args()
    if given.steps < LEAST_STEPS:
        parser.error(f"--steps must be at least {LEAST_STEPS}")
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
        sys.exit("there is no game to learn from in the files")
    print(", ".join(f"{len(samples[side])} positions of {side}x{side}" for side in samples), flush=True)
    digest = hashlib.sha256()
    for path in given.files:
        digest.update(path.read_bytes())
    settings = {
        "games": digest.hexdigest(),
        "positions": sum(map(len, samples.values())),
        "steps": given.steps,
        "rate": given.rate,
        "seed": given.seed,
    }
    try:
        if given.start is not None:
            settings["from"] = hashlib.sha256(given.start.read_bytes()).hexdigest()
        training = Training.begin(settings, given.checkpoint if given.resume else None, given.start)
    except (OSError, ValueError) as error:
        sys.exit(str(error))
    try:
        training.learn(samples, given.steps, given.rate, given.checkpoint)
    except KeyboardInterrupt:
        sys.exit(f"interrupted; --resume continues from step {training.saved}")
    for side, part in unseen.items():
        policy_loss, value_loss, accuracy = validation(training.network, part)
        print(
            f"{side}x{side}, unseen: policy loss {policy_loss:.3f} ({accuracy:.0%} right), "
            f"value loss {value_loss:.4f}"
        )
    write(FILE, training.network, settings)
    given.checkpoint.unlink(missing_ok=True)
    print(f"wrote {FILE}, {FILE.stat().st_size} bytes; engines load it when they start")


if __name__ == "__main__":
    main()
