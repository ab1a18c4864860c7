"""An SQLite file of games: how it is opened for writing and for reading alone, and how long a writer waits.

Owns pragmas and locks. A file that can be read can be used for reading, whoever owns it and its folder.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from pathlib import Path
from urllib.parse import quote

from hexapoda.errors import UsageError

__all__ = ["BUSY_SECONDS", "begin_writing", "check_file", "is_locked", "open_file"]

BUSY_SECONDS = 5
"""How long a lock is waited for while the program that holds it changes nothing."""
PATIENCE = 60
"""How long a writer waits in all, for others that get on."""


def check_file(path: Path, *, create: bool) -> None:
    """Raise `UsageError` where no store can be opened; make the folder of one that is to be made."""
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        if not create:
            raise UsageError(f"there is no store at '{path}'") from None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot make the folder of '{path}': {error.strerror or error}") from None
        return
    except NotADirectoryError:
        raise UsageError(f"cannot make the folder of '{path}': a file is in its way") from None
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise UsageError(f"cannot use the store {str(path)[:200]!r}: {reason}") from None
    if stat.S_ISDIR(kind):
        raise UsageError(f"cannot use the store '{path}': it is a folder")
    if not stat.S_ISREG(kind):
        raise UsageError(f"cannot use the store '{path}': it is not a regular file")
    if not os.access(path, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
        raise UsageError(f"cannot use the store '{path}': permission denied")


def open_file(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """A connection to the file, in which transactions begin where the store says."""
    connection = _open_to_read(path) if read_only else _open(path, "rwc")
    try:
        connection.execute("PRAGMA cache_size = -65536")
        if not read_only:
            _prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def begin_writing(connection: sqlite3.Connection, path: Path) -> None:
    """Begin the only transaction that writes, after the others that are at it.

    Raises `sqlite3.OperationalError` when another program has the lock and does nothing with it.
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
    """Whether another connection stands in the way."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _open(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"file:{quote(os.fsencode(path))}?{mode if '=' in mode else f'mode={mode}'}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _open_to_read(path: Path) -> sqlite3.Connection:
    """The usual connection where it can be had, because it takes in the log that a crash left behind."""
    for mode in ("rw", "ro"):
        try:
            return _tried(_open(path, mode))
        except sqlite3.OperationalError as error:
            log = path.with_name(path.name + "-wal")
            if is_locked(error) or (mode == "ro" and log.exists() and log.stat().st_size > 0):
                raise  # somebody writes: what the log holds must not be missed
    # Reading takes a lock in a file beside it, which cannot be made here. But then nobody writes, either.
    return _tried(_open(path, "immutable=1"))


def _tried(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The connection, which has read something."""
    try:
        connection.execute("PRAGMA schema_version")
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    # Two processes that make the same file at once: the loser of the race is told "locked" without a wait.
    for attempt in range(3):
        if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
            break
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if not is_locked(error) or attempt == 2:
                raise
            connection.execute("BEGIN IMMEDIATE")  # waits
            connection.execute("COMMIT")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _stamp(path: Path) -> list[tuple[int, int]]:
    """What changes when anybody writes to the file or its log."""
    found = []
    for name in (path.name, path.name + "-wal"):
        try:
            seen = path.with_name(name).stat()
        except OSError:
            found.append((0, 0))
        else:
            found.append((seen.st_mtime_ns, seen.st_size))
    return found
