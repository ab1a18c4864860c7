"""`Library`: the store that the server was started with, used from several threads.

Opens the store when it is first needed, runs queries and changes in threads, and limits how long a page waits
for an answer. The store itself defines what a change does. Its modules are loaded when a page first asks for
the library, so that the server starts faster.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hexapoda.errors import StoreUnavailable, UsageError
from hexapoda.text.sentence import Sentence, message_of
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings

if TYPE_CHECKING:
    from hexapoda.storage import Store

__all__ = ["WRITE_SECONDS", "Library"]

T = TypeVar("T")

_READERS = 4
"""The maximum number of queries that run at a time."""
_WAITING = 40
"""The maximum number of queries and changes that run or wait; further ones are refused."""
WRITE_SECONDS = 60.0
"""The time limit in seconds for one change, such as a deletion or one transaction of an import."""
_PATIENCE = 20.0
"""How many seconds a change waits for another change to end, and how many seconds a page waits beyond the
time limit of a query.
"""
_BUSY = Sentence("the library is busy, and nothing was changed: try again later")


class Library:
    """The store, which is opened when it is first needed. Every method that uses it raises `Problem`."""

    def __init__(self, settings: WebSettings) -> None:
        """`settings`: the store, the time limit of a query, and whether the server is local."""
        self._settings = settings
        self.url = settings.store
        """The path or URL of the store; None for the one in the user's data folder."""
        self._readers = ThreadPoolExecutor(_READERS, "hexapoda reads")
        self._writer = ThreadPoolExecutor(1, "hexapoda writes")
        self._waiting = 0
        self._opening = threading.Lock()
        self._one_writer = threading.Lock()
        self._stores: dict[bool, tuple[Store, object]] = {}

    @property
    def name(self) -> str:
        """The name of the store: its file name without the folder, or the name of the database."""
        return Path(self._place()[0]).name

    async def read(self, work: Callable[[Store], T]) -> T:
        """Run `work`, which reads the store, in a thread, and return its result."""
        return await self._run(self._readers, lambda: self._with_store(work, write=False), to_the_end=False)

    async def write(self, work: Callable[[Store], T]) -> T:
        """Run `work`, which changes the store, in the thread for changes, and return its result. Once the
        change has begun, wait for its end, so that the answer says whether it was made.
        """
        return await self._run(self._writer, lambda: self.change(work), to_the_end=True)

    def change(self, work: Callable[[Store], T]) -> T:
        """Run `work`, which changes the store, in the calling thread, once no other change is running."""
        if not self._one_writer.acquire(timeout=_PATIENCE):
            raise Problem(503, _BUSY)
        try:
            return self._with_store(work, write=True)
        finally:
            self._one_writer.release()

    async def close(self) -> None:
        """Wait for the work in progress, and close the store."""
        for threads in (self._readers, self._writer):
            await asyncio.to_thread(threads.shutdown, cancel_futures=True)
        for store, _ in self._stores.values():
            store.close()

    async def _run(self, threads: ThreadPoolExecutor, work: Callable[[], T], *, to_the_end: bool) -> T:
        """Run `work` in a thread and return its result. Cancel it if it does not begin in time.
        `to_the_end`: once it has begun, wait for its end, because its effect would be unknown otherwise.
        """
        if self._waiting >= _WAITING:
            raise Problem(503, Sentence("too many requests to the library: try again later"))
        self._waiting += 1
        job = threads.submit(work)
        running = asyncio.wrap_future(job)
        running.add_done_callback(self._ended)
        try:
            async with asyncio.timeout(self._settings.query_seconds + _PATIENCE):
                return await asyncio.shield(running)
        except TimeoutError:
            if job.cancel() or not to_the_end:
                raise Problem(503, _BUSY) from None
        return await asyncio.shield(running)

    def _ended(self, running: asyncio.Future[T]) -> None:
        self._waiting -= 1
        if not running.cancelled():
            running.exception()  # otherwise asyncio logs an error that nobody retrieves

    def _with_store(self, work: Callable[[Store], T], *, write: bool) -> T:
        with self._opened(write) as store:
            try:
                return work(store)
            except UsageError as error:
                raise self.problem(error) from error

    @contextlib.contextmanager
    def _opened(self, write: bool) -> Iterator[Store]:
        """Yield the store, opening it if necessary. The first change creates a missing store; a query sees
        an empty store or an error.
        """
        from hexapoda.storage import Store

        with self._opening:
            known, stamp = self._stores.get(write, (None, None))
            now = self._stamp()
            if known is not None and (stamp != now or now is None):
                self._stores.pop(write)  # closed when it is no longer in use
                known = None
            if known is None:
                seconds = WRITE_SECONDS if write else self._settings.query_seconds
                try:
                    known = Store.open(self.url, read_only=not write, create=write, seconds=seconds)
                except UsageError as error:
                    raise self.problem(StoreUnavailable(message_of(error))) from error
                # Another process may be creating the tables of the file: reopen it next time.
                self._stores[write] = (known, None if known.has_no_tables else self._stamp())
        yield known

    def _place(self) -> tuple[str, bool]:
        """Return the path of the store, or the name of its database, and whether it is a file."""
        from hexapoda.storage.connection import is_file, store_url

        where = store_url(self.url)
        return where.database or "", is_file(where)

    def _stamp(self) -> object:
        """Return the identity of the store's file, which changes if another file replaces it; None if there
        is no file.
        """
        path, in_file = self._place()
        if not in_file:
            return "server"
        try:
            found = Path(path).stat()
        except OSError:
            return None
        return (found.st_dev, found.st_ino)

    def problem(self, error: UsageError) -> Problem:
        """Return the answer to an error from the store. It contains the path only on a local server."""
        text = message_of(error)
        path, in_file = self._place()
        if in_file and not self._settings.local:
            text = _without(text, path, self.name)
        return Problem(503 if isinstance(error, StoreUnavailable) else 409, text)


def _without(text: str, path: str, name: str) -> str:
    """Return a message with the name of a file in place of its path."""

    def named(value: object) -> object:
        return value if isinstance(value, (Sentence, int)) else str(value).replace(path, name)

    return text.changed(named) if isinstance(text, Sentence) else text.replace(path, name)
