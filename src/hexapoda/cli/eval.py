"""The command `eval`: the static evaluation of a position, term by term."""

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
)
from hexapoda.errors import UsageError

__all__ = ["eval_"]


def eval_(
    game: GameName,
    position: PositionText = None,
    variant: Variant = None,
    rule: Rules = None,
    every: Annotated[bool, typer.Option("--all", help="Show the terms that are 0, too.")] = False,
    json: Json = False,
) -> None:
    """Show the static evaluation of a position, term by term, without a search.

    100 points are about one filled neighbor of a queen. Hive has a static evaluation, Hex has none.
    """
    subject = game_of(game)
    at = make_position(subject, variant, position, rule, required=True)
    found = subject.analysis.evaluation(at)
    if found is None:
        raise UsageError(f"{subject.name} has no static evaluation: try hexapoda bestmove")
    first, second = subject.players
    board = subject.board_json(at)
    keys = [player.lower() for player in subject.players]
    value = {
        "score": found.score,
        keys[0]: found.lead,
        "turn": board["turn"],
        "state": board["state"],
        "terms": [
            {
                "name": term.name,
                "label": term.label,
                keys[0]: term.values[0],
                keys[1]: term.values[1],
                "balance": term.balance,
            }
            for term in found.terms
        ],
    }
    shown = [term for term in found.terms if every or any(term.values)]
    wide = max((len(term.label) for term in found.terms), default=0) + 2
    lines = [f"{'term':<{wide}}{first:>8}{second:>8}{'balance':>9}"]
    lines += [
        f"{term.label:<{wide}}{term.values[0]:>8}{term.values[1]:>8}{term.balance:>+9}" for term in shown
    ]
    lines.append(f"{first + ' leads by':<{wide}}{found.lead:>+25}")
    if at.outcome() is None:
        lines.append(f"{found.score:+} for {board['turn']}, the side to move")
    else:
        lines.append(f"the game is over ({board['state']}), which the terms ignore")
    Output(json).result(value, "\n".join(lines))
