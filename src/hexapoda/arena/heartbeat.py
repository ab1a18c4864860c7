"""`Heartbeat`: a file that says what a process is doing, so that other processes can show it.

The file is only for spectators, so a failed write does not end the work. It is rewritten every few seconds
even if nothing has happened, and removed at the end, so a stale file means that the process was killed.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hexapoda.files.data_folder import replacing

__all__ = ["Heartbeat", "is_alive"]

_PAUSE = 0.5
"""The shortest time in seconds between two writes."""
_LONGEST = 3.0
"""The longest time in seconds between two writes."""
_STALE = 10.0
"""A file of at least this age, in seconds, belongs to a process that was killed."""
_LEAVE = 5.0
"""Seconds to wait for a write that does not end, for example on a lost network drive."""


class Heartbeat:
    """A context manager that keeps a file up to date, in a thread of its own."""

    def __init__(self, path: Path, content: Callable[[], dict[str, Any]]) -> None:
        """`content` returns all fields of the file except `written`, the time. It is called in the thread."""
        self._path, self._content = path, content
        self._news = threading.Event()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Heartbeat:
        self._news.set()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._news.set()
        self._thread.join(_LEAVE)
        with contextlib.suppress(OSError):
            self._path.unlink()

    def tell(self) -> None:
        """Write the file soon, because its content has changed."""
        self._news.set()

    def _run(self) -> None:
        while True:
            self._news.wait(_LONGEST)
            self._news.clear()
            if self._over.is_set():
                return
            with contextlib.suppress(OSError):  # a full disk must not end the work
                self._write()
            self._over.wait(_PAUSE)

    def _write(self) -> None:
        text = json.dumps({**self._content(), "written": time.time()}, ensure_ascii=False, allow_nan=False)
        with replacing(self._path, sync=False) as file:
            file.write(text.encode("utf-8", "backslashreplace"))


def is_alive(written: float) -> bool:
    """Return whether a file that was written at this time, in seconds since the epoch, belongs to a process
    that is still running.
    """
    return abs(time.time() - written) < _STALE
