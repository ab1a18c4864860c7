"""Networks as ONNX, for other programs.

Maps architectures to graphs, and adds the metadata of the file. `board_graph` and the packages of the games
build the graphs; docs/reference/network-files.md describes their inputs and outputs.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib import import_module
from typing import TYPE_CHECKING

from hexapoda.errors import UsageError
from hexapoda.games import find_game

if TYPE_CHECKING:
    from hexapoda.nets.network_file import NetworkFile

__all__ = ["onnx_bytes"]

_BOARD = {"board": "hexapoda.nets.board_graph:board_graph"}


def onnx_bytes(file: NetworkFile) -> bytes:
    """Return the content of an ONNX file. The header of the network is in its metadata, as JSON under
    `hexapoda`. Raises `UsageError` if the architecture is unknown, the sizes or weights are wrong, or the
    package onnx is missing.
    """
    from hexapoda.nets.onnx_graph import OnnxGraph

    header = file.header
    graphs = {**_BOARD, **find_game(header.game).network_graphs}
    if header.architecture not in graphs:
        expected = " or ".join(map(repr, graphs))
        raise UsageError(
            f"as ONNX: the network has the architecture {header.architecture!r}: expected {expected}"
        )
    module, _, function = graphs[header.architecture].partition(":")
    graph = OnnxGraph(file.values)
    ends = getattr(import_module(module), function)(file, graph)
    text = json.dumps(asdict(header), sort_keys=True)
    return graph.model(header.architecture, ends, {"hexapoda": text})
