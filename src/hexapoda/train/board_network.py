"""`BoardNetwork`: a residual network over the cells of a board, in PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import UsageError
from hexapoda.train.run_settings import NetworkSettings

try:
    import torch
    from torch import Tensor, nn
    from torch.nn import functional
except ImportError:
    raise UsageError("training needs PyTorch: pip install 'hexapoda[train]'") from None

__all__ = ["BoardNetwork", "torch"]

_NEIGHBORS = [[0.0, 1, 1], [1, 1, 1], [1, 1, 0]]
"""The cells of a 3x3 square that are neighbors of its middle cell, and that cell."""


class BoardNetwork(nn.Module):
    """Takes planes [rows, planes, height, width]. Returns logits [rows, actions] and values [rows], -1 to 1.

    Actions are numbered by plane and cell, with at most one more at the end, such as a swap or a pass. Each
    residual block adds the mean and the maximum of its channels over the board (Wu, "Accelerating
    self-play learning in Go", 2019).
    """

    def __init__(self, shape: tuple[int, ...], actions: int, settings: NetworkSettings) -> None:
        """`shape` is that of an observation. Raises `UsageError` if it is not one of planes over cells, or if
        the actions are not numbered by cell.
        """
        super().__init__()
        if len(shape) != 3:
            raise UsageError(f"the network needs planes, not observations of shape {shape}")
        planes, height, width = shape
        kinds, others = divmod(actions, height * width)
        if kinds == 0 or others > 1:
            raise UsageError(
                f"the network needs actions numbered by cell, such as 'cells', not {actions} numbers"
            )
        channels = settings.channels
        self.first = _Convolution(planes, channels)
        self.blocks = nn.ModuleList(_Block(channels) for _ in range(settings.blocks))
        self.moves = nn.Conv2d(channels, kinds, 1)
        self.other = nn.Linear(2 * channels, others) if others else None
        self.value = nn.Sequential(nn.Linear(2 * channels, channels), nn.ReLU(), nn.Linear(channels, 1))

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Evaluate positions."""
        seen = functional.relu(self.first(observations))
        for block in self.blocks:
            seen = block(seen)
        logits, pooled = self.moves(seen).flatten(1), _pooled(seen)
        if self.other is not None:
            logits = torch.cat((logits, self.other(pooled)), 1)
        return logits, torch.tanh(self.value(pooled)).squeeze(1)

    def evaluate(self, observations: NDArray[Any], masks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Evaluate positions for `hexapoda.train.search.BatchSearch`."""
        with torch.inference_mode():
            logits, values = self(torch.from_numpy(np.ascontiguousarray(observations)))
        return logits.numpy(), values.numpy()


class _Convolution(nn.Module):
    """A convolution over a cell and its six neighbors."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.inner = nn.Conv2d(inputs, outputs, 3, padding=1)
        self.register_buffer("mask", torch.tensor(_NEIGHBORS), persistent=False)

    def forward(self, seen: Tensor) -> Tensor:
        return functional.conv2d(seen, self.inner.weight * self.mask, self.inner.bias, padding=1)


class _Block(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.before, self.after = _Convolution(channels, channels), _Convolution(channels, channels)
        self.pool = nn.Linear(2 * channels, channels)
        nn.init.zeros_(self.after.inner.weight)

    def forward(self, seen: Tensor) -> Tensor:
        inner = functional.relu(self.before(seen))
        added = self.after(inner) + self.pool(_pooled(inner))[:, :, None, None]
        return functional.relu(seen + added)


def _pooled(seen: Tensor) -> Tensor:
    """The mean and the maximum of each channel over the board."""
    return torch.cat((seen.mean((2, 3)), seen.amax((2, 3))), 1)
