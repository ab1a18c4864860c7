"""`WatchedFiles`: responses about files that other programs write and that pages poll."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from fastapi.responses import Response

from hexapoda.text.sentence import Sentence
from hexapoda.web.problem import Problem

__all__ = ["WatchedFiles"]

_Reader = TypeVar("_Reader")
_AT_ONCE = 2
_ASKED = 60
"""The maximum number of requests that are being answered or are waiting."""


class WatchedFiles(Generic[_Reader]):
    """Reads the matches or the training runs for pages, a few at a time."""

    def __init__(self, reader: _Reader) -> None:
        """`reader`: reads the files; must be safe to call from any thread."""
        self._reader = reader
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._asked = 0

    async def answer(self, read: Callable[[_Reader], bytes]) -> Response:
        """Call `read` with the reader in a thread; return its JSON as a response. Raises `Problem` 503."""
        if self._asked >= _ASKED:
            raise Problem(503, Sentence("the server is busy: try again in a few seconds"))
        self._asked += 1
        try:
            async with self._turns:  # pages ask every second; this leaves threads for other requests
                content = await asyncio.to_thread(read, self._reader)
        finally:
            self._asked -= 1
        return Response(content, media_type="application/json")
