"""`network_graph`: networks of the architecture `hive-evaluation` as ONNX.

The graph does the computation of cpp/hive/evaluate/evaluation_network.hpp. Its values are integers in
float64, which represents them exactly, so the scores equal those of the core. The inputs come from
`hexapoda.hive.network.evaluation_inputs`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import hive as _core
from hexapoda.hive.network import evaluation_network, network_shape
from hexapoda.nets.network_file import NetworkFile
from hexapoda.nets.onnx_graph import GraphEnds, OnnxGraph

__all__ = ["network_graph"]

_INPUTS, _HIDDEN, _PHASES = _core.EvaluationNetwork.INPUTS, _core.EvaluationNetwork.HIDDEN, 2
_WIDTH = _INPUTS + _PHASES
"""The number of values per feature: its share of each input, then its scores in the opening and late game."""
_ONE = 256
"""The integer that represents 1 in the inputs and hidden weights."""
_ACTIVE = 4096
"""The integer that represents the greatest output of a hidden unit."""
_STEPS = 10
"""The number of steps in the share of the late game."""


def network_graph(file: NetworkFile, graph: OnnxGraph) -> GraphEnds:
    """Add the network's computation to a graph, and return its inputs and outputs. Raises `UsageError` if the
    header or the weights are wrong.
    """
    evaluation_network(file.header, file.values.astype("=f4").tobytes(), "as ONNX: the network")
    # Each function takes the next weights from the graph, in the order of the file.
    sums = _sums(graph, file.header.sizes["features"])
    units = _units(graph, sums)
    scores = graph.add("Add", _scores_of_features(graph, sums), _scores_of_units(graph, units))
    score = _mixed(graph, scores)
    capped = graph.add("Min", score, graph.integers(0))  # the score of a side that is stuck is at most 0
    graph.cast(graph.add("Where", "stuck", capped, score), "float32", to="scores")
    return GraphEnds(
        {
            "features": ("int64", ["rows", 2, "features"]),
            "late": ("int64", ["rows"]),
            "stuck": ("bool", ["rows"]),
        },
        {"scores": ("float32", ["rows"])},
    )


def _sums(graph: OnnxGraph, features: int) -> str:
    """Add up the values of each side's features: [rows, 2, `_WIDTH`], the side to move first. `features` is
    the number of features in the network; older networks have fewer.
    """
    # The rows of features that the network lacks are 0, and so is the last row, which -1 selects.
    table = np.zeros((network_shape()["sizes"]["features"] + 1, _WIDTH), np.float32)
    table[:features] = graph.take(features, _WIDTH)
    scale = np.array([_ONE] * _INPUTS + [1] * _PHASES)
    gathered = graph.add("Gather", _constant(graph, _rounded(table, scale)), "features", axis=0)
    return graph.add("ReduceSum", gathered, graph.integers(2), keepdims=0)


def _units(graph: OnnxGraph, sums: str) -> str:
    """Compute the outputs of the hidden units: [rows, `_HIDDEN`], from 0 to `_ACTIVE`."""
    input_bias = _rounded(graph.take(_INPUTS), _ONE)
    weights = _rounded(graph.take(_HIDDEN, 2, _INPUTS), _ONE)
    bias = _rounded(graph.take(_HIDDEN), _ONE * _ONE)
    # The last columns of the sums are scores, not inputs, so their weights are 0.
    weights = np.pad(weights, ((0, 0), (0, 0), (0, _PHASES))).reshape(_HIDDEN, 2 * _WIDTH)
    biased = graph.add("Add", sums, _constant(graph, np.append(input_bias, np.zeros(_PHASES))))
    inputs = graph.add("Reshape", _clipped(graph, biased, _ONE), graph.integers(0, 2 * _WIDTH))
    products = graph.add("MatMul", inputs, _constant(graph, weights.T))
    units = _clipped(graph, graph.add("Add", products, _constant(graph, bias)), _ONE * _ONE)
    return graph.add("Floor", graph.add("Div", units, _constant(graph, _ONE * _ONE / _ACTIVE)))


def _scores_of_features(graph: OnnxGraph, sums: str) -> str:
    """Compute the scores for the side to move from the last columns of the sums: [rows, `_PHASES`], in steps
    of 1 / `_ACTIVE`.
    """
    both = graph.add("Slice", sums, graph.integers(_INPUTS), graph.integers(_WIDTH), graph.integers(2))
    signed = graph.add("Mul", both, _constant(graph, np.array([[_ACTIVE], [-_ACTIVE]])))
    return graph.add("ReduceSum", signed, graph.integers(1), keepdims=0)


def _scores_of_units(graph: OnnxGraph, units: str) -> str:
    """Compute the scores for the side to move from the hidden units: [rows, `_PHASES`], in steps of
    1 / `_ACTIVE`.
    """
    weights, bias = _rounded(graph.take(_PHASES, _HIDDEN), 1), _rounded(graph.take(_PHASES), _ACTIVE)
    products = graph.add("MatMul", units, _constant(graph, weights.T))
    return graph.add("Add", products, _constant(graph, bias))


def _mixed(graph: OnnxGraph, scores: str) -> str:
    """Mix the scores of both phases by the share of the late game: int64 [rows], rounded toward 0."""
    late = graph.add("Unsqueeze", graph.cast("late", "float64"), graph.integers(1))
    shares = graph.add("Concat", graph.add("Sub", _constant(graph, _STEPS), late), late, axis=1)
    mixed = graph.add("ReduceSum", graph.add("Mul", scores, shares), graph.integers(1), keepdims=0)
    return graph.cast(graph.add("Div", mixed, _constant(graph, _STEPS * _ACTIVE)), "int64")


def _clipped(graph: OnnxGraph, values: str, most: int) -> str:
    return graph.add("Clip", values, _constant(graph, 0), _constant(graph, most))


def _constant(graph: OnnxGraph, values: NDArray[Any] | float) -> str:
    return graph.constant(values, "float64")


def _rounded(values: NDArray[np.float32], scale: NDArray[np.int64] | int) -> NDArray[np.float64]:
    """Return weights as integers in steps of 1 / `scale`, rounded as in the core: halves away from zero."""
    scaled = values.astype(np.float64) * scale
    return np.asarray(np.sign(scaled) * np.floor(np.abs(scaled) + 0.5))
