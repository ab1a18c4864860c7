"""`Imports`: files that pages send, read and added to the store one after the other.

Owns their progress and their limits. A file is in the memory of the disk without a name, so that nothing is
left of it when the server is killed; games are added in small transactions, so that those added stay.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from hexapoda.errors import HexapodaError
from hexapoda.game_file import decode
from hexapoda.games.translations import translated
from hexapoda.sentence import Sentence, message_of
from hexapoda.web.library.library import Library
from hexapoda.web.problem import Problem

if TYPE_CHECKING:
    from hexapoda.storage import IndexedGame

__all__ = ["Imports"]

_BATCH = 100
"""Games in a transaction: other changes wait for one at most."""
_QUEUE = 20
"""Files that wait or are being received."""
_KEPT = 100
"""Files whose results are remembered."""
_FAULTS = 50
"""Faults of a file that are listed; all are counted."""
_LONGEST_NAME = 120
_LONGEST_FAULT = 500


@dataclass(slots=True)
class Import:
    """The progress of one file."""

    file: str
    state: str = "waiting"
    games: int = 0
    added: int = 0
    duplicates: int = 0
    completed: int = 0
    bad: int = 0
    faults: list[dict[str, Any]] = field(default_factory=list)
    note: str = ""

    def to_json(self, id: str) -> dict[str, Any]:
        """What a page sees."""
        return translated(
            {
                "id": id,
                "file": self.file,
                "state": self.state,
                "games": self.games,
                "added": self.added,
                "duplicates": self.duplicates,
                "completed": self.completed,
                "bad": self.bad,
                "faults": list(self.faults),
                "note": self.note,
            }
        )


class Imports:
    """The files of all pages."""

    def __init__(self, library: Library) -> None:
        """`library`: where the games go."""
        self._library = library
        self._thread = ThreadPoolExecutor(1, "hexapoda imports")
        self._known: OrderedDict[str, Import] = OrderedDict()
        self._pending = 0
        self._ending = threading.Event()

    async def receive(self, name: str, parts: AsyncIterator[bytes]) -> dict[str, Any]:
        """Receive a file and let it be imported; return its progress so far. Raises `Problem`."""
        if self._pending >= _QUEUE:
            raise Problem(503, Sentence("too many files are being imported: try again later"))
        self._pending += 1
        try:
            file = await self._received(parts)
        except BaseException:
            self._pending -= 1
            raise
        id = secrets.token_urlsafe(12)
        job = self._known[id] = Import(_shown_name(name))
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        running = asyncio.get_running_loop().run_in_executor(self._thread, self._run, job, file)
        running.add_done_callback(self._ended)
        return job.to_json(id)

    def find(self, id: str) -> dict[str, Any]:
        """Return the progress of a file. Raises `Problem` 404."""
        job = self._known.get(id)
        if job is None:
            raise Problem(404, Sentence("there is no such import"))
        return job.to_json(id)

    async def close(self) -> None:
        """End after the transaction that runs."""
        self._ending.set()
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)

    async def _received(self, parts: AsyncIterator[bytes]) -> IO[bytes]:
        file = tempfile.TemporaryFile()  # noqa: SIM115 (closed by the thread that reads it)
        try:
            async for part in parts:
                if part:
                    await asyncio.to_thread(file.write, part)
        except BaseException:
            file.close()
            raise
        return file

    def _ended(self, running: asyncio.Future[None]) -> None:
        self._pending -= 1
        if not running.cancelled():
            running.exception()

    def _run(self, job: Import, file: IO[bytes]) -> None:
        """Import a file; no error leaves this thread."""
        job.state = "running"
        try:
            with file:
                file.seek(0)
                text = decode(file.read(), job.file)
            self._add(job, self._good(job, text))
            job.state = "stopped" if self._ending.is_set() else "done"
        except Problem as problem:
            job.state, job.note = "failed", problem.text
        except (HexapodaError, OSError, MemoryError) as error:
            job.state, job.note = "failed", _one_line(message_of(error))
        except BaseException:
            job.state, job.note = "failed", Sentence("the file cannot be read")
            raise

    def _add(self, job: Import, games: Iterator[IndexedGame]) -> None:
        while not self._ending.is_set() and (batch := list(islice(games, _BATCH))):
            added = self._library.change(lambda store, batch=batch: store.add_many(batch))  # type: ignore[misc]
            job.added += added.added
            job.duplicates += added.duplicates
            job.completed += added.completed

    def _good(self, job: Import, text: str) -> Iterator[IndexedGame]:
        """Yield the games that can be replayed, and list the others."""
        from hexapoda.storage import IndexedGame
        from hexapoda.storage.files import NotGames, read_text

        for found in read_text(text, Path(job.file)):
            if isinstance(found, IndexedGame):
                job.games += 1
                yield found
            else:
                job.bad += 1
                if len(job.faults) < _FAULTS:
                    reason = found.reason if isinstance(found, NotGames) else message_of(found)
                    line = getattr(found, "line", None)
                    job.faults.append(translated({"line": line, "text": _one_line(reason)}))


def _one_line(text: str) -> str:
    """A message as a page shows it: a sentence as it is, any other text on one line and not too long."""
    return text if isinstance(text, Sentence) else " ".join(text.split())[:_LONGEST_FAULT]


def _shown_name(name: str) -> str:
    """The name of a file without its folders, as messages show it: a page may send anything."""
    last = name.replace("\\", "/").rpartition("/")[2]
    shown = "".join(letter if letter.isprintable() else "?" for letter in last)[-_LONGEST_NAME:].strip()
    if shown in ("", ".", ".."):
        return "games.txt"
    return shown
