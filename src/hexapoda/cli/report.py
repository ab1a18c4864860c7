"""The command `report`: writes a match as one HTML page."""

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
        Path,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="The page to write; report.html by default.",
            show_default=False,
        ),
    ] = Path("report.html"),
    replays: Annotated[
        int | None,
        typer.Option(
            "--replays",
            metavar="N",
            help="How many games can be replayed on the page; 1000 by default.",
            min=0,
            show_default=False,
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write a match as an HTML page: who is better and by how much, charts, and games to replay.

    The page is one file and needs no server and no network. Also prints the result in words.
    """
    from hexapoda.arena.journal import Journal, match_folder
    from hexapoda.files.output_file import check_target, write_text
    from hexapoda.web.matches.match_report import REPLAYS, match_report

    own = Path(match) / "settings.json"
    folder = own.resolve().parent if own.is_file() else Journal.open(match_folder(), match).folder
    check_target(out, force=force)
    found = match_report(folder, replays=REPLAYS if replays is None else replays)
    write_text(out, found.html, force=force)
    if json:
        print_json(
            {
                "match": folder.name,
                "games": found.games,
                "conclusion": list(found.conclusion),
                "files": [str(out)],
            }
        )
    else:
        written = f"{folder.name}, {found.games} games: wrote {out}"
        print_written("\n".join((*found.conclusion, written)), out)
