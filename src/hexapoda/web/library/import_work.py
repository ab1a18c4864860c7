"""`import_file`: adds the games of an uploaded file to the store, in a worker process.

Reports the progress after each transaction. The server process itself does not parse the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from hexapoda.files.game_file import decode
from hexapoda.games.translations import translated
from hexapoda.host.work import Work
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.library import ImportFaultJson

if TYPE_CHECKING:
    from hexapoda.record import ReadGame
    from hexapoda.record.reading import NoGames
    from hexapoda.storage import Added

__all__ = ["PAUSE", "ImportCounts", "import_file", "one_line"]

_BATCH = 100
"""The number of games in one transaction. Other changes to the store wait for at most one transaction."""
PAUSE = 600.0
"""The maximum number of seconds until the first transaction ends, and between the ends of later ones."""
_LARGE = 1024**2
"""The file size in bytes above which the worker process ends after the import."""
_FAULTS = 50
"""The maximum number of faults that are listed for a file; all are counted."""
_LONGEST_FAULT = 500


@dataclass(slots=True)
class ImportCounts:
    """The counts of an import so far, and its first faults."""

    games: int = 0
    added: int = 0
    duplicates: int = 0
    completed: int = 0
    bad: int = 0
    faults: list[ImportFaultJson] = field(default_factory=list)


def import_file(work: Work, path: Path, name: str, store: str | None, seconds: float) -> ImportCounts:
    """Add the games of a file to a store, and delete the file. The `ImportCounts` are reported after each
    transaction. `seconds`: the time limit of a transaction. Raises `HexapodaError` and `OSError`.
    """
    from hexapoda.record.reading import walk_text
    from hexapoda.storage import Store
    from hexapoda.storage.importing import GameImport

    try:
        content = path.read_bytes()
    finally:
        path.unlink(missing_ok=True)  # now, so that no file remains if the server is killed
    work.retires = len(content) > _LARGE  # otherwise the process would keep the memory
    text = decode(content, name)
    del content
    counts = ImportCounts()

    def left_out(found: ReadGame | NoGames, reason: str) -> None:
        counts.bad += 1
        if len(counts.faults) < _FAULTS:
            line = getattr(found.error, "line", None)
            counts.faults.append(translated(ImportFaultJson(line=line, text=one_line(reason))))

    def note(added: Added) -> None:
        counts.games = reading.good
        counts.added, counts.duplicates, counts.completed = added.added, added.duplicates, added.completed
        work.report(counts, PAUSE)

    reading = GameImport(left_out)
    games = reading.good_games(walk_text(text, name))
    with Store.open(store, create=True, seconds=seconds) as opened:
        opened.add_many(takewhile(lambda _: not work.stopping, games), chunk=_BATCH, on_chunk=note)
    return counts


def one_line(text: str) -> str:
    """Return a message as a page shows it: a sentence unchanged, other text on one line, cut if long."""
    return text if isinstance(text, Sentence) else " ".join(text.split())[:_LONGEST_FAULT]
