"""The command `rate`: places an engine on the ladder of levels."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from hexapoda.cli import match_options as about
from hexapoda.cli import match_run as run
from hexapoda.cli.group import complain
from hexapoda.cli.subject import Json
from hexapoda.errors import UsageError
from hexapoda.games import DEFAULT_GAME, find_game

__all__ = ["rate"]

_WITHIN = 50.0
_GAMES = 100


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
            help=f"Stop when the 95% interval is at most this far from the rating; {_WITHIN:g} by default.",
            show_default=False,
        ),
    ] = None,
    game: about.GameOption = DEFAULT_GAME,
    variant: about.VariantOption = None,
    rule: about.RuleOption = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            metavar="N",
            min=1,
            max=10_000,
            help=f"Games against one opponent at most, rounded up to an even number; {_GAMES} by default.",
            show_default=False,
        ),
    ] = None,
    time: about.Time = None,
    nodes: about.Nodes = None,
    depth: about.Depth = None,
    clock: about.ClockOption = None,
    margin: about.Margin = None,
    patience: about.Patience = None,
    openings: about.Openings = None,
    opening_plies: about.OpeningPlies = None,
    move_cap: about.MoveCap = None,
    seed: about.Seed = None,
    concurrency: run.Concurrency = None,
    cluster: run.Cluster = None,
    id: run.MatchId = None,
    resume: run.Resume = None,
    out: run.Out = None,
    csv: run.Csv = None,
    store: run.StoreOption = None,
    force: run.Force = False,
    quiet: run.Quiet = False,
    json: Json = False,
) -> None:
    """Rate an engine: play against levels of known rating until its own is known.

    The next opponent is, where possible, one whom the engine is expected to beat about half of the time,
    because such games tell most. The levels do not depend on time, so the rating is the same on a fast and a
    slow machine if ENGINE is limited by nodes too. Level 1 has 1000; the scale has nothing to do with ratings
    of people. As with `match`, every finished game is saved, and --resume resumes an interrupted rating. Exit
    code 1: the engine lost all its games by a crash, a stall, an illegal move or on time.
    """
    options = about.SettingsOptions(
        variant=variant,
        rule=rule,
        games=games,
        time=time,
        nodes=nodes,
        depth=depth,
        clock=clock,
        margin=margin,
        patience=patience,
        openings=openings,
        opening_plies=opening_plies,
        move_cap=move_cap,
        seed=seed,
    )
    results = run.RunOptions(concurrency, out, csv, store, cluster, quiet, json, force)
    if resume is not None:
        given = [name for name, value in (("ENGINE", engine), ("--within", within), ("--id", id)) if value]
        run.resume_match(resume, results, given + options.given)
        return
    if engine is None:
        raise UsageError("nothing to rate: hexapoda rate ENGINE")
    from hexapoda.arena.ladder import LadderSettings

    ladder = find_game(game).ladder
    if ladder is None:
        raise UsageError(f"there are no levels of known rating for {game!r}: use match or tournament")
    options = replace(options, variant=variant or ladder.variant, games=games or _GAMES)
    engines = [engine, *(rung.text for rung in ladder.rungs)]
    settings = about.build_settings(engines, "gauntlet", game, options, concurrency or 1)
    if settings.variant != ladder.variant and not quiet:
        complain(
            f"note: the levels were rated in {ladder.variant}; "
            f"in {settings.variant} they may lie closer together"
        )
    elo = tuple(float(rung.elo) for rung in ladder.rungs)
    rated = replace(settings, ladder=LadderSettings(elo, _WITHIN if within is None else within))
    run.begin_match(rated, results, id)
