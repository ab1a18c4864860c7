"""The command `eval`: what the built-in evaluation makes of a position, term by term."""

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
    game_of,
    make_position,
    require_game,
)

__all__ = ["eval_"]


def eval_(
    game: GameName,
    position: PositionText = None,
    variant: Variant = None,
    rule: Rules = None,
    every: Annotated[bool, typer.Option("--all", help="Show the terms that are nothing too.")] = False,
    json: Json = False,
) -> None:
    """Say what a position is worth at first sight, and why: the terms of the evaluation.

    Nothing is looked ahead. 100 is about what one filled neighbour of a queen is worth.
    """
    subject = game_of(game)
    require_game(subject, "hive", "the evaluation")
    at = make_position(subject, variant, position, rule, required=True)
    from hexapoda.hive.evaluation import evaluate

    evaluation = evaluate(at)
    value = {
        "score": evaluation.score,
        "white": evaluation.white,
        "turn": at.turn_text,
        "state": at.state,
        "terms": [
            {"name": term.name, "white": term.white, "black": term.black, "balance": term.balance}
            for term in evaluation.terms
        ],
    }
    lines = [f"{'term':<16}{'White':>8}{'Black':>8}{'balance':>9}"]
    lines += [
        f"{term.name:<16}{term.white:>8}{term.black:>8}{term.balance:>+9}"
        for term in evaluation.terms
        if every or term.white or term.black
    ]
    lines.append(f"{'White leads by':<16}{evaluation.white:>+25}")
    if at.outcome() is None:
        lines.append(f"{at.turn_text}: {evaluation.score:+} for the side to move")
    else:
        lines.append(f"the game is over: {at.state}; the terms pay no heed to it")
    Output(json).result(value, "\n".join(lines))
