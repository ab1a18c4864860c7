"""Reading another process's output in threads: its lines, with a deadline for each, and its standard error.

Limits the memory that the output of a misbehaving process can use. Reading pauses while too much output is
waiting. If a process writes faster than any real engine, its output counts as a flood, and nothing more is
read.
"""

from __future__ import annotations

import collections
import threading
import time
from collections.abc import Callable, Iterable

from hexapoda.protocols.process.pipe import PipeReader

__all__ = ["MAX_LINE_BYTES", "LineReader", "OutputTail"]

MAX_LINE_BYTES = 1 << 20
"""A longer line counts as a flood. The longest known game is about 7 kB long."""

_MAX_WAITING_BYTES = 4 << 20
"""Reading pauses while more bytes than this are waiting."""
_BURST_LINES, _LINES_A_SECOND = 10_000, 1_000
_BURST_BYTES, _BYTES_A_SECOND = 4 << 20, 1 << 20
"""How much a process may write at once, and per second in the long run."""
_TAIL_BYTES = 1 << 16
_SHOWN = 4096


class LineReader:
    """The lines that another process writes."""

    def __init__(self, descriptor: int, on_line: Callable[[str], None]) -> None:
        """Take over `descriptor`, and begin to read. `on_line` is called with every line, in the reading
        thread.
        """
        self._on_line = on_line
        self._lines: collections.deque[bytes] = collections.deque()
        self._waiting = 0
        self._change = threading.Condition()
        self._ended = self._closed = False
        self._recent_lines = self._recent_bytes = 0.0
        self._counted = time.monotonic()
        self.flood = ""
        """How the process floods its output, for a message; empty if it does not."""
        self._part = b""
        self._pipe = PipeReader(descriptor, self._take)

    def take(self, deadline: float) -> str | None:
        """Return the next line without its line break; None at the end of the output or in a flood. Raises
        `TimeoutError` if no line has arrived by `deadline`, a `time.monotonic` timestamp.
        """
        with self._change:
            while not self._lines or self.flood:
                if self._ended or self.flood:
                    return None
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError("no line")
                self._change.wait(left)
            line = self._lines.popleft()
            self._waiting -= len(line) + 1
            self._change.notify_all()
            return _text_of(line)

    def discard(self) -> int:
        """Drop the waiting lines, and return their number."""
        with self._change:
            count = len(self._lines)
            self._lines.clear()
            self._waiting = 0
            self._change.notify_all()
            return count

    def close(self) -> None:
        """Stop reading and end the thread."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._pipe.close()

    def _take(self, data: bytes) -> bool:
        if data:
            *lines, self._part = (self._part + data).split(b"\n")
            return self._put(lines, max(map(len, (self._part, *lines))))
        if self._part:
            self._put([self._part], len(self._part))
        with self._change:
            self._ended = True
            self._change.notify_all()
        return False

    def _put(self, lines: list[bytes], longest: int) -> bool:
        """Queue lines as soon as there is room, and return whether to continue reading."""
        for line in lines:
            self._on_line(_text_of(line))
        with self._change:
            self.flood = self.flood or self._flood(lines, longest)
            while self._waiting > _MAX_WAITING_BYTES and not self._closed and not self.flood:
                self._change.wait()
            self._lines.extend(lines)
            self._waiting += sum(map(len, lines)) + len(lines)
            self._change.notify_all()
            return not self._closed and not self.flood

    def _flood(self, lines: Iterable[bytes], longest: int) -> str:
        """Count lines that have arrived. Return why they are a flood; empty if they are not."""
        now = time.monotonic()
        passed, self._counted = now - self._counted, now
        sizes = [len(line) + 1 for line in lines]
        self._recent_lines = max(0.0, self._recent_lines - passed * _LINES_A_SECOND) + len(sizes)
        self._recent_bytes = max(0.0, self._recent_bytes - passed * _BYTES_A_SECOND) + sum(sizes)
        if longest > MAX_LINE_BYTES:
            return f"a line of more than {MAX_LINE_BYTES:,} bytes"
        if self._recent_lines > _BURST_LINES:
            return f"more than {_BURST_LINES:,} lines at once"
        return f"more than {_BURST_BYTES:,} bytes at once" if self._recent_bytes > _BURST_BYTES else ""


class OutputTail:
    """The last 64 KiB that a process writes, such as its standard error."""

    def __init__(self, descriptor: int) -> None:
        """Take over `descriptor`, and begin to read."""
        self._lock = threading.Lock()
        self._kept = b""
        self._pipe = PipeReader(descriptor, self._take)
        self.settle, self.close = self._pipe.join, self._pipe.close

    @property
    def lines(self) -> list[str]:
        """The last lines written, with unprintable characters replaced by spaces."""
        with self._lock:
            text = self._kept.decode("utf-8", errors="replace")
        return ["".join(c if c.isprintable() else " " for c in line).rstrip() for line in text.splitlines()]

    @property
    def text(self) -> str:
        """The end of the output, on one line."""
        return " ".join(" ".join(self.lines).split())[-_SHOWN:]

    def _take(self, data: bytes) -> bool:
        with self._lock:
            self._kept = (self._kept + data)[-_TAIL_BYTES:]
        return True


def _text_of(line: bytes) -> str:
    return line.rstrip(b"\r").decode("utf-8", errors="replace")
