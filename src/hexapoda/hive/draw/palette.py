"""The colors of the drawn board: tiles, bugs and marks for light, dark and mono drawings.

Contains only color values. The eight bug colors of each tile have a contrast of at least 3:1 with the tile
and are distinct under protanopia, deuteranopia and tritanopia (`tests/hive/test_svg.py` simulates all three).
Still, the colors are only decoration: the shape of a glyph identifies its bug.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

BUG_LETTERS = "QSBGAMLP"


def _inks(*colors: str) -> Mapping[str, str]:
    return MappingProxyType(dict(zip(BUG_LETTERS, colors, strict=True)))


@dataclass(frozen=True, slots=True)
class Tile:
    """The colors of one side's tiles.

    Attributes:
        face: the top face.
        bevel: the line just inside the edge of the face.
        rim: the visible side below the face.
        edge: the outline.
        chip: the outline of the small tiles that name buried pieces.
        number: the coordinates on a tile.
        ink: the glyph, by bug letter.
    """

    face: str
    bevel: str
    rim: str
    edge: str
    chip: str
    number: str
    ink: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Palette:
    """Every color of a drawing. `tiles` is indexed by player (White 0, Black 1)."""

    background: str
    shadow: str
    grid: str
    text: str
    tiles: tuple[Tile, Tile]
    badge: str
    badge_text: str
    target: str
    select: str
    danger: str
    last: str
    arrow: str
    casing: str


_IVORY = Tile(
    face="#FBF6E9",
    bevel="#FFFFFF",
    chip="#6E6450",
    rim="#CFC3A6",
    edge="#A3977B",
    number="#6E6450",
    ink=_inks("#BB8000", "#47190F", "#860A78", "#3F5A0A", "#1C4DBF", "#85767F", "#DE5F50", "#0A97CC"),
)
_EBONY = Tile(
    face="#292624",
    bevel="#3F3A36",
    chip="#D8D0C4",
    rim="#12100F",
    edge="#000000",
    number="#B8B0A4",
    ink=_inks("#FFC61A", "#CC7B1F", "#AE69B2", "#CBE070", "#868EFF", "#CBF6FF", "#E8455A", "#12C49C"),
)
_EBONY_ON_DARK = Tile(
    face="#24211F",
    bevel="#3B3632",
    chip="#D8D0C4",
    rim="#0B0A09",
    edge="#6A625A",
    number="#B8B0A4",
    ink=_EBONY.ink,
)

LIGHT = Palette(
    background="#DDE4E1",
    shadow="#5B6B66",
    grid="#C3CECA",
    text="#5D6E69",
    tiles=(_IVORY, _EBONY),
    badge="#FFFFFF",
    badge_text="#1B1A19",
    target="#0B7A75",
    select="#2563EB",
    danger="#C2255C",
    last="#F2A900",
    arrow="#D9480F",
    casing="#FFFFFF",
)
DARK = Palette(
    background="#3A4347",
    shadow="#15191B",
    grid="#4B565B",
    text="#A9B6BA",
    tiles=(_IVORY, _EBONY_ON_DARK),
    badge="#FFFFFF",
    badge_text="#1B1A19",
    target="#5FE0D3",
    select="#7FB2FF",
    danger="#FF6B9A",
    last="#FFC233",
    arrow="#FF8A3D",
    casing="#1B1F21",
)

_BLACK_INK = _inks(*["#000000"] * 8)
_WHITE_INK = _inks(*["#FFFFFF"] * 8)
MONO_LIGHT = Palette(
    background="#FFFFFF",
    shadow="#FFFFFF",
    grid="#CCCCCC",
    text="#555555",
    tiles=(
        Tile("#FFFFFF", "#FFFFFF", "#FFFFFF", "#000000", "#000000", "#000000", _BLACK_INK),
        Tile("#000000", "#000000", "#777777", "#000000", "#FFFFFF", "#FFFFFF", _WHITE_INK),
    ),
    badge="#FFFFFF",
    badge_text="#000000",
    target="#000000",
    select="#000000",
    danger="#000000",
    last="#777777",
    arrow="#000000",
    casing="#FFFFFF",
)
MONO_DARK = Palette(
    background="#1A1A1A",
    shadow="#1A1A1A",
    grid="#444444",
    text="#AAAAAA",
    tiles=(
        Tile("#FFFFFF", "#FFFFFF", "#BBBBBB", "#1A1A1A", "#000000", "#000000", _BLACK_INK),
        Tile("#000000", "#000000", "#000000", "#FFFFFF", "#FFFFFF", "#FFFFFF", _WHITE_INK),
    ),
    badge="#FFFFFF",
    badge_text="#000000",
    target="#FFFFFF",
    select="#FFFFFF",
    danger="#FFFFFF",
    last="#999999",
    arrow="#FFFFFF",
    casing="#000000",
)
