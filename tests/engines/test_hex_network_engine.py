"""The engine `net:hex`: what the network says reaches the search, on any board, and whole games."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexapoda._core import hex as core
from hexapoda.engine import Limit
from hexapoda.engines.hex.network import HexNetworkEngine, HexNetworkSource, RaveWithNetwork
from hexapoda.engines.hex.rave import RaveEngine
from hexapoda.errors import EngineError, UsageError
from hexapoda.hex import Position
from hexapoda.hex.encode import ENCODINGS
from hexapoda.hex.network import network_weights
from hexapoda.nets.network_file import read_network, write_network
from hexapoda.nets.shipped import find_network
from hexapoda.registry import parse_engine
from tests.cli.command_line import run
from tests.docs.test_tables import rows
from tests.engines.test_hex_bruteforce import random_position


def root_of(position: Position) -> tuple[dict[str, float], float]:
    """The prior of each move of the root, and the mean of its evaluation and that of its best move."""
    engine = HexNetworkEngine(read_network(find_network("hex")), "net:hex")
    evaluator = engine._evaluator_for(position)
    search = engine._search_of(position, evaluator, 1)
    search.begin()
    search.run(evaluator.network, math.inf)
    priors = {str(evaluator.layout.move(position, move[0])): move[3] for move in search.moves(0)}
    values, surprises = np.zeros(1, np.float32), np.zeros(1, np.float32)
    policies = np.zeros((1, evaluator.layout.size), np.float32)
    search.results(np.zeros(1, np.int64), policies, values, surprises)
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


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A network that is not that of the package."""
    file = read_network(find_network("hex"))
    write_network(tmp_path / "changed.net", file.header, file.values * np.float32(0.5))
    return tmp_path / "changed.net"


def rave_with(name: str | Path, **options: Any) -> Any:
    return parse_engine(f"net:{name}", "hex").create(search="rave", **options)


def test_the_search_of_rave_with_another_network(other: Path) -> None:
    """With the network of the package it is `rave` without its book; with another one it is not."""
    position = random_position("15x15", 12, seed=3)
    limit = Limit(nodes=2000)
    reference = RaveEngine(seed=1, book=False).search(position, limit)
    seen = []
    for name in ("hex", other):
        engine: Any = parse_engine(f"net:{name},search=rave,seed=1", "hex").create()
        assert isinstance(engine, RaveEngine)
        seen.append(engine.search(position, limit))
    assert seen[0].move == reference.move
    assert seen[0].info.win_probability == reference.info.win_probability != seen[1].info.win_probability
    with pytest.raises(UsageError, match="mcts"):
        parse_engine("net:hex,search=mcts", "hex")


def test_a_network_that_overflows_does_not_play(tmp_path: Path) -> None:
    """The search of `rave` would go on as if it had no network."""
    file = read_network(find_network("hex"))
    write_network(tmp_path / "big.net", file.header, np.full_like(file.values, 65504))
    for search in ("puct", "rave"):
        engine = parse_engine(f"net:{tmp_path / 'big.net'}", "hex").create(search=search)
        with pytest.raises(EngineError, match="the network returned numbers that are not finite"):
            engine.search(Position("9x9"), Limit(nodes=100))


def test_rave_plays_only_boards_on_which_it_uses_the_network(other: Path) -> None:
    weights = read_network(other).values.tobytes()
    limit = Limit(nodes=200)
    for variant in ("19x19", "20x19"):  # the search ignores a network from 362 cells on
        position = Position(variant)
        without = RaveEngine(seed=1, book=False, without="playouts").search(position, limit).info
        ignored = RaveEngine(seed=1, book=False, network=weights).search(position, limit).info
        assert (ignored.win_probability == without.win_probability) == (variant == "20x19")
    assert rave_with(other, seed=1).search(Position("19x19"), limit).info.nodes == 200
    for variant in ("20x19", "26x26"):
        with pytest.raises(
            UsageError, match=rf"plays on boards of at most 361 cells \(19x19\), not {variant}"
        ):
            rave_with(other).search(Position(variant), limit)
    assert "up to 19x19 with search=rave" in parse_engine(f"net:{other}", "hex").summary


