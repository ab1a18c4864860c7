"""The engine `expectimax`: averages and proofs against a second writing, its depth, its limits."""

import random

import pytest

from hexapoda._core.hive import ExpectimaxSearch, classic_evaluate
from hexapoda.engine import Limit, SearchInfo
from hexapoda.engines.hive.expectimax import ExpectimaxEngine
from hexapoda.hive import Position
from tests.engines.test_greedy import WIN_IN_ONE

FOREVER = float("inf")
WIN = 10_000_000


def plain(position: Position, depth: int, player: int) -> float:
    """Own moves maximized, the opponent's averaged; for positions after the second turn."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else WIN if outcome.winner == player else -WIN
    if depth == 0:
        return classic_evaluate(position) * (1 if position.turn == player else -1)
    values = []
    for move in list(position.legal_moves):
        position.push(move)
        values.append(plain(position, depth - 1, player))
        position.pop()
    return max(values) if position.turn == player else sum(values) / len(values)


@pytest.mark.parametrize(("variant", "plies"), [("Base", 5), ("Base+P", 8), ("Base+MLP", 12), ("Base", 30)])
def test_replies_are_averaged(variant: str, plies: int) -> None:
    choose = random.Random(f"expectimax {variant}")
    position = Position(variant)
    for _ in range(plies):
        position.push(choose.choice(list(position.legal_moves)))
    core = ExpectimaxSearch(position, 0)
    for depth in (1, 2):
        score, end, seldepth, complete, nodes, line = core.iterate(depth, FOREVER, 2**62)
        assert (end, seldepth, complete) == (0, depth, True)
        assert score == pytest.approx(plain(position, depth, position.turn))
        player = position.turn
        position.push(line[0])
        assert score == pytest.approx(plain(position, depth - 1, player))
        position.pop()
    replies = 0
    for move in list(position.legal_moves):
        position.push(move)
        replies += len(position.legal_moves)
        position.pop()
    assert nodes == len(position.legal_moves) + replies


def test_three_plies_take_the_best_after_each_reply() -> None:
    position = Position.from_game_string("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    score, *_ = ExpectimaxSearch(position, 0).iterate(3, FOREVER, 2**62)
    assert score == pytest.approx(plain(position, 3, 0))


def test_an_average_by_hand() -> None:
    # White puts its ant at the end of the row: wA1 wQ wS1 bS1 bQ. The ant can move, the other two cannot. Of
    # Black's 22 replies 12 put a piece behind its queen: as many pieces, one free each. 8 put one beside both
    # queen and spider, so that Black has two that are free. 2 move the queen: White has more pieces, and each
    # side one that is free.
    position = Position.from_game_string("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    core = ExpectimaxSearch(position, 0)
    core.iterate(2, FOREVER, 2**62)
    values = dict(core.root_moves())
    crowd = 837 - 536  # 250 * 3 ** 1.1 and 250 * 2 ** 1.1
    expected = (12 * 0 + 8 * -250 + 2 * -crowd) / 22
    assert values[position.parse_move("wA1 -wQ")] == pytest.approx(expected)


@pytest.mark.parametrize(("game", "answer"), WIN_IN_ONE)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_it_takes_a_win_at_once(game: str, answer: str, depth: int) -> None:
    position = Position.from_game_string(game)
    result = ExpectimaxEngine(depth=depth, seed=1).search(position, Limit())
    assert (result.info.win_in, result.info.score) == (1, WIN / 100)
    position.push(result.move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == 1 - position.turn


def test_a_loss_is_proven_where_every_move_loses() -> None:
    position = Position.from_game_string(WIN_IN_ONE[0][0])
    ends = set()
    for move in list(position.legal_moves):
        position.push(move)
        if position.outcome() is None:
            ends.add(end := ExpectimaxEngine(depth=2, seed=1).search(position, Limit()).info.win_in)
            if end == -2:
                for reply in list(position.legal_moves):
                    position.push(reply)
                    assert position.outcome() is not None or wins_at_once(position)
                    position.pop()
                break
        position.pop()
    assert -2 in ends


def wins_at_once(position: Position) -> bool:
    """Whether a move of the side to move wins."""
    for move in list(position.legal_moves):
        position.push(move)
        outcome = position.outcome()
        position.pop()
        if outcome is not None and outcome.winner == position.turn:
            return True
    return False


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_depth_is_an_option_and_a_limit(depth: int) -> None:
    position = Position.from_game_string("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    heard: list[SearchInfo] = []
    ExpectimaxEngine(depth=depth, seed=1).search(position, Limit(), heard.append)
    assert [info.depth for info in heard] == list(range(1, depth + 1))
    assert ExpectimaxEngine(depth=3, seed=1).search(position, Limit(depth=depth)).info.depth == depth


@pytest.mark.parametrize("nodes", [1, 40, 64, 700])
def test_nodes_are_counted_exactly(nodes: int) -> None:
    position = Position("Base+MLP")
    choose = random.Random("nodes")
    while position.ply < 20:
        position.push(choose.choice(list(position.legal_moves)))
    results = [ExpectimaxEngine(depth=3, seed=2).search(position, Limit(nodes=nodes)) for _ in range(2)]
    assert results[0].info.nodes == nodes
    assert results[0].info.pv == results[1].info.pv
