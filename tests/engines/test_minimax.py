"""Minimax of the core against the same in Python, written from its definition."""

import random

import pytest

from hexapoda._core import StopToken
from hexapoda._core.hive import evaluate, minimax
from hexapoda.hive import VARIANTS, Position

WIN = 32000
SHUFFLE = "wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-"
ONE_SHUFFLE = f"Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;{SHUFFLE}"
ONE_TO_GO = "wQ \\wS1;bQ bS1/;wQ -wS1"
WIN_IN_ONE = (
    "Base;InProgress;White[15];wG1;bA1 -wG1;wQ wG1\\;bA2 -bA1;wA1 wQ-;bA3 bA2\\;wA2 wG1/;bQ \\bA1;"
    "wA1 \\bQ;bA2 wQ-;wA2 /bA3;bG1 bA2/;wA3 wA2\\;bG1 wQ\\;wA3 bQ/;bG2 bA2-;wA3 \\wG1;bS1 bA2\\;"
    "wG2 wA1/;bS1 /wQ;wG2 /wA1;bG3 /bS1;wB1 wG1/;bS2 bG2-;wS1 -wA1;bB1 bG3\\;wS1 wG2\\;bB2 \\bG2"
)


def plain(position: Position, depth: int, ply: int = 0) -> int:
    outcome = position.outcome()
    if outcome is not None:
        sign = 0 if outcome.winner is None else 1 if outcome.winner == position.turn else -1
        return sign * (WIN - ply)
    if depth == 0:
        return evaluate(position)
    best = -WIN
    for move in list(position.legal_moves):
        position.push(move)
        best = max(best, -plain(position, depth - 1, ply + 1))
        position.pop()
    return best


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_is_what_it_says(variant: str) -> None:
    choose = random.Random(f"minimax {variant}")
    position = Position(variant)
    while position.outcome() is None and position.ply < 60:
        score, moves, nodes = minimax(position, 1)
        assert score == plain(position, 1) == max(value for _, value in moves)
        assert [move for move, _ in moves] == list(position.legal_moves)
        assert nodes == len(moves)
        position.push(choose.choice(list(position.legal_moves)))
        if position.ply % 20 == 7:
            assert minimax(position, 2)[0] == plain(position, 2)


def test_a_win_counts_its_plies() -> None:
    position = Position.from_game_string(WIN_IN_ONE)
    score, moves, _ = minimax(position, 2)
    assert score == WIN - 1
    assert (position.parse_move("wA2 \\wA3"), WIN - 1) in moves
    loser = next(move for move, value in moves if abs(value) < WIN - 100)
    position.push(loser)
    after = minimax(position, 1)[0]
    position.pop()
    assert minimax(position, 2)[1][[move for move, _ in moves].index(loser)][1] == -after


@pytest.mark.parametrize("counts", [True, False])
def test_the_third_occurrence_is_a_draw_where_it_counts(counts: bool) -> None:
    position = Position.from_game_string(f"{ONE_SHUFFLE};{ONE_TO_GO}", repetition=counts)
    back = position.parse_move("bQ bS1-")
    for depth in (1, 2):
        value = dict(minimax(position, depth)[1])[back]
        position.push(back)
        assert (position.outcome() is not None) == counts
        expected = 0 if counts else -plain(position, depth - 1)
        position.pop()
        assert value == expected
    once = Position.from_game_string(ONE_SHUFFLE)
    assert minimax(once, 2)[0] == plain(once, 2)


def test_a_finished_game_and_no_depth() -> None:
    position = Position.from_game_string(WIN_IN_ONE)
    assert minimax(position, 0) == (evaluate(position), [], 0)
    position.push(position.parse_move("wA2 \\wA3"))
    assert minimax(position, 3) == (-WIN, [], 0)
    with pytest.raises(ValueError, match="0 to 4"):
        minimax(position, 5)


def test_it_can_be_stopped() -> None:
    token = StopToken()
    token.stop()
    with pytest.raises(ValueError, match="stopped"):
        minimax(Position.from_game_string(WIN_IN_ONE), 4, token)
