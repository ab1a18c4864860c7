"""The command `tournament`: several engines, each against all others, or the first against all others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexapoda.arena.options import MatchOptions
from hexapoda.cli.declared_options import given_options, takes_options
from hexapoda.cli.match_run import RunOptions, begin_match, resume_match
from hexapoda.errors import UsageError
from hexapoda.text.suggestion import check_choice

__all__ = ["tournament"]

_FORMATS = ("round-robin", "gauntlet")


@takes_options("sprt")
def tournament(
    engines: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ENGINE...",
            help="The ENGINEs, or a .toml file with the engines and all settings.",
            show_default=False,
        ),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="NAME",
            help="round-robin (the default), or gauntlet: the first engine against all others.",
            show_default=False,
        ),
    ] = None,
    *,
    options: MatchOptions,
    run: RunOptions,
) -> None:
    """Play a tournament between several engines, and rate them on one scale.

    Options on the command line override those in a file. As with `match`, every finished game is saved, and
    --resume resumes an interrupted tournament. Exit code 1: an engine lost all its games to crashes, stalls,
    illegal moves or running out of time.
    """
    if run.resume is not None:
        given = [name for name, value in (("engines", engines), ("--format", format)) if value]
        resume_match(run, given + given_options(options))
        return
    if engines and len(engines) == 1 and engines[0].lower().endswith(".toml"):
        from hexapoda.arena.tournament import read_tournament

        engines, written, options = read_tournament(Path(engines[0]), options)
        format = format or written
    if not engines or len(engines) < 2:
        raise UsageError(f"a tournament has at least two engines, not {len(engines or ())}")
    chosen = check_choice("format", format or _FORMATS[0], _FORMATS)
    begin_match(options.settings(engines, format=chosen, concurrency=run.concurrency), run)
