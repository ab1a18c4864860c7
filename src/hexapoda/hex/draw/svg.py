"""A board as a standalone SVG picture: stones, numbers, heat, marks, arrows and the winning chain.

This module defines what is shown and in which order; `picture` defines the shapes, `lattice` the geometry and
`palette` the colors. It does not depend on the rules of the game. Equal arguments give equal text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypedDict

from hexapoda.errors import UsageError
from hexapoda.hex.board import Board, Colors, player_names
from hexapoda.hex.cell import Cell, format_cell
from hexapoda.hex.draw.lattice import Lattice
from hexapoda.hex.draw.palette import PALETTES
from hexapoda.hex.draw.picture import Picture

__all__ = ["HIGHLIGHTS", "SvgOptions", "Theme", "svg"]

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
HIGHLIGHTS = ("target", "select", "danger")
_COOLEST = 0.08  # the opacity of the heat for value 0; cells without a value are not colored


class SvgOptions(TypedDict, total=False):
    """The options of `svg`."""

    size: int
    rotation: int
    colors: Colors
    theme: Theme
    coordinates: bool
    numbers: bool
    heat: Mapping[Cell, float] | None
    values: bool
    notes: Mapping[Cell, str] | None
    highlights: Iterable[Cell] | Mapping[Cell, str]
    arrows: Iterable[tuple[Cell, Cell]]
    last_move: bool
    chain: bool
    title: str | None


def svg(
    board: Board,
    *,
    size: int = 480,
    rotation: int = 10,
    colors: Colors = "black-white",
    theme: Theme = "light",
    coordinates: bool = True,
    numbers: bool = False,
    heat: Mapping[Cell, float] | None = None,
    values: bool = True,
    notes: Mapping[Cell, str] | None = None,
    highlights: Iterable[Cell] | Mapping[Cell, str] = (),
    arrows: Iterable[tuple[Cell, Cell]] = (),
    last_move: bool = False,
    chain: bool = True,
    title: str | None = None,
) -> str:
    """Draw `board` as an SVG document whose longer side is `size` pixels.

    `rotation` is the position of a1 on a clock face: 10 has level rows, 9 and 12 are diamonds; hexagons stand
    on a corner in even rotations and on a side in odd ones. `numbers` writes on each stone the ply in which
    it was placed. `heat` colors cells by values from 0 to 1, and `values` writes the values of empty cells as
    percentages. `notes` maps cells to strings of one to three characters. `highlights` are cells to mark, or
    a mapping from cells to members of `HIGHLIGHTS` ("target" if only cells are given). `arrows` are pairs of
    cells (from, to). `last_move` rings the last stone, `chain` shows the winning chain. Raises `UsageError`
    for values that cannot be drawn.
    """
    if size <= 0:
        raise UsageError(f"invalid size {size!r}, expected a positive number of pixels")
    if theme not in THEMES:
        raise UsageError(f"unknown theme {theme!r}, expected one of {', '.join(THEMES)}")
    names = player_names(colors)
    marks, links, notes = _highlights(highlights), list(arrows), notes or {}
    heat = _heat(heat or {})
    board.check((*marks, *heat, *notes, *(cell for link in links for cell in link)))
    for text in notes.values():
        if not 1 <= len(text) <= 3:
            raise UsageError(f"the note {text!r} does not fit into a cell, expected one to three characters")

    palette = PALETTES[colors, theme]
    picture = Picture(
        palette, f"{colors}-{theme}-{rotation}", Lattice(board.columns, board.rows, rotation), names
    )
    won = set(board.chain) if chain else set()
    fills = {cell: (palette.heat, _COOLEST + (1 - _COOLEST) * value) for cell, value in heat.items()}
    fills |= {cell: (palette.chain, 1.0) for cell in board.cells() if cell in won}
    picture.edges()
    picture.grid(fills)
    if coordinates:
        picture.labels()
    for cell in board.cells():
        stone = board.stones.get(cell)
        if stone is not None:
            text = str(board.plies[cell]) if numbers and cell in board.plies and cell not in notes else ""
            picture.stone(cell, stone, text)
        elif values and cell in heat and cell not in notes:
            picture.note(cell, str(round(100 * heat[cell])), None)
        if cell in notes:
            picture.note(cell, notes[cell], stone)
    if last_move and board.last is not None:
        picture.last(board.last)
    for cell, style in marks.items():
        picture.highlight(cell, style)
    for start, end in links:
        picture.arrow(start, end)
    heading = title if title is not None else f"Hex, {board.columns}x{board.rows}"
    return picture.text(size, heading, _describe(board, names), labels=coordinates)


def _highlights(highlights: Iterable[Cell] | Mapping[Cell, str]) -> dict[Cell, str]:
    styles = dict(highlights) if isinstance(highlights, Mapping) else dict.fromkeys(highlights, "target")
    for style in styles.values():
        if style not in HIGHLIGHTS:
            raise UsageError(f"unknown highlight {style!r}, expected one of {', '.join(HIGHLIGHTS)}")
    return styles


def _heat(heat: Mapping[Cell, float]) -> dict[Cell, float]:
    for cell, value in heat.items():
        if not 0 <= value <= 1:
            raise UsageError(f"the heat of {format_cell(cell)} is {value!r}, expected a number from 0 to 1")
    return dict(heat)


def _describe(board: Board, names: tuple[str, str]) -> str:
    """Describe the board in words, for screen readers."""
    parts = []
    for color, name in enumerate(names):
        cells = [format_cell(cell) for cell in board.cells() if board.stones.get(cell) == color]
        ends = "top and bottom" if color == 0 else "left and right"
        parts.append(f"{name}, joining {ends}: {', '.join(cells) or 'no stones'}.")
    if board.chain:
        winner = names[board.stones[board.chain[0]]]
        parts.append(f"{winner} has won: {', '.join(map(format_cell, board.chain))}.")
    return " ".join(parts)
