"""`LineInput`: the lines that a client sends to a server, read one by one or as they arrive during a search.

Limits the length of a line and the amount read ahead. Reads ahead only during `listen`.
"""

from __future__ import annotations

import collections
import threading
from collections.abc import Callable
from typing import BinaryIO

__all__ = ["MAX_LINE_BYTES", "MAX_WAITING_BYTES", "LineInput"]

MAX_LINE_BYTES = 1 << 20
"""Longer lines are rejected. The longest game ever recorded has 693 plies, or about 7 kB."""
MAX_WAITING_BYTES = 4 << 20
"""Reading ahead pauses while more bytes than this are waiting."""


class LineInput:
    """The lines of a stream, for use by one thread."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._change = threading.Condition()
        self._lines: collections.deque[bytes] = collections.deque()
        self._waiting = 0
        self._ended = False
        self._error: BaseException | None = None
        self._reading = False  # whether a thread is reading
        self._on_line: Callable[[bytes | None], bool] | None = None

    def take(self) -> bytes | None:
        """Return the next line, or None at the end. A line that is too long is cut to `MAX_LINE_BYTES` + 1
        bytes. Ends a running `listen`. Raises the errors of the stream.
        """
        with self._change:
            self._on_line = None
            self._change.notify_all()
            while self._reading and not self._lines:
                self._change.wait()
            if self._lines:
                line = self._lines.popleft()
                self._waiting -= len(line)
                return line
            if self._error is not None:
                raise self._error
            if self._ended:
                return None
        return self._read()

    def listen(self, on_line: Callable[[bytes | None], bool]) -> None:
        """Call `on_line` with every line, and with None at the end, until it returns true or until the next
        `take`. Lines that are already waiting are passed to it at once, later lines in another thread. `take`
        still returns all lines except the one for which `on_line` returned true.
        """
        with self._change:
            for line in list(self._lines):
                if on_line(line):
                    self._lines.remove(line)
                    self._waiting -= len(line)
                    return
            if self._ended:
                on_line(None)
                return
            self._on_line = on_line
            if not self._reading:
                self._reading = True
                threading.Thread(target=self._read_ahead, name="hexapoda input", daemon=True).start()

    def _read_ahead(self) -> None:
        """Read while there is a listener, and pause while too many bytes are waiting."""
        going_on = True
        while going_on:
            line, error = None, None
            try:
                line = self._read()
            except BaseException as raised:  # even an interrupt: `take` raises it in the caller's thread
                error = raised
            with self._change:
                self._error, self._ended = error, line is None
                if self._on_line is not None and self._on_line(line):
                    self._on_line = None
                elif line is not None:
                    self._lines.append(line)
                    self._waiting += len(line)
                while self._on_line is not None and self._waiting > MAX_WAITING_BYTES:
                    self._change.wait()
                going_on = self._on_line is not None and not self._ended
                self._reading = going_on
                self._change.notify_all()

    def _read(self) -> bytes | None:
        line = self._stream.readline(MAX_LINE_BYTES + 1)
        rest = line
        while len(rest) > MAX_LINE_BYTES and not rest.endswith(b"\n"):
            rest = self._stream.readline(MAX_LINE_BYTES + 1)
        return line or None
