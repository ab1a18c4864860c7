"""The network of Hex in PyTorch: its computation, optionally with rounded numbers, and its weights as a file.

cpp/hex/rave/network.hpp implements the same network in the core; `lesson` trains this one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import hex as _core
from hexapoda.errors import UsageError
from hexapoda.hex.network import ARCHITECTURE, check_network
from hexapoda.nets.neighborhood import NEIGHBORHOOD
from hexapoda.nets.network_file import NetworkHeader, read_network, write_network
from hexapoda.train.board_network import NEIGHBORHOOD_MASK, pooled
from hexapoda.train.pytorch import Tensor, functional, nn, torch

__all__ = ["BLOCKS", "WEIGHT_TYPE", "Network", "load", "weights_of", "write"]

CHANNELS: int = _core.NETWORK_CHANNELS
BLOCKS = 6
"""The number of blocks of the built-in network."""
WEIGHT_TYPE = "float16"
LEVELS = 127
"""The largest integer that represents an activation or a weight."""


class Convolution(nn.Conv2d):
    """A convolution over a cell and its six neighbors."""

    mask: Tensor

    def __init__(self, inputs: int, outputs: int, padding: int = 0) -> None:
        super().__init__(inputs, outputs, 3, padding=padding)
        self.register_buffer("mask", NEIGHBORHOOD_MASK, persistent=False)

    def forward(self, channels: Tensor) -> Tensor:
        """Return [B, out, H, W] for [B, in, H, W]; without padding, H and W shrink by 2."""
        return functional.conv2d(channels, self.weight * self.mask, self.bias, padding=self.padding)

    def rounded(self, channels: Tensor) -> Tensor:
        """Return the output of `forward`, but with rounded weights."""
        weight = rounded_weights(self.weight * self.mask)
        return functional.conv2d(channels, weight, self.bias, padding=self.padding)


def rounded(numbers: Tensor, most: Tensor) -> Tensor:
    """Clip numbers to [0, `most`], then round to multiples of `most / LEVELS`; gradients pass unchanged."""
    steps = LEVELS / most
    rounded = (numbers * steps + 0.5).floor().clamp(0, LEVELS) / steps
    return numbers + (rounded - numbers).detach()


def rounded_weights(weight: Tensor) -> Tensor:
    """Round a convolution's weights, with a step size for each output channel; gradients pass unchanged."""
    steps = LEVELS / weight.abs().amax((1, 2, 3), keepdim=True).clamp(min=1e-9)
    return weight + ((weight * steps).round() / steps - weight).detach()


def best_most(numbers: Tensor) -> Tensor:
    """Return the clipping limit, out of eight candidates, with the smallest mean squared rounding error."""
    top = numbers.max().clamp(min=1e-3)
    candidates = [top * share for share in (1, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)]
    return min(candidates, key=lambda most: float((rounded(numbers, most) - numbers).square().mean()))


class Block(nn.Module):
    """A residual block: two convolutions and a global pooling, added to the input."""

    most: Tensor

    def __init__(self, width: int) -> None:
        super().__init__()
        self.inner = Convolution(width, width, padding=1)
        self.outer = Convolution(width, width, padding=1)
        self.pool = nn.Linear(2 * width, width)
        self.register_buffer("most", torch.zeros(2))
        """The limits to which the inputs of the two convolutions are clipped; 0 until numbers are rounded."""
        for last in (self.outer, self.pool):  # at first a block is the identity
            nn.init.zeros_(last.weight)
            if last.bias is not None:
                nn.init.zeros_(last.bias)

    def forward(self, channels: Tensor) -> Tensor:
        """Return [B, C, H, W] for [B, C, H, W]."""
        board: Tensor = self.pool(pooled(channels))
        if self.most[0] > 0:
            inner = self.inner.rounded(rounded(channels, self.most[0])).relu()
            local = self.outer.rounded(rounded(inner, self.most[1]))
        else:
            local = self.outer(self.inner(channels).relu())
        return (channels + local + board[:, :, None, None]).relu()

    def find_most(self, channels: Tensor) -> None:
        """Round from now on, with clipping limits that fit these inputs."""
        inner: Tensor = self.inner(channels).relu()
        self.most[:] = torch.stack((best_most(channels), best_most(inner)))


