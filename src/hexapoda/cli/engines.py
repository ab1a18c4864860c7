"""The command `engines`: lists the engines that can play, with their options."""

from __future__ import annotations

from typing import Annotated

import typer

from hexapoda.cli.output import Output
from hexapoda.cli.subject import GAMES, Json
from hexapoda.cli.suggestion import check_choice

__all__ = ["engines"]


def engines(
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Of this game.")] = "hive",
    json: Json = False,
) -> None:
    """List the engines by name, with what can be set.

    Where a command takes an ENGINE, write NAME, NAME:key=value,... or FILE.py:CLASS for your own.
    """
    check_choice("game", game, GAMES)
    from hexapoda.registry import engines as registered

    output = Output(json)
    for spec in registered(game):
        value = {
            "name": spec.name,
            "game": spec.game,
            "summary": spec.summary,
            "options": [
                {
                    "name": option.name,
                    "kind": option.kind,
                    "default": option.default,
                    "min": option.min,
                    "max": option.max,
                    "choices": list(option.choices),
                    "summary": option.summary,
                }
                for option in spec.options
            ],
        }
        lines = [f"{spec.name:<10}  {spec.summary}"]
        lines += [
            f"{'':<12}{option.name}={option.default}  {option.expected}"
            + (f"; {option.summary}" if option.summary else "")
            for option in spec.options
        ]
        output.result(value, "\n".join(lines))
