"""The engine `net:hex`: what the network says reaches the search, on any board, and whole games."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexapoda._core import hex as core
from hexapoda.engine import Limit
from hexapoda.engines.hex.network import HexNetworkEngine
from hexapoda.engines.hex.rave import RaveEngine
from hexapoda.errors import UsageError
from hexapoda.hex import Position
from hexapoda.hex.encode import ENCODINGS
from hexapoda.hex.network import network_weights
from hexapoda.nets.network_file import read_network, write_network
from hexapoda.nets.shipped import find_network
from hexapoda.registry import parse_engine
from tests.cli.command_line import run
from tests.engines.test_hex_bruteforce import random_position


def root_of(position: Position) -> tuple[dict[str, float], float]:
    """The prior of each move of the root, and the mean of its evaluation and that of its best move."""
    engine = HexNetworkEngine(read_network(find_network("hex")), "net:hex")
    evaluator = engine._evaluator_for(position)
    search = engine._search_of(position, evaluator, 1)
    search.begin()
    search.run(evaluator.network, math.inf)
    priors = {str(evaluator.layout.move(position, move[0])): move[3] for move in search.moves(0)}
    values = np.zeros(1, np.float32)
    search.results(np.zeros(1, np.int64), np.zeros((1, evaluator.layout.size), np.float32), values)
    return priors, float(values[0])


@pytest.mark.parametrize("variant", ["11x11", "5x8", "9x4"])
def test_the_search_takes_what_the_network_says(variant: str) -> None:
    columns, rows = map(int, variant.split("x"))
    for stones in (0, columns * rows // 4, columns * rows // 4 + 1):
        position = random_position(variant, stones, seed=stones)
        priors, value = root_of(position)
        chance, moves = core.network_evaluate(position, network_weights())
        position.push(position.parse_move(max(priors, key=priors.__getitem__)))
        lost, _ = core.network_evaluate(position, network_weights())
        assert value == pytest.approx((2 * chance - 1 + 1 - 2 * lost) / 2, abs=1e-5)
        odds = np.array([math.exp(logit) for _, logit in moves])
        expected = {str(move): share for (move, _), share in zip(moves, odds / odds.sum(), strict=True)}
        assert priors == pytest.approx(expected, abs=1e-5)


def test_many_positions_at_once() -> None:
    positions = [random_position("7x5", stones, seed=1) for stones in range(12)]
    observations = np.stack([ENCODINGS.encoder("planes", "7x5").encode(each) for each in positions])
    logits, values = np.zeros((12, 35), np.float32), np.zeros(12, np.float32)
    network = core.PlanesNetwork(positions[0], network_weights(), False)
    network.evaluate(observations.reshape(12, -1), logits, values, 2)
    for row, position in enumerate(positions):
        chance, moves = core.network_evaluate(position, network_weights())
        assert values[row] == pytest.approx(2 * chance - 1, abs=1e-6)
        for move, logit in moves:
            assert move.cell is not None
            assert logits[row, move.cell[1] * 7 + move.cell[0]] == pytest.approx(logit, abs=1e-5)
    with pytest.raises(ValueError, match="logits"):
        network.evaluate(observations.reshape(12, -1), np.zeros((12, 36), np.float32), values)


@pytest.mark.parametrize("swap", ["pieces", "sides"])
def test_a_swap_is_as_likely_as_the_side_to_move_is_to_lose_without_it(swap: Any) -> None:
    position = Position("9x9", swap=swap)
    position.push(position.parse_move("e5"))
    priors, _ = root_of(position)
    chance, _ = core.network_evaluate(position, network_weights())
    assert priors[f"swap-{swap}"] == pytest.approx(1 - chance, abs=1e-4)
    found = parse_engine("net:hex", "hex").create().search(position, Limit(nodes=300))
    assert str(found.move) == f"swap-{swap}"  # the middle wins


@pytest.mark.parametrize(("variant", "swap"), [("5x5", "off"), ("4x6", "sides"), ("6x6", "pieces")])
def test_whole_games_on_one_engine(variant: str, swap: Any) -> None:
    engine = parse_engine("net:hex", "hex").create()
    for board in (variant, "3x3"):  # it may change boards between searches
        position = Position(board, swap=swap if board == variant else "off")
        while position.outcome() is None:
            position.push(engine.search(position, Limit(nodes=20)).move)


def changed(path: Path, **fields: Any) -> Path:
    file = read_network(find_network("hex"))
    values = file.values[:-1] if fields.get("weights") else file.values
    write_network(path, replace(file.header, **fields), values)
    return path


@pytest.mark.parametrize(
    ("fields", "match"),
    [
        ({"sizes": {"channels": 16, "blocks": 6}}, "expected blocks, and 32 channels"),
        ({"sizes": {"blocks": 6}}, "expected blocks, and 32 channels"),
        ({"observation": "planes:window=5"}, "observation 'planes:window=5': expected 'planes'"),
        ({"actions": "numbers"}, "actions 'numbers': expected 'cells'"),
        ({"variant": "11x11"}, "variant '11x11': expected None"),
        ({"rules": {"swap": "off"}}, "expected {}"),
        ({"weight_type": "float32"}, "weight_type 'float32': expected 'float16'"),
        ({"sizes": {"channels": 32, "blocks": 60}}, "weights: expected 991994 for 60 blocks"),
    ],
)
def test_another_network_is_refused(tmp_path: Path, fields: dict[str, Any], match: str) -> None:
    spec = parse_engine(f"net:{changed(tmp_path / 'a.net', **fields)}", "hex")
    with pytest.raises(UsageError, match=match):
        spec.create()


def test_it_opens_near_even_if_the_opponent_may_swap() -> None:
    opened = {}
    for swap in ("off", "pieces"):
        found = parse_engine("net:hex", "hex").create().search(Position("9x9", swap=swap), Limit(nodes=1000))
        opened[swap] = core.network_evaluate(after(found.move), network_weights())[0]
    assert opened["off"] < 0.4  # for White
    assert 0.3 < opened["pieces"] < 0.7


def after(move: Any) -> Position:
    position = Position("9x9", swap="off")
    position.push(move)
    return position


def test_it_is_listed() -> None:
    result = run("nets", "hex")
    assert "all variants" in result.stdout and "hex, " in result.stdout


def test_the_search_of_rave_with_another_network(tmp_path: Path) -> None:
    """With the network of the package it is `rave` without its book; with another one it is not."""
    position = random_position("9x9", 12, seed=3)
    limit = Limit(nodes=2000)
    reference = RaveEngine(seed=1, book=False).search(position, limit)
    file = read_network(find_network("hex"))
    other = tmp_path / "changed.net"
    write_network(other, file.header, file.values * np.float32(0.5))
    seen = []
    for name in ("hex", other):
        engine: Any = parse_engine(f"net:{name},search=rave,seed=1", "hex").create()
        assert isinstance(engine, RaveEngine)
        seen.append(engine.search(position, limit))
    assert seen[0].move == reference.move
    assert seen[0].info.win_probability == reference.info.win_probability != seen[1].info.win_probability
    without_limit = parse_engine("net:hex,search=rave,simulations=50", "hex").create()
    assert without_limit.search(position, Limit()).info.nodes == 50
    with pytest.raises(UsageError, match="mcts"):
        parse_engine("net:hex,search=mcts", "hex")
