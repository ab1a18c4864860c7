"""The command `rating-list`: plays the engines of a folder against each other until it is stopped."""

from __future__ import annotations

import contextlib
import math
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexapoda.arena.options import option_words
from hexapoda.cli.declared_options import takes_options
from hexapoda.cli.group import INTERRUPTED, complain
from hexapoda.cli.match_run import MatchView, RunOptions, player_of, print_result
from hexapoda.cli.status_line import StatusLine
from hexapoda.errors import EngineError, UsageError

if TYPE_CHECKING:
    from hexapoda.arena.match import Match, Progress
    from hexapoda.registry import EngineSpec

__all__ = ["rating_list"]

_PAGE = "rating-list.html"
_PERIOD = 60.0
"""The minimum number of seconds between two writes of the page."""
_SHARE = 20
"""The minimum time between two writes of the page, as a multiple of the time that one write takes."""
_REPLAYS = 50
"""The maximum number of games that can be replayed on the page."""


@takes_options("id", "resume", "out", "csv", "store", "force")
def rating_list(
    folder: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", help="A folder with a file rating-list.toml.", show_default=False),
    ],
    hours: Annotated[
        float | None,
        typer.Option(
            metavar="HOURS", help="Begin no more games after this many hours.", min=0, show_default=False
        ),
    ] = None,
    within: Annotated[
        float | None,
        typer.Option(
            metavar="ELO",
            min=1,
            max=1000,
            help="Stop when all 95% intervals are at most this far from the ratings.",
            show_default=False,
        ),
    ] = None,
    accept_changes: Annotated[
        bool,
        typer.Option(
            "--accept-changes",
            help="If an engine has changed, let its earlier games count for the new version.",
        ),
    ] = False,
    *,
    run: RunOptions,
) -> None:
    """Keep a rating list: the engines of a folder play each other until you stop it.

    The file rating-list.toml in FOLDER names the engines; a name with a * stands for all files or added
    engines that match. The next game is always between the two engines whose games tell the most about the
    ratings. Stop with Ctrl+C; the same command continues the list, including any new engines. The list is the
    page rating-list.html in FOLDER, written every minute.
    """
    from hexapoda.arena.journal import Journal

    if not folder.is_dir():
        raise UsageError(f"there is no folder {str(folder)!r}")
    if hours is not None and math.isnan(hours):
        raise UsageError(f"--hours {hours}: expected a number of hours")
    more = [*option_words(run), *(["--within", f"{within:g}"] if within is not None else [])]
    named = ["--", str(folder)] if str(folder).startswith("-") else [str(folder)]
    command = shlex.join(["hexapoda", "rating-list", *more, *named])
    # Paths in rating-list.toml and in the processes that play the games are relative to the folder.
    with contextlib.chdir(folder):
        here = Path.cwd()
        if (here / _PAGE).exists() and not Journal(here).exists():
            raise UsageError(f"{_PAGE} exists in {str(folder)!r}, but no list was kept there: move it away")
        match = _opened(here, run, within=within, accept=accept_changes)
        interrupted = _play(match, here / _PAGE, hours, command, quiet=run.quiet)
    result = match.result()
    print_result(result, run.json)
    if not run.json and (folder / _PAGE).exists():
        typer.echo(f"the list is {folder / _PAGE}")
    if interrupted:
        complain(f"interrupted after {len(result.board.games)} games; continue with:\n  {command}")
        raise typer.Exit(INTERRUPTED)


def _opened(folder: Path, run: RunOptions, *, within: float | None, accept: bool) -> Match:
    """Bring the list up to date with rating-list.toml, and return its match."""
    from hexapoda.arena.list_folder import open_list, read_list
    from hexapoda.arena.match import Match

    with StatusLine(None if run.quiet else sys.stderr) as status:

        def check(spec: EngineSpec) -> tuple[int, tuple[str, ...]]:
            status.write(f"checking {spec.name}")
            return _checks(spec)

        journal = open_list(folder, read_list(folder), check, within=within, accept=accept)
    settings = journal.settings().with_concurrency(run.concurrency or 1)
    return Match(settings, journal, player_of(run.cluster))


def _play(match: Match, page: Path, hours: float | None, command: str, *, quiet: bool) -> bool:
    """Play games, and write the page regularly and at the end. Returns whether Ctrl+C ended the run."""
    view = MatchView(quiet)
    due = time.monotonic() + _PERIOD

    def show(progress: Progress) -> None:
        nonlocal due
        view.show(progress)
        if (began := time.monotonic()) > due:
            _write_page(page)
            due = began + max(_PERIOD, _SHARE * (time.monotonic() - began))

    try:
        try:
            with view:
                match.run(show, seconds=None if hours is None else 3600 * hours)
        finally:
            if match.result().board.games:
                _write_page(page)
    except KeyboardInterrupt:  # also while the page is written
        return True
    except (UsageError, EngineError) as error:
        raise type(error)(f"{error}\nthe games are kept; continue with:\n  {command}") from None
    return False


def _checks(spec: EngineSpec) -> tuple[int, tuple[str, ...]]:
    from hexapoda.protocols.client import ProcessEngine
    from hexapoda.protocols.conformance import check_conformance

    engine = spec.create()
    assert isinstance(engine, ProcessEngine)
    report = check_conformance(engine, games=1)
    return len(report.checks), tuple(check.name for check in report.checks if not check.ok)


def _write_page(page: Path) -> None:
    from hexapoda.files.output_file import write_text
    from hexapoda.web.matches.match_report import match_report

    write_text(page, match_report(page.parent, replays=_REPLAYS).html, force=True)
