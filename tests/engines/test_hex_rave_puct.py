"""The search of `rave` on boards on which the network evaluates every leaf."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hexapoda._core import hex as core
from hexapoda.engine import Limit
from hexapoda.engines.hex.rave import RaveEngine
from hexapoda.hex import Move, Position
from hexapoda.hex.network import network_weights
from hexapoda.hex.patterns import pattern_weights
from tests.engines.test_hex_bruteforce import random_position
from tests.engines.test_hex_rave import engine

BOARD = "14x13"
PUCT = core.rave_parts()["puct"]
EVERYTHING = sum(core.rave_parts().values())


@pytest.mark.parametrize("without", ["nothing", "advice"])
def test_what_it_proves_is_so(without: str) -> None:
    late = 0
    for seed in range(12):
        position = random_position(BOARD, 152, seed)
        info = engine(without=without).search(position, Limit(nodes=20_000)).info
        if info.win_in is not None:
            winner = core.SolverCore(14, 13, [], 1, 80).winner(position, 0.0, None, None)
            assert (info.win_in > 0) == (winner == position.color_to_move)
            late += abs(info.win_in) > 2
    assert late > 2


def test_a_proven_win_is_won() -> None:
    position = random_position(BOARD, 152, 3)
    player = engine()
    winners = set()
    while position.outcome() is None:
        info = player.search(position, Limit(nodes=4000)).info
        assert info.win_in is not None
        winners.add(position.turn if info.win_in > 0 else 1 - position.turn)
        position.push(info.pv[0])
    outcome = position.outcome()
    assert outcome is not None and winners == {outcome.winner}


def test_the_first_evaluation_is_enough_for_a_move() -> None:
    """It chooses by the policy of the network."""
    position = random_position(BOARD, 6, 1)
    _, logits = core.network_evaluate(position, network_weights(), position.moves[-1])
    info = engine(without="advice").search(position, Limit(nodes=1)).info
    assert info.nodes == 1
    assert info.pv[0] == max(logits, key=lambda each: each[1])[0]


def test_a_search_ends_when_its_tree_is_full() -> None:
    """Else a move that the network overrates would keep its first value, and win by its visits."""
    small, large = (
        engine(table_size=size).search(Position(BOARD), Limit(nodes=20_000)).info for size in (1, 64)
    )
    assert small.nodes is not None and large.nodes == 20_000 and small.nodes < 20_000
    assert len(small.pv) > 1
    reused = engine(table_size=1)
    position = Position(BOARD)
    for _ in range(4):  # what is kept leaves room for more
        found = reused.search(position, Limit(nodes=20_000))
        assert found.info.nodes is not None and found.info.nodes >= 16  # one evaluation
        position.push(found.move)


def test_the_other_kind_of_search_begins_a_new_tree() -> None:
    search = core.RaveCore(64, pattern_weights(), network_weights())
    position = Position(BOARD)
    visits = []
    for parts in (EVERYTHING, EVERYTHING - PUCT, EVERYTHING - PUCT, EVERYTHING):
        settings = core.RaveSettings(parts=parts)
        visits.append(search.search(position, math.inf, math.inf, 4000, 1, settings)[0].visits)
    assert visits[0] == visits[3] <= 100 < visits[1] < visits[2]


def test_without_playouts_only_the_network_evaluates() -> None:
    for board, same in (("13x13", True), ("15x15", False)):
        position = random_position(board, 20, 2)
        found = [
            engine(without=without).search(position, Limit(nodes=1600)).info.win_probability
            for without in ("nothing", "playouts")
        ]
        assert (found[0] == found[1]) == same


def test_playouts_have_their_share_in_the_value_of_a_leaf() -> None:
    position = random_position(BOARD, 60, 4)

    def first(share: float) -> tuple[Move, float]:
        """The first move that is tried, and its value."""
        settings = core.RaveSettings(
            parts=EVERYTHING - core.rave_parts()["advice"], seed=1, playout_share=share
        )
        [best] = core.RaveCore(64, pattern_weights(), network_weights()).search(
            position, math.inf, math.inf, 1, 1, settings
        )
        assert best.win_probability is not None
        return best.line[0], best.win_probability

    move, played = first(1)
    assert 9 * played - 0.5 == pytest.approx(round(9 * played - 0.5), abs=1e-5), "the mean of 8 playouts"
    after = position.copy()
    after.push(move)
    value = 1 - core.network_evaluate(after, network_weights(), move)[0]
    assert abs(value - played) > 0.02
    for share in (0, 0.25):
        same, mixed = first(share)
        assert same == move
        assert mixed == pytest.approx((1 - share) * value + share * played, abs=1e-5)


def test_weights_that_overflow_leave_the_rules_intact() -> None:
    weights = np.full(len(network_weights()) // 4, 65504, np.float32).tobytes()
    position = random_position(BOARD, 30, 1)
    info = RaveEngine(table_size=16, seed=1, network=weights).search(position, Limit(nodes=1600)).info
    assert info.win_probability == 0.5
    assert info.pv[0] in position.legal_moves
    settings = core.RaveSettings(seed=1, playout_share=0.5)
    bare = core.RaveCore(16, pattern_weights(), weights)
    assert bare.search(position, math.inf, math.inf, 1600, 1, settings)[0].win_probability == 0.5
