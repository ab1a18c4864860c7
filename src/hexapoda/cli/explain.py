"""The command `explain`: says what a legal move does, or which rule an illegal move breaks."""

from __future__ import annotations

from typing import Annotated

import typer

from hexapoda.cli.group import NO
from hexapoda.cli.output import Output
from hexapoda.cli.subject import GameName, Json, PositionText, Rules, Variant, make_position
from hexapoda.games import find_game

__all__ = ["explain"]


def explain(
    game: GameName,
    move: Annotated[
        str,
        typer.Argument(
            metavar="MOVE", help="A move in any notation; quote it if it contains a space: 'wA1 -bQ'."
        ),
    ],
    position: PositionText = None,
    variant: Variant = None,
    rule: Rules = None,
    json: Json = False,
) -> None:
    """Say whether a move is legal: if not, why not; if so, what it does.

    Exit code 0: legal, 1: illegal, 2: not a move.
    """
    from hexapoda.analysis.review_json import remark_json
    from hexapoda.coach import describe, spelled_out

    subject = find_game(game)
    at = make_position(subject, variant, position, rule, required=True)
    output = Output(json)
    refusal = subject.why_not(at, move)
    if refusal is not None:
        output.result({"legal": False, "move": move, **refusal.to_json(), "does": []}, f"illegal: {refusal}")
        raise typer.Exit(NO)
    text = subject.format_move(at, subject.parse_move(at, move))
    remarks = describe(subject, at, subject.parse_move(at, move))
    value = {
        "legal": True,
        "move": text,
        "rule": None,
        "text": f"{text} is legal",
        "cells": [],
        "pieces": [],
        "does": [remark_json(remark) for remark in remarks],
    }
    output.result(value, "\n".join([f"legal: {text}", *(spelled_out(subject, remark) for remark in remarks)]))
