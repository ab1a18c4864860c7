"""The evaluation network: its plain twin, its symmetries, engines that use it, files that do not fit."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hexapoda._core import hive as core
from hexapoda.engine import Limit, ask
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.errors import UsageError
from hexapoda.hive import Position
from hexapoda.hive.network import default_network, network_shape, read_evaluation
from hexapoda.nets.network_file import NetworkHeader, read_network, write_network
from hexapoda.nets.shipped import shipped_networks
from hexapoda.registry import parse_engine
from tests.cli.command_line import objects
from tests.hive.plain_evaluation_network import HIDDEN, INPUTS, PlainNetwork
from tests.hive.test_evaluation import POSITIONS, moved, other_color

NAMED = len(core.evaluation_features())
FEATURES = NAMED + len(core.evaluation_shapes())
ROWS = FEATURES * (INPUTS + 2)
COUNT = ROWS + INPUTS + HIDDEN * (2 * INPUTS + 1) + 2 * (HIDDEN + 1)
SHIPPED = shipped_networks()["hive-evaluation"]


def random_weights(seed: int = 1) -> NDArray[np.float32]:
    """Weights with which sums and units are often cut, and often not."""
    rng = np.random.default_rng(seed)
    weights = rng.standard_normal(COUNT).astype(np.float32)
    rows = weights[:ROWS].reshape(FEATURES, INPUTS + 2)
    rows[:, :INPUTS] *= 0.1
    rows[:, INPUTS:] *= 40
    weights[ROWS : COUNT - 2 * (HIDDEN + 1)] *= 0.4
    weights[COUNT - 2 * (HIDDEN + 1) :] *= 100
    return weights


def network_of(weights: NDArray[np.float32]) -> core.EvaluationNetwork:
    return core.EvaluationNetwork(weights.astype("=f4").tobytes())


def sides(position: Position) -> list[list[int]]:
    """The features of the side to move, and those of its opponent."""
    both = [[int(one) for one in side if one >= 0] for side in core.evaluation_lists([position])[0]]
    return both[::-1] if position.turn else both


@pytest.mark.parametrize(
    "weights", [random_weights(), read_network(SHIPPED).values], ids=["random", "shipped"]
)
def test_it_computes_what_its_plain_twin_computes(weights: NDArray[np.float32]) -> None:
    network, plain = network_of(weights), PlainNetwork(weights, FEATURES)
    found = []
    for position in POSITIONS:
        own, enemy = sides(position)
        expected = plain.score(own, enemy, round(10 * core.evaluation_phase(position)))
        found.append(network.evaluate(position))
        # A side that is stuck is not ahead.
        assert found[-1] == expected or (found[-1] == 0 < expected and core.evaluate(position) <= 0)
    assert len(set(found)) > len(POSITIONS) / 2


def test_lists_of_features_are_their_counts() -> None:
    lists, counts = core.evaluation_lists(POSITIONS), core.evaluation_counts(POSITIONS)
    assert lists.shape == (len(POSITIONS), 2, 80) and lists.dtype == np.int16
    for both, row in zip(lists, counts, strict=True):
        white, black = (np.bincount(side[side >= 0], minlength=FEATURES)[:NAMED] for side in both)
        assert (white - black == row).all()
        assert all((np.diff((side < 0).astype(int)) >= 0).all() for side in both)  # -1 only at the end


def test_it_is_the_same_from_every_side() -> None:
    network = default_network()
    for position in POSITIONS[::3]:
        wanted = network.evaluate(position)
        assert network.evaluate(moved(position, lambda cell: (-cell[1], cell[0] + cell[1]))) == wanted
        assert network.evaluate(moved(position, lambda cell: (cell[1], cell[0]))) == wanted
        assert network.evaluate(moved(position, piece=other_color, plies=1)) == wanted


def test_the_engine_evaluates_with_it() -> None:
    network = network_of(random_weights(3))
    position = Position("Base+MLP")

    def score(**options: Any) -> float | None:
        return ask(AlphaBetaEngine(seed=1, **options), position, Limit(depth=1)).info.score

    scores = score(), score(evaluation="features"), score(network=network)
    assert len(set(scores)) == 3
    for weak in ({}, {"evaluation": "features"}, {"network": network}):
        assert score(level=9, **weak) == score(level=9) != scores[0]
    assert score(evaluation="features", network=network) == scores[1]


def test_levels_below_ten_keep_their_network() -> None:
    path = shipped_networks()["hive-evaluation-levels"]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert digest == "9fda693ca6a31547f6893ad44e0b95b9f2f71855a4a1c2696215fb146daea8a1"
    position = Position("Base+MLP")

    def score(**options: Any) -> float | None:
        return ask(AlphaBetaEngine(seed=1, **options), position, Limit(depth=3)).info.score

    kept = score(network=read_evaluation(path))
    assert {score(level=level) for level in (9.25, 9.5, 9.75)} == {kept}
    assert score(level=10) == score(network=default_network()) != kept


def test_it_plays_as_an_engine(tmp_path: Path) -> None:
    weights = random_weights(3)
    path = written(tmp_path, weights)
    engine = parse_engine(f"net:{path},threads=2,seed=1")
    assert {option.name for option in engine.options}.isdisjoint({"level", "evaluation"})
    assert "mine" in engine.summary
    created = engine.create()
    assert created.name == f"net:{path}"
    position = Position("Base")
    found = ask(created, position, Limit(depth=2)).info.score
    assert (
        found
        == ask(AlphaBetaEngine(network=network_of(weights), seed=1), position, Limit(depth=2)).info.score
    )
    assert found != ask(AlphaBetaEngine(seed=1), position, Limit(depth=2)).info.score


def test_the_shipped_network_is_listed() -> None:
    listed = objects("nets", "hive-evaluation")
    assert listed[0]["architecture"] == "hive-evaluation" and listed[0]["game"] == "hive"
    assert listed[0]["weights"] == COUNT and listed[0]["training"]["positions"] > 100_000


def written(folder: Path, weights: NDArray[np.float32], **changes: Any) -> Path:
    fields = {**network_shape(), "weights": len(weights), **changes}
    write_network(folder / "mine.net", NetworkHeader(**fields), weights)
    return folder / "mine.net"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"architecture": "board"}, "has the architecture 'board': expected 'hive-evaluation'"),
        ({"game": "hex"}, "has the game 'hex': expected 'hive'"),
        ({"sizes": {"features": 5}}, "has the sizes features 5: expected features "),
        ({"observation": "features-0"}, "has the encoding of positions 'features-0': expected 'features-"),
        ({"weight_type": "float16"}, "has the weight type 'float16': expected 'float32'"),
    ],
)
def test_a_network_for_something_else_is_refused(tmp_path: Path, changes: dict[str, Any], says: str) -> None:
    path = written(tmp_path, random_weights(), **changes)
    with pytest.raises(UsageError, match=r"mine\.net") as error:
        read_evaluation(path)
    assert says in str(error.value)


def test_a_network_from_before_the_shapes_is_read(tmp_path: Path) -> None:
    weights = random_weights()
    weights[NAMED * (INPUTS + 2) : ROWS] = 0
    older = np.delete(weights, slice(NAMED * (INPUTS + 2), ROWS))
    network = read_evaluation(written(tmp_path, older, **network_shape(shapes=False)))
    same = network_of(weights)
    assert [*map(network.evaluate, POSITIONS)] == [*map(same.evaluate, POSITIONS)]
    with pytest.raises(UsageError, match=f"has the sizes features {NAMED}, "):
        read_evaluation(
            written(tmp_path, older, **network_shape(shapes=False) | {"observation": "features-0"})
        )


@pytest.mark.parametrize(
    ("at", "value", "says"),
    [(3, 1.6, "weight 3"), (INPUTS, 405, f"weight {INPUTS}"), (COUNT - 1, 1e30, f"weight {COUNT - 1}")],
)
def test_weights_that_are_too_large_are_refused(tmp_path: Path, at: int, value: float, says: str) -> None:
    weights = random_weights()
    weights[at] = value
    message = f"mine.net.*damaged: {says} of the network is .*: expected an absolute value of at most"
    with pytest.raises(UsageError, match=message):
        read_evaluation(written(tmp_path, weights))


def test_weights_that_are_no_numbers_or_too_few_are_refused() -> None:
    weights = random_weights()
    for wrong, says in [
        (np.concatenate([weights[:-1], [np.nan]]), f"weight {COUNT - 1} of the network is nan"),
        (weights[:-1], f"has {COUNT - 1} weights: expected {COUNT}"),
        (weights[:0], f"has 0 weights: expected {COUNT}"),
    ]:
        with pytest.raises(ValueError, match=says):
            network_of(wrong.astype(np.float32))
    with pytest.raises(ValueError, match="expected float32 values"):
        core.EvaluationNetwork(b"abc")
