"""`MoveJudges`: the threads that judge the moves that visitors try.

Limits how many moves are judged and queued, in total and for each client, so that no client can fill the
queue.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from hexapoda.errors import EngineError
from hexapoda.text.sentence import Sentence, message_of
from hexapoda.web.problem import Problem

__all__ = ["MoveJudges"]

_Judged = TypeVar("_Judged")
_THREADS = 4
"""The maximum number of moves judged at the same time. Further moves are queued."""
_MOST = 4 * _THREADS
"""The maximum number of moves being judged or queued."""
_EACH = 4
"""The maximum number of moves being judged or queued for one client."""


class MoveJudges:
    """Judges moves, a few at a time. For use only in the thread of the event loop."""

    def __init__(self, name: str) -> None:
        """`name`: the prefix of the thread names."""
        self._threads = ThreadPoolExecutor(_THREADS, name)
        self._judging = Counter[str]()

    async def judge(self, client: str, judge: Callable[..., _Judged], *arguments: object) -> _Judged:
        """Call `judge(*arguments)` in a thread and return its result. Raises `Problem` 429 if too many moves
        are being judged, `Problem` 503 if an engine fails, and any other error of `judge`.
        """
        if self._judging[client] >= _EACH or self._judging.total() >= _MOST:
            raise Problem(429, Sentence("too many moves are being tried here: try again in a second"))
        self._judging[client] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, judge, *arguments)
        except EngineError as error:
            raise Problem(503, message_of(error)) from error
        finally:
            self._judging[client] -= 1
            if not self._judging[client]:
                del self._judging[client]

    def close(self) -> None:
        """Cancel the queued moves and accept no more. Does not wait for moves that are being judged."""
        self._threads.shutdown(wait=False, cancel_futures=True)
