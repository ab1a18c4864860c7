"""`Listener`: one socket that watches a game, and the messages that wait for it.

Owns what a slow client misses. A newer state replaces an older one, so a slow client never makes the server
hold more than a few messages.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Mapping

__all__ = ["Listener", "SlowListener"]

_WAITING = 64
"""Answers that may wait for a client. Only a client that asks and never reads has more."""


class SlowListener(Exception):
    """A client does not read the answers to its questions."""


class Listener:
    """The messages for one socket. Used in the thread of the event loop only."""

    def __init__(self, seats: frozenset[int]) -> None:
        """`seats`: the players that this client may move for."""
        self.seats = seats
        self._latest: dict[str, str] = {}
        self._answers: deque[str] = deque()
        self._ready = asyncio.Event()
        self._overflow = False

    def post_latest(self, kind: str, text: str) -> None:
        """Send `text` unless a newer message of this kind replaces it first."""
        self._latest.pop(kind, None)  # so that the order is that of the latest messages
        self._latest[kind] = text
        self._ready.set()

    def answer(self, message: Mapping[str, object], ref: object = None) -> None:
        """Send a message that nothing replaces, with the `ref` of the message that it answers, if there was
        one.
        """
        if len(self._answers) >= _WAITING:
            self._overflow = True
        else:
            # In ASCII, because an answer quotes what the page sent, which may have half of a surrogate pair.
            whole = message if ref is None else {**message, "ref": ref}
            self._answers.append(json.dumps(whole, allow_nan=False))
        self._ready.set()

    async def next(self) -> str:
        """Wait for the next message. Raises `SlowListener`."""
        while True:
            if self._overflow:
                raise SlowListener
            if self._answers:
                return self._answers.popleft()
            if self._latest:
                return self._latest.pop(next(iter(self._latest)))
            self._ready.clear()
            await self._ready.wait()
