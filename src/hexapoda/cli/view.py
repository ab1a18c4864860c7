"""The command `view`: games in any format as one HTML page."""

from __future__ import annotations

import itertools
import tempfile
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexapoda.cli.display import has_display
from hexapoda.cli.group import NO, complain
from hexapoda.cli.output import counted, placed, print_json, print_written
from hexapoda.cli.subject import Force, Json
from hexapoda.errors import HexapodaError

if TYPE_CHECKING:
    from hexapoda.record import ReadGame
    from hexapoda.record.reading import NoGames

__all__ = ["view"]


def view(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Files of games in any format, or folders; - reads stdin."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="The page to write; by default a temporary file.",
            show_default=False,
        ),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Show games in the browser: boards, variations, comments, and a graph of the evaluations.

    The page is one file that needs no server and no network, so you can send it to others. Bad games are
    reported and listed on the page. Exit code 0: all games are good, 1: some are not, or a file has none.
    """
    from hexapoda.files.output_file import check_target, write_text
    from hexapoda.page.games_page import games_page

    if out is not None:
        check_target(out, force=force)
    reading = _Reading(files)
    page = games_page(reading.games())
    if not reading.good:
        complain("no game to show")
        raise typer.Exit(NO)
    if out is None:
        out = Path(tempfile.mkdtemp(prefix="hexapoda-"), "games.html")
    write_text(out, page, force=force)
    if json:
        print_json({"games": reading.good, "bad": reading.bad, "file": str(out)})
    else:
        print_written(f"{counted(reading.good, 'game')} written to {out}", out)
    if not no_browser and has_display() and not _is_device(out):
        webbrowser.open(out.resolve().as_uri())
    if reading.bad:
        raise typer.Exit(NO)


def _is_device(path: Path) -> bool:
    return not path.is_file()


class _Reading:
    """Reads the games, and reports the bad ones on stderr."""

    def __init__(self, files: list[str]) -> None:
        self._files = files
        self.good = 0
        self.bad = 0

    def games(self) -> Iterator[ReadGame | NoGames]:
        """Yield all games, including the bad ones, and the files without games."""
        from hexapoda.files.game_file import load_stdin
        from hexapoda.record import ReadGame
        from hexapoda.record.reading import walk_paths, walk_text

        sources = [walk_paths(file for file in self._files if file != "-")]
        if "-" in self._files:
            sources.append(walk_text(load_stdin(), "stdin"))
        for found in itertools.chain.from_iterable(sources):
            if found.unreadable is not None:
                self._report(found, found.unreadable)
            elif isinstance(found, ReadGame):
                self.good += 1
                for fault in found.tree.faults:
                    self._report(found, fault)
            yield found

    def _report(self, found: ReadGame | NoGames, error: HexapodaError) -> None:
        self.bad += 1
        line = getattr(error, "line", None)
        complain(placed(found.report.file, line, " ".join(str(error).split())))
