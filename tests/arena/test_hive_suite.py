"""The opening suite that comes with the package."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

import pytest

from hexapoda.errors import InvalidGameError
from hexapoda.hive import Position
from hexapoda.hive.openings import opening_lines
from hexapoda.hive.text.game_string import move_texts
from hexapoda.hive.variant import VARIANTS
from tools import hive_openings


def rows() -> Iterator[list[str]]:
    text = (files("hexapoda.hive") / "data" / "openings.tsv").read_text("utf-8")
    yield from (line.split("\t") for line in text.splitlines() if not line.startswith("#"))


def played(variant: str, line: tuple[str, ...]) -> Position:
    position = Position(variant)
    for text in line:
        position.push(position.parse_move(text))
    return position


@pytest.mark.parametrize("variant", VARIANTS)
def test_lines_are_legal_go_on_and_differ(variant: str) -> None:
    lines = opening_lines(variant)
    assert len(lines) >= (60 if variant in ("Base", "Base+MLP") else 16)
    positions = [played(variant, line) for line in lines]
    assert {position.ply for position in positions} == {6, 8}
    assert all(position.outcome() is None for position in positions)
    assert len({position.canonical_key for position in positions}) == len(lines)
    assert [tuple(move_texts(position)) for position in positions] == lines


def test_lines_are_balanced_as_far_as_the_file_says() -> None:
    scores = [float(row[2]) for row in rows()]
    assert len(scores) >= 200
    assert all(0.4 <= score <= 0.6 for score in scores)
    assert 0.48 < sum(scores) / len(scores) < 0.52


def test_every_line_is_the_candidate_that_the_tool_makes() -> None:
    for variant, number, _, moves in rows():
        position = hive_openings.candidate(variant, int(number))
        assert position is not None and ";".join(move_texts(position)) == moves


def test_the_tool_makes_the_file_again() -> None:
    first = next(rows())
    for number in range(int(first[1]) + 1):
        value = hive_openings.evaluate((first[0], number))
        assert (value is not None) == (number == int(first[1]))
    assert value is not None
    assert [first[0], str(value[0]), f"{value[2]:.3f}", ";".join(value[3])] == first


def test_other_variants_have_no_lines() -> None:
    with pytest.raises(InvalidGameError):
        opening_lines("Base+X")
