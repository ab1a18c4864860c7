"""The command `show`: prints a position as a text diagram, an SVG picture, JSON or a game file."""

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
    make_position,
)
from hexapoda.errors import UsageError
from hexapoda.games import find_game, game_names
from hexapoda.text.suggestion import check_choice

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
            "--format",
            "-f",
            metavar="NAME",
            help="text (the default), svg or json; for Hex also sgf and hexworld (a link).",
            show_default=False,
        ),
    ] = None,
    coordinates: Annotated[bool, typer.Option("--coordinates", help="Draw the cells' coordinates.")] = False,
    colors: Annotated[
        str | None,
        typer.Option(
            "--colors",
            metavar="PAIR",
            help="Hex: the colors of the stones, black-white (the default) or red-blue.",
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
            help="Hex: the position of a1 in a picture, as an hour on a clock face; 10 by default.",
            show_default=False,
        ),
    ] = None,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Hex: write the move numbers on the stones of a picture.")
    ] = False,
    json: Json = False,
) -> None:
    """Show a position as text, as an SVG picture or as JSON; a Hex position also as SGF or HexWorld link."""
    from hexapoda.page.opening_json import opening_fields, opening_json, opening_text

    subject = find_game(game)
    format = _format(subject, format, json)
    options = {"coordinates": coordinates, "colors": colors, "rotation": rotation, "numbers": numbers}
    given = {name: value for name, value in options.items() if value not in (None, False)}
    for name in given:
        _check_option(subject, name, format)
    at = make_position(subject, variant, position, rule, required=True)
    if format == "json":
        print_json({**subject.board_json(at), "opening": opening_fields(opening_json(subject, at))})
    elif format in subject.file_formats:
        print_text(subject.write_position(at, format))
    elif format == "svg":
        print_text(subject.draw(at, format, **given))
    else:
        width, color = _terminal()
        opening = opening_json(subject, at)
        if opening is not None:
            print_text(opening_text(opening, len(at.moves)))
        print_text(subject.draw(at, format, width=width, color=color, **given))


def _format(subject: Any, format: str | None, json: bool) -> str:
    """Return the format to print. Raises `UsageError`."""
    if format is None:
        return "json" if json else "text"
    every = [*FORMATS, *(name for game in game_names() for name in find_game(game).file_formats)]
    format = check_choice("format", format, tuple(dict.fromkeys(every)))
    if json and format != "json":
        raise UsageError(f"--json and --format {format} cannot be used together")
    if format not in (*FORMATS, *subject.file_formats):
        names = ", ".join((*FORMATS, *subject.file_formats))
        raise UsageError(f"{subject.title} has no --format {format}: expected one of {names}")
    return format


def _check_option(subject: Any, name: str, format: str) -> None:
    """Raise `UsageError` if the game or the format does not support the option."""
    forms = [form for form, names in subject.picture_options.items() if name in names]
    if not forms:
        raise UsageError(f"{subject.title} has no --{name}")
    if format not in forms:
        raise UsageError(f"--{name} needs --format {' or '.join(forms)}, not {format}")


def _terminal() -> tuple[int | None, bool]:
    """Return the width of the terminal (None if stdout is not one) and whether it supports colors."""
    from rich.console import Console

    console = Console(file=sys.stdout)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    return width, console.is_terminal and not console.no_color and not console.is_dumb_terminal
