"""The coordinates of cells in a picture, for each of the twelve rotations.

This module defines the geometry of drawings: centers, corners, the outline of the board and the four bands
along its edges. A rotation is the position of a1 on a clock face centered on the board: 10 is the usual
picture with level rows, 9 and 12 are diamonds. Hexagons stand on a corner in even rotations and on a side in
odd ones. Units: the center of a cell is 100 from each of its corners.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from hexapoda.errors import UsageError
from hexapoda.hex.cell import Cell

__all__ = ["ROTATIONS", "Lattice"]

ROTATIONS = range(1, 13)

_WIDE = 100 * math.sqrt(3)  # between the centers of two adjacent cells
_BAND = 34.0  # width of the colored edges, from the corners of the outermost cells
_LABEL = 54.0  # from the outside of the band to the middle of the labels
_REACH = 100.0 + _BAND  # from the line through the centers of the outermost cells to the outside of the band
_BEVEL = 172.0  # from the center of the cell in an acute corner to where the corner is cut off

_Point = tuple[float, float]

# The corners of a hexagon, clockwise from the top, in the rotation with level rows.
_CORNERS: tuple[_Point, ...] = tuple(
    (100 * math.cos(math.radians(60 * k - 90)), 100 * math.sin(math.radians(60 * k - 90))) for k in range(6)
)
_TOP, _UPPER_RIGHT, _LOWER_RIGHT, _BOTTOM, _LOWER_LEFT, _UPPER_LEFT = range(6)


class Lattice:
    """The geometry of a board of `columns` x `rows` cells. Raises `UsageError` for an unknown rotation."""

    def __init__(self, columns: int, rows: int, rotation: int = 10) -> None:
        if rotation not in ROTATIONS:
            raise UsageError(f"unknown rotation {rotation!r}: expected 1 to 12, as on a clock face")
        self.columns = columns
        self.rows = rows
        angle = math.radians(30 * (rotation - 10))
        self._cos, self._sin = math.cos(angle), math.sin(angle)

    def center(self, cell: Cell) -> _Point:
        """Return the center of a cell."""
        return self._turned(_center(cell))

    def hexagon(self, radius: float) -> list[_Point]:
        """Return the corners of a hexagon around (0, 0)."""
        return [self._turned((x * radius / 100, y * radius / 100)) for x, y in _CORNERS]

    def bands(self) -> list[list[_Point]]:
        """Return the four edges as polygons: top and bottom, for the first color, then left and right.

        The inner side of a band follows the cells. The bands meet in the middle of the two obtuse corners and
        at the tips of the two acute ones.
        """
        last_column, last_row = self.columns - 1, self.rows - 1
        obtuse_right = _middle((last_column, 0), _TOP, _UPPER_RIGHT)
        obtuse_left = _middle((0, last_row), _BOTTOM, _LOWER_LEFT)
        top = [_corner((c, 0), k) for c in range(self.columns) for k in (_UPPER_LEFT, _TOP)]
        right = [_corner((last_column, r), k) for r in range(self.rows) for k in (_UPPER_RIGHT, _LOWER_RIGHT)]
        bottom = [
            _corner((c, last_row), k) for c in range(last_column, -1, -1) for k in (_LOWER_RIGHT, _BOTTOM)
        ]
        left = [_corner((0, r), k) for r in range(last_row, -1, -1) for k in (_LOWER_LEFT, _UPPER_LEFT)]
        # The outer corners, clockwise from a1's tip: cut off where two edges meet at an acute angle.
        begin, end = _center((0, 0)), _center((last_column, last_row))
        into_left, tip, into_top = _cut(begin, -1)
        into_right, far_tip, into_bottom = _cut(end, 1)
        right_corner = _center((last_column, 0))
        left_corner = _center((0, last_row))
        outer_right = (right_corner[0] + _REACH / math.sqrt(3), right_corner[1] - _REACH)
        outer_left = (left_corner[0] - _REACH / math.sqrt(3), left_corner[1] + _REACH)
        polygons = (
            [*top, obtuse_right, outer_right, into_top, tip],
            [*bottom, obtuse_left, outer_left, into_bottom, far_tip],
            [obtuse_left, *left, tip, into_left, outer_left],
            [obtuse_right, *right, far_tip, into_right, outer_right],
        )
        return [[self._turned(point) for point in polygon] for polygon in polygons]

    def labels(self) -> Iterator[tuple[int, bool, _Point]]:
        """Yield the labels: the index of a column or row, whether it is a column, and the label's center.

        Every column and row has a label beyond each end, in line with its cells or at right angles to the
        edge, whichever is closer to horizontal or vertical.
        """
        up = self._outwards((-0.5, -math.sqrt(3) / 2), (0.0, -1.0))
        left = self._outwards((-1.0, 0.0), (-math.sqrt(3) / 2, 0.5))
        for column in range(self.columns):
            for row, sign in ((0, 1), (self.rows - 1, -1)):
                x, y = self.center((column, row))
                yield column, True, (x + sign * up[0], y + sign * up[1])
        for row in range(self.rows):
            for column, sign in ((0, 1), (self.columns - 1, -1)):
                x, y = self.center((column, row))
                yield row, False, (x + sign * left[0], y + sign * left[1])

    def _outwards(self, along: _Point, across: _Point) -> _Point:
        """Return the offset from an outermost cell to its label. `along` and `across` are the directions to
        choose from, before rotation: in line with the cells, and at right angles to the edge.
        """
        far = _REACH + _LABEL
        along, across = self._turned(along), self._turned(across)
        if min(map(abs, across)) < min(map(abs, along)) - 1e-9:
            return across[0] * far, across[1] * far
        slant = far / (math.sqrt(3) / 2)
        return along[0] * slant, along[1] * slant

    def frame(self, margin: float, *, labels: bool) -> tuple[float, float, float, float]:
        """Return the left edge, top edge, width and height of the drawing, with a margin on all sides."""
        points: list[_Point] = [point for band in self.bands() for point in band]
        if labels:
            points += [
                (x + dx, y + dy) for _, _, (x, y) in self.labels() for dx, dy in ((-30, -24), (30, 24))
            ]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top = min(xs) - margin, min(ys) - margin
        return left, top, max(xs) + margin - left, max(ys) + margin - top

    def _turned(self, point: _Point) -> _Point:
        x, y = point
        return x * self._cos - y * self._sin, x * self._sin + y * self._cos


def _center(cell: Cell) -> _Point:
    column, row = cell
    return _WIDE * (column + row / 2), 150.0 * row


def _corner(cell: Cell, corner: int) -> _Point:
    x, y = _center(cell)
    return x + _CORNERS[corner][0], y + _CORNERS[corner][1]


def _middle(cell: Cell, first: int, second: int) -> _Point:
    (x0, y0), (x1, y1) = _corner(cell, first), _corner(cell, second)
    return (x0 + x1) / 2, (y0 + y1) / 2


def _cut(center: _Point, sign: int) -> tuple[_Point, _Point, _Point]:
    """Return three points on the line that cuts off an acute corner: its end on the slanted edge, its middle,
    and its end on the level edge.
    """
    x, y = center
    along = sign * math.sqrt(3) / 2, sign / 2  # outward along the long diagonal
    tip = (x + _BEVEL * along[0], y + _BEVEL * along[1])
    half = (2 * _REACH - _BEVEL) / math.sqrt(3)  # the tip's angle is 60 degrees
    across = -along[1] * half, along[0] * half
    level = (tip[0] + across[0], tip[1] + across[1])
    slanted = (tip[0] - across[0], tip[1] - across[1])
    return slanted, tip, level
