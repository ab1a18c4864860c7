"""The command `match`: many games between two engines."""

from __future__ import annotations

from typing import Annotated

import typer

from hexapoda.cli import match_options as about
from hexapoda.cli import match_run as run
from hexapoda.cli.subject import Json
from hexapoda.errors import UsageError
from hexapoda.games import DEFAULT_GAME

__all__ = ["match"]


def match(
    engines: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="A B",
            help="Two ENGINEs: NAME[:key=value,...].",
            show_default=False,
        ),
    ] = None,
    game: about.GameOption = DEFAULT_GAME,
    variant: about.VariantOption = None,
    rule: about.RuleOption = None,
    games: about.Games = None,
    time: about.Time = None,
    nodes: about.Nodes = None,
    depth: about.Depth = None,
    clock: about.ClockOption = None,
    margin: about.Margin = None,
    patience: about.Patience = None,
    openings: about.Openings = None,
    opening_plies: about.OpeningPlies = None,
    resign: about.Resign = None,
    agree: about.Agree = None,
    draw: about.Draw = None,
    move_cap: about.MoveCap = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1",
            help="Stop as soon as one of two normalized Elo differences is refuted.",
            show_default=False,
        ),
    ] = None,
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
    """Play a match between two engines, each opening with both colors, and measure which is better.

    An engine can have its own limits instead of the common ones, such as alphabeta:time=2; nodes=, depth= and
    clock= work in the same way. Every finished game is saved. Ctrl+C prints the command that resumes the
    match; --resume also resumes a match that was killed. An engine that crashes, hangs, makes an illegal move
    or exceeds its time loses the game and is restarted for the next one. If an engine cannot start, the match
    does not begin. Exit code 1: an engine lost all its games in one of these ways.
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
        resign=resign,
        agree=agree,
        draw=draw,
        move_cap=move_cap,
        sprt=sprt,
        seed=seed,
    )
    results = run.RunOptions(concurrency, out, csv, store, cluster, quiet, json, force)
    if resume is not None:
        given = (["engines"] if engines else []) + options.given + (["--id"] if id else [])
        run.resume_match(resume, results, given)
        return
    if not engines or len(engines) != 2:
        raise UsageError(f"a match has two engines, not {len(engines or ())}: hexapoda match A B")
    settings = about.build_settings(engines, "match", game, options, concurrency or 1)
    run.begin_match(settings, results, id)
