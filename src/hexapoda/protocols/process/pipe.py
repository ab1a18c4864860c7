"""Pipes to another process: cancelable reading, and writing with a deadline.

The standard library cannot interrupt a read from a pipe that another process keeps open, or a write to a
full pipe that no process reads. Deadlines are `time.monotonic` timestamps.
"""

from __future__ import annotations

import contextlib
import os
import select
import sys
import threading
import time
from collections.abc import Callable

__all__ = ["PipeReader", "write_all"]

_CHUNK = 1 << 16
_JOIN_SECONDS = 2.0


class PipeReader:
    """Reads a descriptor in its own thread, and closes it at the end."""

    def __init__(self, descriptor: int, take: Callable[[bytes], bool]) -> None:
        """`take` is called with data as it arrives, and with no bytes at the end. It returns whether to
        continue.
        """
        self._descriptor = descriptor
        self._take = take
        self._lock = threading.Lock()
        self._released = False
        self._wake_read, self._wake_write = os.pipe()
        self._thread = threading.Thread(target=self._run, name="hexapoda output reader", daemon=True)
        self._thread.start()

    def join(self, seconds: float) -> None:
        """Wait up to `seconds` for the thread to end, usually because the writer closes its end."""
        self._thread.join(seconds)

    def close(self) -> None:
        """Stop reading and end the thread. On Windows, it ends only when the writer closes its end."""
        with self._lock:
            if not self._released:
                with contextlib.suppress(OSError):
                    os.write(self._wake_write, b".")
        if self._thread is not threading.current_thread():
            self._thread.join(_JOIN_SECONDS)

    def _run(self) -> None:
        try:
            while (data := self._read()) and self._take(data):
                pass
            self._take(b"")
        finally:
            with self._lock:
                self._released = True
                for descriptor in (self._descriptor, self._wake_read, self._wake_write):
                    with contextlib.suppress(OSError):
                        os.close(descriptor)

    def _read(self) -> bytes:
        """Return at least one byte, or no bytes at the end of the data, after `close` and after an error."""
        try:
            if sys.platform != "win32":  # on Windows only closing the other end ends a read
                waiting = select.poll()
                waiting.register(self._descriptor, select.POLLIN)
                waiting.register(self._wake_read, select.POLLIN)
                if any(descriptor == self._wake_read for descriptor, _ in waiting.poll()):
                    return b""
            return os.read(self._descriptor, _CHUNK)
        except OSError:
            return b""


def write_all(descriptor: int, data: bytes, deadline: float) -> None:
    """Write all of `data`. Raises `TimeoutError` if some of it is not written by `deadline`, and `OSError` if
    the pipe has no reader. On Windows the deadline is ignored.
    """
    if sys.platform == "win32":
        os.write(descriptor, data)
        return
    os.set_blocking(descriptor, False)
    waiting = select.poll()
    waiting.register(descriptor, select.POLLOUT)
    rest = memoryview(data)
    while rest:
        left = deadline - time.monotonic()
        if left <= 0 or not waiting.poll(left * 1000):
            raise TimeoutError(f"{len(rest)} bytes were not written")
        with contextlib.suppress(BlockingIOError):
            rest = rest[os.write(descriptor, rest[:_CHUNK]) :]
