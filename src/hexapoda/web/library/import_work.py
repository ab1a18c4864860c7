"""What a process does with a file that a page has sent: it reads the games and adds them to the store.

Owns the progress of a file, which it reports after each transaction. The server parses nothing of it.
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
"""Games in a transaction: other changes wait for one at most."""
PAUSE = 600.0
"""The longest time in seconds to the first transaction, and between two."""
_LARGE = 1024**2
"""The size of a file, in bytes, from which on the process ends with the import."""
_FAULTS = 50
"""Faults of a file that are listed; all are counted."""
_LONGEST_FAULT = 500


@dataclass(slots=True)
class ImportCounts:
    """What was found in a file so far."""

    games: int = 0
    added: int = 0
    duplicates: int = 0
    completed: int = 0
    bad: int = 0
    faults: list[ImportFaultJson] = field(default_factory=list)


def import_file(work: Work, path: Path, name: str, store: str | None, seconds: float) -> ImportCounts:
    """The job: add the games of a file, which is removed, to a store. Reports the `ImportCounts` after each
    transaction, which takes at most `seconds`. Raises `HexapodaError` and `OSError`.
    """
    from hexapoda.record.reading import walk_text
    from hexapoda.storage import Store
    from hexapoda.storage.importing import GameImport

    try:
        content = path.read_bytes()
    finally:
        path.unlink(missing_ok=True)  # nothing is left if the server is killed
    work.retires = len(content) > _LARGE  # or the process would keep the memory
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
    """A message as a page shows it: a sentence as it is, any other text on one line and not too long."""
    return text if isinstance(text, Sentence) else " ".join(text.split())[:_LONGEST_FAULT]
