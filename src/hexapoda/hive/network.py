"""The networks that `alphabeta` uses to evaluate Hive positions, from the package and from other files.

cpp/hive/evaluate/evaluation_network.hpp evaluates them; `hexapoda.train.expert.hive` trains them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexapoda._core import hive as _core
from hexapoda.errors import UsageError
from hexapoda.nets.network_file import NetworkHeader, read_weights
from hexapoda.nets.shipped import find_network

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hexapoda.hive.position import Position

__all__ = [
    "ARCHITECTURE",
    "DEFAULT",
    "default_network",
    "evaluation_inputs",
    "evaluation_network",
    "network_shape",
    "read_evaluation",
    "shipped_evaluation",
]

ARCHITECTURE = "hive-evaluation"
DEFAULT = "hive-evaluation"
"""The name of the strongest network in the package."""


def default_network() -> _core.EvaluationNetwork:
    """Return the strongest network in the package. Raises `UsageError` if its file is damaged."""
    return shipped_evaluation(DEFAULT)


@cache
def shipped_evaluation(name: str) -> _core.EvaluationNetwork:
    """Return a network in the package. Raises `UsageError` if its file is damaged."""
    return read_evaluation(find_network(name))


def network_shape(*, shapes: bool = True) -> dict[str, Any]:
    """Return the header fields that a network must have, including its sizes.

    The field `observation` contains a hash of the features, because a network is useless with other features.
    Without `shapes`, return the fields of older networks, which lack the features that describe a piece's
    surroundings but can still be read.
    """
    features = [row[:3] for row in _core.evaluation_features()]
    if shapes:
        features += _core.evaluation_shapes()
    names = "\n".join(" / ".join(row) for row in features)
    return {
        "architecture": ARCHITECTURE,
        "game": "hive",
        "sizes": {
            "features": len(features),
            "inputs": _core.EvaluationNetwork.INPUTS,
            "hidden": _core.EvaluationNetwork.HIDDEN,
        },
        "observation": f"features-{hashlib.sha256(names.encode()).hexdigest()[:12]}",
        "weight_type": "float32",
    }


def read_evaluation(path: Path) -> _core.EvaluationNetwork:
    """Return the network in a file. Raises `UsageError`, which names the file and the fault."""
    header, weights = read_weights(path)
    return evaluation_network(header, weights, f"the network {str(path)!r}")


def evaluation_network(header: NetworkHeader, weights: bytes, subject: str) -> _core.EvaluationNetwork:
    """Return the network with these weights. Raises `UsageError`, whose message begins with `subject`, if
    the header or the weights do not fit the architecture.
    """
    shape = network_shape()
    found = {name: getattr(header, name) for name in shape} | {"sizes": dict(header.sizes)}
    if found not in (shape, network_shape(shapes=False)):
        name = next(name for name in shape if found[name] != shape[name])
        raise UsageError(
            f"{subject} has the {_WORDS.get(name, name)} {_text(found[name])}: expected {_text(shape[name])}"
        )
    try:
        return _core.EvaluationNetwork(weights)
    except ValueError as error:
        raise UsageError(f"{subject} is damaged: {error}") from None


def evaluation_inputs(positions: Sequence[Position]) -> dict[str, NDArray[Any]]:
    """Return the network's inputs for `positions`, by their names in the ONNX file.

    `features`, int64 [positions, 2, 80]: a row of feature indices for the side to move, then one for its
    opponent; each index is repeated as often as the feature occurs, and -1 fills the rest. `late`, int64
    [positions]: the number of pieces on the board beyond 12, from 0 to 10. `stuck`, bool [positions]: whether
    the side to move can neither move nor place a piece, apart from throws.
    """
    import numpy as np

    features = _core.evaluation_lists(positions).astype(np.int64)
    for row, position in zip(features, positions, strict=True):
        if position.turn == 1:
            row[:] = row[::-1].copy()
    return {
        "features": features,
        "late": np.array([round(10 * _core.evaluation_phase(one)) for one in positions], np.int64),
        "stuck": np.array([_core.evaluation_stuck(one) for one in positions], np.bool_),
    }


_WORDS = {"observation": "encoding of positions", "weight_type": "weight type"}


def _text(value: Any) -> str:
    if isinstance(value, str):
        return repr(value)
    return ", ".join(f"{name} {size}" for name, size in sorted(value.items()))
