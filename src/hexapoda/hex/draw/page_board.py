"""Hex boards for an HTML page: one definition per size, and thumbnails that use it.

`hexapoda.hex.draw.picture` draws the shapes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hexapoda.errors import HexapodaError
from hexapoda.hex import Position
from hexapoda.hex.board import board_of, player_names
from hexapoda.hex.draw.lattice import Lattice
from hexapoda.hex.draw.palette import PALETTES
from hexapoda.hex.draw.picture import Picture
from hexapoda.hex.game import HEX
from hexapoda.hex.text.notation import read_move
from hexapoda.hex.variant import board_size
from hexapoda.record import GameRecord
from hexapoda.svg_element import number

__all__ = ["definitions", "position_of", "thumbnail"]

# Labels have the text color of the page, light or dark.
_PALETTE = replace(PALETTES["black-white", "light"], text="currentColor")
_LOOK = "hex"
_NAMES = player_names("black-white")


def definitions(records: Iterable[GameRecord]) -> str:
    """Return the SVG definitions of a board for each size in the games, and of the stones; empty without a
    game of Hex.
    """
    parts: dict[str, str] = {}
    for columns, rows in sorted(set(_sizes(records))):
        picture = Picture(_PALETTE, _LOOK, Lattice(columns, rows), _NAMES)
        picture.edges()
        picture.grid({})
        picture.labels()
        defined, elements = picture.inner()
        parts |= defined
        name = f"hexapoda-hex-{columns}x{rows}"
        parts[name] = f'<g id="{name}">{elements}</g>'
    if not parts:
        return ""
    picture = Picture(_PALETTE, _LOOK, Lattice(1, 1), _NAMES)
    picture.stone((0, 0), 0)
    picture.stone((0, 0), 1)
    parts |= picture.inner()[0]
    body = "".join(parts.values())
    return (
        '<svg class="definitions" width="0" height="0" aria-hidden="true" focusable="false">'
        f"<defs>{body}</defs></svg>"
    )


def thumbnail(position: Position, label: str) -> str:
    """Return a small picture that uses `definitions`. `label` is escaped HTML."""
    shown = board_of(position)
    lattice = Lattice(position.columns, position.rows)
    stones = ""
    for cell in sorted(shown.stones):
        x, y = lattice.center(cell)
        name = _NAMES[shown.stones[cell]].lower()
        place = f"translate({number(x)} {number(y)})"
        stones += f'<use href="#hexapoda-{_LOOK}-{name}" transform="{place}"/>'
    box = _box(position.columns, position.rows)
    return (
        f'<svg class="thumb" viewBox="{box}" role="img" aria-label="{label}">'
        f'<use href="#hexapoda-hex-{position.variant}"/>{stones}</svg>'
    )


def position_of(record: GameRecord, texts: Iterable[str]) -> Position | None:
    """Return the position after the first moves of a game; None if they are not legal."""
    try:
        position = _initial(record)
        for text in texts:
            HEX.push_recorded(position, read_move(text))
    except HexapodaError:
        return None
    return position


def _initial(record: GameRecord) -> Position:
    swap: Any = dict(record.rules).get("swap", "off")
    if record.start is None:
        return Position(record.variant, swap=swap)
    return Position.from_text(record.start, swap=None if "swap=" in record.start else swap)


def _sizes(records: Iterable[GameRecord]) -> Iterable[tuple[int, int]]:
    for record in records:
        try:
            yield board_size(record.variant)
        except HexapodaError:
            continue  # not a board of Hex


def _box(columns: int, rows: int) -> str:
    return " ".join(map(number, Lattice(columns, rows).frame(26, labels=True)))
