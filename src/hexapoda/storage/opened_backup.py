"""`open_backup`: opens a backup, of this version or an older one, as a store."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from hexapoda.errors import UsageError
from hexapoda.storage.backup import copy_to_file
from hexapoda.storage.connection import connect, reporting, store_url
from hexapoda.storage.store import Store
from hexapoda.text.sentence import Sentence

__all__ = ["open_backup"]


@contextlib.contextmanager
def open_backup(source: str | Path) -> Iterator[Store]:
    """Open a copy of a backup, upgraded if it is of an older version. The backup itself is not changed.
    Raises `UsageError`.
    """
    path = Path(source)
    if not path.is_file():
        raise UsageError(Sentence("there is no backup at '{path}'", path=path))
    with tempfile.TemporaryDirectory(prefix="hexapoda-") as folder:
        copy = Path(folder) / "backup.db"
        with reporting(store_url(str(path))):
            read = connect(store_url(str(path)), read_only=True)
            try:
                copy_to_file(read, copy)
            finally:
                read.dispose()
        with Store.open(str(copy)) as backup:
            yield backup
