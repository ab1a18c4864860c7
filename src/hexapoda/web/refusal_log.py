"""`RefusalLog`: the log of refused requests; `failure_text`: the text of a failure for pages.

Limits the size of the log, so that a client that sends junk all day cannot fill the disk.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from hexapoda.errors import HexapodaError
from hexapoda.text.sentence import Sentence, message_of
from hexapoda.web.rate import Rate

__all__ = ["LOGGER", "FewLines", "RefusalLog", "failure_text"]

LOGGER = logging.getLogger("hexapoda.web")
"""The logger of the server, to which `serve` adds a handler."""


def failure_text(error: Exception, what: str) -> str:
    """Return the text of an error for pages. An internal error of the server is logged as "`what` failed"."""
    if isinstance(error, HexapodaError):
        return message_of(error)
    LOGGER.error("%s failed", what, exc_info=error)
    return Sentence("internal error of the server")


class RefusalLog:
    """Logs refused requests: at most one line a second, after a burst of ten."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        """`now`: the clock."""
        self._rate = Rate(1, 10, now=now)
        self._left_out = 0

    def add(self, address: str, path: str, text: str) -> None:
        """Log that a request from `address` for `path` was refused. `text`: why."""
        if not self._rate.take():
            self._left_out += 1
            return
        if self._left_out:
            LOGGER.warning("%d more requests were refused", self._left_out)
            self._left_out = 0
        # Both texts contain client input: ascii() keeps line breaks and escape sequences out of the log.
        LOGGER.warning("refused %s from %s: %s", ascii(path[:100]), address, ascii(text[:200])[1:-1])


class FewLines(logging.Filter):
    """A logging filter that passes at most one line a second, after a burst of ten. It is for the loggers of
    libraries that write a line for each dropped connection.
    """

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        """`now`: the clock."""
        super().__init__()
        self._rate = Rate(1, 10, now=now)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write this record."""
        return self._rate.take()