@pytest.mark.parametrize(
    ("limit", "nodes"),
    [
        (Limit(), 50),
        (Limit(clock=10), 50),
        (Limit(nodes=70), 70),
        (Limit(nodes=70, clock=10), 70),
    ],
)
@pytest.mark.parametrize("search", ["puct", "rave"])
def test_simulations_are_those_of_a_search_that_nothing_else_limits(
    search: str, limit: Limit, nodes: int
) -> None:
    engine = parse_engine(f"net:hex,search={search},simulations=50", "hex").create()
    alarm = threading.Timer(5, engine.stop)  # a search without an end fails below
    alarm.start()
    assert engine.search(random_position("9x9", 12, seed=3), limit).info.nodes == nodes
    alarm.cancel()


def test_a_depth_limit_replaces_the_simulations_of_rave() -> None:
    found = rave_with("hex", simulations=50).search(random_position("9x9", 12, seed=3), Limit(depth=1))
    assert found.info.nodes == 10_000


def test_the_options_are_those_of_the_documentation() -> None:
    told = [name.strip("`") for name, _ in rows("reference/network-files.md", "option")]
    assert told == [option.name for option in HexNetworkSource.options]
    own = {option.name for option in RaveWithNetwork.options}
    assert own == set(told) - {"search"}
    file = read_network(find_network("hex"))
    usual: dict[str, Any] = {option.name: option.default for option in RaveWithNetwork.options}
    RaveWithNetwork(file, "net", **usual)
    for option in RaveWithNetwork.options:
        with pytest.raises(UsageError, match=option.name):
            RaveWithNetwork(file, "net", **{option.name: -7})
    for name in {option.name for option in RaveEngine.options} - own:
        with pytest.raises(UsageError, match=f"has no option '{name}'"):
            parse_engine("net:hex,search=rave", "hex").create(**{name: True})
        with pytest.raises(TypeError, match=name):
            RaveWithNetwork(file, "net", **{name: True})


def test_options_of_rave_with_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    position, limit = Position("9x9"), Limit(nodes=20_000)  # a board with playouts

    def found(**options: Any) -> Any:
        return rave_with("hex", **{"seed": 1, **options}).search(position, limit).info

    usual = found()
    small = found(table_size=1)
    assert small.nodes == usual.nodes == 20_000, "a full tree does not end the search"
    assert small.win_probability != usual.win_probability
    assert found(seed=2).win_probability != usual.win_probability == found().win_probability
    lines: list[Any] = []
    rave_with("hex", multipv=3).search(position, Limit(nodes=500), lines.append)
    assert [info.multipv for info in lines[-3:]] == [1, 2, 3]
    counts: list[int] = []
    settings = core.RaveSettings

    def counted(threads: int, *rest: Any) -> Any:
        counts.append(threads)
        return settings(threads, *rest)

    monkeypatch.setattr(core, "RaveSettings", counted)
    found(threads=2)
    assert counts == [2]


def test_puct_has_one_thread_and_no_seed() -> None:
    with pytest.raises(UsageError, match="search=puct uses one thread, not 2"):
        parse_engine("net:hex,threads=2", "hex").create()
    # A match gives a seed to every engine that has the option.
    spec = parse_engine("net:hex,threads=1", "hex")
    position = random_position("9x9", 12, seed=3)
    infos = [spec.with_seed(seed).create().search(position, Limit(nodes=200)).info for seed in (1, 2)]
    assert infos[0].win_probability == infos[1].win_probability
    summaries = {option.name: option.summary for option in spec.options}
    assert all(summaries[name].startswith("only with search=rave: ") for name in ("threads", "seed"))
