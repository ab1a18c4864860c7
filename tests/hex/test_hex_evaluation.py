"""The static evaluation of Hex: what it proves is true, and otherwise it is an estimate."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hexapoda._core import hex as core
from hexapoda.hex import Position, cell
from hexapoda.hex.cell import format_cell
from hexapoda.hex.evaluation import evaluate
from hexapoda.hex.network import network_weights, playout_share, sharpened, win_estimate
from hexapoda.hex.solve import HexSolver
from tests.engines.test_hex_bruteforce import cell_of, random_position


@pytest.mark.parametrize("variant", ["4x4", "5x5", "6x4", pytest.param("6x6", marks=pytest.mark.deep)])
def test_what_is_proven_is_true(variant: str) -> None:
    solver, proven = HexSolver(variant), 0
    for seed in range(40):
        position = random_position(variant, seed % 12, seed)
        found, winner = evaluate(position), solver.solve(position).winner
        assert 0 < win_estimate(position) < 1
        if found.winner is not None:
            proven += 1
            assert found.winner == winner and not found.must_play
            assert found.win_probability == (winner == position.color_to_move)
            continue
        assert found.win_probability == win_estimate(position) and found.must_play
        wins = set()
        for move in position.legal_moves:
            after = position.copy()
            after.push(move)
            if after.outcome() is not None or solver.solve(after).winner == position.color_to_move:
                wins.add(cell_of(move))
        assert bool(wins) == bool(wins & found.must_play)
    assert 5 < proven <= 40


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        (
            "k2 d9 c9 e6 f6 h9 g9 e7 f7 e10 f10 g8 e9 g4 h8 h5 i5 k1 i4 i2 c8 c7 d6 e5 d7 d5 f4 g3 "
            "h2 h3 j2 j1",
            1,
        ),
        (
            "a6 g6 f6 f3 d4 e5 d9 g4 g5 i3 h4 h3 c6 c7 d6 e7 f7 e6 d7 d8 c8 c9 a10 b9 a9 b8 a8 c5 "
            "d5 c10 a11 b7",
            0,
        ),
        (
            "e2 e4 f4 f5 e5 e6 c7 d6 b6 b10 d8 d9 f8 c6 b7 e8 f7 i3 e7 d3 c4 g8 i7 c3 d4 e3 d5 e10 f9 f10 g9 "
            "g10 h9 h10 j9 i6 g6 g2 h2 i9 j8 b5",
            0,
        ),
    ],
)
def test_a_thorough_analysis_proves_more(moves: str, winner: int) -> None:
    position = Position("11x11", swap="off")
    for text in moves.split():
        position.push_text(text)
    assert core.proof_by_connections(position, thorough=False)[0] == -1
    assert evaluate(position).winner == winner == HexSolver("11x11").solve(position).winner


@pytest.mark.parametrize(
    ("variant", "stones"), [("8x8", 11), pytest.param("9x9", 13, marks=pytest.mark.deep)]
)
def test_what_only_a_thorough_analysis_proves_is_true(variant: str, stones: int) -> None:
    solver, more = HexSolver(variant), 0
    for seed in range(60):
        position = random_position(variant, stones, seed)
        winner = core.proof_by_connections(position)[0]
        if winner >= 0 and core.proof_by_connections(position, thorough=False)[0] < 0:
            more += 1
            assert solver.solve(position).winner == winner
    assert more > 0


def test_a_thorough_analysis_leaves_fewer_cells() -> None:
    fewer = 0
    for seed in range(6):
        position = random_position("11x11", 24, seed)
        winner, cells = core.proof_by_connections(position, thorough=False)
        found = evaluate(position)
        if winner >= 0:
            assert found.winner == winner
        elif found.winner is None:
            assert found.must_play <= set(cells)
            fewer += len(found.must_play) < len(cells)
    assert fewer > 0


@pytest.mark.parametrize(("variant", "moves"), [("11x11", "f6 e5 d8"), ("19x19", "k10 b2 i6 r18")])
def test_without_a_proof_it_is_an_estimate(variant: str, moves: str) -> None:
    position = Position(variant, swap="off")
    for text in moves.split():
        position.push_text(text)
    boards, weights = (position, rotated(position)), network_weights()
    network = [core.network_evaluate(each, weights, each.moves[-1])[0] for each in boards]
    assert abs(network[0] - network[1]) > 0.01
    black = (sum(4 * core.policy_playouts(each, weights, 4) for each in boards) + 0.5) / 9
    own = black if position.color_to_move == 0 else 1 - black
    assert abs(own - 0.5) > 0.05
    odds = math.sqrt(math.prod(value / (1 - value) for value in (sum(network) / 2, own)))
    found = evaluate(position)
    assert found.winner is None and found.win_probability == pytest.approx(odds / (1 + odds))


RANDOM_POLICY = np.zeros(core.NETWORK_WEIGHTS, np.float32).tobytes()
"""A network whose policy gives all moves the same probability."""


def test_playouts_of_the_policy_save_bridges() -> None:
    position = Position("13x13", swap="off")  # bridges join Black's edges
    for row in range(1, 12, 2):
        position.push_text(f"{'kjihgf'[row // 2]}{row + 1}")
        position.push_text(f"{'abcabc'[row // 2]}{row}")
    position.push_text("m1")
    assert position.color_to_move == 1
    for each, black in ((position, 1), (position.transformed(2), 0)):
        assert core.policy_playouts(each, network_weights(), 40) == black
        share = core.policy_playouts(each, RANDOM_POLICY, 100)
        assert share == pytest.approx(black, abs=0.01), "but an intrusion into two bridges breaks one of them"


def test_the_policy_plays_the_first_moves_of_its_playouts() -> None:
    for variant, moves, black in (("9x9", "a1 e5 i9", 0), ("7x7", "d4", 1)):
        position = Position(variant, swap="off")
        for text in moves.split():
            position.push_text(text)
        assert core.policy_playouts(position, network_weights(), 40) == pytest.approx(black, abs=0.1)
        assert core.policy_playouts(position, RANDOM_POLICY, 40) == pytest.approx(0.5, abs=0.2)


def test_playouts_of_the_policy_depend_only_on_their_seed() -> None:
    position, weights = Position("9x9", swap="off"), network_weights()
    position.push_text("b4")
    shares = [core.policy_playouts(position, weights, 3, seed) for seed in (1, 2, 3, 1)]
    assert shares[0] == shares[3] and len(set(shares)) > 1 and all(0 <= share <= 1 for share in shares)
    alone = [core.policy_playouts(position, weights, 1, 5), core.policy_playouts(position, weights, 2, 5)]
    assert 0 <= 2 * alone[1] - alone[0] <= 1, "the mean of both"


def test_what_playouts_of_the_policy_refuse() -> None:
    position, weights = Position("5x5"), network_weights()
    for count in (0, -1, 10**7):
        with pytest.raises(ValueError, match=f"playouts is {count}: expected a number from 1 to"):
            core.policy_playouts(position, weights, count)
    with pytest.raises(ValueError, match="weights of the network"):
        core.policy_playouts(position, b"", 1)
    with pytest.raises(ValueError, match="not finite"):
        core.policy_playouts(position, np.full(len(weights) // 4, 65504, np.float32).tobytes(), 1)


def test_the_share_of_playouts() -> None:
    for share, boards in ((0, ((5, 5), (13, 13), (15, 11))), (0.5, ((17, 17), (19, 19)))):
        assert all(playout_share(*board) == share for board in boards)
    assert playout_share(14, 13) == playout_share(13, 14) == pytest.approx(0.062, abs=0.001)


def test_a_power_of_the_odds() -> None:
    assert sharpened(0.2, 2) == pytest.approx(1 / 17), "1 to 4 becomes 1 to 16"
    assert sharpened(1 / 17, 0.5) == pytest.approx(0.2)
    assert [sharpened(value, 0.65) for value in (0.0, 0.5, 1.0)] == [0, 0.5, 1]


def rotated(position: Position) -> Position:
    """The position of the same game on the board rotated by 180 degrees."""
    found = Position(position.variant, swap=position.swap)
    for move in position.moves:
        turned = move.cell and format_cell(cell.rotated(move.cell, position.columns, position.rows))
        found.push_text(turned or str(move))
    return found


@pytest.mark.parametrize("variant", ["5x5", "7x4", "11x11", "15x15"])
def test_a_rotated_board_has_the_same_value(variant: str) -> None:
    for seed in range(1, 6):
        position = random_position(variant, 3 * seed, seed)
        assert win_estimate(position) == win_estimate(rotated(position))


def test_the_end_of_a_game() -> None:
    position = Position("2x2", swap="off")
    for text in ("a1", "b1", "a2"):
        position.push_text(text)
    found = evaluate(position)
    assert (found.win_probability, found.winner) == (0.0, 0)
    with pytest.raises(ValueError, match="the game is over"):
        core.proof_by_connections(position)
    with pytest.raises(ValueError, match="the game is over"):
        core.network_value(position, network_weights())
    with pytest.raises(ValueError, match="the game is over"):
        win_estimate(position)
    with pytest.raises(ValueError, match="the game is over"):
        core.policy_playouts(position, network_weights(), 1)
    with pytest.raises(ValueError, match="more for each block, found 1"):
        core.network_value(Position("2x2"), b"1234")


def test_boards_without_a_network() -> None:
    found = evaluate(Position("19x20"))
    assert found.win_probability is found.winner is None
    assert len(found.must_play) == 380
    assert evaluate(Position("26x1", swap="off")).win_probability == 1.0, "Black needs one stone"
