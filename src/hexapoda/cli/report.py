"""The command `report`: a report on a match as one HTML page, and as plots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexapoda.cli.output import print_json, print_written
from hexapoda.cli.subject import Force, Json

__all__ = ["report"]


def report(
    match: Annotated[
        str, typer.Argument(metavar="MATCH", help="The name of a match, or its folder.", show_default=False)
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="The page to write.", show_default="report.html"),
    ] = None,
    plots: Annotated[
        Path | None,
        typer.Option(
            "--plots",
            metavar="FOLDER",
            help="Write the charts as PNG pictures (needs the extra `plots`).",
            show_default=False,
        ),
    ] = None,
    replays: Annotated[
        int | None,
        typer.Option(
            "--replays",
            metavar="N",
            help="How many games can be replayed on the page.",
            min=0,
            show_default="1000",
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write a report on a match as an HTML page: who is better and by how much, charts, and all games.

    The page is one file and needs no network. With --plots but without --out, only pictures are written.
    """
    from hexapoda.arena.journal import match_folder
    from hexapoda.output_file import check_target, write_text
    from hexapoda.report import read_match, render_report
    from hexapoda.report.page import REPLAYS

    found = read_match(match, match_folder())
    written: list[Path] = []
    target = out or Path("report.html")
    if out is not None or plots is None:
        check_target(target, force=force)
    if plots is not None:
        from hexapoda.report.plots import check_plots

        check_plots(plots, force=force)
    if out is not None or plots is None:
        page = render_report(
            found.settings, found.records, name=found.name, replays=REPLAYS if replays is None else replays
        )
        write_text(target, page, force=force)
        written.append(target)
    if plots is not None:
        from hexapoda.report.figures import figures_of
        from hexapoda.report.plots import write_plots

        names = found.settings.names if found.settings is not None else ()
        written += write_plots(figures_of(found.records, names), plots, force=force)
    if json:
        print_json(
            {"match": found.name, "games": len(found.records), "files": [str(path) for path in written]}
        )
    else:
        files = ", ".join(map(str, written))
        print_written(f"{found.name}, {len(found.records)} games: wrote {files}", target)
