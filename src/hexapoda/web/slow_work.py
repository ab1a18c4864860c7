"""`SlowWork`: turns for requests that may take seconds, such as those with large texts and proofs.

Owns how many of them run at a time, and how many may wait. All others have the remaining threads, so that
they never wait for these.
"""

from __future__ import annotations

import asyncio
from types import TracebackType

from hexapoda.sentence import Sentence
from hexapoda.web.problem import Problem

__all__ = ["SlowWork"]

_AT_ONCE = 2
_WAITING = 60
"""Requests that wait for their turn. The last of them would wait a minute."""
_PATIENCE = 20.0
"""Seconds that a request waits for its turn."""


class SlowWork:
    """`async with` it around work in a thread. Raises `Problem` 503 if the turn does not come soon."""

    def __init__(self, at_once: int = _AT_ONCE, waiting: int = _WAITING, patience: float = _PATIENCE) -> None:
        """`at_once`: requests at a time; `waiting`: how many may wait; `patience`: seconds that they wait."""
        self._turns = asyncio.Semaphore(at_once)
        self._most = waiting
        self._waiting = 0
        self._patience = patience

    async def __aenter__(self) -> None:
        if self._turns.locked() and self._waiting >= self._most:
            raise _busy()
        self._waiting += 1
        try:
            async with asyncio.timeout(self._patience):
                await self._turns.acquire()
        except TimeoutError:
            raise _busy() from None
        finally:
            self._waiting -= 1

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._turns.release()


def _busy() -> Problem:
    return Problem(503, Sentence("the server is busy: try again in a few seconds"))
