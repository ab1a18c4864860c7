"""Draws the pictures of this folder: board.svg, board.png and glyphs.png.

Chromium, which must be on the PATH, makes the PNG files; pngquant, if installed, makes them smaller. Without
Chromium only board.svg is written.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from hexapoda.hive import PIECES, Bug, Cell, Piece, Position
from hexapoda.hive.draw.svg import svg

FOLDER = Path(__file__).parent
GAME = (
    "Base+MLP;InProgress;Black[19];wA1;bP wA1-;wM -wA1;bA1 bP\\;wQ wM\\;bA2 bA1/;wP /wM;bQ \\bA2;wM bQ/;"
    "bA2 wM/;wA2 \\wP;bA1 -wA2;wB1 -wA1;bA3 bP\\;wB1 wA1;bB1 bQ\\;wB2 -wB1;bA3 wQ\\;wB1 bP;bB1 wB1;"
    "wA3 /wP;bA3 wA3\\;wB2 wA1;bB2 bQ\\;wB2 -bQ;bS1 bA3-;wS1 -wA1;bA2 \\wB2;wL wM-;bB2 bQ;wL -wM;"
    "bB2 wB2;wM bQ-;bM /bA1;wG1 wM\\;bA2 wG1-;wL \\wM"
)
COLUMN = 173.2


def board() -> str:
    """A midgame with stacks and its last move."""
    position = Position.from_game_string(GAME, repetition=False)
    return svg(position, size=1200, last_move=True, title="A game of Hive")


def glyphs() -> str:
    """All bugs on tiles of both sides: in color, on a dark background, in mono, and as small icons."""
    scale = 0.66
    width = round(9.2 * COLUMN * scale)
    parts: list[str] = []
    top = 0.0
    for theme, mono, height in (("light", False, 470), ("dark", False, 430), ("light", True, 430)):
        text = svg(sheet(), numbers=False, theme=theme, mono=mono)  # type: ignore[arg-type]
        background = re.findall(r'<rect [^>]*fill="(#\w+)"', text)[0]
        parts.append(f'<rect y="{top:g}" width="{width}" height="{height * scale:g}" fill="{background}"/>')
        parts.append(inside(text, 0.85 * COLUMN * scale, top + (height - 285) * scale, scale))
        top += height * scale
    for k, bug in enumerate(Bug):
        name = "Queen bee" if bug is Bug.QUEEN else bug.name.capitalize()
        parts.append(
            f'<text x="{(0.85 + k) * COLUMN * scale:g}" y="34" text-anchor="middle" font-size="17" '
            f'fill="#4A5955" font-family="system-ui, sans-serif">{name}</text>'
        )
    x = 30.0
    parts.append(f'<rect y="{top:g}" width="{width}" height="120" fill="#EEF2F0"/>')
    for pixels in (48, 36, 24):
        small = svg(sheet(), numbers=False)
        parts.append(inside(small, x + pixels / 2, top + 60 - 0.43 * pixels, pixels / COLUMN))
        x += 8.5 * pixels + 40
    height = round(top + 120)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><title>The bugs</title>{"".join(parts)}</svg>\n'
    )


def sheet() -> Position:
    """One piece of each kind: White's in a row, Black's in the row below."""
    cells: list[tuple[Piece, Cell, int]] = []
    for piece in PIECES:
        if piece.number == 1:
            cells.append((piece, (list(Bug).index(piece.bug), piece.color), 0))
    return Position.from_pieces("Base+MLP", cells, ply=16)


def inside(text: str, x: float, y: float, scale: float) -> str:
    """The tiles of a drawing, without its frame and its empty cells."""
    lines = [line for line in text.splitlines()[3:-1] if not line.startswith(("<rect", "<use"))]
    return f'<g transform="translate({x:g} {y:g}) scale({scale:.4f})">{"".join(lines)}</g>'


def render_png(text: str, target: Path, chromium: str) -> None:
    """Render an SVG text as a PNG file of the same size."""
    width, height = re.findall(r'(?:width|height)="([\d.]+)"', text)[:2]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "picture.svg"
        source.write_text(text, encoding="utf-8")
        command = [
            chromium,
            *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--hide-scrollbars"),
            *("--no-first-run", "--disable-background-networking", "--disable-component-update"),
            *("--disable-sync", "--default-background-color=00000000", f"--user-data-dir={folder}/profile"),
            *(f"--window-size={width},{height}", f"--screenshot={target}", source.as_uri()),
        ]
        subprocess.run(command, check=True, timeout=120, capture_output=True)
    if shutil.which("pngquant"):
        subprocess.run(["pngquant", "--force", "--ext", ".png", "--speed", "1", target], check=True)


def main() -> None:
    """Write the files."""
    (FOLDER / "board.svg").write_text(board(), encoding="utf-8")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("chromium is not on the PATH: the PNG files were left as they are")
    render_png(board(), FOLDER / "board.png", chromium)
    render_png(glyphs(), FOLDER / "glyphs.png", chromium)


if __name__ == "__main__":
    main()
