"""`network_graph`: networks of the architecture `hex` as ONNX.

The graph performs the computation of cpp/hex/rave/network.hpp with the same rounding. Products of rounded
numbers and their sums are integers below 2^24, which float32 represents exactly.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import hex as _core
from hexapoda.errors import UsageError
from hexapoda.hex.network import check_network
from hexapoda.nets.network_file import NetworkFile
from hexapoda.nets.onnx_graph import GraphEnds, OnnxGraph, kernel_of

__all__ = ["network_graph"]

_CHANNELS = _core.NETWORK_CHANNELS
_TAPS, _PLANES = 7, 4
_LEVELS = np.float32(127)
"""The largest rounded number: kLevels in cpp/nn/byte_products.hpp."""


def network_graph(file: NetworkFile, graph: OnnxGraph) -> GraphEnds:
    """Add the computation to a graph, for square boards of any size. Raises `UsageError` if the header or the
    weights are wrong.
    """
    check_network(file.header, "as ONNX")
    white = _color(graph)
    seen = graph.add("Relu", _first_convolution(graph, _position(graph, white)))
    for _ in range(file.header.sizes["blocks"]):
        seen = _block(graph, seen)
    kernel, bias = graph.matrix(_CHANNELS, 1)
    moves = graph.add("Conv", seen, graph.constant(kernel.T[:, :, None, None]), graph.constant(bias))
    graph.add("Flatten", _turned(graph, moves, white), axis=1, to="logits")
    hidden = graph.add("Relu", graph.linear(graph.pooled(seen), 2 * _CHANNELS, _CHANNELS))
    odds = graph.add("Squeeze", graph.linear(hidden, _CHANNELS, 1), graph.integers(1))
    graph.add("Tanh", graph.add("Mul", odds, graph.constant(0.5)), to="values")  # 2 / (1 + exp(-odds)) - 1
    return GraphEnds(
        {
            "observations": ("float32", ["rows", 5, "size", "size"]),
            "last": ("float32", ["rows", "size", "size"]),
        },
        {"logits": ("float32", ["rows", "cells"]), "values": ("float32", ["rows"])},
    )


def _color(graph: OnnxGraph) -> str:
    """Add a tensor [rows, 1, 1, 1] that is true for the boards on which White is to move. Return its name."""
    first, end, axes = (graph.integers(*each) for each in ((2, 0, 0), (3, 1, 1), (1, 2, 3)))
    return graph.add("Equal", graph.add("Slice", "observations", first, end, axes), graph.constant(0))


def _turned(graph: OnnxGraph, board: str, white: str) -> str:
    """Mirror in the long diagonal the boards on which White is to move."""
    return graph.add("Where", white, graph.add("Transpose", board, perm=[0, 1, 3, 2]), board)


def _position(graph: OnnxGraph, white: str) -> str:
    """Add the input planes, seen as if the color to move joined top and bottom. A frame of stones surrounds
    the board: own stones above and below, including the corners, and the opponent's at the sides.
    """
    axis = graph.integers(1)
    stones = graph.add("Slice", "observations", graph.integers(0), graph.integers(2), axis)
    last = graph.add("Unsqueeze", "last", axis)
    board = _turned(graph, graph.add("Concat", stones, last, axis=1), white)
    own, theirs, last = (
        graph.add("Slice", board, graph.integers(plane), graph.integers(plane + 1), axis)
        for plane in range(3)
    )
    free = graph.add("Sub", graph.constant(1), graph.add("Add", own, theirs))
    beside, above = graph.integers(0, 0, 0, 1, 0, 0, 0, 1), graph.integers(0, 0, 1, 0, 0, 0, 1, 0)
    none, stone = graph.constant(0), graph.constant(1)

    def framed(plane: str, left: str, top: str) -> str:
        return graph.add("Pad", graph.add("Pad", plane, beside, left), above, top)

    planes = (
        framed(own, none, stone),
        framed(theirs, stone, none),
        framed(last, none, none),
        framed(free, none, none),
    )
    return graph.add("Concat", *planes, axis=1)


def _first_convolution(graph: OnnxGraph, planes: str) -> str:
    matrix, bias = graph.matrix(_TAPS * _PLANES, _CHANNELS)
    return graph.add("Conv", planes, graph.constant(kernel_of(matrix)), graph.constant(bias))


def _block(graph: OnnxGraph, seen: str) -> str:
    convolutions = [graph.matrix(_TAPS * _CHANNELS, _CHANNELS) for _ in range(2)]
    added = graph.linear(graph.pooled(seen), 2 * _CHANNELS, _CHANNELS)
    most = graph.take(2)
    if not most.min() > 0:
        raise UsageError("as ONNX: expected a positive number as the largest input of a convolution")
    steps = _LEVELS / most
    inner = _rounded(graph, graph.add("Mul", seen, graph.constant(steps[0])))
    inner = _rounded(graph, _convolution(graph, inner, *convolutions[0], steps[0], steps[1]))
    more = _convolution(graph, inner, *convolutions[1], steps[1], np.float32(1))
    added = graph.add("Unsqueeze", added, graph.integers(2, 3))
    return graph.add("Relu", graph.add("Add", seen, graph.add("Add", more, added)))


def _rounded(graph: OnnxGraph, numbers: str) -> str:
    clipped = graph.add("Clip", numbers, graph.constant(0), graph.constant(_LEVELS))
    return graph.add("Floor", graph.add("Add", clipped, graph.constant(0.5)))


def _convolution(
    graph: OnnxGraph,
    seen: str,
    matrix: NDArray[np.float32],
    bias: NDArray[np.float32],
    steps: np.float32,
    out: np.float32,
) -> str:
    """Convolve numbers in units of 1 / `steps` with rounded weights; the output is in units of 1 / `out`."""
    largest = np.abs(matrix).max(0)
    unit = np.where(largest > 0, largest / _LEVELS, np.float32(1))
    weights = np.sign(matrix) * np.floor(np.abs(matrix / unit) + np.float32(0.5))
    sums = graph.add("Conv", seen, graph.constant(kernel_of(weights)), pads=[1, 1, 1, 1])
    scale, bias = unit / steps * out, bias * out
    scaled = graph.add("Mul", sums, graph.constant(scale[:, None, None]))
    return graph.add("Add", scaled, graph.constant(bias[:, None, None]))
