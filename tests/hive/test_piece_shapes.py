"""What stands around the pieces, as the evaluation network sees it: counted again from the cells."""

from __future__ import annotations

import numpy as np

from hexapoda._core import hive as core
from hexapoda.hive import Cell, Piece, Position
from tests.hive.test_evaluation import POSITIONS

NAMED = len(core.evaluation_features())
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps to the neighbors of a cell, in circular order."""


def tops(position: Position) -> dict[Cell, Piece]:
    highest: dict[Cell, tuple[int, Piece]] = {}
    for piece, (cell, height) in position.pieces().items():
        if cell not in highest or highest[cell][0] < height:
            highest[cell] = height, piece
    return {cell: piece for cell, (_, piece) in highest.items()}


def least_mask(ring: list[bool]) -> int:
    """The least of the twelve masks of a ring that is turned and mirrored."""
    turned = [order[turn:] + order[:turn] for order in (ring, ring[::-1]) for turn in range(6)]
    return min(sum(filled << d for d, filled in enumerate(one)) for one in turned)


def test_shapes_and_company_are_what_stands_around_each_piece() -> None:
    rows = core.evaluation_shapes()
    seen: set[str] = set()
    for position, both in zip(POSITIONS, core.evaluation_lists(POSITIONS), strict=True):
        top = tops(position)
        expected: tuple[list[tuple[str, str, str]], ...] = ([], [])
        for piece, (cell, _) in position.pieces().items():
            beside = [top.get((cell[0] + q, cell[1] + r)) for q, r in AROUND]
            own = sum(one is not None and one.color == piece.color for one in beside)
            enemy = sum(one is not None for one in beside) - own
            bug = piece.bug.name.lower()
            mask = least_mask([one is not None for one in beside])
            expected[piece.color].append(("shape", bug, str(mask)))
            expected[piece.color].append(("company", bug, f"{min(own, 3)}-{min(enemy, 3)}"))
        for side, wanted in zip(both, expected, strict=True):
            found = [rows[feature - NAMED] for feature in side if feature >= NAMED]
            assert sorted((block, row.split("-")[0], column) for block, row, column in found) == sorted(
                wanted
            )
            # A piece has one state, that of its feature with the steps to the enemy queen.
            states = [core.evaluation_features()[one][1] for one in side if 15 <= one < 255]
            for block in ("shape", "company"):
                assert sorted(states) == sorted(row for name, row, _ in found if name == block)
            seen.update(column for _, _, column in found)
    assert {"1", "63", "21", "3-3", "0-3", "3-0"} <= seen


def test_the_rows_have_different_names() -> None:
    names = core.evaluation_shapes()
    assert len(set(names)) == len(names) == 40 * (13 + 16)
    assert np.array(core.evaluation_lists(POSITIONS)).max() < NAMED + len(names)
