"""Reading the lines of another process in a thread, with a deadline for each.

Limits the memory that a misbehaving process can fill: lines have a maximum length, and the thread stops
reading while too much is waiting. `OutputTail` reads standard error and keeps only its end.
"""

from __future__ import annotations

import collections
import threading
import time
from collections.abc import Callable

from hexapoda.protocols.process.pipe import PipeReader

__all__ = ["MAX_LINE_BYTES", "MAX_WAITING_BYTES", "LineReader", "LineTooLong", "OutputTail"]

MAX_LINE_BYTES = 1 << 20
"""Longer lines are rejected. The longest known game has about 7 kB."""
MAX_WAITING_BYTES = 4 << 20
"""No more is read while this many bytes are waiting."""

_TAIL_BYTES = 1 << 16
_SHOWN = 4096
_JOIN_SECONDS = 2.0


class LineTooLong(Exception):
    """The process wrote a line longer than `MAX_LINE_BYTES`; nothing after it is read."""


class LineReader:
    """Reads the lines of a descriptor, which it owns, in a separate thread."""

    def __init__(self, descriptor: int, on_line: Callable[[str], None] | None = None) -> None:
        """`on_line` is called with every line, in the reading thread."""
        self._pipe = PipeReader(descriptor)
        self._on_line = on_line
        self._lines: collections.deque[bytes] = collections.deque()
        self._waiting = 0
        self._change = threading.Condition()
        self._ended = self._closed = self._too_long = False
        self._thread = threading.Thread(target=self._run, name="hexapoda line reader", daemon=True)
        self._thread.start()

    def take(self, deadline: float) -> str | None:
        """Return the next line without its end, or None at the end. Raises `TimeoutError` if none has arrived
        by `deadline`, a time of `time.monotonic`, and `LineTooLong`.
        """
        with self._change:
            while not self._lines:
                if self._too_long:
                    raise LineTooLong(f"a line of more than {MAX_LINE_BYTES:,} bytes")
                if self._ended:
                    return None
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError("no line")
                self._change.wait(left)
            return _text_of(self._pop())

    def discard(self) -> int:
        """Drop the waiting lines; return their number."""
        with self._change:
            count = len(self._lines)
            while self._lines:
                self._pop()
            return count

    def close(self) -> None:
        """Stop reading and end the thread."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._pipe.cancel()
        if self._thread is not threading.current_thread():
            self._thread.join(_JOIN_SECONDS)

    def _pop(self) -> bytes:
        line = self._lines.popleft()
        self._waiting -= len(line) + 1
        self._change.notify_all()
        return line

    def _run(self) -> None:
        part = b""
        try:
            while chunk := self._pipe.read():
                *lines, part = (part + chunk).split(b"\n")
                if not all(self._put(line) for line in lines) or self._is_too_long(part):
                    return
            if part:
                self._put(part)
        finally:
            self._pipe.release()
            with self._change:
                self._ended = True
                self._change.notify_all()

    def _put(self, line: bytes) -> bool:
        """Queue a line when there is room; return whether to continue reading."""
        if self._is_too_long(line):
            return False
        if self._on_line is not None:
            self._on_line(_text_of(line))
        with self._change:
            while self._waiting > MAX_WAITING_BYTES and not self._closed:
                self._change.wait()
            self._lines.append(line)
            self._waiting += len(line) + 1
            self._change.notify_all()
            return not self._closed

    def _is_too_long(self, line: bytes) -> bool:
        if len(line) > MAX_LINE_BYTES:
            with self._change:
                self._too_long = True
        return self._too_long


class OutputTail:
    """Reads a descriptor, which it owns, to its end and keeps the last 64 KiB."""

    def __init__(self, descriptor: int) -> None:
        self._pipe = PipeReader(descriptor)
        self._lock = threading.Lock()
        self._kept = b""
        self._thread = threading.Thread(target=self._run, name="hexapoda stderr reader", daemon=True)
        self._thread.start()

    @property
    def lines(self) -> list[str]:
        """Return the last lines written, with unprintable characters replaced by spaces."""
        with self._lock:
            text = self._kept.decode("utf-8", errors="replace")
        return ["".join(c if c.isprintable() else " " for c in line).rstrip() for line in text.splitlines()]

    @property
    def text(self) -> str:
        """Return the end of what was written, on one line."""
        return " ".join(" ".join(self.lines).split())[-_SHOWN:]

    def settle(self, seconds: float) -> None:
        """Wait up to `seconds` until the writer has closed its end."""
        self._thread.join(seconds)

    def close(self) -> None:
        """Stop reading and end the thread."""
        self._pipe.cancel()
        if self._thread is not threading.current_thread():
            self._thread.join(_JOIN_SECONDS)

    def _run(self) -> None:
        try:
            while chunk := self._pipe.read():
                with self._lock:
                    self._kept = (self._kept + chunk)[-_TAIL_BYTES:]
        finally:
            self._pipe.release()


def _text_of(line: bytes) -> str:
    return line.rstrip(b"\r").decode("utf-8", errors="replace")
