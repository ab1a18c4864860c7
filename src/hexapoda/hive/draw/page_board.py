"""Hive boards for an HTML page: shared SVG definitions, and thumbnails that use them.

`hexapoda.hive.draw.picture` owns the shapes.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexapoda.errors import HexapodaError
from hexapoda.hive import Cell, Piece, Position
from hexapoda.hive.draw.palette import LIGHT
from hexapoda.hive.draw.picture import center, hexagon, piece_symbols
from hexapoda.hive.game import HIVE
from hexapoda.record import GameRecord
from hexapoda.svg_element import number

__all__ = ["definitions", "position_of", "thumbnail"]

LOOK = "light"


def definitions(records: Iterable[GameRecord]) -> str:
    """Return an invisible SVG with all tiles and bugs. A page includes it once."""
    shadow = hexagon(95, 17, 10)
    return (
        '<svg class="definitions" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        f"{piece_symbols(LIGHT, LOOK)}"
        f'<path id="hexapoda-shadow" d="{shadow}"/>'
        "</defs></svg>"
    )


def thumbnail(position: Position, label: str) -> str:
    """Return a small picture of a position, built from the definitions. `label` is escaped HTML."""
    stacks: dict[Cell, list[tuple[int, Piece]]] = {}
    for piece, (cell, height) in position.pieces().items():
        stacks.setdefault(cell, []).append((height, piece))
    parts, points = [], []
    for cell in sorted(stacks, key=lambda cell: (cell[1], cell[0])):
        for height, piece in sorted(stacks[cell], key=lambda item: item[0]):
            x, y = center(cell, height + 1)
            points.append((x, y))
            side = "wb"[piece.color]
            bug = f"hexapoda-{LOOK}-{side}{piece.bug.value}"
            parts.append(
                f'<g transform="translate({number(x)} {number(y)})">'
                f'<use href="#hexapoda-{LOOK}-tile-{side}"/>'
                f'<use href="#{bug}" transform="translate(0 -4) scale(1.22)"/>'
                "</g>"
            )
    xs, ys = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
    # All thumbnails of a page have the same scale, except those of very large hives.
    wide = max(max(xs) - min(xs) + 210, 1080.0)
    high = max(max(ys) - min(ys) + 230, wide * 5 / 9)
    left, top = (min(xs) + max(xs) - wide) / 2, (min(ys) + max(ys) - high) / 2
    box = " ".join(map(number, (left, top, wide, high)))
    return f'<svg class="thumb" viewBox="{box}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def position_of(record: GameRecord, texts: Iterable[str]) -> Position | None:
    """Return the position after the first moves of a game; None if they are not legal."""
    try:
        position = _initial(record)
        for text in texts:
            position.push(position.parse_move(text))
    except HexapodaError:
        return None
    return position


def _initial(record: GameRecord) -> Position:
    rules = {**dict(record.rules), "opening": "free"}
    if record.start is None:
        return HIVE.initial(record.variant, rules)
    return HIVE.parse_position(record.start, rules)
