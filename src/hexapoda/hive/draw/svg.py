"""A position as a standalone SVG picture: tiles with bugs, stacks, marks, arrows, coordinates.

Defines what is drawn and in which order; the shapes are in `picture`, the colors in `palette` and the bugs in
`glyphs`. The same arguments always give the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict

from hexapoda.errors import UsageError
from hexapoda.hive.cell import Cell, neighbors
from hexapoda.hive.draw.palette import DARK, LIGHT, MONO_DARK, MONO_LIGHT, Palette
from hexapoda.hive.draw.picture import Picture
from hexapoda.hive.piece import Piece

if TYPE_CHECKING:
    from hexapoda.hive.move import Move
    from hexapoda.hive.position import Position

__all__ = ["HIGHLIGHTS", "SvgOptions", "Theme", "svg"]

Theme = Literal["light", "dark"]
HIGHLIGHTS = ("target", "select", "danger")
"""The highlight styles: a possible destination, the selected cell, and a cell that shows why a move is
refused.
"""


class SvgOptions(TypedDict, total=False):
    """The options of `svg`."""

    size: int
    coordinates: bool
    numbers: bool
    highlights: Iterable[Cell] | Mapping[Cell, str]
    arrows: Iterable[tuple[Cell, Cell]]
    last_move: Move | bool | None
    mono: bool
    theme: Theme
    title: str | None


def svg(
    position: Position,
    *,
    size: int = 480,
    coordinates: bool = False,
    numbers: bool = True,
    highlights: Iterable[Cell] | Mapping[Cell, str] = (),
    arrows: Iterable[tuple[Cell, Cell]] = (),
    last_move: Move | bool | None = None,
    mono: bool = False,
    theme: Theme = "light",
    title: str | None = None,
) -> str:
    """Draw `position` as an SVG document whose longer side is `size` pixels.

    Args:
        position: the position to draw.
        size: the longer side in pixels.
        coordinates: whether to show the axial coordinates (q, r) of all cells except highlighted empty ones.
        numbers: whether to show the numbers of pieces.
        highlights: cells to highlight as "target", or a mapping from cells to one of `HIGHLIGHTS`.
        arrows: pairs of cells (from, to).
        last_move: a move to show with a ring around its destination and a dashed outline at its origin; True
            for the last move played.
        mono: whether to draw in black and white.
        theme: "light" or "dark".
        title: the title of the document; by default the variant and the turn.

    Raises `UsageError` for an unknown theme or highlight, or a size that is not positive.
    """
    if size <= 0:
        raise UsageError(f"invalid size {size!r}, expected a positive number of pixels")
    picture = Picture(_palette(theme, mono), f"{theme}-mono" if mono else theme, numbers=numbers)
    stacks = _stacks(position)
    heights = {cell: len(pieces) for cell, pieces in stacks.items()}
    marks = _highlights(highlights)
    links = list(arrows)
    move = _last(position, last_move)
    origin, destination = (move.origin, move.to) if move else (None, None)

    ends = {cell for cell in (origin, destination) if cell is not None}
    extra = {*marks, *(cell for link in links for cell in link), *ends}
    ring = ({neighbor for cell in stacks for neighbor in neighbors(cell)} or {(0, 0)}) - stacks.keys()
    cells = sorted({*stacks, *ring, *extra}, key=_by_row)

    _paint_empty_cells(
        picture, [cell for cell in cells if cell not in stacks], marks, origin, coordinates=coordinates
    )
    _paint_stacks(picture, stacks, marks, (origin, destination), coordinates=coordinates)
    for start, end in links:
        picture.arrow(start, end, (heights.get(start, 0), heights.get(end, 0)))
    heading = title if title is not None else f"Hive, {position.variant}: {position.turn_text}"
    # The frame cuts off empty cells that show nothing, unless the board is empty.
    framed = [cell for cell in cells if coordinates or cell not in ring or cell in extra] or cells
    return picture.text(size, [(cell, heights.get(cell, 0)) for cell in framed], heading, _describe(stacks))


def _paint_empty_cells(
    picture: Picture,
    cells: Sequence[Cell],
    marks: Mapping[Cell, str],
    origin: Cell | None,
    *,
    coordinates: bool,
) -> None:
    picture.grid(cell for cell in cells if cell not in marks and cell != origin)
    if origin is not None and origin in cells:
        picture.origin(origin, 0)
    for cell in cells:
        if cell in marks:
            picture.highlight(cell, 0, marks[cell])
        elif coordinates:
            picture.coordinates(cell, 0, None)


def _paint_stacks(
    picture: Picture,
    stacks: Mapping[Cell, Sequence[Piece]],
    marks: Mapping[Cell, str],
    last_move: tuple[Cell | None, Cell | None],
    *,
    coordinates: bool,
) -> None:
    """Paint the stacks and the marks on them. `last_move` is the origin and destination of the last move."""
    origin, destination = last_move
    for cell, pieces in stacks.items():
        height = len(pieces)
        picture.stack(cell, pieces)
        if coordinates:
            picture.coordinates(cell, height, pieces[-1].color)
        if cell == destination:
            picture.destination(cell, height)
        if cell == origin:
            picture.origin(cell, height)
        if cell in marks:
            picture.highlight(cell, height, marks[cell])
    for cell, pieces in stacks.items():  # after all stacks, because these marks reach into other cells
        picture.buried(cell, pieces)


def _palette(theme: str, mono: bool) -> Palette:
    looks = {"light": (LIGHT, MONO_LIGHT), "dark": (DARK, MONO_DARK)}
    if theme not in looks:
        raise UsageError(f"unknown theme {theme!r}, expected 'light' or 'dark'")
    return looks[theme][mono]


def _highlights(highlights: Iterable[Cell] | Mapping[Cell, str]) -> dict[Cell, str]:
    styles = dict(highlights) if isinstance(highlights, Mapping) else dict.fromkeys(highlights, "target")
    for style in styles.values():
        if style not in HIGHLIGHTS:
            raise UsageError(f"unknown highlight {style!r}, expected one of {', '.join(HIGHLIGHTS)}")
    return styles


def _last(position: Position, last_move: Move | bool | None) -> Move | None:
    if last_move is True:
        return position.moves[-1] if position.moves else None
    return last_move or None


def _stacks(position: Position) -> dict[Cell, tuple[Piece, ...]]:
    """Return the pieces of each cell from the bottom up, the cells row by row."""
    cells = {cell for cell, _ in position.pieces().values()}
    return {cell: position.stack(cell) for cell in sorted(cells, key=_by_row)}


def _by_row(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def _describe(stacks: Mapping[Cell, tuple[Piece, ...]]) -> str:
    """Describe the board in words, for screen readers."""
    if not stacks:
        return "An empty board."
    texts = []
    for (q, r), pieces in stacks.items():
        tower = " on ".join(str(piece) for piece in reversed(pieces))
        texts.append(f"{tower} at {q},{r}")
    return "; ".join(texts) + "."
