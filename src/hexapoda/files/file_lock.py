"""File locks, so that only one process at a time works on a match, an unfinished game or a training run.

The operating system releases a lock when the process ends, however it ends.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock

__all__ = ["hold_lock", "take_lock"]


def take_lock(path: Path) -> BaseFileLock | None:
    """Lock the file at `path`, which is created if necessary, and return the lock. Any thread may call its
    `release()`.

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


@contextlib.contextmanager
def hold_lock(path: Path, patience: float, busy: str) -> Iterator[None]:
    """Hold the lock of the file at `path`, which is created with its folder if necessary, against other
    threads and processes. Raises `OSError`, which includes a `TimeoutError` with the text `busy` after
    `patience` seconds.
    """
    from filelock import FileLock, Timeout

    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(path, timeout=patience, thread_local=False):
            yield
    except Timeout:
        raise TimeoutError(errno.ETIMEDOUT, busy, str(path.parent)) from None
