"""The virtual connections of Hex: each holds when all lines are played out; what switches leave out."""

from __future__ import annotations

from random import Random

import pytest

from hexapoda._core import hex as core
from hexapoda.hex import Cell, Position
from tests.hex.test_solver import random_position


@pytest.mark.parametrize(("without", "thorough"), [((), False), (("captures",), False), ((), True)])
def test_every_virtual_connection_holds(without: tuple[str, ...], thorough: bool) -> None:
    rng = Random(5)
    full = semi = 0
    # With two stones alone on 4x4, to try everything takes longer than all the rest.
    for variant, count, stones in (("3x3", 60, 2), ("4x4", 12, 3), ("3x4", 20, 2)):
        for _ in range(count):
            position = random_position(rng, variant, stones, 7)
            for color in (0, 1):
                found = core.connections(position, color, without, thorough=thorough)
                held = core.exhaustive_connections(position, color, found)
                for connection, good in zip(found, held, strict=True):
                    assert good, (position.text(), color, connection)
                    full += connection[3] is None
                    semi += connection[3] is not None
    assert full > 1000 and semi > 1000


@pytest.mark.parametrize(
    ("rows", "own", "others", "start", "escape", "carrier"),
    [
        # b2 is kept from the bottom on one side; f2, where it may play yet, is three columns on.
        (3, [(1, 1)], [(0, 2)], (1, 1), (5, 1), "cde2 bcdef3"),
        # The mirror image: the ladder runs to the left.
        (3, [(5, 1)], [(5, 2)], (5, 1), (1, 1), "cde2 abcde3"),
        # From the third row, and from the fourth, where no stone is yet.
        (4, [(2, 1)], [(1, 1)], (2, 1), (4, 2), "bcd3 abcde4"),
        pytest.param(
            4, [], [(2, 0), (1, 1), (0, 2)], (3, 0), (5, 2), "e1 cde2 bcde3 abcdef4", marks=pytest.mark.deep
        ),
    ],
)
def test_a_ladder_joins_a_start_and_its_escape(
    rows: int, own: list[Cell], others: list[Cell], start: Cell, escape: Cell, carrier: str
) -> None:
    columns = 24 // rows
    cells = [(ord(letter) - 97, int(word[-1]) - 1) for word in carrier.split() for letter in word[:-1]]
    for turned in (False, True):
        for color in (0, 1):

            def image(cell: Cell, turned: bool = turned, color: int = color) -> Cell:
                column, row = (columns - 1 - cell[0], rows - 1 - cell[1]) if turned else cell
                return (row, column) if color else (column, row)

            stones = [list(map(image, own)), list(map(image, others))]
            variant = f"{rows}x{columns}" if color else f"{columns}x{rows}"
            position = Position.from_stones(variant, *(stones[::-1] if color else stones))
            ends = {image(start), image(escape)}
            wanted = set(map(image, cells))
            found = [
                x
                for x in core.connections(position, color, ())
                if {x[0], x[1]} == ends and set(x[2]) == wanted and x[3] is None
            ]
            assert len(found) == 1
            less = [(*found[0][:2], [cell for cell in found[0][2] if cell != one], None) for one in wanted]
            assert core.exhaustive_connections(position, color, [*found, *less]) == [True] + len(less) * [
                False
            ]


def test_connections_of_groups_only() -> None:
    rng = Random(5)
    for _ in range(8):
        position = random_position(rng, "9x9", 6, 20)
        for color in (0, 1):
            own = {(-1, 0), (-1, 1), *position.stones(color)}
            every = core.connections(position, color, ())
            groups = core.connections(position, color, (), groups=True)
            assert groups == [x for x in every if {x[0], x[1]} <= own]
    with pytest.raises(ValueError, match="seconds"):
        core.connections(position, 0, (), seconds=float("nan"))


@pytest.mark.parametrize("without", [("captures", "or-rule"), ("captures",), ()])
def test_small_connections_of_groups_only(without: tuple[str, ...]) -> None:
    """The core looks at few connections of empty cells for them: without the OR rule none is missed."""
    rng = Random(5)
    known = found = 0
    for _ in range(8):
        position = random_position(rng, "9x9", 8, 24)
        for color in (0, 1):
            own = {(-1, 0), (-1, 1), *position.stones(color)}
            every = core.connections(position, color, without, largest=25)
            all_ends = {(*x[:2], x[3] is None) for x in every if {x[0], x[1]} <= own}
            groups = core.connections(position, color, without, groups=True, largest=25)
            ends = {(*x[:2], x[3] is None) for x in groups}
            if "or-rule" in without:
                assert sorted(map(repr, groups)) == sorted(repr(x) for x in every if {x[0], x[1]} <= own)
            known += len(all_ends)
            found += len(all_ends & ends)
    assert found > 0.97 * known > 50


def test_every_small_connection_of_groups_holds() -> None:
    rng = Random(5)
    full = semi = 0
    for variant, count, stones in (("4x4", 12, 5), ("3x5", 24, 4)):
        for _ in range(count):
            position = random_position(rng, variant, stones, 7)
            for color in (0, 1):
                found = core.connections(position, color, (), groups=True, largest=30)
                assert all(core.exhaustive_connections(position, color, found)), (position.text(), color)
                full += sum(x[3] is None for x in found)
                semi += sum(x[3] is not None for x in found)
    assert full > 50 and semi > 50


def test_longer_lists_hold_more_connections() -> None:
    position = random_position(Random(5), "9x9", 6, 20)
    usual, thorough = (len(core.connections(position, 1, (), thorough=each)) for each in (False, True))
    assert thorough > 1.5 * usual > 0


def test_connections_with_small_carriers() -> None:
    position = random_position(Random(5), "9x9", 6, 20)
    every = core.connections(position, 1, ())
    small = core.connections(position, 1, (), largest=6)
    assert 0 < len(small) < len(every) and max(len(x[2]) for x in small) == 6
    with pytest.raises(ValueError, match="largest"):
        core.connections(position, 1, (), thorough=True, largest=6)
    with pytest.raises(ValueError, match="largest"):
        core.connections(position, 1, (), largest=-1)


def test_connections_within_a_time() -> None:
    position = random_position(Random(5), "19x19", 20, 20)
    found = core.connections(position, 0, (), seconds=0.001)
    assert 0 < len(found) < len(core.connections(position, 0, ()))
