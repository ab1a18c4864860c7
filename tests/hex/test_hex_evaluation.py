"""The static evaluation of Hex: what it proves is true, and otherwise it is an estimate."""

from __future__ import annotations

import pytest

from hexapoda._core import hex as core
from hexapoda.hex import Position, cell
from hexapoda.hex.cell import format_cell
from hexapoda.hex.evaluation import evaluate
from hexapoda.hex.network import (
    NETWORK_POWER,
    PLAYOUT_POWER,
    network_weights,
    playout_share,
    sharpened,
    win_estimate,
)
from hexapoda.hex.solve import HexSolver
from tests.engines.test_hex_bruteforce import cell_of, random_position


@pytest.mark.parametrize("variant", ["4x4", "5x5", "6x4", pytest.param("6x6", marks=pytest.mark.deep)])
def test_what_is_proven_is_true(variant: str) -> None:
    solver, proven = HexSolver(variant), 0
    for seed in range(40):
        position = random_position(variant, seed % 12, seed)
        found, winner = evaluate(position), solver.solve(position).winner
        assert found.estimate is not None and 0 < found.estimate < 1
        if found.winner is not None:
            proven += 1
            assert found.winner == winner and not found.must_play
            assert found.win_probability == (winner == position.color_to_move)
            continue
        assert found.win_probability == found.estimate and found.must_play
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


def test_without_a_proof_it_is_the_network() -> None:
    position = Position("11x11", swap="off")
    for text in ("f6", "e5", "d8"):
        position.push_text(text)
    found, weights = evaluate(position), network_weights()
    both = [core.network_evaluate(each, weights, each.moves[-1])[0] for each in (position, rotated(position))]
    assert abs(both[0] - both[1]) > 0.01
    mean = sum(both) / 2
    odds = (mean / (1 - mean)) ** NETWORK_POWER
    assert (
        found.win_probability == found.estimate == pytest.approx(odds / (1 + odds)) and found.winner is None
    )
    assert found.estimate is not None and abs(found.estimate - 0.5) < abs(mean - 0.5)


@pytest.mark.parametrize("black_moves", [False, True])
def test_on_large_boards_playouts_have_a_share(black_moves: bool) -> None:
    position = Position("15x15", swap="off")
    for text in ("h8", "g9", "i6", "d4")[: 4 if black_moves else 3]:
        position.push_text(text)
    assert playout_share(15, 15) == 0.25
    odds = 1.0
    black = sum(core.black_wins(each, 500, bridges=True) for each in (position, rotated(position))) / 1000
    for value, power in (
        (core.network_value(position, network_weights()), 0.75 * NETWORK_POWER),
        (black if black_moves else 1 - black, 0.25 * PLAYOUT_POWER),
    ):
        odds *= (value / (1 - value)) ** power
    assert evaluate(position).estimate == pytest.approx(odds / (1 + odds), abs=0.001)


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
        found, other = evaluate(position), evaluate(rotated(position))
        assert found.estimate == pytest.approx(other.estimate, abs=1e-6)


def test_the_end_of_a_game() -> None:
    position = Position("2x2", swap="off")
    for text in ("a1", "b1", "a2"):
        position.push_text(text)
    found = evaluate(position)
    assert (found.win_probability, found.winner, found.estimate) == (0.0, 0, None)
    with pytest.raises(ValueError, match="the game is over"):
        core.proof_by_connections(position)
    with pytest.raises(ValueError, match="the game is over"):
        core.network_value(position, network_weights())
    with pytest.raises(ValueError, match="the game is over"):
        win_estimate(position)
    with pytest.raises(ValueError, match="more for each block, found 1"):
        core.network_value(Position("2x2"), b"1234")


def test_boards_without_a_network() -> None:
    found = evaluate(Position("19x20"))
    assert found.win_probability is found.estimate is found.winner is None
    assert len(found.must_play) == 380
    assert evaluate(Position("26x1", swap="off")).win_probability == 1.0, "Black needs one stone"
