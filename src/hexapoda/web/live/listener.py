"""`Listener`: one socket that watches a game, and the messages that wait for it.

Defines what a slow client misses. A newer state replaces an older one, so a slow client never makes the
server hold more than a few messages.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from typing import TypeAlias

from hexapoda.web.answers.message import AnalysisMessage, GameMessage, ReviewMessage

__all__ = ["Listener", "Message", "SlowListener"]

Message: TypeAlias = GameMessage | ReviewMessage | AnalysisMessage

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

    def post(self, kind: str, message: Message, ref: object = None) -> None:
        """Send a message unless a newer one of this kind replaces it first. `ref` as for `answer`."""
        self.post_text(kind, _text(message, ref))

    def post_text(self, kind: str, text: str) -> None:
        """Send a message that is JSON already, as the same one for many."""
        self._latest.pop(kind, None)  # so that the latest messages come in their order
        self._latest[kind] = text
        self._ready.set()

    def answer(self, message: Message, ref: object = None) -> None:
        """Send a message that nothing replaces, with the `ref` of the message that it answers, if there was
        one.
        """
        if len(self._answers) >= _WAITING:
            self._overflow = True
        else:
            self._answers.append(_text(message, ref))
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


def _text(message: Message, ref: object) -> str:
    """Return a message as JSON: in ASCII, because an answer quotes what the page sent, which may have half of
    a surrogate pair.
    """
    return json.dumps(message if ref is None else {**message, "ref": ref}, allow_nan=False)
