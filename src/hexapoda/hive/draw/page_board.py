"""Hive boards for an HTML page: shared SVG definitions, thumbnails that use them, and games as JSON.

Owns the data that lets a browser replay a game without knowing the rules: the piece, cell and height of every
ply. `hexapoda.hive.draw.picture` owns the shapes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexapoda.errors import HexapodaError
from hexapoda.hive import PIECES, Cell, Piece, Position
from hexapoda.hive.draw.palette import DARK, LIGHT
from hexapoda.hive.draw.picture import center, hexagon, piece_symbols
from hexapoda.hive.game import HIVE
from hexapoda.record import GameRecord
from hexapoda.svg_element import number

__all__ = ["CSS", "definitions", "page_data", "position_of", "replay_json", "thumbnail"]

LOOK = "light"

CSS = (
    f":root{{--felt:{LIGHT.background};--felt-line:{LIGHT.grid};--last:{LIGHT.last};--shadow:{LIGHT.shadow}}}"
    "@media screen and (prefers-color-scheme:dark){"
    f":root{{--felt:{DARK.background};--felt-line:{DARK.grid};--last:{DARK.last};--shadow:{DARK.shadow}}}"
    f"#hexapoda-{LOOK}-tile-b path:nth-of-type(1){{fill:{DARK.tiles[1].rim};stroke:{DARK.tiles[1].edge}}}"
    f"#hexapoda-{LOOK}-tile-b path:nth-of-type(2){{fill:{DARK.tiles[1].face}}}"
    f"#hexapoda-{LOOK}-tile-b path:nth-of-type(3){{stroke:{DARK.tiles[1].bevel}}}}}"
)
"""The CSS rules for the boards, light and dark."""


def definitions(records: Iterable[GameRecord]) -> str:
    """Return an invisible SVG with all tiles and bugs. A page includes it once."""
    ring = hexagon(96, 17)
    ghost = hexagon(86, 17)
    chip = hexagon(33, 6)
    shadow = hexagon(95, 17, 10)
    return (
        '<svg class="definitions" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        f"{piece_symbols(LIGHT, LOOK)}"
        f'<path id="hexapoda-ring" d="{ring}" fill="none" stroke-width="11"/>'
        f'<path id="hexapoda-ghost" d="{ghost}" fill="none" stroke-width="8" stroke-dasharray="22 15"/>'
        f'<path id="hexapoda-chip" d="{chip}" stroke-width="3.5"/>'
        f'<path id="hexapoda-shadow" d="{shadow}"/>'
        "</defs></svg>"
    )


def page_data(records: Iterable[GameRecord]) -> dict[str, Any]:
    """Return what the page's script needs to draw pieces: their names, and the colors of each kind."""
    return {"pieces": [str(piece) for piece in PIECES], "inks": _inks()}


def _inks() -> dict[str, list[str]]:
    """Return for each kind of piece, such as `wQ`, the colors of its number, face and chip outline."""
    return {
        str(piece)[:2]: [
            LIGHT.tiles[piece.color].ink[piece.bug.value],
            LIGHT.tiles[piece.color].face,
            LIGHT.tiles[piece.color].chip,
        ]
        for piece in PIECES
    }


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


def replay_json(record: GameRecord) -> dict[str, Any] | None:
    """Return the plies of a game for the page's script.

    `start`: the initial pieces; `plies`: `[piece, q, r, height]`, or 0 for a pass; `texts`: the moves. The
    replay stops at an illegal move, and `broken` says why.
    """
    out: dict[str, Any] = {"start": [], "plies": [], "texts": []}
    try:
        position = _initial(record)
        out["start"] = [[p.index, *cell, height] for p, (cell, height) in position.pieces().items()]
        for move in record.moves:
            parsed = position.parse_move(move.text)
            position.push(parsed)
            if parsed.piece is None or parsed.to is None:
                out["plies"].append(0)
            else:
                out["plies"].append([parsed.piece.index, *parsed.to, position.height_of(parsed.piece)])
            out["texts"].append(move.text)
    except HexapodaError as error:
        out["broken"] = str(error)
    return out
