"""The colors of the drawn board: cells, edges, stones and marks, for light and dark pages.

This module contains only color values. The contrast between the cells and each stone, or its rim, is at least
3:1. Color-blind people can tell the two stone colors apart (`tests/hex/test_hex_svg.py` simulates this).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["PALETTES", "Palette", "Stone"]


@dataclass(frozen=True, slots=True)
class Stone:
    """The colors of one side: the face and rim of a stone, the text on it, the line around an edge."""

    face: str
    rim: str
    text: str
    edge_line: str


@dataclass(frozen=True, slots=True)
class Palette:
    """All colors of a drawing. `stones` is indexed by color: 0 joins top and bottom."""

    background: str
    cell: str
    line: str
    text: str
    """Labels on the background."""
    note: str
    """Text on an empty cell, with or without heat."""
    stones: tuple[Stone, Stone]
    chain: str
    heat: str
    target: str
    select: str
    danger: str
    last: str
    arrow: str
    casing: str


PALETTES: Mapping[tuple[str, str], Palette] = MappingProxyType(
    {
        ("black-white", "light"): Palette(
            background="#F1ECE2",
            cell="#DDCBA4",
            line="#B49A6A",
            text="#5E5138",
            note="#2E2716",
            stones=(
                Stone("#262321", "#000000", "#FFFFFF", "#000000"),
                Stone("#FDFBF6", "#4E4535", "#262321", "#8B7A58"),
            ),
            chain="#3FA796",
            heat="#E8871E",
            target="#0B5F5A",
            select="#1D4ED8",
            danger="#A3123F",
            last="#D9480F",
            arrow="#B5310A",
            casing="#FFFFFF",
        ),
        ("black-white", "dark"): Palette(
            background="#22282B",
            cell="#59656A",
            line="#3A4347",
            text="#B4C0C4",
            note="#FFFFFF",
            stones=(
                Stone("#111314", "#000000", "#FFFFFF", "#76848A"),
                Stone("#F4F1EA", "#1B1F21", "#111314", "#1B1F21"),
            ),
            chain="#1F8A7E",
            heat="#A34F00",
            target="#7FF0E4",
            select="#A9CBFF",
            danger="#FFA3BF",
            last="#FFC233",
            arrow="#FF8A3D",
            casing="#1B1F21",
        ),
        ("red-blue", "light"): Palette(
            background="#F2F1EC",
            cell="#FFFFFF",
            line="#C2BFB5",
            text="#5F5B52",
            note="#26241F",
            stones=(
                Stone("#D32F2B", "#8E1512", "#FFFFFF", "#8E1512"),
                Stone("#2559C4", "#123377", "#FFFFFF", "#123377"),
            ),
            chain="#FFC93C",
            heat="#2FA37C",
            target="#0B7A75",
            select="#7C3AED",
            danger="#A3123F",
            last="#E08700",
            arrow="#B5310A",
            casing="#FFFFFF",
        ),
        ("red-blue", "dark"): Palette(
            background="#1E2427",
            cell="#343D41",
            line="#1E2427",
            text="#A9B6BA",
            note="#FFFFFF",
            stones=(
                Stone("#E8564D", "#FFB4AE", "#1A0504", "#FFB4AE"),
                Stone("#5B96F5", "#BCD6FF", "#04122E", "#BCD6FF"),
            ),
            chain="#B98900",
            heat="#1D7A5A",
            target="#5FE0D3",
            select="#C4A7FF",
            danger="#FF8FB0",
            last="#FFC233",
            arrow="#FF8A3D",
            casing="#1B1F21",
        ),
    }
)
"""The palettes, by the names of the stone colors and the theme of the page."""
