"""The window of a text diagram: which cells are visible, and at which column and line.

Defines the geometry of text diagrams, and keeps the window still from move to move. A cell is five columns
wide and shares its walls with its neighbors. So the cells of a row are four columns apart, and each row is
shifted by two columns:

    roomy                 compact
     / \\ / \\
    |wA1|bQ |             wA1 bQ
     \\ / \\ / \\              bG1
      |bG1|
       \\ /
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hexapoda.errors import UsageError
from hexapoda.hive.cell import Cell

MIN_WIDTH = 9
MIN_HEIGHT = 5


@dataclass(frozen=True, slots=True)
class Viewport:
    """A window of `width` columns and `height` lines on the unbounded board.

    `left` is the leftmost visible half cell (half cells are numbered 2q + r), `top` the topmost row r. If
    `wide`, the hive is wider than the window, and the first and last columns hold markers; if `tall`, it is
    taller, and the first and last lines hold markers.
    """

    left: int
    top: int
    width: int
    height: int
    roomy: bool
    wide: bool = False
    tall: bool = False

    @classmethod
    def around(
        cls,
        cells: Iterable[Cell],
        *,
        width: int | None = None,
        height: int | None = None,
        roomy: bool | None = None,
        focus: Cell | None = None,
    ) -> Viewport:
        """Return the window centered on `cells`, or on `focus` if they do not fit.

        By default, width and height are as large as the cells need, and `roomy` is true if `height` is not
        given or leaves room for the cells and the ring of cells around them. Raises `UsageError` if the
        window is too small to show a cell between two markers.
        """
        return cls._around(_Box.of(cells), width, height, roomy, focus)

    @classmethod
    def fitting(
        cls,
        cells: Iterable[Cell],
        *,
        width: int | None = None,
        height: int | None = None,
        roomy: bool | None = None,
        focus: Cell | None = None,
    ) -> Viewport:
        """Return a window as `around` does, but `width` and `height` are upper limits, and by default `roomy`
        is true if the cells fit, even without the ring.
        """
        box = _Box.of(cells)
        if roomy is None:
            roomy = height is None or box.lines(True) <= height
        wide = None if width is None or box.columns() <= width else width
        high = None if height is None or box.lines(roomy) <= height else height
        return cls._around(box, wide, high, roomy, focus)

    @classmethod
    def _around(
        cls, box: _Box, width: int | None, height: int | None, roomy: bool | None, focus: Cell | None
    ) -> Viewport:
        if (width is not None and width < MIN_WIDTH) or (height is not None and height < MIN_HEIGHT):
            raise UsageError(
                f"a window of {width} x {height} is too small, expected at least {MIN_WIDTH} x {MIN_HEIGHT}"
            )
        if roomy is None:
            roomy = height is None or box.grown().lines(True) <= height
        width = width if width is not None else box.columns()
        height = height if height is not None else box.lines(roomy)
        wide, tall = box.columns() > width, box.lines(roomy) > height
        view = cls(0, 0, width, height, roomy, wide, tall)
        aim = _Box.of([focus]) if focus is not None else box
        left = _first(view._halves(), box.halves, aim.halves if wide else box.halves)
        top = _first(view._rows(), box.rows, aim.rows if tall else box.rows)
        return cls(left, top, width, height, roomy, wide, tall)

    def follow(self, cells: Iterable[Cell], focus: Cell | None = None) -> Viewport:
        """Return this window if it still shows the cells (and the ring around them, if that fits), otherwise
        a new one. If the hive is larger than the window, the window moves only when `focus` is at or beyond
        the window's edge.
        """
        box = _Box.of(cells)
        ring = box.grown()
        aim = _Box.of([focus]).grown() if focus is not None else None
        roomy = self.roomy and ring.lines(True) <= self.height
        if (
            roomy == self.roomy
            and self.wide == (box.columns() > self.width)
            and self.tall == (box.lines(roomy) > self.height)
            and _stays(self._halves(), box.halves, ring.halves, aim.halves if aim else None, self.wide)
            and _stays(self._rows(), box.rows, ring.rows, aim.rows if aim else None, self.tall)
        ):
            return self
        return self._around(box, self.width, self.height, roomy, focus)

    def contains(self, cell: Cell) -> bool:
        """Return whether the whole cell is drawn."""
        q, r = cell
        halves, rows = self._halves(), self._rows()
        return halves[0] <= 2 * q + r <= halves[1] and rows[0] <= r <= rows[1]

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the column of a cell's left wall and the line of its name, even if outside the window."""
        q, r = cell
        row = r - self.top
        return self.wide + 2 * (2 * q + r - self.left), self.tall + (2 * row + 1 if self.roomy else row)

    def cells(self) -> Iterator[Cell]:
        """Yield the cells of the window, row by row."""
        (left, right), (top, bottom) = self._halves(), self._rows()
        for r in range(top, bottom + 1):
            for half in range(left + (left - r) % 2, right + 1, 2):
                yield (half - r) // 2, r

    def _halves(self) -> _Range:
        """Return the first and last half cells at which a cell is drawn completely."""
        return self.left, self.left + (self.width - 2 * self.wide - 5) // 2

    def _rows(self) -> _Range:
        """Return the first and last rows that are drawn."""
        lines = self.height - 2 * self.tall
        return self.top, self.top + ((lines - 3) // 2 if self.roomy else lines - 1)


_Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Box:
    """The half cells and rows that a set of cells spans."""

    halves: _Range
    rows: _Range

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> _Box:
        places = [(2 * q + r, r) for q, r in cells] or [(0, 0)]
        halves, rows = [half for half, _ in places], [row for _, row in places]
        return cls((min(halves), max(halves)), (min(rows), max(rows)))

    def grown(self) -> _Box:
        """Return the box with a ring of adjacent cells."""
        (left, right), (top, bottom) = self.halves, self.rows
        return _Box((left - 2, right + 2), (top - 1, bottom + 1))

    def columns(self) -> int:
        return 2 * (self.halves[1] - self.halves[0]) + 5

    def lines(self, roomy: bool) -> int:
        rows = self.rows[1] - self.rows[0]
        return 2 * rows + 3 if roomy else rows + 1


def _first(window: _Range, hive: _Range, aim: _Range) -> int:
    """Return the start of a window. It is centered on the hive if the hive fits, otherwise as close to `aim`
    as possible without showing empty space beyond the hive.
    """
    room = window[1] - window[0]
    if hive[1] - hive[0] <= room:
        return (hive[0] + hive[1] - room) // 2
    return min(max((aim[0] + aim[1] - room) // 2, hive[0]), hive[1] - room)


def _stays(window: _Range, hive: _Range, ring: _Range, aim: _Range | None, cut: bool) -> bool:
    """Return whether `Viewport.follow` can keep a window in place along one axis."""

    def shows(what: _Range) -> bool:
        return window[0] <= what[0] and what[1] <= window[1]

    if cut:
        if aim is None:
            return hive[0] <= window[0] and window[1] <= hive[1]
        return shows((max(aim[0], hive[0]), min(aim[1], hive[1])))
    return shows(hive) and (shows(ring) or ring[1] - ring[0] > window[1] - window[0])
