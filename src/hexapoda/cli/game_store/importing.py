"""The command `games import`: adds game files to the store."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexapoda.cli.game_store.options import StoreUrl, open_store
from hexapoda.cli.group import NO
from hexapoda.cli.output import counted, placed, print_json, print_text
from hexapoda.cli.subject import Json

if TYPE_CHECKING:
    from rich.progress import Progress

    from hexapoda.record import ReadGame
    from hexapoda.record.reading import NoGames

__all__ = ["import_games"]


def import_games(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Files, or folders to search recursively.")
    ],
    store: StoreUrl = None,
    json: Json = False,
) -> None:
    """Add the games in the given files and folders to the store, each once, with all their positions.

    The format is recognized from the content, as by `games check`; FILE.jsonl is the journal of a match. Bad
    games are reported and left out; the others are added. In a folder, other files are skipped. Exit code 0:
    all games are good, 1: some are not, or a file has none.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    from hexapoda.files.game_file import existing, files_below

    files = [(file, file == path) for path in existing(paths) for file in files_below(path)]
    console = Console(stderr=True)
    started = time.monotonic()
    with (
        open_store(store, create=True) as target,
        Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("files"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        ) as progress,
    ):
        reading = _Reading(files, progress, json)
        # Collect rarely: records contain no reference cycles, and the search takes a tenth of the time.
        gc.set_threshold(500_000, 50, 100)
        added = target.add_many(reading.games())
        where = target.url
    seconds = time.monotonic() - started
    summary = {
        "store": where,
        "files": len(files),
        "added": added.added,
        "duplicates": added.duplicates,
        "completed": added.completed,
        "bad": reading.found.bad,
        "skipped": reading.found.skipped,
        "seconds": round(seconds, 3),
    }
    if json:
        print_json(summary)
    else:
        more = f" ({added.completed} completed)" if added.completed else ""
        print_text(
            f"{counted(added.added, 'game')} added, {added.duplicates} already there{more}, "
            f"{reading.found.bad} bad; "
            f"{reading.found.skipped} of {len(files)} files without games; {seconds:.1f} s"
        )
    if reading.found.bad:
        raise typer.Exit(NO)


class _Reading:
    """Reads the games of all files, and reports bad games and skipped files."""

    def __init__(self, files: list[tuple[Path, bool]], progress: Progress, json: bool) -> None:
        self._files = files
        self._progress = progress
        self._json = json
        from hexapoda.storage.importing import GameImport

        self.found = GameImport(self._report)

    def games(self) -> Iterator[ReadGame]:
        """Yield the good games."""
        from hexapoda.record.reading import walk_file

        task = self._progress.add_task("0 games", total=len(self._files))
        for file, named in self._files:
            for game in self.found.good_games(walk_file(file, named=named)):
                if self.found.good % 100 == 0:
                    self._progress.update(task, description=f"{self.found.good} games")
                yield game
            self._progress.advance(task)

    def _report(self, left_out: ReadGame | NoGames, reason: str) -> None:
        error = left_out.error
        line, reason = getattr(error, "line", None), " ".join(reason.split())
        file = left_out.report.file
        if self._json:
            print_json({"file": file, "line": line, "skipped" if error is None else "error": reason})
            return
        text = placed(file, line, f"skipped: {reason}" if error is None else reason)
        self._progress.console.print(text, markup=False, highlight=False, soft_wrap=True)
