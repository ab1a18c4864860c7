"""Captures terminal games as terminal.svg, terminal-hex.svg, terminal-hex-won.svg, and PNGs, in this folder.

Plays `hexapoda play` in a pseudo terminal, reads the screen through a terminal emulator and draws it with
Rich. Chromium, which must be on the PATH, turns the SVGs into PNGs; without it only the SVGs are written.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent.parent))

from docs.images.draw import GAME  # noqa: E402
from tests.terminal.emulator import Emulator  # noqa: E402

COLUMNS, LINES = 80, 30
HEX_LINES = 24
PLIES = 30
THEME = TerminalTheme(
    (23, 21, 19),
    (216, 208, 194),
    [(23, 21, 19), (179, 38, 30), (123, 216, 143), (217, 152, 30)]
    + [(180, 111, 214)] * 2
    + [(216, 208, 194)] * 2,
)


def screen() -> Emulator:
    """The terminal when a person asks where the ladybug can go, in the game of board.svg."""
    variant, _, _, *moves = GAME.split(";")
    with tempfile.TemporaryDirectory() as home:
        game = Path(home) / "game.txt"
        game.write_text(";".join((variant, "InProgress", "White[16]", *moves[:PLIES])), encoding="utf-8")
        arguments = ["play", "hive", "--white", "human", "--black", "greedy", "--seed", "3"]
        size = {"columns": COLUMNS, "lines": LINES}
        with Emulator(arguments, Path(home), environment={"COLORTERM": "truecolor"}, **size) as terminal:
            terminal.prompted("White 1> ")
            terminal.type(f"load {game}", "White 16> ")
            terminal.type(moves[PLIES], "White 17> ")
            terminal.type("moves wL")
            terminal.wait(lambda it: "wL: " in it.text and it.prompt == "White 17>", "the moves of wL")
            return terminal


def hex_screens() -> tuple[Emulator, Emulator]:
    """The terminal after a hint in a game of Hex against `montecarlo`, and after a game of two engines."""
    with tempfile.TemporaryDirectory() as home:
        size = {"columns": COLUMNS, "lines": HEX_LINES}
        colors = {"COLORTERM": "truecolor"}
        arguments = ["play", "hex", "--size", "7", "--swap", "pieces", "--white", "montecarlo", "--seed", "1"]
        with Emulator(arguments, Path(home), environment=colors, **size) as asked:
            asked.prompted("Black 1> ")
            for number, move in enumerate(("b5", "d4", "c5"), 2):
                asked.type(move, f"Black {number}> ")
            asked.type("hint")
            asked.wait(lambda it: "line: " in it.text and it.prompt == "Black 4>", "the hint")
        arguments = ["play", "hex", "--size", "7", "--white", "montecarlo", "--black", "montecarlo"]
        arguments += ["--seed", "1", "--delay", "0"]
        with Emulator(arguments, Path(home), environment=colors, **size) as won:
            won.prompted("game over> ")
        return asked, won


def drawing(terminal: Emulator, command: str) -> str:
    """The screen as SVG with `command` as its title, without a font from the web."""
    console = Console(
        width=COLUMNS, record=True, file=StringIO(), force_terminal=True, color_system="truecolor"
    )
    for row in range(terminal.screen.lines - 1):
        cells = terminal.screen.buffer[row]
        segments = []
        for column in range(COLUMNS):
            cell = cells[column]
            style = Style(color=color(cell.fg), bgcolor=color(cell.bg), bold=cell.bold)
            segments.append(Segment(cell.data, style))
        for segment in Segment.simplify(segments):
            console.print(segment.text, style=segment.style, end="", highlight=False, markup=False)
        console.print()
    svg = console.export_svg(title=command, theme=THEME)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return svg.replace(
        "font-family: Fira Code, monospace", "font-family: 'Fira Code', 'DejaVu Sans Mono', monospace"
    )


def color(name: str) -> str | None:
    """A color of the emulator in Rich's format."""
    return None if name == "default" else f"#{name}"


def render_png(svg: Path, png: Path) -> None:
    """Render an SVG file as PNG with Chromium."""
    found = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{svg} has no viewBox")
    width, height = (round(float(number)) for number in found.groups())
    chromium = shutil.which("chromium")
    if chromium is None:
        return
    page = f'<body style="margin:0"><img src="{svg.as_uri()}" width="{width}" height="{height}">'
    with tempfile.TemporaryDirectory() as folder:
        html = Path(folder) / "page.html"
        html.write_text(page, encoding="utf-8")
        subprocess.run(
            [
                chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                f"--window-size={width},{height}", "--force-device-scale-factor=1.5",
                "--default-background-color=00000000", f"--screenshot={png}", html.as_uri(),
            ],
            check=True, capture_output=True, timeout=120,
        )  # fmt: skip
    if shutil.which("pngquant"):
        subprocess.run(["pngquant", "--force", "--output", str(png), str(png)], check=True, timeout=120)


def main() -> None:
    """Write all files."""
    asked, won = hex_screens()
    for name, terminal, game in (
        ("terminal", screen(), "hive"),
        ("terminal-hex", asked, "hex"),
        ("terminal-hex-won", won, "hex"),
    ):
        target = FOLDER / f"{name}.svg"
        target.write_text(drawing(terminal, f"hexapoda play {game}"), encoding="utf-8")
        render_png(target, target.with_suffix(".png"))


if __name__ == "__main__":
    main()
