"""The lines that a client sends to a server, taken one by one, or watched for while something else goes on.

Owns the bound on a line, and that never more than one line is read ahead: a search that runs is ended by the
line that comes next, and all others stay where they are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import BinaryIO

__all__ = ["MAX_LINE_BYTES", "LineInput"]

MAX_LINE_BYTES = 1 << 20
"""A longer line is refused. The longest game ever recorded has 693 plies, some 7 kB."""


class LineInput:
    """What comes in on a stream; used by one thread."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._ahead: Future[bytes | None] | None = None

    def take(self) -> bytes | None:
        """The next line, None at the end; of an overlong one only so much that one sees that it is.

        Raises what reading raises.
        """
        ahead, self._ahead = self._ahead, None
        return self._read() if ahead is None else ahead.result()

    def watch(self, on_line: Callable[[bytes | None], None]) -> None:
        """Call `on_line`, in another thread, with the next line as soon as it is there, None being the end.

        The line can be taken all the same.
        """
        if self._ahead is None:
            self._ahead = Future()
            threading.Thread(
                target=self._read_ahead, args=(self._ahead,), name="hexapoda input", daemon=True
            ).start()
        self._ahead.add_done_callback(
            lambda ahead: on_line(None if ahead.exception() is not None else ahead.result())
        )

    def _read_ahead(self, ahead: Future[bytes | None]) -> None:
        try:
            ahead.set_result(self._read())
        except BaseException as error:  # an interrupt too: it belongs to whoever takes the line
            ahead.set_exception(error)

    def _read(self) -> bytes | None:
        line = self._stream.readline(MAX_LINE_BYTES + 1)
        rest = line
        while len(rest) > MAX_LINE_BYTES and not rest.endswith(b"\n"):
            rest = self._stream.readline(MAX_LINE_BYTES + 1)
        return line or None
