"""The network of cpp/nn/board_network.hpp, written as plainly as possible with NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
TAPS = ((-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0))
"""The rows and columns of a cell and its neighbors, seen from the cell."""


def weight_count(sizes: dict[str, int]) -> int:
    reader = Reader(np.zeros(10**7))
    evaluate(sizes, reader, np.zeros((sizes["planes"], sizes["height"], sizes["width"])))
    return reader.used


class Reader:
    """Takes matrices from the weights, one after the other; each has a last row of biases."""

    def __init__(self, weights: NDArray[Any]) -> None:
        self._weights = np.asarray(weights, np.float64)
        self.used = 0

    def matrix(self, inputs: int, outputs: int) -> tuple[Array, Array]:
        rows = self._weights[self.used : self.used + (inputs + 1) * outputs].reshape(inputs + 1, outputs)
        self.used += rows.size
        return rows[:-1], rows[-1]


def convolution(reader: Reader, seen: Array, channels: int) -> Array:
    inputs, height, width = seen.shape
    matrix, biases = reader.matrix(len(TAPS) * inputs, channels)
    out = np.empty((channels, height, width))
    for row in range(height):
        for column in range(width):
            near = np.zeros((len(TAPS), inputs))
            for tap, (down, right) in enumerate(TAPS):
                if 0 <= row + down < height and 0 <= column + right < width:
                    near[tap] = seen[:, row + down, column + right]
            out[:, row, column] = near.ravel() @ matrix + biases
    return out


def pooled(seen: Array) -> Array:
    return np.concatenate((seen.mean((1, 2)), seen.max((1, 2))))


def evaluate(sizes: dict[str, int], reader: Reader, planes: Array) -> tuple[Array, float]:
    """Return the logits of the actions and the value."""
    channels = sizes["channels"]
    seen = np.maximum(convolution(reader, planes, channels), 0)
    for _ in range(sizes["blocks"]):
        inner = np.maximum(convolution(reader, seen, channels), 0)
        added = convolution(reader, inner, channels)
        matrix, biases = reader.matrix(2 * channels, channels)
        seen = np.maximum(seen + added + (pooled(inner) @ matrix + biases)[:, None, None], 0)
    matrix, biases = reader.matrix(channels, sizes["kinds"])
    scores = np.tensordot(matrix, seen, (0, 0)) + biases[:, None, None]
    if sizes.get("pieces"):
        matrix, biases = reader.matrix(channels, channels)
        for kind in range(sizes["pieces"]):
            at = np.zeros(channels)
            for row, column in np.argwhere(planes[kind] != 0):
                at += seen[:, row, column]
            scores[kind] += np.tensordot(at @ matrix + biases, seen, (0, 0))
    logits = scores.ravel()
    if sizes["others"]:
        matrix, biases = reader.matrix(2 * channels, 1)
        logits = np.concatenate((logits, pooled(seen) @ matrix + biases))
    matrix, biases = reader.matrix(2 * channels, channels)
    hidden = np.maximum(pooled(seen) @ matrix + biases, 0)
    matrix, biases = reader.matrix(channels, 1)
    return logits, float(np.tanh(hidden @ matrix + biases)[0])
