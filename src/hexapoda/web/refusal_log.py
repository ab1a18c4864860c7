"""`RefusalLog`: the log of refused requests; and what pages are told of failures.

Owns the bound of the log: a client that sends junk all day cannot fill the disk.
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
"""The logger of the server. It has no handler of its own."""


def failure_text(error: Exception, what: str) -> str:
    """Return what pages are told of an error. One that is a fault of the server is logged: `what` failed."""
    if isinstance(error, HexapodaError):
        return message_of(error)
    LOGGER.error("%s failed", what, exc_info=error)
    return Sentence("internal error of the server")


class RefusalLog:
    """Writes at most one line a second, after a burst of ten."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        """`now`: the clock."""
        self._rate = Rate(1, 10, now=now)
        self._left_out = 0

    def add(self, address: str, path: str, text: str) -> None:
        """Log that a request from `address` for `path` was refused."""
        if not self._rate.take():
            self._left_out += 1
            return
        if self._left_out:
            LOGGER.warning("%d more requests were refused", self._left_out)
            self._left_out = 0
        # Both texts come from outside: ascii() keeps line breaks and escape sequences out of the log.
        LOGGER.warning("refused %s from %s: %s", ascii(path[:100]), address, ascii(text[:200])[1:-1])


class FewLines(logging.Filter):
    """Lets at most one line a second through, after a burst of ten. It is for the loggers of libraries, which
    write a line for each connection that is dropped.
    """

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        """`now`: the clock."""
        super().__init__()
        self._rate = Rate(1, 10, now=now)

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this record is written."""
        return self._rate.take()
