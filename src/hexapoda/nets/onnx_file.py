"""Networks of the architecture `board` as ONNX, for other programs.

Owns the graph: the computation of cpp/nn/board_network.hpp in the operators of ONNX, in opset 18. Inputs are
`observations`, float32 [rows, planes, height, width]; outputs are `logits`, float32 [rows, actions], and
`values`, float32 [rows], -1 to 1 for the player to move. `rows` may be any number.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import UsageError
from hexapoda.nets.board_sizes import check_board_sizes
from hexapoda.nets.neighborhood import NEIGHBORHOOD
from hexapoda.nets.network_file import NetworkFile

try:
    import onnx
    from onnx import TensorProto, helper, numpy_helper
except ImportError:
    raise UsageError("ONNX files need its package: pip install 'hexapoda[onnx]'") from None

__all__ = ["onnx_bytes"]

_OPSET, _IR = 18, 9
"""Versions that runtimes from the year 2023 on can read."""


def onnx_bytes(file: NetworkFile) -> bytes:
    """Return the content of an ONNX file. The header of the network is in its metadata, as JSON under
    `hexapoda`. Raises `UsageError` if the network is of another architecture, or its sizes are wrong.
    """
    check_board_sizes(file.header, "as ONNX")
    model = _Graph(file).model()
    helper.set_model_props(model, {"hexapoda": json.dumps(asdict(file.header), sort_keys=True)})
    onnx.checker.check_model(model, full_check=True)
    return bytes(model.SerializeToString())


class _Graph:
    """Adds one operator after the other."""

    def __init__(self, file: NetworkFile) -> None:
        self._sizes = dict(file.header.sizes)
        self._left = file.values
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def model(self) -> Any:
        sizes = self._sizes
        shape = [sizes[name] for name in ("planes", "height", "width")]
        seen = self._add("Relu", self._convolution("observations", sizes["planes"]))
        for _ in range(sizes["blocks"]):
            seen = self._block(seen)
        pooled = self._pooled(seen)
        kernel, bias = self._matrix(sizes["channels"], sizes["kinds"])
        moves = self._add("Conv", seen, self._constant(kernel.T[:, :, None, None]), self._constant(bias))
        if sizes.get("pieces"):
            moves = self._with_pieces(moves, seen)
        parts = [self._add("Flatten", moves, axis=1)]
        if sizes["others"]:
            parts.append(self._linear(pooled, 2 * sizes["channels"], sizes["others"]))
        self._add("Concat", *parts, axis=1, to="logits")
        hidden = self._add("Relu", self._linear(pooled, 2 * sizes["channels"], sizes["channels"]))
        value = self._add("Tanh", self._linear(hidden, sizes["channels"], 1))
        self._add("Squeeze", value, self._constant(np.array([1], np.int64)), to="values")
        if len(self._left):
            raise UsageError(f"the network has {len(self._left)} weights more than its sizes need")
        actions = sizes["kinds"] * sizes["height"] * sizes["width"] + sizes["others"]
        number = TensorProto.FLOAT
        graph = helper.make_graph(
            self._nodes,
            "board",
            [helper.make_tensor_value_info("observations", number, ["rows", *shape])],
            [
                helper.make_tensor_value_info("logits", number, ["rows", actions]),
                helper.make_tensor_value_info("values", number, ["rows"]),
            ],
            self._constants,
        )
        opset = helper.make_opsetid("", _OPSET)
        return helper.make_model(graph, producer_name="hexapoda", opset_imports=[opset], ir_version=_IR)

    def _with_pieces(self, moves: str, seen: str) -> str:
        """Add to the logits of the kinds of moves, [rows, kinds, height, width], those of the pieces."""
        sizes = self._sizes
        count, area = sizes["pieces"], sizes["height"] * sizes["width"]
        matrix, bias = self._matrix(sizes["channels"], sizes["channels"])
        ints = (np.array(values, np.int64) for values in ([0], [count], [1], [0, 0, area]))
        zero, end, axis, flat = (self._constant(values) for values in ints)
        planes = self._add("Slice", "observations", zero, end, axis)
        empty = self._add("Equal", planes, self._constant(np.zeros(1, np.float32)))
        there = self._add("Cast", self._add("Not", empty), to_type=TensorProto.FLOAT)
        cells = self._add("Reshape", seen, flat)
        at = self._add(
            "MatMul",
            self._add("Reshape", there, flat),
            self._add("Transpose", cells, perm=[0, 2, 1]),
        )
        weights = self._add("MatMul", at, self._constant(matrix))
        moved = self._add("MatMul", self._add("Add", weights, self._constant(bias)), cells)
        if count < sizes["kinds"]:
            rest = self._constant(np.array([0, 0, 0, 0, sizes["kinds"] - count, 0], np.int64))
            moved = self._add("Pad", moved, rest)
        return self._add("Add", self._add("Reshape", moves, flat), moved)

    def _block(self, seen: str) -> str:
        channels = self._sizes["channels"]
        inner = self._add("Relu", self._convolution(seen, channels))
        added = self._convolution(inner, channels)
        more = self._linear(self._pooled(inner), 2 * channels, channels)
        more = self._add("Unsqueeze", more, self._constant(np.array([2, 3], np.int64)))
        return self._add("Relu", self._add("Add", seen, self._add("Add", added, more)))

    def _convolution(self, seen: str, inputs: int) -> str:
        matrix, bias = self._matrix(len(NEIGHBORHOOD) * inputs, self._sizes["channels"])
        kernel = np.zeros((self._sizes["channels"], inputs, 3, 3), np.float32)
        for (row, column), weights in zip(
            NEIGHBORHOOD, matrix.reshape(len(NEIGHBORHOOD), inputs, -1), strict=True
        ):
            kernel[:, :, row, column] = weights.T
        return self._add("Conv", seen, self._constant(kernel), self._constant(bias), pads=[1, 1, 1, 1])

    def _pooled(self, seen: str) -> str:
        """The mean and the maximum of each channel over the board."""
        axes = self._constant(np.array([2, 3], np.int64))
        means = self._add("ReduceMean", seen, axes, keepdims=0)
        return self._add("Concat", means, self._add("ReduceMax", seen, axes, keepdims=0), axis=1)

    def _linear(self, seen: str, inputs: int, outputs: int) -> str:
        matrix, bias = self._matrix(inputs, outputs)
        return self._add("Gemm", seen, self._constant(matrix), self._constant(bias))

    def _matrix(self, inputs: int, outputs: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Take a matrix [inputs, outputs] from the weights, and its biases."""
        count = (inputs + 1) * outputs
        if len(self._left) < count:
            raise UsageError("the network has fewer weights than its sizes need")
        rows, self._left = self._left[:count].reshape(inputs + 1, outputs), self._left[count:]
        return rows[:-1], rows[-1]

    def _constant(self, values: NDArray[Any]) -> str:
        name = f"constant_{len(self._constants)}"
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def _add(
        self,
        operator: str,
        *inputs: str,
        to: str | None = None,
        to_type: int | None = None,
        **attributes: Any,
    ) -> str:
        """Add an operator and return the name of its output, which is `to` if given. `to_type` is the
        attribute `to` of a cast.
        """
        name = to or f"{operator.lower()}_{len(self._nodes)}"
        if to_type is not None:
            attributes["to"] = to_type
        self._nodes.append(helper.make_node(operator, inputs, [name], **attributes))
        return name
