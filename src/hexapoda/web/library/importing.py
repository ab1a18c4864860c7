"""`Imports`: imports uploaded files into the store, using the worker processes of the pool.

Tracks the progress of imports, and limits them. Games are added in small transactions, so that the games
already added survive if the server is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import tempfile
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

from hexapoda.errors import EngineStalled, HexapodaError, ProcessLost, QueueFull, UsageError
from hexapoda.games.translations import translated
from hexapoda.host.fair_queue import group_of
from hexapoda.host.job import Job
from hexapoda.text.sentence import Sentence, message_of
from hexapoda.web.answers.library import ImportJson, ImportState
from hexapoda.web.library.import_work import PAUSE, ImportCounts, import_file, one_line
from hexapoda.web.library.library import WRITE_SECONDS, Library
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.problem import Problem
from hexapoda.web.refusal_log import LOGGER

__all__ = ["Imports"]

_QUEUE = 20
"""The maximum number of files that are being received, queued or imported."""
_OF_ONE = 5
"""The maximum number of these files for one group of clients; see `FairQueue`."""
_KEPT = 100
"""The maximum number of files whose progress is remembered."""
_LONGEST_NAME = 120


@dataclass(slots=True)
class Import:
    """The progress of one file."""

    file: str
    state: ImportState = "waiting"
    note: str = ""
    counts: ImportCounts = field(default_factory=ImportCounts)

    def to_json(self, id: str) -> ImportJson:
        """Return the progress as JSON for pages."""
        found: ImportJson = {
            "id": id,
            "file": self.file,
            "state": self.state,
            "games": self.counts.games,
            "added": self.counts.added,
            "duplicates": self.counts.duplicates,
            "completed": self.counts.completed,
            "bad": self.counts.bad,
            "faults": self.counts.faults,
            "note": self.note,
        }
        return translated(found)


class Imports:
    """The imports of all pages."""

    def __init__(self, library: Library, pool: PagePool) -> None:
        """`library`: receives the games; `pool`: the processes that read the files."""
        self._library = library
        self._pool = pool
        self._known: OrderedDict[str, Import] = OrderedDict()
        self._pending: Counter[str] = Counter()
        """How many files of each group are being received, queued or imported."""

    async def receive(self, name: str, client: str, parts: AsyncIterator[bytes]) -> ImportJson:
        """Receive a client's file and start its import; return the progress so far. Raises `Problem`."""
        group = group_of(client)
        if self._pending[group] >= _OF_ONE:
            raise Problem(429, Sentence("too many of your files are being imported: wait until one is done"))
        if self._pending.total() >= _QUEUE:
            raise Problem(503, Sentence("too many files are being imported: try again later"))
        self._pending[group] += 1
        path: Path | None = None
        try:
            path = await self._received(parts)
            id = secrets.token_urlsafe(12)
            running = Import(_shown_name(name))
            self._begin(running, path, client)
        except BaseException:
            self._forget_one(group)
            if path is not None:
                path.unlink(missing_ok=True)
            raise
        self._known[id] = running
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return running.to_json(id)

    def find(self, id: str) -> ImportJson:
        """Return the progress of an import. Raises `Problem` 404."""
        running = self._known.get(id)
        if running is None:
            raise Problem(404, Sentence("there is no such import"))
        return running.to_json(id)

    async def _received(self, parts: AsyncIterator[bytes]) -> Path:
        with tempfile.NamedTemporaryFile(prefix="hexapoda-import-", delete=False) as file:
            path = Path(file.name)
            try:
                async for part in parts:
                    if part:
                        await asyncio.to_thread(file.write, part)
            except BaseException:
                path.unlink(missing_ok=True)
                raise
        return path

    def _begin(self, running: Import, path: Path, client: str) -> None:
        """Submit the import of a file to the pool. Raises `Problem`."""
        loop = asyncio.get_running_loop()

        def note(counts: ImportCounts) -> None:
            running.state, running.counts = "running", counts

        def end(job: Job) -> None:
            with contextlib.suppress(OSError):  # first: when the page says that it is done, nothing is left
                path.unlink(missing_ok=True)
            self._note_end(running, job)
            with contextlib.suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(self._forget_one, group_of(client))

        job = self._pool.import_job(
            import_file,
            path,
            running.file,
            self._library.url,
            WRITE_SECONDS,
            client=client,
            seconds=PAUSE,
            on_report=note,
            on_end=end,
        )
        try:
            self._pool.workers.submit(job)
        except QueueFull:
            raise Problem(503, Sentence("too many files are being imported: try again later")) from None

    def _forget_one(self, group: str) -> None:
        self._pending[group] -= 1
        self._pending += Counter()  # drops groups without files

    def _note_end(self, running: Import, job: Job) -> None:
        """Record how an import ended. May be called in any thread."""
        state: ImportState = "failed"
        text = ""
        try:
            running.counts = job.wait()
            state = "done"
        except (EngineStalled, ProcessLost, MemoryError):
            text = Sentence("this needs too much time or memory: send a smaller file")
        except UsageError as error:
            text = self._library.problem(error).text
        except (HexapodaError, OSError) as error:
            text = message_of(error)
        except Exception:
            LOGGER.exception("an import failed")
            text = Sentence("the file cannot be read")
        running.state, running.note = state, one_line(text)


def _shown_name(name: str) -> str:
    """Return a file name without folders for messages. A page may send any text as the name."""
    last = name.replace("\\", "/").rpartition("/")[2]
    shown = "".join(letter if letter.isprintable() else "?" for letter in last)[-_LONGEST_NAME:].strip()
    if shown in ("", ".", ".."):
        return "games.txt"
    return shown
