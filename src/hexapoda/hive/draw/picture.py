"""The elements of a board picture in SVG: tiles, glyphs, stacks, rings, arrows and the frame.

Defines the shapes and the order of the definitions; `svg` chooses the elements and their order. The center of
a cell is 100 units from each of its corners.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from hexapoda.hive.cell import Cell
from hexapoda.hive.draw.glyphs import GLYPHS
from hexapoda.hive.draw.palette import Palette, Tile
from hexapoda.hive.piece import NUMBERED, PIECES, Piece
from hexapoda.text.svg_element import arrow, document, label, moved, number

_TILE = 95.0  # center to corner of a tile; in a cell it is 100, which leaves a narrow gap between tiles
_ROUNDING = 17.0
_DEPTH = 10.0  # visible thickness of a tile
_LIFT = 19.0  # how much higher each level of a stack is drawn
_GLYPH = 1.22
_CHIP = 33.0  # center to corner of the small tiles that name the buried pieces
_CHIPS_A_ROW = 3  # more would not fit on the edge of the stack
_MARGIN = 44.0
_NARROW = 480.0  # less than three cells


def center(cell: Cell, height: int = 1) -> tuple[float, float]:
    """Return the center of the top face of a stack of `height` pieces; 0 and 1 are the ground level."""
    q, r = cell
    return 100 * math.sqrt(3) * (q + r / 2), 150 * r - _LIFT * max(0, height - 1)


def hexagon(radius: float, rounding: float, drop: float = 0.0) -> str:
    """Return the path of a pointy-top hexagon with rounded corners, its lower half moved down by `drop`."""
    corners = []
    for k in range(6):
        angle = math.radians(60 * k - 90)
        corners.append((radius * math.cos(angle), radius * math.sin(angle) + (drop if k in (2, 3, 4) else 0)))
    path = ""
    for k, (x, y) in enumerate(corners):
        ends = []
        for other in (corners[k - 1], corners[(k + 1) % 6]):
            share = rounding / math.dist((x, y), other)
            ends.append(f"{number(x + (other[0] - x) * share)},{number(y + (other[1] - y) * share)}")
        path += f"{'L' if k else 'M'}{ends[0]}Q{number(x)},{number(y)} {ends[1]}"
    return path + "Z"


class Picture:
    """Collects elements in painting order, and the definitions that they use, without duplicates."""

    def __init__(self, palette: Palette, look: str, *, numbers: bool) -> None:
        self._palette = palette
        self._look = look  # part of every id, because pictures with different palettes may share an HTML page
        self._numbers = numbers
        self._defs: dict[str, str] = {}
        self._body: list[str] = []

    # ---- definitions -------------------------------------------------------------------------------

    def _define(self, name: str, content: str) -> str:
        key = f"hexapoda-{self._look}-{name}"
        self._defs.setdefault(key, f'<g id="{key}">{content}</g>')
        return f'href="#{key}"'

    def _tile(self, color: int) -> str:
        tile = self._palette.tiles[color]
        side = hexagon(_TILE, _ROUNDING, _DEPTH)
        face = hexagon(_TILE - 2, _ROUNDING)
        bevel = hexagon(_TILE - 8, _ROUNDING - 2)
        return self._define(
            f"tile-{'wb'[color]}",
            f'<path d="{side}" fill="{tile.rim}" stroke="{tile.edge}" stroke-width="4"/>'
            f'<path d="{face}" fill="{tile.face}"/>'
            f'<path d="{bevel}" fill="none" stroke="{tile.bevel}" stroke-width="3"/>',
        )

    def _bug(self, piece: Piece) -> str:
        color = piece.color
        tile = self._palette.tiles[color]
        letter = piece.bug.value
        return self._define(f"{'wb'[color]}{letter}", _glyph(letter, tile))

    # ---- cells and marks ---------------------------------------------------------------------------

    def add(self, element: str) -> None:
        """Paint `element` over everything so far."""
        self._body.append(element)

    def grid(self, cells: Iterable[Cell]) -> None:
        """Paint faint outlines of empty cells."""
        shape = hexagon(90, _ROUNDING)
        use = self._define(
            "cell", f'<path d="{shape}" fill="none" stroke="{self._palette.grid}" stroke-width="3"/>'
        )
        for cell in cells:
            self.add(f'<use {use} transform="{moved(*center(cell))}"/>')

    def coordinates(self, cell: Cell, height: int, color: int | None) -> None:
        """Paint `q,r` in the middle of an empty cell, or in the upper corner of a tile."""
        x, y = center(cell, height)
        fill = self._palette.text if color is None else self._palette.tiles[color].number
        at, large = (y, 27.0) if color is None else (y - 76, 17.0)
        self.add(label(x, at, f"{cell[0]},{cell[1]}", large, fill, 500))

    def highlight(self, cell: Cell, height: int, style: str) -> None:
        """Highlight a cell: an empty cell with a translucent tile, a stack with a ring."""
        color = getattr(self._palette, style)
        x, y = center(cell, height)
        dash = {"target": "", "select": "", "danger": ' stroke-dasharray="20 12"'}[style]
        shape = hexagon(80 if height == 0 else 84, _ROUNDING)
        width = 4.5 if height == 0 else 11
        fill = f'fill="{color}" fill-opacity="0.12"' if height == 0 else 'fill="none"'
        mark = f'<path d="{shape}" {fill} stroke="{color}" stroke-width="{width}"{dash}/>'
        if style == "target" and height == 0:
            mark += f'<circle r="14" fill="{color}"/>'
        if style == "danger" and height == 0:
            cross = "M-16,-16L16,16M16,-16L-16,16"
            mark += f'<path d="{cross}" stroke="{color}" stroke-width="9" stroke-linecap="round"/>'
        self.add(f'<g class="{style}" transform="{moved(x, y)}">{mark}</g>')

    def destination(self, cell: Cell, height: int) -> None:
        """Paint the ring around the piece that moved last."""
        ring = hexagon(_TILE + 1, _ROUNDING)
        self.add(
            f'<path class="destination" d="{ring}" fill="none" stroke="{self._palette.last}" '
            f'stroke-width="10" transform="{moved(*center(cell, height))}"/>'
        )

    def origin(self, cell: Cell, height: int) -> None:
        """Paint the dashed outline at the origin of the last move."""
        shape = hexagon(86, _ROUNDING)
        color = self._palette.last
        fill = f'fill="{color}" fill-opacity="0.14"' if height == 0 else 'fill="none"'
        self.add(
            f'<path class="origin" d="{shape}" {fill} stroke="{color}" stroke-width="8" '
            f'stroke-dasharray="22 15" stroke-linecap="round" transform="{moved(*center(cell, height))}"/>'
        )

    # ---- pieces ------------------------------------------------------------------------------------

    def stack(self, cell: Cell, pieces: Sequence[Piece]) -> None:
        """Paint all pieces of a cell from the bottom up. Each is drawn a little higher than the one below, so
        that all rims are visible.
        """
        x, y = center(cell)
        shape = hexagon(_TILE, _ROUNDING, _DEPTH)
        self.add(
            f'<path d="{shape}" fill="{self._palette.shadow}" fill-opacity="0.22" '
            f'transform="{moved(x + 4, y + 9)}"/>'
        )
        for storey, piece in enumerate(pieces, 1):
            self._piece(cell, storey, piece, top=storey == len(pieces))

    def _piece(self, cell: Cell, storey: int, piece: Piece, *, top: bool) -> None:
        x, y = center(cell, storey)
        content = f"<title>{piece} at {cell[0]},{cell[1]}" + (f", height {storey}" if storey > 1 else "")
        content += f"</title><use {self._tile(piece.color)}/>"
        if top:
            content += self._mark(piece)
        self.add(
            f'<g class="piece" data-piece="{piece}" data-cell="{cell[0]},{cell[1]}" '
            f'transform="{moved(x, y)}">{content}</g>'
        )

    def _mark(self, piece: Piece) -> str:
        """Return the bug and the number on a tile."""
        mark = f'<use {self._bug(piece)} transform="{moved(0, -4, _GLYPH)}"/>'
        if self._numbers and piece.bug in NUMBERED:
            ink = self._palette.tiles[piece.color].ink[piece.bug.value]
            mark += label(0, 71, str(piece.number), 30, ink, 700)
        return mark

    def buried(self, cell: Cell, pieces: Sequence[Piece]) -> None:
        """Paint a badge with the height of a stack, and the pieces below the top as small tiles."""
        if len(pieces) < 2:
            return
        x, y = center(cell, len(pieces))
        palette = self._palette
        badge = f'<circle r="20" fill="{palette.badge}" stroke="{palette.badge_text}" stroke-width="4"/>'
        badge += label(0, 0, str(len(pieces)), 26, palette.badge_text, 700)
        self.add(f'<g class="height" transform="{moved(x + 80, y + 6)}">{badge}</g>')
        below = pieces[:-1]
        rows = [below[k : k + _CHIPS_A_ROW] for k in range(0, len(below), _CHIPS_A_ROW)]
        for row, chips in enumerate(rows):
            for column, piece in enumerate(chips):
                covers = pieces[row * _CHIPS_A_ROW + column + 1 :]
                chip_x = x + (column - (len(chips) - 1) / 2) * 1.66 * _CHIP
                self._chip(chip_x, center(cell)[1] + _TILE + 4 - row * 1.5 * _CHIP, piece, covers)

    def _chip(self, x: float, y: float, piece: Piece, covers: Sequence[Piece]) -> None:
        chip = f"<title>{piece} under {', '.join(map(str, covers))}</title>{self._small(piece)}"
        self.add(f'<g class="buried" data-piece="{piece}" transform="{moved(x, y)}">{chip}</g>')

    def _small(self, piece: Piece) -> str:
        """Return the small tile that names a buried piece."""
        tile = self._palette.tiles[piece.color]
        numbered = self._numbers and piece.bug in NUMBERED
        chip = (
            f'<path d="{hexagon(_CHIP, 6)}" fill="{tile.face}" stroke="{tile.chip}" stroke-width="3.5"/>'
            f'<use {self._bug(piece)} transform="{moved(0, -4 if numbered else 0, 0.42)}"/>'
        )
        if numbered:
            chip += label(0, 22, str(piece.number), 14, tile.ink[piece.bug.value], 700)
        return chip

    def arrow(self, start: Cell, end: Cell, heights: tuple[int, int]) -> None:
        """Paint an arrow between two cells, outlined so that it is visible on tiles of both colors."""
        path = arrow(
            center(start, heights[0]), center(end, heights[1]), self._palette.arrow, self._palette.casing
        )
        if path:
            self.add(path)

    # ---- the frame ---------------------------------------------------------------------------------

    def text(self, size: int, cells: Iterable[tuple[Cell, int]], title: str, description: str) -> str:
        """Return the finished document. It shows all `cells`, given with their heights, and its longer side
        is `size` pixels.
        """
        points = [point for cell, height in cells for point in (center(cell), center(cell, height))]
        left, right = min(x for x, _ in points) - 86.6, max(x for x, _ in points) + 86.6
        top, bottom = min(y for _, y in points) - 100, max(y for _, y in points) + 100
        # The frame of a narrow hive includes the ring of empty cells, which the margin would cut in half.
        across = _MARGIN + (173.2 if right - left < _NARROW else 0)
        along = _MARGIN + (150 if bottom - top < _NARROW else 0)
        left, right, top, bottom = left - across, right + across, top - along, bottom + along
        box = (left, top, right - left, bottom - top)
        definitions = self._defs.values()
        return document(size, box, self._palette.background, title, description, definitions, self._body)


def piece_symbols(palette: Palette, look: str) -> str:
    """Return all tiles, bugs, pieces and small tiles as definitions: `hexapoda-LOOK-tile-w`,
    `hexapoda-LOOK-wQ` for a bug, `hexapoda-LOOK-piece-wA1` and `hexapoda-LOOK-chip-wA1`.
    """
    picture = Picture(palette, look, numbers=True)
    for piece in PIECES:
        picture._define(f"piece-{piece}", f"<use {picture._tile(piece.color)}/>{picture._mark(piece)}")
        picture._define(f"chip-{piece}", picture._small(piece))
    return "".join(picture._defs.values())


def _glyph(letter: str, tile: Tile) -> str:
    ink, parts = tile.ink[letter], []
    for layer in GLYPHS[letter]:
        stroke = f'stroke-width="{number(layer.width)}" stroke-linecap="round" stroke-linejoin="round"'
        match layer.kind:
            case "body":
                paint = f'fill="{ink}"'
            case "hole":
                paint = f'fill="{tile.face}"'
            case "limb":
                paint = f'fill="none" stroke="{ink}" {stroke}'
            case "gap":
                paint = f'fill="none" stroke="{tile.face}" {stroke}'
            case "wing":
                parts.append(f'<path d="{layer.path}" fill="{tile.face}"/>')
                paint = f'fill="{ink}" fill-opacity="0.3" stroke="{ink}" {stroke}'
        parts.append(f'<path d="{layer.path}" {paint}/>')
    return "".join(parts)
