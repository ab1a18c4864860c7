"""Edge templates: each is proven inside its cells, none has a cell too many, and all edges are looked at."""

from __future__ import annotations

from itertools import product

import pytest

from hexapoda._core.hex import SolverCore, solver_megabytes
from hexapoda.hex import Position, format_cell
from hexapoda.hex.bit_board import bit_board
from hexapoda.hex.edge_templates import TEMPLATES, templates_of
from tests.hex.test_hex_facts import facts_after, of_kind
from tests.oracle.hex_carrier import Carrier
from tests.oracle.hex_facts import SHAPES, shape_at

COLUMNS, STONE = 16, (9, 1)


def cells_of(name: str, mirrored: bool = False) -> set[tuple[int, int]]:
    """The cells of a template at the bottom of a board that has one row more."""
    return shape_at(STONE, "black", "bottom", name, mirrored)


def is_joined(solver: SolverCore, rows: int, cells: set[tuple[int, int]]) -> bool:
    """Whether the stone, which is joined to the top, reaches the bottom on some cells if White moves first,
    by the solver.
    """
    own = [(9, 0), STONE]
    every = {(column, row) for column in range(COLUMNS) for row in range(rows)}
    white = sorted(every - cells - {*own})
    position = Position.from_stones(f"{COLUMNS}x{rows}", own, white, color_to_move=1)
    return solver.winner(position, 0.0, None, None) == 0


def test_the_oracle_knows_the_same_templates() -> None:
    assert list(SHAPES) == list(TEMPLATES)


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_holds_and_needs_each_cell(name: str) -> None:
    rows = len(TEMPLATES[name]) + 1
    solver = SolverCore(COLUMNS, rows, [], 1, solver_megabytes(COLUMNS, rows, 1))
    for mirrored in (False, True):
        cells = cells_of(name, mirrored)
        assert is_joined(solver, rows, cells)
        assert not [cell for cell in sorted(cells) if is_joined(solver, rows, cells - {cell})]


@pytest.mark.parametrize("name", [name for name in TEMPLATES if name != "Va"])
def test_a_template_holds_in_plain_python(name: str) -> None:
    """Va takes hours there."""
    rows = len(TEMPLATES[name]) + 1
    carrier = Carrier(COLUMNS, rows, "black", [STONE], cells_of(name))
    assert carrier.joins(STONE, "bottom", first=False, positions=200_000)


def test_the_third_row_has_no_other_template_of_one_stone() -> None:
    """Every smallest set of cells near the stone is a ziggurat, IIIb, or one of their mirror images."""
    rows = 4
    solver = SolverCore(COLUMNS, rows, [], 1, solver_megabytes(COLUMNS, rows, 1))
    shapes = [cells_of(name, mirrored) for name, mirrored in product(("IIIa", "IIIb"), (False, True))]
    around = {(column, row) for row in (1, 2, 3) for column in range(5, 13)} - {STONE}
    without = [around]
    for shape in shapes:  # a set that contains no shape lacks a cell of each
        without = [cells - {cell} for cells in without for cell in sorted(shape & cells)] + [
            cells for cells in without if not shape <= cells
        ]
        without = list({frozenset(cells): cells for cells in without}.values())
    largest = [cells for cells in without if not any(cells < other for other in without)]
    assert not [cells for cells in largest if is_joined(solver, rows, cells)]


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_are_found_at_each_edge_and_mirrored(name: str) -> None:
    """With nothing else near; and not with a stone of the opponent on any of its cells."""
    size = 18
    board = bit_board(size, size)
    for (color, edges), number, mirrored in product(
        (("black", ("top", "bottom")), ("white", ("left", "right"))), (0, 1), (False, True)
    ):
        row = len(TEMPLATES[name]) - 1
        far = row if number == 0 else size - 1 - row
        stone = (9, far) if color == "black" else (far, 9)
        cells = shape_at(stone, color, edges[number], name, mirrored)
        mask = board.mask(cells)
        index = ("black", "white").index(color)
        found = templates_of(board, index, stone, 0)
        assert (name, number, mask) in [(each.name, each.edge, each.carrier) for each in found]
        for cell in cells:
            found = templates_of(board, index, stone, board.bits[cell])
            assert all(each.carrier != mask for each in found)


@pytest.mark.parametrize(
    ("text", "move", "edge", "name", "cells"),
    [
        ("9x9 to-move=black white=a1", "e7", "bottom", "IIIa", 8),
        ("9x9 to-move=black white=d7", "e7", "bottom", "IIIa", 8),
        ("9x9 to-move=black white=c9,f9", "e7", "bottom", "", 0),
        ("9x9 to-move=black white=d9", "e7", "bottom", "IIIb", 10),
        ("9x9 to-move=black white=a1 black=e8", "e7", "bottom", "IIIa", 7),
        ("9x9 to-move=white black=a1", "g5", "right", "IIIa", 8),
        ("9x9 to-move=white black=a1", "b4", "left", "II", 2),
        ("9x9 to-move=black white=a1", "e4", "top", "IVa", 19),
        ("9x9 to-move=black white=d9", "e6", "bottom", "", 0),
        ("13x13 to-move=black white=a1", "g9", "bottom", "Va", 34),
        ("9x9 to-move=black white=a1", "e9", "bottom", "", 0),
    ],
)
def test_the_template_of_a_move(text: str, move: str, edge: str, name: str, cells: int) -> None:
    found = of_kind(facts_after(text, move)[1], "edge-template")
    if not name:
        assert not found
        return
    [fact] = found
    assert fact.pieces[1:] == (move, edge, name) and fact.count == len(fact.cells) == cells
    taken = set(text.partition("white=")[2].split(" ")[0].split(","))
    assert not taken & {format_cell(cell) for cell in fact.cells}
