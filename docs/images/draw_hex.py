"""Draws the pictures of Hex in this folder: hex-board.svg, hex-board.png and hex-looks.png.

Chromium, which must be on the PATH, makes the PNG files; without it only hex-board.svg is written.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent.parent))

from docs.images.draw import render_png  # noqa: E402
from hexapoda.hex import Position, parse_cell  # noqa: E402

# A game between two programs at the 2009 Computer Olympiad.
GAME = (
    "11x11 c1 f6 g6 g5 i4 i3 h4 h3 g4 g3 d4 e4 d5 e5 d6 d7 e6 e7 b8 b9 c8 c9 d8 d9 e8 e9 g8 f8 h6 g9 f9 e11 "
    "f10 f11 g10 f5 k3 j2 f7 c7 b7 c6 b6 c3 f3 e2 a5 b4 a4 b2 f4 g1 d2 d3 c2 b3 a2 a3 k1 k2 f1 f2 g2 h1 h2 "
    "i1 j1 i2"
)
OPENING = "5x5 c3 b4 d2"
# A made-up heat map, such as an engine could give: the win probability after every reply.
HEAT = ".31 .35 .38 .44 .40 .36 .47 .55 .00 .46 .42 .58 .00 .57 .43 .46 .00 .54 .48 .36 .40 .43 .38 .34 .31"
GAP = 24


def board() -> str:
    """The end of a game, with the winning chain and a ring around the last stone."""
    return Position.from_text(GAME).svg(size=1000, last_move=True, colors="red-blue", title="A game of Hex")


def looks() -> str:
    """Four styles of a board: numbered stones, a heat map, a diamond, and notes on a dark page."""
    position = Position.from_text(OPENING)
    heat = {}
    for number, value in enumerate(HEAT.split()):
        cell = (number % 5, number // 5)
        if position.color_at(cell) is None:
            heat[cell] = float(value)
    best = max(heat, key=lambda cell: heat[cell])
    pictures = [
        Position.from_text(GAME).svg(size=560, numbers=True, chain=False),
        position.svg(size=560, colors="red-blue", heat=heat, highlights={best: "select"}),
        Position.from_text(GAME).svg(size=560, rotation=9, colors="red-blue", theme="dark", last_move=True),
        position.svg(
            size=560,
            theme="dark",
            notes={parse_cell("b2"): "A", parse_cell("d4"): "B"},
            arrows=[(parse_cell("d2"), parse_cell("b4"))],
        ),
    ]
    sizes = [tuple(map(int, re.findall(r'(?:width|height)="(\d+)"', picture)[:2])) for picture in pictures]
    row = max(height for _, height in sizes[:2])
    places = [(0, 0), (sizes[0][0] + GAP, 0), (0, row + GAP), (sizes[0][0] + GAP, row + GAP)]
    width = max(x + w for (x, _), (w, _) in zip(places, sizes, strict=True))
    height = max(y + h for (_, y), (_, h) in zip(places, sizes, strict=True))
    inner = "".join(
        picture.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1)
        for picture, (x, y) in zip(pictures, places, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><title>Boards of Hex</title>{inner}</svg>\n'
    )


def main() -> None:
    """Write the files."""
    (FOLDER / "hex-board.svg").write_text(board(), encoding="utf-8")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("chromium is not on the PATH: the PNG files were left as they are")
    render_png(board(), FOLDER / "hex-board.png", chromium)
    render_png(looks(), FOLDER / "hex-looks.png", chromium)


if __name__ == "__main__":
    main()
