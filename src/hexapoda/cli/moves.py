"""The command `moves`: lists the legal moves of a position."""

from __future__ import annotations

from typing import Annotated

import typer

from hexapoda.cli.output import Output
from hexapoda.cli.subject import (
    GameName,
    Json,
    PositionText,
    Rules,
    Variant,
    make_position,
)
from hexapoda.games import find_game
from hexapoda.text.suggestion import check_choice

__all__ = ["moves"]


def moves(
    game: GameName,
    position: PositionText = None,
    variant: Variant = None,
    rule: Rules = None,
    piece: Annotated[
        str | None,
        typer.Option(
            "--piece", metavar="PIECE", help="Hive: list only the moves of this piece, such as wA1."
        ),
    ] = None,
    notation: Annotated[
        str | None,
        typer.Option(
            "--notation",
            metavar="NAME",
            help="Hive: write moves as uhp, contact or compass.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List the legal moves of a position.

    Prints one move per line, and nothing if the game is over. Hive moves are sorted by text, Hex moves row by
    row.
    """
    subject = find_game(game)
    chosen = None if notation is None else check_choice("notation", notation, subject.notations)
    at = make_position(subject, variant, position, rule, required=True)
    output = Output(json)
    for text, move in subject.list_moves(at, piece, chosen):
        value: dict[str, object] = {**subject.move_json(at, move)}
        if chosen not in (None, subject.notations[0]):
            value[str(chosen)] = text
        output.result(value, text)
