"""The command `tournament`: several engines, each against all others, or the first against all others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import typer

from hexapoda.cli import match_options as about
from hexapoda.cli import match_run as run
from hexapoda.cli.subject import Json
from hexapoda.errors import UsageError
from hexapoda.games import DEFAULT_GAME
from hexapoda.suggestion import check_choice

__all__ = ["tournament"]

_FORMATS = ("round-robin", "gauntlet")
_NUMBER = (int, float)
_KEYS: Mapping[str, type | tuple[type, ...]] = MappingProxyType(
    {
        "engines": list,
        "format": str,
        "game": str,
        "variant": str,
        "rule": list,
        "games": int,
        "time": _NUMBER,
        "nodes": int,
        "depth": int,
        "clock": str,
        "margin": _NUMBER,
        "patience": _NUMBER,
        "openings": str,
        "opening_plies": int,
        "resign": str,
        "agree": str,
        "draw": str,
        "move_cap": int,
        "seed": int,
    }
)


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
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help=f"The game; {DEFAULT_GAME} by default.", show_default=False),
    ] = None,
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
    """Play a tournament between several engines, and rate them on one scale.

    Options on the command line override those in a file. As with `match`, every finished game is saved, and
    --resume resumes an interrupted tournament. Exit code 1: an engine lost all its games by a crash, a stall,
    an illegal move or on time.
    """
    options: dict[str, Any] = {
        "format": format,
        "game": game,
        "variant": variant,
        "rule": rule or None,
        "games": games,
        "time": time,
        "nodes": nodes,
        "depth": depth,
        "clock": clock,
        "margin": margin,
        "patience": patience,
        "openings": openings,
        "opening_plies": opening_plies,
        "resign": resign,
        "agree": agree,
        "draw": draw,
        "move_cap": move_cap,
        "seed": seed,
    }
    results = run.RunOptions(concurrency, out, csv, store, cluster, quiet, json, force)
    values = {name: value for name, value in options.items() if value is not None}
    if resume is not None:
        given = (["engines"] if engines else []) + ["--" + name.replace("_", "-") for name in values]
        run.resume_match(resume, results, given + (["--id"] if id else []))
        return
    if engines and len(engines) == 1 and engines[0].lower().endswith(".toml"):
        from hexapoda.arena.tournament import read_tournament

        path = Path(engines[0])
        found = read_tournament(path, _KEYS)
        if "openings" in found and (path.parent / found["openings"]).is_file():
            found["openings"] = str(path.parent / found["openings"])
        values = found | values
        engines = values.pop("engines", None)
    if not engines or len(engines) < 2:
        raise UsageError(f"a tournament has at least two engines, not {len(engines or ())}")
    chosen = check_choice("format", values.pop("format", _FORMATS[0]), _FORMATS)
    name = values.pop("game", DEFAULT_GAME)
    settings = about.build_settings(engines, chosen, name, about.SettingsOptions(**values), concurrency or 1)
    run.begin_match(settings, results, id)