class Network(nn.Module):
    """The network of cpp/hex/rave/network.hpp; the core supports only `CHANNELS` channels."""

    def __init__(self, blocks: int = BLOCKS, channels: int = CHANNELS) -> None:
        super().__init__()
        self.channels = channels
        self.first = Convolution(4, channels)
        self.blocks = nn.ModuleList([Block(channels) for _ in range(blocks)])
        self.move = nn.Conv2d(channels, 1, 1)
        self.hidden = nn.Linear(2 * channels, channels)
        self.value = nn.Linear(channels, 1)

    def forward(self, stones: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of the policy, [B, n * n], and of the value, [B], for [B, 3, n, n]."""
        channels = self.first(framed(stones).to(self.first.weight.dtype)).relu()
        for block in self.blocks:
            channels = block(channels)
        value: Tensor = self.value(self.hidden(pooled(channels)).relu())
        policy: Tensor = self.move(channels)
        return policy.flatten(1), value.squeeze(1)

    def round_from_now(self, stones: Tensor) -> None:
        """Compute with rounded numbers from now on, in ranges that fit these positions."""
        with torch.no_grad():
            channels = self.first(framed(stones)).relu()
            for block in self.blocks:
                assert isinstance(block, Block)
                block.find_most(channels)
                channels = block(channels)

    @property
    def rounds(self) -> bool:
        """Whether the network computes with rounded numbers."""
        return all(bool(block.most[0] > 0) for block in self.blocks if isinstance(block, Block))


def framed(stones: Tensor) -> Tensor:
    """Return [B, 4, n + 2, n + 2] for [B, 3, n, n]: add the edges as stones, and a plane of free cells."""
    planes = functional.pad(stones.float(), (1, 1, 1, 1))
    # Slices, because lists of indices would have to be copied from the host.
    planes[:, 0, 0] = planes[:, 0, -1] = 1
    planes[:, 1, 1:-1, 0] = planes[:, 1, 1:-1, -1] = 1
    return torch.cat([planes, 1 - planes[:, :1] - planes[:, 1:2]], 1)


def ordered(network: Network) -> list[Tensor]:
    """Return views of a network's weights, in the order of cpp/hex/rave/network_weights.hpp."""
    parts: list[Tensor] = []

    def convolution(part: nn.Conv2d) -> None:
        parts.extend(part.weight[:, :, row, column].T for row, column in NEIGHBORHOOD)
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
    """Return the weights of a network in the order of its file."""
    return np.concatenate([part.cpu().numpy().ravel() for part in ordered(network)]).astype(np.float32)


def load(path: Path, network: Network) -> None:
    """Load the weights of a file into a network, which then stops rounding. Raises `UsageError`."""
    file = read_network(path)
    check_network(file.header, str(path))
    blocks = file.header.sizes["blocks"]
    if blocks != len(network.blocks):
        raise UsageError(f"{path}: a network of {blocks} blocks: expected {len(network.blocks)}")
    begin = 0
    for part in ordered(network):
        part.copy_(torch.from_numpy(file.values[begin : begin + part.numel()]).view(part.shape))
        begin += part.numel()
    for block in network.blocks:
        assert isinstance(block, Block)
        block.most.zero_()


def write(path: Path, network: Network, training: dict[str, Any]) -> None:
    """Write a network file atomically; `training` goes into its header. Raises `UsageError` if a weight does
    not fit float16, and `OSError`.
    """
    weights = weights_of(network)
    header = NetworkHeader(
        architecture=ARCHITECTURE,
        game="hex",
        sizes={"channels": CHANNELS, "blocks": len(network.blocks)},
        weight_type=WEIGHT_TYPE,
        weights=len(weights),
        observation="planes",
        actions="cells",
        training=training,
    )
    write_network(path, header, weights)
