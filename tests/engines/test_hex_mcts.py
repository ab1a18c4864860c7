"""The engine `mcts` of Hex: what its trees prove, and that they keep to limits, threads and seed."""

import threading

import pytest

from hexapoda._core.hex import TreeSearch
from hexapoda.engine import Limit, SearchInfo
from hexapoda.engines.hex.mcts import HexMctsEngine
from hexapoda.hex import Position
from tests.engines.test_hex_bruteforce import position_of, random_position

FOREVER = float("inf")

OPENINGS = {"2x2": "b1 a2", "3x3": "c1 a2 b2 c2 a3", "3x2": "a1 b1 c1 a2 b2 c2", "2x3": ""}
"""Which first stones win; who has the shorter way wins with any."""


@pytest.mark.parametrize("variant", OPENINGS)
def test_it_proves_small_boards(variant: str) -> None:
    wins = set()
    for move in Position(variant).legal_moves:
        position = Position(variant)
        position.push(move)
        info = HexMctsEngine(seed=1).search(position, Limit()).info
        assert info.win_in is not None
        assert abs(info.win_in) % 2 == (info.win_in > 0)
        if info.win_in < 0:
            wins.add(str(move))
    assert wins == set(OPENINGS[variant].split())


def test_exploration_spreads_the_visits() -> None:
    def largest_share(exploration: float) -> float:
        tree = TreeSearch(random_position("5x5", 6, 1), exploration, 200, 1, 7)
        tree.grow(FOREVER, 3000)
        visits = [visits for _, visits, _, _ in tree.root_moves()]
        assert sum(visits) == 3000
        return max(visits) / sum(visits)

    assert largest_share(0.1) > 2 * largest_share(5)


def test_several_trees_are_one_opinion() -> None:
    tree = TreeSearch(random_position("7x7", 8, 1), 0.4, 200, 3, 7)
    value, end, longest, line = tree.grow(FOREVER, 9001)
    assert tree.playouts == 9001
    best = max(tree.root_moves(), key=lambda told: told[1])
    assert sum(visits for _, visits, _, _ in tree.root_moves()) == 9001
    assert (line[0], end) == (best[0], 0)
    assert value == pytest.approx(best[2])
    assert longest >= len(line)


def test_pauses_change_nothing() -> None:
    whole, parts = (TreeSearch(random_position("7x7", 8, 1), 0.4, 200, 2, 7) for _ in range(2))
    whole.grow(FOREVER, 20_001)
    while parts.playouts < 20_001:
        parts.grow(0.001, 20_001)
    assert parts.root_moves() == whole.root_moves()


def test_the_depth_bounds_the_tree() -> None:
    info = HexMctsEngine(seed=1, playouts=3000).search(random_position("5x5", 4, 1), Limit(depth=2)).info
    assert info.seldepth == info.depth == 2


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("nodes", [1, 2, 65, 3000])
def test_nodes_are_counted_exactly(nodes: int, threads: int) -> None:
    results = [HexMctsEngine(threads, seed=4).search(Position("7x7"), Limit(nodes=nodes)) for _ in range(2)]
    assert results[0].info.nodes == nodes
    assert (results[0].info.pv, results[0].info.score) == (results[1].info.pv, results[1].info.score)


def test_playouts_bound_a_search_that_nothing_else_bounds() -> None:
    few, many = (
        HexMctsEngine(seed=1, playouts=count).search(Position("7x7"), Limit()).info for count in (50, 500)
    )
    assert (few.nodes, many.nodes) == (50, 500)


def test_it_is_stopped_from_another_thread() -> None:
    engine = HexMctsEngine(threads=2, seed=1)
    heard: list[SearchInfo] = []

    def on_info(info: SearchInfo) -> None:
        heard.append(info)
        thread = threading.Thread(target=engine.stop)
        thread.start()
        thread.join()

    result = engine.search(Position("11x11"), Limit(nodes=10**15), on_info)
    assert len(heard) == 1
    assert result.info == heard[-1]


@pytest.mark.parametrize(("board", "rule"), [("3x3", "pieces"), ("4x3", "sides")])
def test_it_swaps_what_it_would_lose_to(board: str, rule: str) -> None:
    info = HexMctsEngine(seed=1).search(position_of(board, "b2", rule), Limit()).info
    assert [str(move) for move in info.pv] == [f"swap-{rule}"]
    assert info.score == 100
    position = position_of(board, "b2", rule)
    position.push(info.pv[0])
    after = HexMctsEngine(seed=1).search(position, Limit()).info
    assert after.win_in is not None
    assert info.win_in is not None
    assert after.win_in < 0 < info.win_in
