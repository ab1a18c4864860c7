"""`board_graph`: networks of the architecture `board` as ONNX.

cpp/nn/board_network.hpp implements the same computation.
"""

from __future__ import annotations

from hexapoda.nets.board_sizes import check_board_sizes
from hexapoda.nets.neighborhood import NEIGHBORHOOD
from hexapoda.nets.network_file import NetworkFile
from hexapoda.nets.onnx_graph import GraphEnds, OnnxGraph, kernel_of

__all__ = ["board_graph"]


def board_graph(file: NetworkFile, graph: OnnxGraph) -> GraphEnds:
    """Add the network to a graph, and return its inputs and outputs. Raises `UsageError` if the sizes or the
    number of weights are wrong.
    """
    check_board_sizes(file.header, "as ONNX")
    return _Board(file, graph).ends()


class _Board:
    """A builder that adds the layers one by one."""

    def __init__(self, file: NetworkFile, graph: OnnxGraph) -> None:
        self._sizes, self._graph = dict(file.header.sizes), graph

    def ends(self) -> GraphEnds:
        sizes, graph = self._sizes, self._graph
        seen = graph.add("Relu", self._convolution("observations", sizes["planes"]))
        for _ in range(sizes["blocks"]):
            seen = self._block(seen)
        pooled = graph.pooled(seen)
        kernel, bias = graph.matrix(sizes["channels"], sizes["kinds"])
        moves = graph.add("Conv", seen, graph.constant(kernel.T[:, :, None, None]), graph.constant(bias))
        if sizes.get("pieces"):
            moves = self._with_pieces(moves, seen)
        parts = [graph.add("Flatten", moves, axis=1)]
        if sizes["others"]:
            parts.append(graph.linear(pooled, 2 * sizes["channels"], sizes["others"]))
        graph.add("Concat", *parts, axis=1, to="logits")
        hidden = graph.add("Relu", graph.linear(pooled, 2 * sizes["channels"], sizes["channels"]))
        value = graph.add("Tanh", graph.linear(hidden, sizes["channels"], 1))
        graph.add("Squeeze", value, graph.integers(1), to="values")
        actions = sizes["kinds"] * sizes["height"] * sizes["width"] + sizes["others"]
        shape = [sizes[name] for name in ("planes", "height", "width")]
        return GraphEnds(
            {"observations": ("float32", ["rows", *shape])},
            {"logits": ("float32", ["rows", actions]), "values": ("float32", ["rows"])},
        )

    def _with_pieces(self, moves: str, seen: str) -> str:
        """Return the move logits, [rows, kinds, cells], including the term that depends on the piece."""
        sizes, graph = self._sizes, self._graph
        count, area = sizes["pieces"], sizes["height"] * sizes["width"]
        matrix, bias = graph.matrix(sizes["channels"], sizes["channels"])
        flat = graph.integers(0, 0, area)
        planes = graph.add(
            "Slice", "observations", graph.integers(0), graph.integers(count), graph.integers(1)
        )
        empty = graph.add("Equal", planes, graph.constant([0]))
        there = graph.cast(graph.add("Not", empty), "float32")
        cells = graph.add("Reshape", seen, flat)
        at = graph.add(
            "MatMul",
            graph.add("Reshape", there, flat),
            graph.add("Transpose", cells, perm=[0, 2, 1]),
        )
        weights = graph.add("MatMul", at, graph.constant(matrix))
        moved = graph.add("MatMul", graph.add("Add", weights, graph.constant(bias)), cells)
        if count < sizes["kinds"]:
            moved = graph.add("Pad", moved, graph.integers(0, 0, 0, 0, sizes["kinds"] - count, 0))
        return graph.add("Add", graph.add("Reshape", moves, flat), moved)

    def _block(self, seen: str) -> str:
        channels, graph = self._sizes["channels"], self._graph
        inner = graph.add("Relu", self._convolution(seen, channels))
        added = self._convolution(inner, channels)
        more = graph.linear(graph.pooled(inner), 2 * channels, channels)
        more = graph.add("Unsqueeze", more, graph.integers(2, 3))
        return graph.add("Relu", graph.add("Add", seen, graph.add("Add", added, more)))

    def _convolution(self, seen: str, inputs: int) -> str:
        graph, channels = self._graph, self._sizes["channels"]
        matrix, bias = graph.matrix(len(NEIGHBORHOOD) * inputs, channels)
        kernel, biases = graph.constant(kernel_of(matrix)), graph.constant(bias)
        return graph.add("Conv", seen, kernel, biases, pads=[1, 1, 1, 1])
