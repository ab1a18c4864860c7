"""The command `show`: a position as a text diagram, an SVG picture, JSON, or a text of the game's own."""

from __future__ import annotations

import shutil
import sys
from typing import Annotated, Any

import typer

from hexapoda.cli.output import print_json, print_text
from hexapoda.cli.subject import (
    GameName,
    Json,
    PositionText,
    Rules,
    Variant,
    game_of,
    make_position,
    require_game,
)
from hexapoda.cli.suggestion import check_choice
from hexapoda.errors import UsageError

__all__ = ["show"]

FORMATS = ("text", "svg", "json")
HEX_FORMATS = ("sgf", "hexworld")


def show(
    game: GameName,
    position: PositionText = None,
    variant: Variant = None,
    rule: Rules = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="NAME",
            help="text (the default), svg or json; for hex also sgf, or hexworld for a link.",
            show_default=False,
        ),
    ] = None,
    coordinates: Annotated[bool, typer.Option("--coordinates", help="Draw the cells' coordinates.")] = False,
    colors: Annotated[
        str | None,
        typer.Option(
            "--colors",
            metavar="PAIR",
            help="hex: paint the stones black-white (the default) or red-blue.",
            show_default=False,
        ),
    ] = None,
    rotation: Annotated[
        int | None,
        typer.Option(
            "--rotation",
            metavar="HOUR",
            min=1,
            max=12,
            help="hex: where on a clock's face a1 lies in a picture; 10.",
            show_default=False,
        ),
    ] = None,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="hex: write the moves' numbers on the stones of a picture.")
    ] = False,
    json: Json = False,
) -> None:
    """Show a position as text, as a picture (SVG), as JSON, or, one of Hex, as SGF or a link of HexWorld."""
    subject = game_of(game)
    if format is not None:
        format = check_choice("format", format, (*FORMATS, *HEX_FORMATS))
        if json and format != "json":
            raise UsageError(f"--json and --format {format} exclude each other")
        if format in HEX_FORMATS:
            require_game(subject, "hex", f"--format {format}")
    for option, given in (("colors", colors is not None), ("rotation", rotation is not None)):
        if given:
            require_game(subject, "hex", f"--{option}")
    if numbers:
        require_game(subject, "hex", "--numbers")
    for option, wanted in (("rotation", rotation is not None), ("numbers", numbers)):
        if wanted and (json or format != "svg"):
            raise UsageError(f"--{option} is for pictures alone: expected --format svg with it")
    at = make_position(subject, variant, position, rule, required=True)
    if json or format == "json":
        print_json(subject.board_json(at))
    elif subject.name == "hex":
        from hexapoda.hex.board import COLORS

        painted = "black-white" if colors is None else check_choice("colors", colors, COLORS)
        _show_hex(at, format, painted, rotation or 10, numbers)
    elif format == "svg":
        from hexapoda.hive.draw.svg import svg

        print_text(svg(at, coordinates=coordinates, last_move=True))
    else:
        width, color = _terminal()
        print_text(at.diagram(width=width, color=color, coordinates=coordinates, last_move=True, hands=True))
        print_text(f"{at.variant}, {at.turn_text}: {at.state}")
        print_text(at.text())


def _show_hex(at: Any, format: str | None, colors: str, rotation: int, numbers: bool) -> None:
    """Print a position of Hex; its coordinates always stand at the edges."""
    if format == "svg":
        print_text(at.svg(colors=colors, rotation=rotation, numbers=numbers, last_move=True))
    elif format in HEX_FORMATS:
        from hexapoda.hex.records import format_game, read_text

        [game] = read_text(at.game_string())
        print_text(format_game(game, format).rstrip("\n"))
    else:
        width, color = _terminal()
        print_text(
            at.diagram(width=width, color=color, colors=colors, last_move=True, chain=True, legend=True)
        )
        print_text(f"{at.variant}, {at.turn_text}: {at.state}")
        print_text(at.game_string())


def _terminal() -> tuple[int | None, bool]:
    """The columns of stdout, None where it is no terminal, and whether it has colours."""
    from rich.console import Console

    console = Console(file=sys.stdout)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    return width, console.is_terminal and not console.no_color and not console.is_dumb_terminal
