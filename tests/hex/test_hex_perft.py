"""Golden perft of Hex, from the start. The oracle counts the same (some here, and in test_hex_oracle.py)."""

import pytest

from hexapoda.hex import Position, perft, perft_divide
from tests.oracle.hex_rules import State, count_lines

GOLDEN = {
    "2x3": (6, 30, 120, 360, 480, 336),
    "3x2": (6, 30, 120, 240, 480, 144),
    "3x3": (9, 72, 504, 3024, 15120, 54720, 146880, 207360, 120960),
    "3x4": (12, 132, 1320, 11880, 95040, 665280, 3773952),
    "4x4": (16, 240, 3360, 43680, 524160, 5765760),
    "11x11": (121, 14520, 1727880),
}
# With a swap, of either kind: they are equal in value, and in number too.
GOLDEN_SWAP = {
    "2x2": (4, 16, 36, 36, 12),
    "3x3": (9, 81, 576, 3528, 18144, 69840, 201600, 354240, 328320),
    "11x11": (121, 14641, 1742400),
}


@pytest.mark.parametrize("variant", GOLDEN)
def test_perft(variant: str) -> None:
    depths = range(1, len(GOLDEN[variant]) + 1)
    assert tuple(perft(Position(variant), depth) for depth in depths) == GOLDEN[variant]


@pytest.mark.parametrize("swap", ["pieces", "sides"])
@pytest.mark.parametrize("variant", GOLDEN_SWAP)
def test_perft_with_a_swap(variant: str, swap: str) -> None:
    start = Position.from_text(f"{variant} swap={swap}")
    depths = range(1, len(GOLDEN_SWAP[variant]) + 1)
    assert tuple(perft(start, depth) for depth in depths) == GOLDEN_SWAP[variant]


@pytest.mark.deep
@pytest.mark.parametrize("variant", ["2x3", "3x2", "3x3", "3x4"])
def test_the_oracle_counts_the_same(variant: str) -> None:
    columns, rows = map(int, variant.split("x"))
    known: dict[tuple[State, int], int] = {}
    for depth, count in enumerate(GOLDEN[variant], 1):
        assert count_lines(State(columns, rows), depth, known) == count


def test_the_ends_of_the_tree() -> None:
    assert perft(Position("1x1"), 0) == 1
    assert [perft(Position("1x1"), depth) for depth in (1, 2)] == [1, 0]
    over = Position.from_text("3x3 a1 b1 a2 b2 a3")
    assert over.state == "BlackWins" and perft(over, 0) == 1 and perft(over, 1) == perft(over, 3) == 0


def test_divide_adds_up() -> None:
    position = Position.from_text("4x4 swap=sides b2")
    parts = perft_divide(position, 3)
    assert [move for move, _ in parts] == list(position.legal_moves)
    assert sum(count for _, count in parts) == perft(position, 3)
    with pytest.raises(ValueError, match="depth 0"):
        perft_divide(position, 0)
    with pytest.raises(ValueError, match="0 to 64"):
        perft(position, 65)
