"""`WatchedFiles`: answers about files that other programs write, and that pages ask for again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from fastapi.responses import Response

from hexapoda.web.slow_work import SlowWork

__all__ = ["WatchedFiles"]

_Reader = TypeVar("_Reader")


class WatchedFiles(Generic[_Reader]):
    """The matches or the training runs of one server."""

    def __init__(self, reader: _Reader) -> None:
        """`reader`: what reads them. Any thread may call it."""
        self._reader = reader
        self._turns = SlowWork()  # of their own: pages ask every second, and others must not wait for that

    async def answer(self, read: Callable[[_Reader], bytes]) -> Response:
        """Return the JSON that `read` returns, which is called with the reader in a thread."""
        async with self._turns:
            content = await asyncio.to_thread(read, self._reader)
        return Response(content, media_type="application/json")
