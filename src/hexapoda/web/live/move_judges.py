"""`MoveJudges`: the threads that judge the moves that visitors try.

Limits how many moves are judged and queued at a time, so that one client leaves room for the others.
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
"""Moves that are judged at a time. Others are queued."""
_MOST = 4 * _THREADS
"""The maximum number of moves at a time, including queued ones."""
_EACH = 4
"""The maximum number of these from one client."""


class MoveJudges:
    """Judges moves, a few at a time. Only the thread of the event loop may use it."""

    def __init__(self, name: str) -> None:
        """`name`: the prefix of the threads' names."""
        self._threads = ThreadPoolExecutor(_THREADS, name)
        self._judging = Counter[str]()

    async def judge(self, client: str, judge: Callable[..., _Judged], *arguments: object) -> _Judged:
        """Return the result of `judge(*arguments)`, called in a thread. Raises `Problem` 429 if too many
        moves are being judged and 503 if an engine fails, and what `judge` raises.
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
        """Judge no further moves. Does not wait for those in progress."""
        self._threads.shutdown(wait=False, cancel_futures=True)
