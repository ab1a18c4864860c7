"""The command `moves`: lists the legal moves of a position."""

from __future__ import annotations

from typing import Annotated

import typer

from hexapoda.cli.output import Output
from hexapoda.cli.subject import GameName, Json, PositionText, Rules, Variant, game_of, make_position
from hexapoda.cli.suggestion import check_choice, did_you_mean
from hexapoda.errors import UsageError

__all__ = ["moves"]


def moves(
    game: GameName,
    position: PositionText = None,
    variant: Variant = None,
    rule: Rules = None,
    piece: Annotated[
        str | None, typer.Option("--piece", metavar="PIECE", help="Only the moves of this piece: wA1.")
    ] = None,
    notation: Annotated[
        str, typer.Option("--notation", metavar="NAME", help="Write moves as uhp, contact or compass.")
    ] = "uhp",
    json: Json = False,
) -> None:
    """List the legal moves of a position.

    One a line; nothing when the game is over.
    """
    subject = game_of(game)
    from hexapoda.hive.board_json import move_json
    from hexapoda.hive.notation import NOTATIONS, format_move

    notation = check_choice("notation", notation, NOTATIONS)
    at = make_position(subject, variant, position, rule, required=True)
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
