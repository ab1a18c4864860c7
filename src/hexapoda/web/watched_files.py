"""`WatchedFiles`: answers about files that other programs write, and that pages ask for again and again."""

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
"""Answers that are read or wait."""


class WatchedFiles(Generic[_Reader]):
    """The matches or the training runs of one server."""

    def __init__(self, reader: _Reader) -> None:
        """`reader`: what reads them. Any thread may call it."""
        self._reader = reader
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._asked = 0

    async def answer(self, read: Callable[[_Reader], bytes]) -> Response:
        """Return the JSON that `read` returns; a thread calls it with the reader. Raises `Problem`."""
        if self._asked >= _ASKED:
            raise Problem(503, Sentence("the server is busy: try again in a few seconds"))
        self._asked += 1
        try:
            async with self._turns:  # pages ask every second, and others must have threads left
                content = await asyncio.to_thread(read, self._reader)
        finally:
            self._asked -= 1
        return Response(content, media_type="application/json")
