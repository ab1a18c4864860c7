"""Golden perft from the start, agreed by two independent engines (docs/explanation/rules.md)."""

import threading
import time

import pytest

from hexapoda._core import StopToken
from hexapoda.hive import PASS, VARIANTS, Position, perft, perft_divide

GOLDEN = {
    "Base": (4, 96, 1440, 21600, 516240, 12219480, 181641900),
    "Base+M": (5, 150, 2610, 45414, 1252800, 34233432, 527164524),
    "Base+L": (5, 150, 2610, 45414, 1252800, 34233672, 529630188),
    "Base+P": (5, 150, 2610, 45414, 1255932, 34395984, 532753872),
    "Base+ML": (6, 216, 4320, 86400, 2725920, 85201200, 1357078404),
    "Base+MP": (6, 216, 4320, 86400, 2730888, 85492248, 1363837116),
    "Base+LP": (6, 216, 4320, 86400, 2730240, 85457136, 1366372440),
    "Base+MLP": (7, 294, 6678, 151686, 5427108, 192353904, 3151035948),
}


def test_all_types_have_a_row() -> None:
    assert set(GOLDEN) == set(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_to_depth_six(variant: str) -> None:
    assert tuple(perft(Position(variant), depth) for depth in range(1, 7)) == GOLDEN[variant][:6]


@pytest.mark.deep
@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_depth_seven(variant: str) -> None:
    assert perft(Position(variant), 7) == GOLDEN[variant][6]


def test_depth_zero_is_one_leaf() -> None:
    assert perft(Position(), 0) == 1


def test_a_finished_game_has_no_leaves() -> None:
    ring = [("wA1", 1, 0), ("bA1", 0, 1), ("bA2", -1, 1), ("bA3", -1, 0), ("bG1", 0, -1), ("bG2", 1, -1)]
    text = " ".join(f"{name}@{q},{r}" for name, q, r in ring)
    position = Position.from_text(f"Base White[9] - wQ@0,0 bQ@2,0 {text}")
    assert position.state == "BlackWins"
    assert not position.legal_moves
    assert perft(position, 1) == perft(position, 3) == 0


def test_divide_adds_up() -> None:
    position = Position("Base+MLP")
    for _ in range(6):
        position.push(position.legal_moves[-1])
    parts = perft_divide(position, 3)
    assert sum(count for _, count in parts) == perft(position, 3)
    assert [move for move, _ in parts] == list(position.legal_moves)


def test_divide_needs_a_depth() -> None:
    with pytest.raises(ValueError, match="expected 1 or more"):
        perft_divide(Position(), 0)


def test_a_pass_is_a_ply() -> None:
    position = Position.from_text("Base White[5] - wQ@0,0 bB1@0,0^1 bQ@1,0")
    assert list(position.legal_moves) == [PASS]
    after = position.copy()
    after.push(PASS)
    assert perft(position, 1) == 1
    assert perft(position, 2) == perft(after, 1) == len(after.legal_moves) > 1


def test_stop_token_ends_the_count() -> None:
    token = StopToken()
    threading.Timer(0.1, token.stop).start()
    began = time.monotonic()
    with pytest.raises(ValueError, match="stopped"):
        perft(Position("Base+MLP"), 12, token)
    assert token.stopped
    assert time.monotonic() - began < 30
