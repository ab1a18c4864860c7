"""Locks on files: one process at a time plays a match, or goes on with a game.

Owns how a lock is taken. The operating system drops it when the process dies, however it dies.
"""

from __future__ import annotations

from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

__all__ = ["take_lock"]


def take_lock(path: Path) -> BaseFileLock | None:
    """Lock the file `path`, which is made if necessary. Any thread may call `release()` of the result.

    None when the file is locked already, here or by another process. Raises `OSError` if it cannot be opened.
    """
    lock = FileLock(path, blocking=False, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return None
    return lock
