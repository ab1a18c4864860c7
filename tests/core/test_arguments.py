"""What the core and the engines refuse: numbers out of range, lists with holes, things of a wrong kind."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from hexapoda._core import hex as hex_core
from hexapoda._core import hive as hive_core
from hexapoda.engine import Limit
from hexapoda.engines.hex.bruteforce import BruteForceEngine
from hexapoda.engines.hex.mcts import HexMctsEngine
from hexapoda.engines.hex.montecarlo import MonteCarloEngine
from hexapoda.engines.hex.rave import RaveEngine
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.engines.hive.classic import ClassicEngine
from hexapoda.engines.hive.expectimax import ExpectimaxEngine
from hexapoda.engines.hive.mcts import MctsEngine
from hexapoda.errors import UsageError
from hexapoda.hex import Move as HexMove
from hexapoda.hex import Position as HexPosition
from hexapoda.hive import Move, Piece, Position

NAN = math.nan
HUGE = 2**62

BAD_NUMBERS: dict[str, tuple[Callable[[], Any], str]] = {
    "a table of no size": (
        lambda: hive_core.SearchCore(0),
        "megabytes is 0: expected a number from 1 to 65536",
    ),
    "a table of 2^60": (lambda: hive_core.SearchCore(2**60), "megabytes is 1152921504606846976"),
    "a tree of 2^60": (lambda: hex_core.RaveCore(2**60), "megabytes"),
    "a solver of 2^62": (lambda: hex_core.SolverCore(11, 11, [], 1, HUGE), "megabytes"),
    "a solver without threads": (lambda: hex_core.SolverCore(11, 11, [], 0, 64), "threads is 0"),
    "a solver of no board": (lambda: hex_core.SolverCore(0, 11, [], 1, 64), "columns is 0"),
    "connections of 65 cells": (lambda: hex_core.ConnectionMap(13, 5), "the number of cells is 65"),
    "connections of no color": (lambda: hex_core.ConnectionMap(3, 3).build(0, 0, 2), "color is 2"),
    "stones beyond the board": (lambda: hex_core.ConnectionMap(3, 3).fill(1 << 9, 0, 0), "off the board"),
    "two stones on a cell": (lambda: hex_core.ConnectionMap(3, 3).build(1, 1, 0), "share a cell"),
    "connections of a won game": (lambda: hex_core.ConnectionMap(1, 1).build(1, 0, 0), "the game is over"),
    "a node beyond the edges": (lambda: hex_core.ConnectionMap(3, 3).fulls(0, 11), "node is 11"),
    "megabytes of no board": (lambda: hex_core.solver_megabytes(-1, 11, 1), "columns is -1"),
    "deals of 2^31 - 1": (lambda: hex_core.deals_of(2**31 - 1), "free is 2147483647"),
    "deals of -1": (lambda: hex_core.deals_of(-1), "free is -1"),
    "no threads": (lambda: hive_search(threads=0), "threads is 0: expected a number from 1 to 256"),
    "many threads": (lambda: hive_search(threads=10**6), "threads is 1000000"),
    "no lines": (lambda: hive_search(lines=0), "lines is 0"),
    "a depth below 0": (lambda: hive_search(depth=-1), "depth is -1"),
    "no number of seconds": (lambda: hive_search(seconds=NAN), "seconds is nan"),
    "noise below 0": (lambda: hive_core.PlayStyle(noise=-1), "noise is -1"),
    "all overlooked": (lambda: hive_core.PlayStyle(overlooked=1001), "overlooked is 1001"),
    "all overlooked in Hex": (lambda: hex_core.RaveSettings(overlooked=-1), "overlooked is -1"),
    "an endless proof": (lambda: hive_core.solve(Position(), 10**6, 0.0, 0, None, None), "plies is 1000000"),
    "moves that win in -1": (
        lambda: hive_core.winning_moves(Position(), -1, 1, None, 0.0, None),
        "plies is -1",
    ),
    "a win in -1": (lambda: hive_core.exhaustive_win(Position(), -1), "plies is -1"),
    "a playout of -1": (lambda: hive_core.TreeSearch(Position(), 1, -1, 50, 1), "playout_plies is -1"),
    "no exploration": (lambda: hive_core.TreeSearch(Position(), NAN, 3, 50, 1), "exploration is nan"),
    "lists of -1": (lambda: hive_core.list_moves([Position()], -1), "repeats is -1"),
    "scores of -1": (lambda: hive_core.evaluate_many([Position()], -1), "repeats is -1"),
    "perft of -1": (lambda: hive_core.perft(Position(), -1), "perft depth is -1"),
    "no lines of Hex": (lambda: hex_search(lines=0), "lines is 0"),
    "no number of seconds in Hex": (lambda: hex_search(seconds=NAN), "seconds is nan"),
    "a far edge": (
        lambda: hex_core.exhaustive_connections(
            HexPosition("5x5"), 0, [((-1, 0), (-1, 1), [(-1, 10**6)], None)]
        ),
        "a cell is off the board",
    ),
    "a third edge": (
        lambda: hex_core.exhaustive_connections(HexPosition("5x5"), 0, [((-1, 0), (-1, 2), [], None)]),
        "a cell is off the board",
    ),
    "pieces swapped on a rectangle": (lambda: hex_core.PositionCore(3, 5, 1), "not square"),
    "a ply below 0": (lambda: Position()._set_up([], -5, -1), "ply is -5"),
    "a piece beyond the last": (lambda: Position()._set_up([(256, 0, 0, 0)], 1, -1), "a piece is 256"),
    "a ply of Hex below 0": (lambda: HexPosition()._set_up([], [], 0, False, -1), "ply is -1"),
}


def hive_search(seconds: float = 0.01, depth: int = 1, threads: int = 1, lines: int = 1) -> object:
    temper = hive_core.PlayStyle()
    return hive_core.SearchCore(1).search(
        Position(), seconds, seconds, 0, depth, threads, lines, 0, temper, None, None
    )


def hex_search(seconds: float = 0.01, lines: int = 1) -> object:
    settings = hex_core.RaveSettings()
    return hex_core.RaveCore(1).search(HexPosition("5x5"), seconds, seconds, 1, lines, settings, None, None)


@pytest.mark.parametrize(("call", "message"), BAD_NUMBERS.values(), ids=BAD_NUMBERS)
def test_a_number_out_of_range_is_refused_by_name(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: hive_core.list_moves([None], 1),  # type: ignore[list-item]
        lambda: hive_core.evaluation_counts([Position(), None]),  # type: ignore[list-item]
        lambda: hive_core.evaluate_many([None], 1),  # type: ignore[list-item]
    ],
)
def test_a_list_with_a_hole_is_refused(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r"entry \d is None: expected a position"):
        call()


ENGINES: list[tuple[Any, dict[str, Any]]] = [
    (AlphaBetaEngine, {"threads": 0}),
    (AlphaBetaEngine, {"table_size": 2**60}),
    (AlphaBetaEngine, {"level": 11}),
    (AlphaBetaEngine, {"multipv": -1}),
    (AlphaBetaEngine, {"style": "wild"}),
    (RaveEngine, {"threads": 257}),
    (RaveEngine, {"table_size": 0}),
    (RaveEngine, {"without": "mercy"}),
    (ClassicEngine, {"level": "harder"}),
    (ExpectimaxEngine, {"depth": 0}),
    (MctsEngine, {"exploration": NAN}),
    (MctsEngine, {"playout": -1}),
    (HexMctsEngine, {"threads": -1}),
    (MonteCarloEngine, {"factor": 0.5}),
    (BruteForceEngine, {"threads": None}),
]


@pytest.mark.parametrize(("engine", "values"), ENGINES)
def test_the_class_of_an_engine_checks_its_options(engine: Any, values: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=f"option '{next(iter(values))}' must be"):
        engine(**values)


@pytest.mark.parametrize("limit", [Limit(nodes=10**30), Limit(time=1e300), Limit(depth=10**30)])
@pytest.mark.parametrize("engine", [AlphaBetaEngine, MctsEngine, ClassicEngine, RaveEngine, HexMctsEngine])
def test_a_limit_beyond_every_number_of_the_core_is_none(engine: Any, limit: Limit) -> None:
    player = engine()
    hex_engine = engine in (RaveEngine, HexMctsEngine)
    position: Any = HexPosition("5x5") if hex_engine else Position()
    result = player.search(position, limit, lambda _: player.stop())
    assert result.move in position.legal_moves


WRONG_KINDS: list[tuple[Callable[[], object], str]] = [
    (lambda: Position().push("wS1"), "expected a move, such as .* found 'wS1'"),  # type: ignore[arg-type]
    (lambda: Position().is_legal(None), "expected a move, .* found None"),  # type: ignore[arg-type]
    (lambda: Position().push(HexMove((0, 0))), "expected a move"),  # type: ignore[arg-type]
    (lambda: Position().cell_of("wS1"), "expected a piece, .* found 'wS1'"),  # type: ignore[arg-type]
    (lambda: Position().top("b1"), "expected a cell, such as .* found 'b1'"),  # type: ignore[arg-type]
    (lambda: Position().height((1, 2, 3)), "expected a cell"),  # type: ignore[arg-type]
    (lambda: Position().stack((2**40, 0)), "expected a cell"),
    (lambda: Position().find_move(Piece("wS1"), None), "expected a cell"),  # type: ignore[arg-type]
    (lambda: Move(Piece("wS1"), "x"), "expected a cell"),  # type: ignore[arg-type]
    (lambda: Move("wS1", (0, 0)), "expected a piece"),  # type: ignore[arg-type]
    (lambda: HexPosition().push("a1"), "expected a move, such as .* found 'a1'"),  # type: ignore[arg-type]
    (lambda: HexPosition().is_legal((0, 0)), "expected a move"),  # type: ignore[arg-type]
    (lambda: HexPosition().color_at("a1"), "expected a cell .* found 'a1'"),  # type: ignore[arg-type]
    (lambda: HexMove("a1"), "expected a cell .* found 'a1'"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "message"), WRONG_KINDS)
def test_a_thing_of_the_wrong_kind_is_named_with_what_was_expected(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        call()
