"""The command `moves`: lists the legal moves of a position."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from hexapoda.cli.output import Output
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
from hexapoda.cli.suggestion import check_choice, did_you_mean
from hexapoda.errors import UsageError

__all__ = ["moves"]


def moves(
    game: GameName,
    position: PositionText = None,
    variant: Variant = None,
    rule: Rules = None,
    piece: Annotated[
        str | None,
        typer.Option("--piece", metavar="PIECE", help="Only the moves of this piece, of hive: wA1."),
    ] = None,
    notation: Annotated[
        str | None,
        typer.Option(
            "--notation",
            metavar="NAME",
            help="Write moves of hive as uhp, contact or compass.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List the legal moves of a position.

    One a line; nothing when the game is over. Those of hive are sorted by text, those of hex row by row.
    """
    subject = game_of(game)
    if subject.name == "hive":
        _hive_moves(make_position(subject, variant, position, rule, required=True), piece, notation, json)
        return
    for option, value in (("--piece", piece), ("--notation", notation)):
        if value is not None:
            require_game(subject, "hive", option)
    at = make_position(subject, variant, position, rule, required=True)
    output = Output(json)
    for move in at.legal_moves:
        output.result(subject.move_json(at, move), subject.format_move(at, move))


def _hive_moves(at: Any, piece: str | None, notation: str | None, json: bool) -> None:
    from hexapoda.hive.text.board_json import move_json
    from hexapoda.hive.text.notation import NOTATIONS, format_move

    notation = check_choice("notation", "uhp" if notation is None else notation, NOTATIONS)
    if piece is None:
        found = list(at.legal_moves)
    else:
        from hexapoda.hive import PIECES

        names = [str(one) for one in PIECES]
        if piece not in names:
            raise UsageError(
                f"{piece!r} is not a piece; expected a name such as wA1 or bQ{did_you_mean(piece, names)}"
            )
        found = at.moves_of(PIECES[names.index(piece)])
    output = Output(json)
    for text, move in sorted((format_move(at, move, notation), move) for move in found):
        value = dict(move_json(at, move))
        if notation != "uhp":
            value[notation] = text
        output.result(value, text)
