"""Creates the file of a new SQLite store.

Guarantees that a new file is a complete store as soon as it exists: if the disk is full or the process dies,
no file is left behind that looks like a store of an older version. `upgrade` creates the tables.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from pathlib import Path

from sqlalchemy import URL

from hexapoda.files.data_folder import sync_folder
from hexapoda.storage.connection import connect
from hexapoda.storage.sqlite_file import remove_file
from hexapoda.storage.upgrade import upgrade

__all__ = ["create_file"]


def create_file(path: Path) -> None:
    """Create an empty store at a path, unless another process creates one there first.

    Does nothing if the file system has no hard links; the store is then created in place when it is opened.
    Raises `sqlite3.Error` or an error of SQLAlchemy, and then leaves no file.
    """
    target = Path(os.path.realpath(path))  # a symbolic link to a missing file is kept
    # A file name has at most 255 bytes.
    part = target.with_name(f".{target.name[:50]}.{secrets.token_hex(4)}.part")
    try:
        engine = connect(URL.create("sqlite", database=str(part)))
        try:
            upgrade(engine)
        finally:
            engine.dispose()
        # Closing also moves the log into the file, but ignores a full disk; this pragma raises an error.
        with contextlib.closing(sqlite3.connect(part)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        # Unlike a rename, a link never replaces a file.
        with contextlib.suppress(OSError):
            os.link(part, target)
            sync_folder(target.parent)
    finally:
        remove_file(part)
