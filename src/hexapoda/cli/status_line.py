"""`StatusLine`: a progress line on a terminal."""

from __future__ import annotations

from typing import TextIO

__all__ = ["StatusLine"]


class StatusLine:
    """A progress line that is overwritten in place. Prints nothing if the stream is not a terminal."""

    def __init__(self, stream: TextIO | None) -> None:
        """`stream`: where to write the line, usually standard error; None for no line."""
        self._stream = stream if stream is not None and stream.isatty() else None
        self._width = 0

    def __enter__(self) -> StatusLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.write("")

    def write(self, text: str) -> None:
        """Replace the line with `text`; an empty `text` clears it."""
        if self._stream is not None:
            self._stream.write("\r" + text.ljust(self._width) + ("" if text else "\r"))
            self._stream.flush()
            self._width = len(text)
