"""`network_graph`: networks of the architecture `hive-evaluation` as ONNX.

Owns the graph: the computation of cpp/hive/evaluate/evaluation_network.hpp, with its integers as float64,
which holds them exactly. So the scores are those of the core. `hexapoda.hive.network.evaluation_inputs` makes
its inputs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import hive as _core
from hexapoda.hive.network import evaluation_network, network_shape
from hexapoda.nets.network_file import NetworkFile
from hexapoda.nets.onnx_graph import GraphEnds, OnnxGraph

__all__ = ["network_graph"]

_INPUTS, _HIDDEN, _PHASES = _core.EvaluationNetwork.INPUTS, _core.EvaluationNetwork.HIDDEN, 2
_ONE = 256
"""An input of 1, and a hidden weight of 1."""
_ACTIVE = 4096
"""The output of a hidden unit at its most."""
_STEPS = 10
"""The number of steps of the share of the late game."""


def network_graph(file: NetworkFile, graph: OnnxGraph) -> GraphEnds:
    """Add the computation to a graph. Raises `UsageError` if the header or the weights are wrong."""
    evaluation_network(file.header, file.values.astype("=f4").tobytes(), "as ONNX: the network")
    width = _INPUTS + _PHASES
    rows = np.zeros((network_shape()["sizes"]["features"] + 1, width), np.float32)
    known = file.header.sizes["features"]  # an older network has fewer; the last row is that of -1
    rows[:known] = graph.take(known, width)
    table = _whole(rows, np.array([_ONE] * _INPUTS + [1] * _PHASES))
    bias, hidden = _whole(graph.take(_INPUTS), _ONE), _whole(graph.take(_HIDDEN, 2, _INPUTS), _ONE)
    hidden_bias = _whole(graph.take(_HIDDEN), _ONE * _ONE)
    output, output_bias = _whole(graph.take(_PHASES, _HIDDEN), 1), _whole(graph.take(_PHASES), _ACTIVE)

    def number(values: NDArray[np.float64] | float) -> str:
        return graph.constant(values, "float64")

    gathered = graph.add("Gather", number(table), "features", axis=0)  # [rows, 2, 80, width]
    sums = graph.add("ReduceSum", gathered, graph.integers(2), keepdims=0)
    biased = graph.add("Add", sums, number(np.append(bias, np.zeros(_PHASES))))
    clipped = graph.add("Clip", biased, number(0), number(_ONE))
    unit_rows = np.pad(hidden, ((0, 0), (0, 0), (0, _PHASES)))  # the scores among the sums are no inputs
    inputs = graph.add("Reshape", clipped, graph.integers(0, 2 * width))
    units = graph.add("MatMul", inputs, number(unit_rows.reshape(_HIDDEN, -1).T))
    units = graph.add("Clip", graph.add("Add", units, number(hidden_bias)), number(0), number(_ONE * _ONE))
    active = graph.add("Floor", graph.add("Div", units, number(_ONE * _ONE / _ACTIVE)))
    by_phase = graph.add("Add", graph.add("MatMul", active, number(output.T)), number(output_bias))

    both = graph.add("Slice", sums, graph.integers(_INPUTS), graph.integers(width), graph.integers(2))
    signs = number(np.array([[_ACTIVE], [-_ACTIVE]]))  # own scores count for the side to move
    scores = graph.add("ReduceSum", graph.add("Mul", both, signs), graph.integers(1), keepdims=0)
    scores = graph.add("Add", scores, by_phase)
    late = graph.add("Unsqueeze", graph.cast("late", "float64"), graph.integers(1))
    early = graph.add("Sub", number(_STEPS), late)
    shares = graph.add("Concat", early, late, axis=1)
    mixed = graph.add("ReduceSum", graph.add("Mul", scores, shares), graph.integers(1), keepdims=0)
    # Numbers are cut towards 0, as in the core.
    score = graph.cast(graph.add("Div", mixed, number(_STEPS * _ACTIVE)), "int64")
    least = graph.add("Min", score, graph.integers(0))
    graph.cast(graph.add("Where", "stuck", least, score), "float32", to="scores")
    return GraphEnds(
        {
            "features": ("int64", ["rows", 2, "features"]),
            "late": ("int64", ["rows"]),
            "stuck": ("bool", ["rows"]),
        },
        {"scores": ("float32", ["rows"])},
    )


def _whole(values: NDArray[np.float32], scale: NDArray[np.int64] | int) -> NDArray[np.float64]:
    """Weights in their unit, rounded as the core rounds: halves away from zero."""
    scaled = values.astype(np.float64) * scale
    return np.asarray(np.sign(scaled) * np.floor(np.abs(scaled) + 0.5))
