"""The log of a conversation with another process, for debugging.

The lines have the format `PID SECONDS > TEXT`, in which `>` marks text that was sent, `<` text that was
received and `!` a remark. Several processes may write to one file; each line is written in one call.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from pathlib import Path

__all__ = ["Transcript"]

_MAX_LINE = 2000
_MAX_BYTES = 64 << 20


class Transcript:
    """A log that is appended to a file; without a path, nothing is written."""

    def __init__(self, path: Path | None) -> None:
        """`path`: the file, or None. Raises `OSError` if the file cannot be opened."""
        self._lock = threading.Lock()
        self._left = _MAX_BYTES
        self._began = time.monotonic()
        self._process = 0
        self._file: int | None = None
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def begin(self, process: int, command: str) -> None:
        """Write the command that started the process. The following lines begin with its id, `process`."""
        self._process = process
        self.remark(f"started: {command}")

    def sent(self, text: str) -> None:
        """Write a line that went to the process."""
        self._write(">", text)

    def received(self, text: str) -> None:
        """Write a line that came from the process."""
        self._write("<", text)

    def remark(self, text: str) -> None:
        """Write a comment on the conversation."""
        self._write("!", text)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._file is not None:
                os.close(self._file)
                self._file = None

    def _write(self, mark: str, text: str) -> None:
        if self._file is None:
            return
        shown = text if len(text) <= _MAX_LINE else f"{text[:_MAX_LINE]}... ({len(text):,} characters)"
        line = f"{self._process} {time.monotonic() - self._began:.3f} {mark} {shown}\n"
        data = line.encode("utf-8", errors="replace")
        with self._lock, contextlib.suppress(OSError):  # a full disk must not end a game
            if self._file is not None and self._left > 0:
                self._left -= len(data)
                os.write(self._file, data)
                if self._left <= 0:
                    os.write(self._file, b"! the transcript is full\n")
