"""Train the network of Hex on the engine's own games: python -m tools.hex_network GAMES.

Reads files made by `hex_games.py --without network` and trains two answers: the shares of a long search's
tries, and who won, mixed with what the search thought, which hangs less on later mistakes. Writes
src/hexapoda/hex/data/network.gz. A run that is interrupted leaves its checkpoint, from which `--resume` goes
on. Needs PyTorch, the extra `train`. docs/explanation/hex-engine.md tells what it gave.
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
"""Positions between two steps."""
VALIDATION = 20
"""One game of so many is kept for validation."""
OUTCOME = 0.4
"""The share of a game's outcome in the chance that is learnt; the rest is what the search thought."""
SHARPNESS = 1.7
"""To this power the odds that a search without the network saw are those of the outcome, as a fit says."""
CHANCE_WEIGHT = 1.5
"""How much the loss of the chance counts beside that of the moves."""
SIGHT = torch.tensor([[0.0, 1, 1], [1, 1, 1], [1, 1, 0]])
"""Which cells of a square of three touch the one in its middle."""


@dataclass(frozen=True)
class Samples:
    """Positions of one board, n x n, as the side to move sees them: it joins top and bottom."""

    stones: Tensor
    """[positions, 3, n, n], own, the opponent's, the opponent's last move."""
    shares: Tensor
    """[positions, n * n], of the tries."""
    chances: Tensor
    """[positions], that the side to move wins."""

    def __len__(self) -> int:
        return len(self.stones)

    def part(self, rows: Tensor) -> Samples:
        """Some of the positions."""
        return Samples(self.stones[rows], self.shares[rows], self.chances[rows])


def sample(paths: list[Path]) -> tuple[dict[int, Samples], dict[int, Samples]]:
    """All positions that were searched for long, by the side of their board: to learn from, to validate."""
    found: tuple[dict[int, list[tuple[NDArray[np.uint8], NDArray[np.float32], float]]], ...] = ({}, {})
    for number, game in enumerate(games_of(paths)):
        if "network" not in game.get("without", []):  # its values would be sharper than SHARPNESS takes them
            raise ValueError(f"game {number + 1} of the files was not made by hex_games.py --without network")
        side = int(game["variant"].split("x")[0])
        cells = [parse_cell(text) for text in game["moves"]]
        for ply, (tried, value) in enumerate(zip(game["visits"], game["values"], strict=True)):
            if tried is None:
                continue
            stones = np.zeros((3, side, side), np.uint8)
            for before, (column, row) in enumerate(cells[:ply]):
                stones[(ply - before) % 2, row, column] = 1
            if ply:
                column, row = cells[ply - 1]
                stones[2, row, column] = 1
            shares = np.zeros((side, side), np.float32)
            for text, tries in tried.items():
                column, row = parse_cell(text)
                shares[row, column] = tries
            if ply % 2:
                stones, shares = stones.transpose(0, 2, 1), shares.T
            seen = min(max(value, 0.01), 0.99)
            thought = 1 / (1 + ((1 - seen) / seen) ** SHARPNESS)
            won = game["winner"] == ply % 2
            chance = OUTCOME * won + (1 - OUTCOME) * thought
            kind = found[number % VALIDATION == 0]
            kind.setdefault(side, []).append((stones, (shares / shares.sum()).ravel(), chance))
    learnt, kept = (
        {
            side: Samples(
                torch.from_numpy(np.stack([stones for stones, _, _ in samples])),
                torch.from_numpy(np.stack([shares for _, shares, _ in samples])),
                torch.tensor([chance for _, _, chance in samples], dtype=torch.float32),
            )
            for side, samples in kind.items()
        }
        for kind in found
    )
    return learnt, kept


class Convolution(nn.Conv2d):
    """What a cell and its six neighbors make of it."""

    def forward(self, numbers: Tensor) -> Tensor:
        """[B, in, H, W] to [B, out, H, W], or without the frame where there is no padding."""
        return functional.conv2d(numbers, self.weight * SIGHT, self.bias, padding=self.padding)


def pooled(numbers: Tensor) -> Tensor:
    """[B, C, H, W] to [B, 2 C]: means, then the greatest."""
    return torch.cat([numbers.mean((2, 3)), numbers.amax((2, 3))], 1)


