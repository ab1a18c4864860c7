"""The names of openings of Hex: the first stone up to rotation, the swap, the answer, the regions."""

from __future__ import annotations

import pytest

from hexapoda.hex import Position
from hexapoda.hex.cell import format_cell, parse_cell, rotated
from hexapoda.hex.opening_names import opening_name, region


def name_of(variant: str, moves: str, swap: str = "pieces") -> str:
    position = Position(variant, swap=swap)  # type: ignore[arg-type]
    for text in moves.split():
        position.push_text(text)
    found = opening_name(position)
    assert found is not None and found.book == 0
    return str(found.name)


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("a2", "a2 opening (acute corner 2-1)"),
        ("i2", "i2 opening (obtuse corner 2-3)"),
        ("a11", "a11 opening (obtuse corner 1-1)"),
        ("f6", "f6 opening (center)"),
        ("a6", "a6 opening (White's edge, row 1)"),
        ("f2", "f2 opening (Black's edge, row 2)"),
        ("a2 swap-pieces", "a2 opening (acute corner 2-1), swapped"),
        ("a2 swap-pieces d8", "a2 opening (acute corner 2-1), swapped; answer: obtuse corner 4-4"),
        ("a10 d8 h4", "a10 opening (obtuse corner 2-1); answer: obtuse corner 4-4"),
    ],
)
def test_names(moves: str, name: str) -> None:
    assert name_of("11x11", moves) == name


def test_the_diagonals_of_a_large_board() -> None:
    assert str(region(parse_cell("f6"), 19, 19)) == "long diagonal"
    assert str(region(parse_cell("f14"), 19, 19)) == "short diagonal"
    assert str(region(parse_cell("h10"), 19, 19)) == "open board"


@pytest.mark.parametrize("size", [1, 2, 5, 11, 26])
def test_every_first_stone_has_a_name_that_a_rotation_does_not_change(size: int) -> None:
    variant = f"{size}x{size}"
    for column in range(size):
        for row in range(size):
            cell = (column, row)
            image = rotated(cell, size, size)
            one, other = (name_of(variant, format_cell(each), "off") for each in (cell, image))
            assert one == other


def test_boards_that_are_no_rhombus_have_names_too() -> None:
    assert name_of("3x5", "b3", "off") == "b3 opening (center)"


def test_no_name_without_a_stone_or_after_stones_that_were_set_up() -> None:
    assert opening_name(Position("11x11")) is None
    assert opening_name(Position.from_text("5x5 black=c2 white=b3 to-move=black d4")) is None
