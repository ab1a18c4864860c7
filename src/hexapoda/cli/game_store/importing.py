"""The command `games import`: adds game files to the store."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexapoda.cli.game_store.options import StoreUrl, open_store
from hexapoda.cli.group import NO
from hexapoda.cli.output import placed, print_json, print_text
from hexapoda.cli.subject import Json
from hexapoda.errors import HexapodaError

if TYPE_CHECKING:
    from rich.progress import Progress

    from hexapoda.storage import IndexedGame

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
    games are reported and left out, the others are added. In a folder, other files are skipped. Exit code 0:
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
        # Records contain no reference cycles, and searching for cycles takes a tenth of the time.
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
        "bad": reading.bad,
        "skipped": reading.skipped,
        "seconds": round(seconds, 3),
    }
    if json:
        print_json(summary)
    else:
        games = "1 game" if added.added == 1 else f"{added.added} games"
        more = f" ({added.completed} completed)" if added.completed else ""
        print_text(
            f"{games} added, {added.duplicates} already there{more}, {reading.bad} bad; "
            f"{reading.skipped} of {len(files)} files without games; {seconds:.1f} s"
        )
    if reading.bad:
        raise typer.Exit(NO)


class _Reading:
    """Reads the games of all files, and reports bad games and skipped files."""

    def __init__(self, files: list[tuple[Path, bool]], progress: Progress, json: bool) -> None:
        self._files = files
        self._progress = progress
        self._json = json
        self.bad = 0
        self.skipped = 0

    def games(self) -> Iterator[IndexedGame]:
        """Yield the good games."""
        from hexapoda.storage import IndexedGame
        from hexapoda.storage.files import NotGames, read_file

        task = self._progress.add_task("0 games", total=len(self._files))
        seen = 0
        for file, named in self._files:
            for found in read_file(file, named=named):
                if isinstance(found, IndexedGame):
                    seen += 1
                    if seen % 100 == 0:
                        self._progress.update(task, description=f"{seen} games")
                    yield found
                elif isinstance(found, NotGames):
                    self.skipped += 1
                    self._report(file, None, found.reason, skipped=True)
                else:
                    self.bad += 1
                    self._report(file, getattr(found, "line", None), _reason(found), skipped=False)
            self._progress.advance(task)

    def _report(self, file: Path, line: int | None, reason: str, *, skipped: bool) -> None:
        if self._json:
            value: dict[str, Any] = {"file": str(file), "line": line}
            value["skipped" if skipped else "error"] = reason
            print_json(value)
            return
        text = placed(str(file), line, f"skipped: {reason}" if skipped else reason)
        self._progress.console.print(text, markup=False, highlight=False, soft_wrap=True)


def _reason(error: HexapodaError) -> str:
    return " ".join(str(error).split())