class Block(nn.Module):
    """Two convolutions and what the whole board says, added to what comes in."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = Convolution(CHANNELS, CHANNELS, 3, padding=1)
        self.outer = Convolution(CHANNELS, CHANNELS, 3, padding=1)
        self.pool = nn.Linear(2 * CHANNELS, CHANNELS)
        for last in (self.outer, self.pool):  # at first a block changes nothing
            nn.init.zeros_(last.weight)
            if last.bias is not None:
                nn.init.zeros_(last.bias)

    def forward(self, numbers: Tensor) -> Tensor:
        """[B, C, H, W]"""
        seen: Tensor = self.pool(pooled(numbers))
        found: Tensor = self.outer(self.inner(numbers).relu())
        return (numbers + found + seen[:, :, None, None]).relu()


class Network(nn.Module):
    """The same as cpp/hex/rave/network.hpp."""

    def __init__(self) -> None:
        super().__init__()
        self.first = Convolution(4, CHANNELS, 3)
        self.blocks = nn.ModuleList([Block() for _ in range(BLOCKS)])
        self.move = nn.Conv2d(CHANNELS, 1, 1)
        self.hidden = nn.Linear(2 * CHANNELS, CHANNELS)
        self.chance = nn.Linear(CHANNELS, 1)

    def forward(self, stones: Tensor) -> tuple[Tensor, Tensor]:
        """[B, 3, n, n] to the logarithms of likelihoods [B, n * n] and of the odds to win [B]."""
        numbers = self.first(framed(stones)).relu()
        for block in self.blocks:
            numbers = block(numbers)
        odds: Tensor = self.chance(self.hidden(pooled(numbers)).relu())
        moves: Tensor = self.move(numbers)
        return moves.flatten(1), odds.squeeze(1)


def framed(stones: Tensor) -> Tensor:
    """[B, 3, n, n] to [B, 4, n + 2, n + 2]: with the edges as stones, and which cells are free."""
    planes = functional.pad(stones.float(), (1, 1, 1, 1))
    planes[:, 0, [0, -1], :] = 1
    planes[:, 1, 1:-1, 0] = planes[:, 1, 1:-1, -1] = 1
    return torch.cat([planes, 1 - planes[:, :1] - planes[:, 1:2]], 1)


def losses(network: Network, samples: Samples) -> tuple[Tensor, Tensor]:
    """The cross entropies of the moves and of the chance, nats a position."""
    likely, odds = answers(network, samples)
    chances = functional.binary_cross_entropy_with_logits(odds, samples.chances)
    return -(samples.shares * likely).sum(1).mean(), chances


def answers(network: Network, samples: Samples) -> tuple[Tensor, Tensor]:
    """The logarithms of likelihoods [positions, n * n], tiny for taken cells, and of the odds to win."""
    moves, odds = network(samples.stones)
    taken = samples.stones[:, :2].sum(1).flatten(1).bool()
    return functional.log_softmax(moves.float().masked_fill(taken, -1e4), 1), odds.float()


def varied(samples: Samples) -> Samples:
    """The same positions, half of the time turned round, and some without their last move."""
    stones, shares = samples.stones.clone(), samples.shares
    if torch.rand(()) < 0.5:
        stones, shares = stones.flip(2, 3), shares.flip(1)
    stones[torch.rand(len(stones)) < 0.1, 2] = 0
    return Samples(stones, shares, samples.chances)


def told(network: Network) -> NDArray[np.float32]:
    """The numbers of a network in the order of cpp/hex/rave/network.hpp."""
    parts: list[Tensor] = []

    def convolution(part: nn.Conv2d) -> None:
        seen = [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]
        parts.extend(part.weight[:, :, row, column].T for row, column in seen)
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
    linear(network.chance)
    return np.concatenate([part.detach().numpy().ravel() for part in parts]).astype(np.float32)


def packed(numbers: NDArray[np.float32]) -> bytes:
    """What the file holds, the same for the same numbers. ValueError if one is too great for a half."""
    halves = numbers.astype("<f2")
    if not np.isfinite(halves).all():
        raise ValueError("the training went astray: a weight is no number that a half can hold")
    return gzip.compress(halves.tobytes(), 9, mtime=0)


@dataclass
class Training:
    """A network on its way, which a file can hold."""

    network: Network
    optimizer: torch.optim.Optimizer
    step: int = 0

    @classmethod
    def begin(cls, seed: int, path: Path | None) -> Training:
        """A new one, or the one in a file."""
        torch.manual_seed(seed)
        network = Network()
        training = cls(network, torch.optim.AdamW(network.parameters(), weight_decay=1e-4))
        if path is not None:
            held = torch.load(path, weights_only=True)
            network.load_state_dict(held["network"])
            training.optimizer.load_state_dict(held["optimizer"])
            training.step = held["step"]
            torch.set_rng_state(held["chance"])
        return training

    def save(self, path: Path) -> None:
        """Write it down, all or nothing."""
        fresh = path.with_suffix(".new")
        torch.save(
            {
                "network": self.network.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "step": self.step,
                "chance": torch.get_rng_state(),
            },
            fresh,
        )
        fresh.replace(path)

    def learn(self, samples: dict[int, Samples], steps: int, rate: float, path: Path | None = None) -> None:
        """Go on to so many steps; the rate falls to nothing along a cosine. Each minute it is saved."""
        saved = time.monotonic()
        sides = list(samples)
        sizes = torch.tensor([len(samples[side]) for side in sides], dtype=torch.float32)
        while self.step < steps:
            for group in self.optimizer.param_groups:
                warm = min(1.0, (self.step + 1) / 200)
                group["lr"] = rate * warm * (1 + math.cos(math.pi * self.step / steps)) / 2
            side = sides[int(torch.multinomial(sizes, 1))]
            batch = varied(samples[side].part(torch.randint(len(samples[side]), (BATCH,))))
            with torch.autocast("cpu", torch.bfloat16):  # half the time
                moves, chances = losses(self.network, batch)
            self.optimizer.zero_grad()
            (moves + CHANCE_WEIGHT * chances).backward()
            self.optimizer.step()
            self.step += 1
            if path is not None and (time.monotonic() - saved > 60 or self.step == steps):
                saved = time.monotonic()
                self.save(path)
                print(
                    f"step {self.step} of {steps}: moves {moves.item():.3f}, chance {chances.item():.4f}",
                    flush=True,
                )


def validation(network: Network, samples: Samples) -> tuple[float, float, float]:
    """The cross entropies, and how often the likeliest move is the one tried most."""
    sums = np.zeros(3)
    with torch.no_grad():
        for rows in torch.arange(len(samples)).split(BATCH):
            part = samples.part(rows)
            likely, odds = answers(network, part)
            moves = -(part.shares * likely).sum()
            chances = functional.binary_cross_entropy_with_logits(odds, part.chances, reduction="sum")
            hits = (likely.argmax(1) == part.shares.argmax(1)).sum()
            sums += [float(moves), float(chances), float(hits)]
    moves_loss, win_probability_loss, right = sums / len(samples)
    return float(moves_loss), float(win_probability_loss), float(right)


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
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    given = parser.parse_args()
    if given.resume != given.checkpoint.exists():
        wrong = (
            "there is no such file"
            if given.resume
            else "an earlier run left it: go on with --resume, or delete it"
        )
        parser.error(f"{given.checkpoint}: {wrong}")
    try:
        learnt, kept = sample(given.files)
    except (OSError, ValueError) as trouble:
        sys.exit(str(trouble))
    if not learnt:
        sys.exit("no game of the files has a position that was searched for long")
    print(", ".join(f"{len(learnt[side])} positions of {side}x{side}" for side in learnt), flush=True)
    training = Training.begin(given.seed, given.checkpoint if given.resume else None)
    try:
        training.learn(learnt, given.steps, given.rate, given.checkpoint)
    except KeyboardInterrupt:
        training.save(given.checkpoint)
        sys.exit(f"interrupted; --resume goes on from step {training.step}")
    for side, samples in kept.items():
        moves, chances, hits = validation(training.network, samples)
        print(f"{side}x{side}, unseen: moves {moves:.3f} ({hits:.0%} right), chance {chances:.4f}")
    FILE.write_bytes(packed(told(training.network)))
    given.checkpoint.unlink(missing_ok=True)
    print(f"written {FILE}, {FILE.stat().st_size} bytes; the core reads it at its next start")


if __name__ == "__main__":
    main()
