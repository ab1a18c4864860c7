"""The command `match`: plays many games between two engines."""

from __future__ import annotations

from typing import Annotated

import typer

from hexapoda.arena.options import MatchOptions
from hexapoda.cli.declared_options import given_options, takes_options
from hexapoda.cli.match_run import RunOptions, begin_match, resume_match
from hexapoda.errors import UsageError

__all__ = ["match"]


@takes_options()
def match(
    engines: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="A B",
            help="Two ENGINEs: NAME[:key=value,...].",
            show_default=False,
        ),
    ] = None,
    *,
    options: MatchOptions,
    run: RunOptions,
) -> None:
    """Play a match between two engines, each opening with both colors, and measure which is better.

    An engine can have its own limits instead of the common ones, such as alphabeta:time=2; nodes=, depth= and
    clock= work in the same way. Every finished game is saved. Ctrl+C prints the command that resumes the
    match; --resume also resumes a match that was killed. An engine that crashes, hangs, makes an illegal move
    or exceeds its time loses the game and is restarted for the next one. If an engine cannot start, the match
    does not begin. Exit code 1: an engine lost all its games in one of these ways.
    """
    if run.resume is not None:
        resume_match(run, (["engines"] if engines else []) + given_options(options))
        return
    if not engines or len(engines) != 2:
        raise UsageError(f"a match has two engines, not {len(engines or ())}: hexapoda match A B")
    begin_match(options.settings(engines, concurrency=run.concurrency), run)
