"""The elements of a board picture in SVG: the grid, the four edges, stones, rings, marks and labels.

This module draws the shapes. `svg` chooses them and their order; `lattice` computes the coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexapoda.hex.board import column_name
from hexapoda.hex.cell import Cell, format_cell
from hexapoda.hex.draw.lattice import Lattice
from hexapoda.hex.draw.palette import Palette
from hexapoda.text.svg_element import arrow, document, label, moved, number

__all__ = ["Picture"]

_STONE = 70.0  # radius; the sides of a cell are 86.6 from its center
_RING = 76.0
_MARGIN = 26.0


class Picture:
    """A picture under construction: its SVG elements, from back to front, and the definitions they use."""

    def __init__(self, palette: Palette, look: str, lattice: Lattice, names: tuple[str, str]) -> None:
        self._palette = palette
        self._look = look  # part of every id, so that pictures with different looks can share a page
        self._lattice = lattice
        self._names = names
        self._defs: dict[str, str] = {}
        self._body: list[str] = []

    def _add(self, element: str) -> None:
        self._body.append(element)

    def _at(self, cell: Cell) -> str:
        return moved(*self._lattice.center(cell))

    def _hexagon(self, radius: float) -> str:
        points = (f"{number(x)},{number(y)}" for x, y in self._lattice.hexagon(radius))
        return f"M{'L'.join(points)}Z"

    # ---- the board ---------------------------------------------------------------------------------

    def edges(self) -> None:
        """Draw the four colored bands around the cells."""
        top, bottom, left, right = self._lattice.bands()
        for color, bands in ((0, (top, bottom)), (1, (left, right))):
            stone = self._palette.stones[color]
            path = "".join(f"M{'L'.join(f'{number(x)},{number(y)}' for x, y in band)}Z" for band in bands)
            self._add(
                f'<path class="edges" data-color="{self._names[color].lower()}" d="{path}" '
                f'fill="{stone.face}" stroke="{stone.edge_line}" stroke-width="5" stroke-linejoin="round"/>'
            )

    def grid(self, fills: Mapping[Cell, tuple[str, float]]) -> None:
        """Draw all cells; `fills` maps cells to a color and its opacity, from 0 to 1."""
        palette, lattice = self._palette, self._lattice
        key = f"hexapoda-{self._look}-cell"
        self._defs[key] = f'<path id="{key}" d="{self._hexagon(100)}" stroke-width="4"/>'
        cells = [(column, row) for row in range(lattice.rows) for column in range(lattice.columns)]
        uses = "".join(f'<use href="#{key}" transform="{self._at(cell)}"/>' for cell in cells)
        self._add(f'<g class="grid" fill="{palette.cell}" stroke="{palette.line}">{uses}</g>')
        if fills:
            uses = "".join(
                f'<use href="#{key}" transform="{self._at(cell)}" fill="{color}"'
                + (f' fill-opacity="{number(opacity)}"/>' if opacity < 1 else "/>")
                for cell, (color, opacity) in fills.items()
            )
            self._add(f'<g class="filled" stroke="{palette.line}">{uses}</g>')

    def labels(self) -> None:
        """Draw the column letters and row numbers on all four sides."""
        texts = "".join(
            label(x, y, column_name(index) if is_column else str(index + 1), 50, self._palette.text, 600)
            for index, is_column, (x, y) in self._lattice.labels()
        )
        self._add(f'<g class="labels">{texts}</g>')

    # ---- stones and marks --------------------------------------------------------------------------

    def stone(self, cell: Cell, color: int, text: str = "") -> None:
        """Draw a stone, optionally with a short text on it, such as its number."""
        stone, name = self._palette.stones[color], self._names[color]
        key = f"hexapoda-{self._look}-{name.lower()}"
        self._defs.setdefault(
            key,
            f'<circle id="{key}" r="{number(_STONE)}" fill="{stone.face}" stroke="{stone.rim}" '
            'stroke-width="5"/>',
        )
        content = f'<title>{name} at {format_cell(cell)}</title><use href="#{key}"/>'
        if text:
            content += label(0, 0, text, 62 if len(text) < 3 else 48, stone.text, 600)
        self._add(
            f'<g class="stone" data-color="{name.lower()}" data-cell="{format_cell(cell)}" '
            f'transform="{self._at(cell)}">{content}</g>'
        )

    def note(self, cell: Cell, text: str, color: int | None) -> None:
        """Draw a short text in a cell. `color`: the color of the stone there, or None for an empty cell."""
        fill = self._palette.note if color is None else self._palette.stones[color].text
        x, y = self._lattice.center(cell)
        font_size = 62 if len(text) < 2 else 54 if len(text) < 3 else 42
        self._add(f'<g class="note">{label(x, y, text, font_size, fill, 600)}</g>')

    def last(self, cell: Cell) -> None:
        """Draw a ring around the stone that was played last."""
        self._add(
            f'<circle class="last" r="{number(_RING)}" fill="none" stroke="{self._palette.last}" '
            f'stroke-width="11" transform="{self._at(cell)}"/>'
        )

    def highlight(self, cell: Cell, style: str) -> None:
        """Outline a cell in the style "target", "select" or "danger". A target also has a dot, and the
        outline of a danger is dashed.
        """
        color = getattr(self._palette, style)
        dash = ' stroke-dasharray="26 15"' if style == "danger" else ""
        mark = (
            f'<path d="{self._hexagon(88)}" fill="none" stroke="{color}" stroke-width="11" '
            f'stroke-linejoin="round"{dash}/>'
        )
        if style == "target":
            mark += f'<circle r="19" fill="{color}" stroke="{self._palette.casing}" stroke-width="4"/>'
        self._add(f'<g class="{style}" transform="{self._at(cell)}">{mark}</g>')

    def arrow(self, start: Cell, end: Cell) -> None:
        """Draw an arrow between two cells."""
        points = self._lattice.center(start), self._lattice.center(end)
        if path := arrow(*points, self._palette.arrow, self._palette.casing):
            self._add(path)

    # ---- the frame ---------------------------------------------------------------------------------

    def inner(self) -> tuple[dict[str, str], str]:
        """Return the definitions by id and the elements, for a page that supplies the `<svg>` element."""
        return dict(self._defs), "".join(self._body)

    def text(self, size: int, title: str, description: str, *, labels: bool) -> str:
        """Return the finished document; its longer side is `size` pixels."""
        box = self._lattice.frame(_MARGIN, labels=labels)
        background = self._palette.background
        return document(size, box, background, title, description, self._defs.values(), self._body)
