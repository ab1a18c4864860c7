"""The command `rate`: rates an engine by games against levels of known rating."""

from __future__ import annotations

from typing import Annotated

import typer

from hexapoda.arena.options import RATING_WITHIN, MatchOptions
from hexapoda.cli.declared_options import given_options, takes_options
from hexapoda.cli.group import complain
from hexapoda.cli.match_run import RunOptions, begin_match, resume_match
from hexapoda.errors import UsageError
from hexapoda.games import DEFAULT_GAME, find_game
from hexapoda.games.variant_choice import check_variant

__all__ = ["rate"]


@takes_options("resign", "agree", "draw", "sprt")
def rate(
    engine: Annotated[
        str | None,
        typer.Argument(metavar="ENGINE", help="The ENGINE: NAME[:key=value,...].", show_default=False),
    ] = None,
    within: Annotated[
        float | None,
        typer.Option(
            metavar="ELO",
            min=1,
            max=1000,
            help="Stop when the 95% interval is at most this far from the rating; "
            f"{RATING_WITHIN:g} by default.",
            show_default=False,
        ),
    ] = None,
    *,
    options: MatchOptions,
    run: RunOptions,
) -> None:
    """Rate an engine by playing it against levels of known rating until its rating is precise enough.

    The next opponent is, where possible, one that the engine is expected to beat about half of the time,
    because such games tell the most. The levels do not depend on time, so the rating is the same on a fast
    and a slow machine if ENGINE is limited by nodes too. Level 1 has a rating of 1000; the scale has nothing
    to do with ratings of people. As with `match`, every finished game is saved, and --resume resumes an
    interrupted rating. Exit code 1: an engine lost all its games to crashes, stalls, illegal moves or running
    out of time.
    """
    if run.resume is not None:
        given = [name for name, value in (("ENGINE", engine), ("--within", within)) if value]
        resume_match(run, given + given_options(options))
        return
    if engine is None:
        raise UsageError("nothing to rate: hexapoda rate ENGINE")
    game = find_game(options.game or DEFAULT_GAME)
    if not game.ladders:
        raise UsageError(f"there are no levels of known rating for {game.name!r}: use match or tournament")
    wanted = check_variant(game, options.variant) if options.variant else None
    ladder = next((one for one in game.ladders if one.variant == wanted), game.ladders[0])
    settings = options.rating_settings(engine, ladder, within or RATING_WITHIN, run.concurrency)
    if settings.variant != ladder.variant and not run.quiet:
        complain(
            f"note: the levels were rated in {ladder.variant}; "
            f"in {settings.variant} they may lie closer together"
        )
    begin_match(settings, run)
