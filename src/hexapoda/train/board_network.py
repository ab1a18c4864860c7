"""`BoardNetwork`: a residual network over the cells of a board, in PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import UsageError
from hexapoda.nets.neighborhood import NEIGHBORHOOD
from hexapoda.train.device import device_of
from hexapoda.train.pytorch import Tensor, functional, nn, torch
from hexapoda.train.run_settings import NetworkSettings

__all__ = ["NEIGHBORHOOD_MASK", "BoardNetwork", "pooled"]

_PLACES = [3 * row + column for row, column in NEIGHBORHOOD]
"""The indices of the used weights of a 3x3 kernel, row by row."""
NEIGHBORHOOD_MASK = torch.zeros(9).index_fill(0, torch.tensor(_PLACES), 1).view(3, 3)
"""1 for the used weights of a 3x3 kernel, else 0."""


class BoardNetwork(nn.Module):
    """A network from planes [rows, planes, height, width] to logits [rows, actions] and values [rows] in
    [-1, 1].

    Actions are numbered by plane and cell, with at most one more at the end, such as a swap or a pass. Each
    residual block also adds the mean and the maximum of its channels over the board (Wu, "Accelerating
    self-play learning in Go", 2019). The logit of a piece's move also depends on the channels of the cell
    where the piece is.
    """

    def __init__(
        self, shape: tuple[int, ...], actions: int, settings: NetworkSettings, pieces: int = 0
    ) -> None:
        """`shape` is the shape of an observation, `pieces` is `ActionLayout.piece_planes`. Raises
        `UsageError` if the observation does not consist of planes, or if the actions are not numbered by
        cell.
        """
        super().__init__()
        self.sizes: dict[str, int]
        """The sizes of the layers, as in the header of a file."""
        if len(shape) != 3:
            raise UsageError(f"the network needs planes, not observations of shape {shape}")
        planes, height, width = shape
        kinds, others = divmod(actions, height * width)
        if kinds == 0 or others > 1:
            raise UsageError(
                f"the network needs actions numbered by cell, such as 'cells', not {actions} numbers"
            )
        channels = settings.channels
        self.sizes = {
            "planes": planes,
            "height": height,
            "width": width,
            "channels": channels,
            "blocks": settings.blocks,
            "kinds": kinds,
            "others": others,
        }
        if pieces:
            self.sizes["pieces"] = pieces
        self.first = _Convolution(planes, channels)
        self.blocks = nn.ModuleList(_Block(channels) for _ in range(settings.blocks))
        self.moves = nn.Conv2d(channels, kinds, 1)
        self.pieces = nn.Linear(channels, channels) if pieces else None
        self.other = nn.Linear(2 * channels, others) if others else None
        self.value = nn.Sequential(nn.Linear(2 * channels, channels), nn.ReLU(), nn.Linear(channels, 1))
        if self.pieces is not None:
            nn.init.normal_(self.pieces.weight, std=0.5 / channels)
            nn.init.zeros_(self.pieces.bias)
            with torch.no_grad():
                # The planes of pieces are almost empty, so their first weights start larger; 8 worked well.
                self.first.inner.weight[:, :pieces] *= 8

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits and the values of positions."""
        seen = functional.relu(self.first(observations))
        for block in self.blocks:
            seen = block(seen)
        logits, board = self.moves(seen).flatten(2), pooled(seen)
        if self.pieces is not None:
            count = self.sizes["pieces"]
            cells = seen.flatten(2)
            at = (observations[:, :count] != 0).to(seen.dtype).flatten(2) @ cells.transpose(1, 2)
            moved = self.pieces(at) @ cells
            logits = torch.cat((logits[:, :count] + moved, logits[:, count:]), 1)
        logits = logits.flatten(1)
        if self.other is not None:
            logits = torch.cat((logits, self.other(board)), 1)
        # In bfloat16, a value close to 1 or -1 would round to exactly that, with a gradient of zero.
        return logits, torch.tanh(self.value(board).float()).squeeze(1)

    def evaluate(self, observations: NDArray[Any], masks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Evaluate positions for `hexapoda.train.search.BatchSearch`."""
        with torch.inference_mode():
            logits, values = self(torch.from_numpy(np.ascontiguousarray(observations)).to(device_of(self)))
        return logits.cpu().numpy(), values.cpu().numpy()

    def weights(self) -> NDArray[np.float32]:
        """Return all weights in the order of cpp/nn/board_network.hpp."""
        parts = [part for layer in self._layers() for part in _weights_of(layer)]
        return np.concatenate([part.detach().cpu().numpy().ravel() for part in parts])

    def load_weights(self, weights: NDArray[np.float32]) -> None:
        """Set all weights, in the order of `weights()`. Raises `UsageError` if there are more or fewer."""
        expected = self.weights().size
        if weights.size != expected:
            raise UsageError(f"the network has {expected} weights, not {weights.size}")
        with torch.no_grad():
            for layer in self._layers():
                for number, part in enumerate(_weights_of(layer)):
                    _take(layer, number, torch.from_numpy(weights[: part.numel()]).view(part.shape))
                    weights = weights[part.numel() :]

    def _layers(self) -> list[Any]:
        """Return the layers in the order of their weights in a file."""
        blocks = [layer for block in self.blocks for layer in (block.before, block.after, block.pool)]
        last = [self.moves, self.pieces, self.other, self.value[0], self.value[2]]
        return [self.first, *blocks, *(layer for layer in last if layer is not None)]


def _weights_of(layer: Any) -> list[Tensor]:
    """Return the weights of a layer, ordered by input, then output, and its biases."""
    if isinstance(layer, _Convolution):
        return [layer.inner.weight.flatten(2)[:, :, _PLACES].permute(2, 1, 0), layer.inner.bias]
    return [layer.weight.flatten(1).T, layer.bias]


def _take(layer: Any, number: int, values: Tensor) -> None:
    """Set the weights (`number` 0) or biases (1) of a layer, in the form that `_weights_of` returns."""
    inner = layer.inner if isinstance(layer, _Convolution) else layer
    if number == 1:
        inner.bias.copy_(values)
    elif isinstance(layer, _Convolution):
        squares = inner.weight.view(*inner.weight.shape[:2], 9)
        squares[:, :, _PLACES] = values.permute(2, 1, 0).to(squares.device)
    else:
        inner.weight.copy_(values.T.reshape(inner.weight.shape))


class _Convolution(nn.Module):
    """A convolution over a cell and its six neighbors."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.inner = nn.Conv2d(inputs, outputs, 3, padding=1)
        self.register_buffer("mask", NEIGHBORHOOD_MASK, persistent=False)

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
        added = self.after(inner) + self.pool(pooled(inner))[:, :, None, None]
        return functional.relu(seen + added)


def pooled(seen: Tensor) -> Tensor:
    """Return the means, then the maxima over the board: [rows, 2 * channels] for [rows, channels, height,
    width].
    """
    return torch.cat((seen.mean((2, 3)), seen.amax((2, 3))), 1)
