"""The command `eval`: shows the static evaluation of a position."""

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
    make_position,
)
from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.games.analysis import PositionChance, PositionScore

__all__ = ["eval_"]


def eval_(
    game: GameName,
    position: PositionText = None,
    variant: Variant = None,
    rule: Rules = None,
    by_terms: Annotated[
        bool, typer.Option("--terms", help="Hive: also show the evaluation term by term.")
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Hive: like --terms, but include terms that are 0.")
    ] = False,
    json: Json = False,
) -> None:
    """Show the static evaluation of a position, without a search.

    For Hive, this is the win probability that the network of `alphabeta` estimates; --terms adds the
    hand-made evaluation, in which a filled neighbor of a queen is worth about 100. For Hex, it is the winner
    if virtual connections prove it, or else an estimate of the win probability, on boards of up to 361 cells
    (19x19), by the network of `rave` and by playouts.
    """
    subject = find_game(game)
    at = make_position(subject, variant, position, rule, required=True)
    found = subject.analysis.evaluation(at)
    board = subject.board_json(at)
    state = {"turn": board["turn"], "state": board["state"]}
    if found is None:
        raise UsageError(f"{subject.name} has no static evaluation of this position: try hexapoda bestmove")
    if isinstance(found, PositionScore):
        value, lines = _of_terms(found, subject.players, state, by_terms or every, every)
    else:
        value, lines = _of_chance(found, state)
    if at.outcome() is not None:
        lines[-1] = f"the game is over ({board['state']})"
        lines[-1] += ", which the evaluation ignores" if isinstance(found, PositionScore) else ""
    Output(json).result(value, "\n".join(lines))


def _of_terms(
    found: PositionScore, players: tuple[str, str], state: dict[str, str], by_terms: bool, every: bool
) -> tuple[dict[str, Any], list[str]]:
    """Return the evaluation as JSON with all terms, and as lines of text, with terms only if `by_terms`."""
    first, second = players
    keys = [player.lower() for player in players]
    value = {
        "win_probability": round(found.win_probability, 4),
        "score": found.score,
        keys[0]: found.lead,
        **state,
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
    chance = f"{found.win_probability:.1%} for {state['turn']}, the side to move"
    if not by_terms:
        return value, ["the estimate of the network", chance]
    shown = [term for term in found.terms if every or any(term.values)]
    wide = max((len(term.label) for term in found.terms), default=0) + 2
    lines = [f"{'term':<{wide}}{first:>8}{second:>8}{'balance':>9}"]
    lines += [
        f"{term.label:<{wide}}{term.values[0]:>8}{term.values[1]:>8}{term.balance:>+9}" for term in shown
    ]
    lines.append(f"{first + ' leads by':<{wide}}{found.lead:>+25}")
    lines.append(f"{found.score:+} for {state['turn']} by these terms")
    return value, [*lines, "the estimate of the network", chance]


def _of_chance(found: PositionChance, state: dict[str, str]) -> tuple[dict[str, Any], list[str]]:
    """Return a win probability as JSON and as lines of text."""
    value = {
        "win_probability": round(found.win_probability, 4),
        "proven": found.proven,
        **state,
        "notes": list(found.notes),
    }
    return value, [*found.notes, f"{found.win_probability:.1%} for {state['turn']}, the side to move"]
