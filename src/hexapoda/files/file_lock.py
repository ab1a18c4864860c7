"""Locks on files, so that only one process at a time plays a match or an unfinished game.

The operating system releases a lock when the process dies, however it dies.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock

__all__ = ["take_lock"]


def take_lock(path: Path) -> BaseFileLock | None:
    """Lock the file `path`; create it if necessary. Any thread may call `release()` of the result.

    Returns None if this or another process has already locked the file. Raises `OSError` if the file cannot
    be opened.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(path, blocking=False, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return None
    return lock
