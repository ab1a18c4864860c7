"""The window of a text diagram: which cells are on the screen and at which column and line they stand.

Owns the geometry of text diagrams and the promise that the picture stays put from move to move. A cell
is five columns wide, walls included, and shares them with its neighbours, so cells of a row are four
columns apart and rows are shifted by two:

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
    """A window of `width` columns and `height` lines on the endless board.

    `left` is the leftmost visible half cell (half cells count 2q + r), `top` the topmost row r. With
    `edges`, the hive is larger than the window: the first and the last line are kept for the markers
    that say so, and so are the first and the last column.
    """

    left: int
    top: int
    width: int
    height: int
    roomy: bool
    edges: bool = False

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
        """The window with `cells` in its middle, or `focus` when they do not all fit.

        Without a width or a height it is just as large as the cells need. Without `roomy` it is roomy if
        the cells fit, in a window of fixed height together with the ring of cells around them.
        Raises `UsageError` for a window too small to show a cell between two edges.
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
        """As `around`, but `width` and `height` are limits: no larger than the cells need."""
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
                f"a window of {width} x {height} shows no hive, expected at least {MIN_WIDTH} x {MIN_HEIGHT}"
            )
        if roomy is None:
            roomy = height is None or box.grown().lines(True) <= height
        wide = width if width is not None else box.columns()
        high = height if height is not None else box.lines(roomy)
        edges = box.columns() > wide or box.lines(roomy) > high
        at = _Box.of([focus]) if edges and focus is not None else box
        view = cls(0, 0, wide, high, roomy, edges)
        return cls(view._left(box, at), view._top(box, at), wide, high, roomy, edges)

    def follow(self, cells: Iterable[Cell], focus: Cell | None = None) -> Viewport:
        """This window as long as it shows the cells (and the ring around them, if that fits), else a new one.

        A hive larger than the window moves it only when `focus` comes to its edge.
        """
        box = _Box.of(cells)
        if not self.edges and self._shows(box):
            ring = box.grown()
            if self._shows(ring) or not self._fits(ring):
                return self
        roomy = self.roomy and box.grown().lines(True) <= self.height
        fresh = self._around(box, self.width, self.height, roomy, focus)
        if self.edges and fresh.edges and (focus is None or self._shows(_Box.of([focus]).grown())):
            return self
        return fresh

    def contains(self, cell: Cell) -> bool:
        """Whether the whole cell is drawn."""
        column, line = self.place(cell)
        edge = int(self.edges)
        reach = int(self.roomy)
        return (
            edge <= column
            and column + 5 <= self.width - edge
            and edge + reach <= line < self.height - edge - reach
        )

    def place(self, cell: Cell) -> tuple[int, int]:
        """Column of the left wall of a cell and line of its name; may lie outside the window."""
        q, r = cell
        edge = int(self.edges)
        row = r - self.top
        return edge + 2 * (2 * q + r - self.left), edge + (2 * row + 1 if self.roomy else row)

    def cells(self) -> Iterator[Cell]:
        """The cells of the window, row by row."""
        for r in range(self.top, self.top + self.height):
            for half in range(self.left, self.left + self.width // 2):
                if (half - r) % 2 == 0 and self.contains(cell := ((half - r) // 2, r)):
                    yield cell

    def _shows(self, box: _Box) -> bool:
        # the corners of the box are half cells and rows, which need not meet in a cell
        edge, reach = int(self.edges), int(self.roomy)
        first = edge + 2 * (box.left - self.left)
        last = edge + 2 * (box.right - self.left) + 5
        above = self.place((0, box.top))[1]
        below = self.place((0, box.bottom))[1]
        return (
            edge <= first
            and last <= self.width - edge
            and edge + reach <= above
            and below < self.height - edge - reach
        )

    def _fits(self, box: _Box) -> bool:
        return box.columns() <= self.width and box.lines(self.roomy) <= self.height

    def _left(self, box: _Box, at: _Box) -> int:
        room = (self.width - 2 * self.edges - 5) // 2  # half cells to the right of the first one
        if box.right - box.left <= room:
            return box.left - (room - (box.right - box.left)) // 2
        return min(max((at.left + at.right - room) // 2, box.left), box.right - room)

    def _top(self, box: _Box, at: _Box) -> int:
        lines = self.height - 2 * self.edges
        room = (lines - 3) // 2 if self.roomy else lines - 1  # rows below the first one
        if box.bottom - box.top <= room:
            return box.top - (room - (box.bottom - box.top)) // 2
        return min(max((at.top + at.bottom - room) // 2, box.top), box.bottom - room)


@dataclass(frozen=True, slots=True)
class _Box:
    """The half cells and rows that a set of cells spans."""

    left: int
    right: int
    top: int
    bottom: int

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> _Box:
        places = [(2 * q + r, r) for q, r in cells] or [(0, 0)]
        halves, rows = [half for half, _ in places], [row for _, row in places]
        return cls(min(halves), max(halves), min(rows), max(rows))

    def grown(self) -> _Box:
        """With the ring of neighbouring cells."""
        return _Box(self.left - 2, self.right + 2, self.top - 1, self.bottom + 1)

    def columns(self) -> int:
        return 2 * (self.right - self.left) + 5

    def lines(self, roomy: bool) -> int:
        rows = self.bottom - self.top
        return 2 * rows + 3 if roomy else rows + 1
