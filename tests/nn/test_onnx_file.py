"""Networks as ONNX: the reference evaluator of ONNX finds what the core finds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import onnx
import pytest
from onnx.reference import ReferenceEvaluator

from hexapoda._core import hex as hex_core
from hexapoda._core import nn
from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.hex.network import network_weights
from hexapoda.hive import Position
from hexapoda.hive.network import evaluation_inputs, shipped_evaluation
from hexapoda.nets.network_file import read_network
from hexapoda.nets.onnx_file import onnx_bytes
from hexapoda.nets.shipped import shipped_networks
from tests.cli.command_line import run
from tests.hive.test_evaluation import POSITIONS
from tests.nn.networks import random_network

STUCK = (
    "Base White[77] bA2 wQ@-1,1 wS1@-5,5 wS2@-5,4 wB1@-1,-1 wB2@0,-2 wG1@-3,3 wG2@-1,0 wG3@-2,2 wA1@7,-4 "
    "wA2@-4,3 wA3@1,-2 bQ@4,-1 bS1@5,-3 bS2@6,-4 bB1@2,0 bB2@8,-4 bG1@1,-1 bG2@2,-1 bG3@4,-2 bA1@3,-1 "
    "bA2@-5,6 bA3@2,1"
)
"""White can neither move nor place a piece."""


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


def test_the_network_of_hex_computes_what_the_core_computes() -> None:
    """On boards of several sizes. Sums of floats in another order may be rounded to the next step."""
    game, rng = find_game("hex"), Random(1)
    evaluator = ReferenceEvaluator(onnx.load_from_string(onnx_bytes(read_network(shipped_networks()["hex"]))))
    differences = []
    for size in (3, 5, 8):
        variant = f"{size}x{size}"
        encodings = game.encodings
        assert encodings is not None
        encoder, layout = encodings.encoder("planes", variant), encodings.layout("cells", variant)
        observations, lasts, expected = [], [], []
        for plies in (0, 1, 2, 3, 4):
            position, last = game.initial(variant), np.zeros((size, size), np.float32)
            for move in rng.sample(list(position.legal_moves), plies):
                position.push(move)
            move = position.moves[-1] if plies else None
            if plies > 1:  # sometimes it is unknown
                last.flat[layout.number(game.initial(variant), move)] = 1
            else:
                move = None
            observations.append(encoder.encode(position))
            lasts.append(last)
            value, found = hex_core.network_evaluate(position, network_weights(), move)
            numbered = {layout.number(position, one): logit for one, logit in found}
            expected.append((2 * value - 1, numbered))
        seen = {"observations": np.array(observations), "last": np.array(lasts)}
        logits, values = evaluator.run(None, seen)
        assert logits.shape == (len(expected), size * size)
        for row, value, (true_value, numbered) in zip(logits, values, expected, strict=True):
            wrong = [abs(row[number] - logit) for number, logit in numbered.items()]
            differences.append(max(abs(value - true_value), *wrong))
    assert max(differences) < 0.5 and np.median(differences) < 1e-4


@pytest.mark.parametrize("name", ["hive-evaluation", "hive-evaluation-levels"])
def test_an_evaluation_of_hive_computes_what_the_core_computes(name: str) -> None:
    evaluator = ReferenceEvaluator(onnx.load_from_string(onnx_bytes(read_network(shipped_networks()[name]))))
    positions = [*POSITIONS, Position.from_text(STUCK)]
    inputs = evaluation_inputs(positions)
    [scores] = evaluator.run(None, inputs)
    network = shipped_evaluation(name)
    assert scores.tolist() == [network.evaluate(position) for position in positions]
    stuck = inputs["stuck"]
    assert stuck[-1] and not stuck[:-1].any()
    [free], [capped] = (
        evaluator.run(None, {**inputs, "stuck": np.full(len(stuck), all)}) for all in (False, True)
    )
    assert (capped == np.minimum(free, 0)).all() and (free > 0).any()


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
    other = replace(file, header=replace(file.header, architecture="hive-evaluation"))
    with pytest.raises(UsageError, match="the architecture 'hive-evaluation': expected 'board' or 'hex'"):
        onnx_bytes(other)
    for values, says in [(file.values[:-1], "fewer weights"), (np.append(file.values, 0), "1 more weights")]:
        with pytest.raises(UsageError, match=says):
            onnx_bytes(replace(file, values=values.astype(np.float32)))
    file = read_network(shipped_networks()["hex"])
    values = file.values.copy()
    block = hex_core.NETWORK_BLOCK_WEIGHTS
    first = (7 * 4 + 1) * hex_core.NETWORK_CHANNELS
    values[first + block - 1] = 0  # the last weight of the first block
    with pytest.raises(UsageError, match="expected a positive number as the largest input"):
        onnx_bytes(replace(file, values=values))
    file = read_network(shipped_networks()["hive-evaluation"])
    with pytest.raises(UsageError, match="as ONNX: the network has the encoding of positions 'features-0'"):
        onnx_bytes(replace(file, header=replace(file.header, observation="features-0")))
    assert list(tmp_path.iterdir()) == []
