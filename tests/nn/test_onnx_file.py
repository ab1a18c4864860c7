"""Networks as ONNX: the reference evaluator of ONNX finds what the core finds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx.reference import ReferenceEvaluator

from hexapoda._core import nn
from hexapoda.errors import UsageError
from hexapoda.nets.network_file import read_network
from hexapoda.nets.onnx_file import onnx_bytes
from hexapoda.nets.shipped import shipped_networks
from tests.cli.command_line import run
from tests.nn.networks import random_network


@pytest.mark.parametrize(
    ("game", "variant", "actions", "observation"),
    [("hex", "4x3", "cells", "planes"), ("hive", "Base", "cells:window=9", "planes:window=9")],
)
def test_it_computes_what_the_core_computes(
    tmp_path: Path, game: str, variant: str, actions: str, observation: str
) -> None:
    file = read_network(random_network(tmp_path / "a.net", game, variant, observation, actions))
    sizes = file.header.sizes
    rng = np.random.default_rng(1)
    shape = (3, sizes["planes"], sizes["height"], sizes["width"])
    seen = rng.choice([0, 0, 0, 1, 0.3], shape).astype(np.float32)
    model = onnx.load_from_string(onnx_bytes(file))
    logits, values = ReferenceEvaluator(model).run(None, {"observations": seen})
    network = nn.BoardNetwork(weights=file.values, **sizes)
    expected, expected_values = np.empty_like(logits), np.empty_like(values)
    network.evaluate(seen.reshape(3, -1), expected, expected_values)
    assert np.allclose(logits, expected, atol=1e-4) and np.allclose(values, expected_values, atol=1e-4)
    assert (
        np.ptp(values) > 0
        and logits.shape[1] == sizes["kinds"] * sizes["height"] * sizes["width"] + sizes["others"]
    )
    assert json.loads(model.metadata_props[0].value)["observation"] == observation


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    target = tmp_path / "hex.onnx"
    said = run("nets", "hex-5x5", "--onnx", str(target))
    assert str(target) in said.stderr
    model = onnx.load(target)
    assert [one.name for one in model.graph.output] == ["logits", "values"]
    before = target.read_bytes()
    assert "--force" in run("nets", "hex-5x5", "--onnx", str(target), code=2).stderr
    run("nets", "hex-5x5", "--onnx", str(target), "--force")
    assert target.read_bytes() == before


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    target = str(tmp_path / "a.onnx")
    said = run("nets", "hive-evaluation", "--onnx", target, code=2).stderr
    assert "as ONNX: the network has the architecture 'hive-evaluation': expected 'board'" in said
    assert "one network" in run("nets", "--onnx", target, code=2).stderr
    file = read_network(shipped_networks()["hex-5x5"])
    for change, says in (
        ({"pieces": 3}, "more pieces than planes or kinds"),
        ({"channels": 0}, "the size channels of the network is 0"),
        ({"piece": 1}, "the sizes of a board network are"),
    ):
        sizes = {**file.header.sizes, **change}
        with pytest.raises(UsageError, match=says):
            onnx_bytes(replace(file, header=replace(file.header, sizes=sizes)))
    for values, says in [(file.values[:-1], "fewer weights"), (np.append(file.values, 0), "1 weights more")]:
        with pytest.raises(UsageError, match=says):
            onnx_bytes(replace(file, values=values.astype(np.float32)))
    assert list(tmp_path.iterdir()) == []
