"""The engine `mcts`: what a tree finds, what it proves, that it keeps to its limits and to its seed."""

import random
import threading

import pytest

from hexapoda._core import StopToken
from hexapoda._core.hive import ClassicSearch, TreeSearch
from hexapoda.engine import Limit, SearchInfo
from hexapoda.engines.hive.mcts import MctsEngine
from hexapoda.hive import Position
from tests.engines.test_greedy import WIN_IN_ONE

FOREVER = float("inf")
NO_BOUND = 2**62


def midgame(plies: int = 24) -> Position:
    """A position by random moves."""
    choose = random.Random("mcts")
    position = Position("Base+MLP")
    while position.ply < plies:
        position.push(choose.choice(list(position.legal_moves)))
    return position


def grown(position: Position, playouts: int, exploration: float = 0.3, depth: int = 200) -> TreeSearch:
    """The tree after some playouts."""
    tree = TreeSearch(position, exploration, 10, depth, 7)
    tree.grow(FOREVER, FOREVER, NO_BOUND, playouts)
    return tree


@pytest.mark.parametrize(("game", "answer"), WIN_IN_ONE)
def test_it_proves_a_win_in_one(game: str, answer: str) -> None:
    position = Position.from_game_string(game)
    result = MctsEngine(seed=3).search(position, Limit())
    assert (result.info.win_in, result.info.score) == (1, 100)
    assert result.info.pv == (result.move,)
    position.push(result.move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == 1 - position.turn


@pytest.mark.parametrize(("game", "answer"), WIN_IN_ONE)
def test_a_proven_move_is_the_only_one_that_needs_another_look(game: str, answer: str) -> None:
    position = Position.from_game_string(game)
    tree = grown(position, 100_000)
    assert tree.solved
    assert tree.playouts <= len(position.legal_moves)
    wins = {move for move, _, _, end in tree.root_moves() if end == 1}
    assert len(wins) == 1
    for move, visits, value, end in tree.root_moves():
        assert visits <= 1
        if visits and move in wins:
            assert value == 1
        assert end in (0, 1)


def lost_in_two() -> Position:
    """A position in which every move lets the opponent win at once."""
    position = Position.from_game_string(WIN_IN_ONE[0][0])
    for move in list(position.legal_moves):
        position.push(move)
        if position.outcome() is None and ClassicSearch(position, 0).iterate(2, FOREVER, NO_BOUND)[1] == -2:
            return position
        position.pop()
    pytest.fail("no move of the position loses in two: take another one")


def test_it_proves_that_it_loses() -> None:
    position = lost_in_two()
    info = MctsEngine(seed=1, playouts=50_000).search(position, Limit()).info
    assert info.score == -100
    assert info.win_in is not None
    # What it proves first need not be the shortest.
    assert info.win_in <= -2
    assert len(info.pv) <= -info.win_in
    for move in list(position.legal_moves):
        position.push(move)
        if position.outcome() is None:
            assert MctsEngine(seed=1).search(position, Limit()).info.win_in == 1
        position.pop()


def test_exploration_spreads_the_visits() -> None:
    position = midgame()

    def largest_share(exploration: float) -> float:
        visits = [visits for _, visits, _, _ in grown(position, 3000, exploration).root_moves()]
        assert sum(visits) == 3000
        return max(visits) / sum(visits)

    assert largest_share(0.02) > 4 * largest_share(10)


def test_the_most_visited_move_is_played_and_told_of() -> None:
    position = midgame()
    tree = TreeSearch(position, 0.3, 10, 200, 7)
    value, end, seldepth, complete, nodes, line = tree.grow(FOREVER, FOREVER, NO_BOUND, 2000)
    best = max(tree.root_moves(), key=lambda told: told[1])
    assert (line[0], value) == (best[0], best[2])
    assert 0 < value < 1
    assert (end, complete, tree.playouts) == (0, False, 2000)
    assert seldepth >= len(line) > 1
    assert 2000 < nodes <= 2000 * (seldepth + 10)


def test_slices_make_no_difference() -> None:
    position = midgame()
    whole = grown(position, 500)
    sliced = TreeSearch(position, 0.3, 10, 200, 7)
    for playouts in range(1, 501):
        sliced.grow(FOREVER, FOREVER, NO_BOUND, playouts)
    assert sliced.root_moves() == whole.root_moves()


@pytest.mark.parametrize("depth", [1, 2])
def test_the_depth_bounds_the_tree(depth: int) -> None:
    info = MctsEngine(seed=1, playouts=3000).search(midgame(), Limit(depth=depth)).info
    assert info.seldepth == info.depth == depth


@pytest.mark.parametrize("nodes", [1, 2, 63, 64, 65, 3000])
def test_nodes_are_counted_exactly(nodes: int) -> None:
    results = [MctsEngine(seed=4).search(midgame(), Limit(nodes=nodes)) for _ in range(2)]
    assert results[0].info.nodes == nodes
    assert results[0].info.pv == results[1].info.pv
    assert results[0].info.score == results[1].info.score


def test_playouts_bound_a_search_that_nothing_else_bounds() -> None:
    few, many = (MctsEngine(seed=1, playouts=count).search(midgame(), Limit()).info for count in (50, 500))
    assert few.nodes is not None and many.nodes is not None
    assert 50 < few.nodes < many.nodes / 5
    assert MctsEngine(seed=1, playouts=50).search(midgame(), Limit(nodes=9000)).info.nodes == 9000


def test_the_length_of_a_playout_is_an_option() -> None:
    at_once = MctsEngine(seed=1, playout=0, playouts=100).search(midgame(), Limit()).info
    longer = MctsEngine(seed=1, playout=30, playouts=100).search(midgame(), Limit()).info
    assert at_once.nodes is not None and longer.nodes is not None
    assert at_once.nodes + 2000 < longer.nodes <= at_once.nodes + 3200


def test_one_move_needs_no_thought() -> None:
    position = Position.from_game_string(
        "Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \\wA1;bA1 bS1\\;wQ -wA1;bA2 bQ\\;"
        "wQ \\wA1;bA1 \\wQ;wG1 /wQ;bA2 /wG1"
    )
    info = MctsEngine(seed=1).search(position, Limit(time=3600)).info
    assert info.nodes is not None and info.nodes <= 100 * (10 + 100)


def test_it_is_stopped_from_another_thread() -> None:
    engine = MctsEngine(seed=1)
    heard: list[SearchInfo] = []

    def on_info(info: SearchInfo) -> None:
        heard.append(info)
        if len(heard) == 2:
            thread = threading.Thread(target=engine.stop)
            thread.start()
            thread.join()

    result = engine.search(midgame(), Limit(nodes=10**15), on_info)
    assert len(heard) == 2
    assert result.info == heard[-1]


def test_a_token_that_is_set_still_leaves_a_move() -> None:
    token = StopToken()
    token.stop()
    *_, nodes, line = TreeSearch(midgame(), 0.3, 10, 200, 7).grow(1.0, FOREVER, NO_BOUND, 100, token)
    assert (nodes, len(line)) == (0, 1)
