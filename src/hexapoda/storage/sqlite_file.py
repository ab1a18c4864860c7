"""SQLite files: opens them for reading and writing, and decides how long a writer waits.

Handles pragmas and locks. A readable file can be opened read-only even if its folder is not writable.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import stat
import time
from pathlib import Path
from urllib.parse import quote

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import data_folder
from hexapoda.text.sentence import Sentence, reason_of

__all__ = [
    "BUSY_SECONDS",
    "begin_writing",
    "check_file",
    "is_damaged",
    "is_full",
    "is_locked",
    "open_file",
    "remove_file",
]

BUSY_SECONDS = 5
"""How many seconds to wait for a lock while its holder writes nothing."""
_COMPANIONS = ("", "-wal", "-shm", "-journal")
"""The suffixes of the files that make up one database."""
_DISK_FULL = "53100"
"""PostgreSQL's code (`sqlstate`) for a full disk."""
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_WRITES = (
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_FSYNC,
)
"""Write errors that are taken for a full disk: a disk with free space fails to write only if it is broken."""
PATIENCE = 60
"""How many seconds a writer waits in all, while others make progress."""


def check_file(path: Path, *, create: bool) -> None:
    """Raise `UsageError` if no store can be opened at a path. Create the data folder if it is missing."""
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        if not create:
            raise UsageError(Sentence("there is no store at '{path}'", path=path)) from None
        try:
            if path.parent == data_folder():
                path.parent.mkdir(parents=True, exist_ok=True)
            elif not path.parent.is_dir():
                raise UsageError(
                    Sentence(
                        "there is no folder '{folder}' for the store '{path}'", folder=path.parent, path=path
                    )
                ) from None
        except OSError as error:
            raise UsageError(
                Sentence("cannot make the folder of '{path}': {why}", path=path, why=reason_of(error))
            ) from None
        return
    except NotADirectoryError:
        raise UsageError(
            Sentence("cannot make the folder of '{path}': a file is in the way", path=path)
        ) from None
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error).lower()
        raise UsageError(
            Sentence("cannot use the store {store!r}: {why}", store=str(path)[:200], why=reason)
        ) from None
    if stat.S_ISDIR(kind):
        raise UsageError(Sentence("cannot use the store '{store}': it is a folder", store=path))
    if not stat.S_ISREG(kind):
        raise UsageError(Sentence("cannot use the store '{store}': it is not a regular file", store=path))
    if not os.access(path, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
        raise UsageError(Sentence("cannot use the store '{store}': permission denied", store=path))


def open_file(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """Open the file without automatic transactions: the store begins its own."""
    connection = _open_to_read(path) if read_only else _open(path, "rwc")
    try:
        connection.text_factory = _text
        connection.execute("PRAGMA cache_size = -65536")
        if not read_only:
            _prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _text(raw: bytes) -> str:
    """Return the text of a column. A damaged byte does not stop a query, but the game's checksum is wrong."""
    return raw.decode("utf-8", "replace")


def remove_file(path: Path) -> None:
    """Remove a database that is not in use, with its companions; missing files and errors are ignored."""
    for ending in _COMPANIONS:
        with contextlib.suppress(OSError):
            path.with_name(path.name + ending).unlink()


def begin_writing(connection: sqlite3.Connection, path: Path) -> None:
    """Begin a write transaction, after waiting for those of other programs. Raises `sqlite3.OperationalError`
    if the program that holds the lock writes nothing for `BUSY_SECONDS`, or after `PATIENCE` seconds.
    """
    end = time.monotonic() + PATIENCE
    while True:
        before = _stamp(path)
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if not is_locked(error) or _stamp(path) == before or time.monotonic() > end:
                raise
        else:
            return


def is_locked(error: BaseException) -> bool:
    """Return whether the error means that another connection holds a lock."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def is_full(error: BaseException) -> bool:
    """Return whether the error means that the disk or the user's quota is full. SQLite reports some of these
    cases as disk I/O errors; PostgreSQL has its own code.
    """
    if getattr(error, "sqlstate", None) == _DISK_FULL or getattr(error, "errno", None) in _NO_SPACE:
        return True
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and (code & 0xFF == sqlite3.SQLITE_FULL or code in _WRITES)


def is_damaged(error: BaseException) -> bool:
    """Return whether the error means that the content of the file is not what SQLite wrote."""
    code = getattr(error, "sqlite_errorcode", None)
    damaged = code is not None and code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return damaged or isinstance(error, UnicodeDecodeError) or "Could not decode to UTF-8" in str(error)


def _open(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"file:{quote(os.fsencode(path))}?{mode if '=' in mode else f'mode={mode}'}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _open_to_read(path: Path) -> sqlite3.Connection:
    """Open a file for reading, and if possible also for writing, to recover the log after a crash."""
    for mode in ("rw", "ro"):
        try:
            return _checked(_open(path, mode))
        except sqlite3.OperationalError as error:
            log = path.with_name(path.name + "-wal")
            if is_locked(error) or (mode == "ro" and log.exists() and log.stat().st_size > 0):
                raise  # another program is writing: the log has changes that must not be missed
    # Reading needs a lock file, which cannot be created here. But then no program can write, either.
    return _checked(_open(path, "immutable=1"))


def _checked(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return a connection after a first read, because opening alone raises no error."""
    try:
        connection.execute("PRAGMA schema_version")
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    # If two processes create the same file at the same time, SQLite refuses the slower one without waiting.
    for attempt in range(3):
        if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
            break
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if not is_locked(error) or attempt == 2:
                raise
            connection.execute("BEGIN IMMEDIATE")  # waits for the lock
            connection.execute("COMMIT")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _stamp(path: Path) -> list[tuple[int, int]]:
    """Return the times and sizes of the file and its log, which change with every write."""
    found = []
    for name in (path.name, path.name + "-wal"):
        try:
            seen = path.with_name(name).stat()
        except OSError:
            found.append((0, 0))
        else:
            found.append((seen.st_mtime_ns, seen.st_size))
    return found
