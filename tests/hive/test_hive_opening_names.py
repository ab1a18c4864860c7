"""The names of openings: every line of the book, symmetric and transposed lines, each shape."""

from __future__ import annotations

import pytest

from hexapoda.games.opening_names import OpeningName
from hexapoda.hive import Position
from hexapoda.hive.opening_names import BOOK_VARIANT, book_lines, opening_name, queen_shape

LINES = book_lines()
MIRRORED = {"/": "\\", "\\": "/"}


def played(moves: str | tuple[str, ...], variant: str = BOOK_VARIANT) -> Position:
    position = Position(variant)
    for text in moves.split(";") if isinstance(moves, str) else moves:
        position.push_text(text)
    return position


def name_of(moves: str | tuple[str, ...], variant: str = BOOK_VARIANT) -> OpeningName:
    found = opening_name(played(moves, variant))
    assert found is not None
    return found


def mirrored(text: str) -> str:
    """A move on the hive that is reflected in a horizontal axis."""
    piece, _, target = text.partition(" ")
    return f"{piece} {''.join(MIRRORED.get(each, each) for each in target)}".strip()


def turned(text: str) -> str:
    """A move on the hive that is rotated by 180 degrees: the sign changes its side."""
    piece, _, target = text.partition(" ")
    if target and target[0] in "-/\\":
        return f"{piece} {target[1:]}{target[0]}"
    return f"{piece} {target[-1]}{target[:-1]}" if target else piece


def test_the_book_has_63_lines() -> None:
    assert len(LINES) == 63


@pytest.mark.parametrize("line", LINES, ids=range(1, 64))
def test_every_line_of_the_book_has_a_name_that_no_symmetry_changes(line: tuple[str, ...]) -> None:
    found = name_of(line)
    assert found.book == len(line) and "against" in found.name and ": " in found.name
    for image in (mirrored, turned):
        assert name_of(tuple(map(image, line))) == found


def test_a_name_grows_with_the_moves_and_leaves_the_book() -> None:
    line = LINES[0]
    assert opening_name(played(())) is None
    assert name_of(line[:1]) == OpeningName("ladybug opening", 1)
    assert name_of(line[:2]) == OpeningName("ladybug against ladybug", 2)
    assert name_of((*line[:2], "wS1 wL/")).book == 2
    later = played(line)
    later.push(later.legal_moves[0])
    found = opening_name(later)
    assert found is not None and found.name == name_of(line).name and found.book == len(line)


def test_the_order_of_moves_does_not_matter() -> None:
    one = name_of("wL;bL wL-;wQ -wL;bQ bL\\;wM \\wL;bA1 bQ/")
    other = name_of("wL;bL wL-;wM \\wL;bA1 bL/;wQ -wL;bQ bL\\")
    assert one.name == other.name


@pytest.mark.parametrize(
    ("white", "black", "letter"),
    [
        ("-wS1", "bS1-", "I"),
        ("-wS1", "bS1/", "J"),
        ("-wS1", "bS1\\", "J"),
        ("/wS1", "bS1-", "F"),
        ("\\wS1", "bS1-", "F"),
        ("/wS1", "bS1\\", "C"),
        ("\\wS1", "bS1/", "C"),
        ("/wS1", "bS1/", "Z"),
        ("\\wS1", "bS1\\", "Z"),
    ],
)
def test_the_shape_of_the_queens(white: str, black: str, letter: str) -> None:
    position = played(f"wS1;bS1 wS1-;wQ {white};bQ {black}", "Base")
    assert queen_shape(position.moves) == letter
    found = opening_name(position)
    assert (
        found is not None and found.name.startswith(f"spider against spider: {letter}, ") and not found.book
    )


def test_a_queen_away_from_her_first_bug_is_an_x() -> None:
    found = name_of("wS1;bG1 wS1-;wA1 -wS1;bQ bG1-;wQ -wA1", "Base")
    assert found.name == "spider against grasshopper: X, a queen away from her first bug"


def test_a_queen_that_moves_keeps_the_name() -> None:
    before = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
    assert name_of(f"{before};wQ /wS1;bQ bS1/", "Base") == name_of(before, "Base")


def test_a_position_without_its_game_has_no_name() -> None:
    position = played(LINES[0])
    assert opening_name(Position.from_text(position.text())) is None
    after = Position.from_text(position.text())
    after.push(after.legal_moves[0])
    assert opening_name(after) is None
