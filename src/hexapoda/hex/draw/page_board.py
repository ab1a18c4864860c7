"""The SVG definitions of Hex for a page: one board for each size, and the stones.

`hexapoda.hex.draw.picture` draws the shapes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hexapoda.errors import HexapodaError
from hexapoda.hex.board import player_names
from hexapoda.hex.draw.lattice import Lattice
from hexapoda.hex.draw.palette import PALETTES
from hexapoda.hex.draw.picture import Picture
from hexapoda.hex.variant import board_size
from hexapoda.record import GameRecord

__all__ = ["definitions"]

# Labels have the text color of the page, light or dark.
_PALETTE = replace(PALETTES["black-white", "light"], text="currentColor")
_LOOK = "hex"
_NAMES = player_names("black-white")


def definitions(records: Iterable[GameRecord]) -> str:
    """Return an SVG element that defines the stones, and a board for each size among the games; empty if
    there is no game of Hex.
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


def _sizes(records: Iterable[GameRecord]) -> Iterable[tuple[int, int]]:
    for record in records:
        try:
            yield board_size(record.variant)
        except HexapodaError:
            continue  # not a board of Hex
