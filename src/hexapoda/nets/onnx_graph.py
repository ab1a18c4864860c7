"""`OnnxGraph`: a computation in ONNX operators, built one operator at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import UsageError
from hexapoda.nets.neighborhood import NEIGHBORHOOD

try:
    import onnx
    from onnx import helper, numpy_helper
except ImportError:
    raise UsageError("ONNX files need the package onnx: pip install 'hexapoda[onnx]'") from None

__all__ = ["GraphEnds", "OnnxGraph", "kernel_of"]

_OPSET, _IR = 18, 9
"""The versions of the operators and of the file format, which runtimes since 2023 can read."""


@dataclass(frozen=True, slots=True)
class GraphEnds:
    """The inputs and outputs of a graph: for each name, a NumPy type and a shape. A string in a shape stands
    for any size.
    """

    inputs: Mapping[str, tuple[str, Sequence[str | int]]]
    outputs: Mapping[str, tuple[str, Sequence[str | int]]]


class OnnxGraph:
    """A builder that takes the weights in order and adds operators that compute with them."""

    def __init__(self, weights: NDArray[np.float32]) -> None:
        self._left = weights
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def take(self, *shape: int) -> NDArray[np.float32]:
        """Return the next weights in this shape. Raises `UsageError` if too few are left."""
        count = int(np.prod(shape))
        if len(self._left) < count:
            raise UsageError("the network has fewer weights than its sizes require")
        found, self._left = self._left[:count].reshape(shape), self._left[count:]
        return found

    def matrix(self, inputs: int, outputs: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Take a matrix [inputs, outputs] and its biases, and return both."""
        rows = self.take(inputs + 1, outputs)
        return rows[:-1], rows[-1]

    def constant(self, values: Any, type: str = "float32") -> str:
        """Add a constant and return its name."""
        name = f"constant_{len(self._constants)}"
        self._constants.append(numpy_helper.from_array(np.array(values, type, order="C"), name))
        return name

    def integers(self, *values: int) -> str:
        """Add a constant with these axes or sizes and return its name."""
        return self.constant(values, "int64")

    def add(self, operator: str, *inputs: str, to: str | None = None, **attributes: Any) -> str:
        """Add an operator and return the name of its output, which is `to` if given."""
        name = to or f"{operator.lower()}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(operator, inputs, [name], **attributes))
        return name

    def cast(self, values: str, type: str, to: str | None = None) -> str:
        """Add a conversion to a NumPy type and return the name of its output."""
        name = to or f"cast_{len(self._nodes)}"
        self._nodes.append(helper.make_node("Cast", [values], [name], to=_type(type)))
        return name

    def linear(self, seen: str, inputs: int, outputs: int) -> str:
        """Add a linear layer from [rows, inputs] to [rows, outputs] and return the name of its output."""
        matrix, bias = self.matrix(inputs, outputs)
        return self.add("Gemm", seen, self.constant(matrix), self.constant(bias))

    def pooled(self, seen: str) -> str:
        """Add the mean and the maximum of each channel over the board; return the name of the output."""
        axes = self.integers(2, 3)
        means = self.add("ReduceMean", seen, axes, keepdims=0)
        return self.add("Concat", means, self.add("ReduceMax", seen, axes, keepdims=0), axis=1)

    def model(self, name: str, ends: GraphEnds, metadata: Mapping[str, str]) -> bytes:
        """Return the content of the file. Raises `UsageError` if any weights are left."""
        if len(self._left):
            raise UsageError(f"the network has {len(self._left)} more weights than its sizes require")
        inputs, outputs = (
            [helper.make_tensor_value_info(key, _type(type), shape) for key, (type, shape) in each.items()]
            for each in (ends.inputs, ends.outputs)
        )
        graph = helper.make_graph(self._nodes, name, inputs, outputs, self._constants)
        opset = helper.make_opsetid("", _OPSET)
        model = helper.make_model(graph, producer_name="hexapoda", opset_imports=[opset], ir_version=_IR)
        helper.set_model_props(model, dict(metadata))
        onnx.checker.check_model(model, full_check=True)
        return bytes(model.SerializeToString())


def kernel_of(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the weights of a convolution over a cell and its neighbors, [7 * inputs, outputs], as the kernel
    of a convolution over squares, [outputs, inputs, 3, 3].
    """
    taps = matrix.reshape(len(NEIGHBORHOOD), -1, matrix.shape[1])
    kernel = np.zeros((matrix.shape[1], taps.shape[1], 3, 3), np.float32)
    for (row, column), weights in zip(NEIGHBORHOOD, taps, strict=True):
        kernel[:, :, row, column] = weights.T
    return kernel


def _type(name: str) -> int:
    return int(helper.np_dtype_to_tensor_dtype(np.dtype(name)))
