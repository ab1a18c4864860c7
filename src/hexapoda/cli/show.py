"""The command `show`: a position as a text diagram, an SVG picture or JSON."""

from __future__ import annotations

import shutil
import sys
from typing import Annotated

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


def show(
    game: GameName,
    position: PositionText = None,
    variant: Variant = None,
    rule: Rules = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format", "-f", metavar="NAME", help="text (the default), svg or json.", show_default=False
        ),
    ] = None,
    coordinates: Annotated[bool, typer.Option("--coordinates", help="Draw the cells' coordinates.")] = False,
    json: Json = False,
) -> None:
    """Show a position as text, as a picture (SVG) or as JSON."""
    if format is not None:
        format = check_choice("format", format, FORMATS)
        if json and format != "json":
            raise UsageError(f"--json and --format {format} exclude each other")
    subject = game_of(game)
    at = make_position(subject, variant, position, rule, required=True)
    if json or format == "json":
        print_json(subject.board_json(at))
    elif subject.name == "hex":
        if format == "svg":
            require_game(subject, "hive", "--format svg")
        print_text(str(at))
        print_text(f"{at.variant}, {at.turn_text}: {at.state}")
        print_text(at.game_string())
    elif format == "svg":
        from hexapoda.hive.svg import svg

        print_text(svg(at, coordinates=coordinates, last_move=True))
    else:
        from rich.console import Console

        from hexapoda.hive.diagram import diagram

        console = Console(file=sys.stdout)
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        color = console.is_terminal and not console.no_color and not console.is_dumb_terminal
        board = diagram(at, width=width, color=color, coordinates=coordinates, last_move=True, hands=True)
        print_text(board)
        print_text(f"{at.variant}, {at.turn_text}: {at.state}")
        print_text(at.text())
